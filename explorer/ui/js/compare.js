// The tab "Compare": stages side by side.

import { catchUp, holders } from "./page.js";

const SLOTS = "#compare .slot";

/**
 * Stepping one stage takes the others to the same iteration (its end), or to their last if they needed fewer.
 * @param {HTMLElement} element
 */
export function lockStep(element) {
  let moving = false;
  document.addEventListener("stage:step", (event) => {
    const from = /** @type {CustomEvent<{ it: number }>} */ (event), target = /** @type {Element} */ (from.target);
    if (!element.isConnected || moving || !target.closest("#compare")) return;
    moving = true;
    const { it } = from.detail;
    for (const holder of holders(SLOTS)) if (!holder.contains(target)
      && holder.stage.state().it !== it) holder.stage.goto({ it });
    moving = false;
  });
}

/** The runs are over: every stage gets its own whole, and the race (race.js) its runs. */
export function afterRuns() {
  const stages = holders(SLOTS),
    rows = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#compare-table tr[data-run]"));
  rows.forEach((row, place) => { if (stages[place]) catchUp(stages[place].stage, row, { at: { it: 1 } }); });
  document.dispatchEvent(new Event("race:runs"));
}
