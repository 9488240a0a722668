// What if: a recorded number is moved by hand. What that makes of the one decision is seen at once; what comes of it
// is run again by the server, and is then no longer the recorded run.

import { h, put, setText } from "./dom.js";
import { num } from "./format.js";

/**
 * A number to move: what it is called, what it was, what it makes of the decision in words, and what shows it.
 * @typedef {{ key: string, label: string, value: number, most: number, step?: number,
 *   told: (value: number) => string, draw: (value: number) => void }} Moved
 * What is asked of the server, as the query of explorer/whatif.
 * @typedef {(query: Record<string, string | number>) => void} Ask
 */

/**
 * A slider for the number, and a button that replays the round with it.
 * @param {Moved} moved @param {Record<string, string | number>} query what else the server must know @param {Ask} ask
 * @param {HTMLElement[]} more further buttons
 */
export function whatIf({ key, label, value, most, step = 0.01, told, draw }, query, ask, ...more) {
  const said = h("p", { class: "st-whatif-said", role: "status" });
  const go = h("button", { type: "button", class: "st-btn st-small st-wide", "data-testid": "whatif-go", disabled: true,
    onclick: () => ask({ ...query, [key]: slider.value }) }, "Replay this round");
  const slider = h("input", { type: "range", class: "st-scrub", min: step < 1 ? 0 : 1, max: most, step,
    "aria-label": label, "data-testid": `whatif-${key}`, oninput: () => move(Number(slider.value)) });
  slider.value = String(value);
  /** @param {number} now */
  function move(now) {
    const moved = now !== value;
    draw(now);
    const sentence = `${label} ${num(now)}: ${told(now)}`;
    setText(said, `${sentence}${moved ? ". What is faded is still as recorded." : ""}`);
    box.dispatchEvent(new CustomEvent("stage:supposed", { bubbles: true, detail: { told: moved ? `${sentence}.` : "" } }));
    go.disabled = !moved;
    box.closest("[data-testid=inspector]")?.toggleAttribute("data-moved", moved);
  }
  const box = h("details", { class: "st-whatif-box", "data-testid": "whatif" }, h("summary", {}, "What if?"),
    h("label", {}, label, slider), said, h("div", { class: "st-row" }, go, ...more));
  return box;
}

/** The button that lets a decision fall the other way. @param {number} verdict @param {Ask} ask */
export const flip = (verdict, ask) => h("button", { type: "button", class: "st-btn st-small st-wide",
  "data-testid": "whatif-flip", onclick: () => ask({ verdict, flip: 1 }) }, "Let it fall the other way");

/**
 * The line above a run that was changed: what was changed, both outcomes side by side, and the way back.
 * @param {() => void} back
 */
export function newChanged(back) {
  const root = h("div", { class: "st-changed", role: "status", "data-testid": "changed", hidden: true });
  return {
    root,
    /** @param {string} said @param {{ recorded: string, now: string } | null} outcomes
        @param {boolean} returns whether there is a way back */
    show(said, outcomes, returns) {
      root.hidden = !said;
      put(root, h("b", {}, said), outcomes && h("span", {}, "Recorded: ", h("q", { dir: "auto" }, outcomes.recorded)),
        outcomes && h("span", {}, "Now: ", h("q", { dir: "auto" }, outcomes.now)),
        returns && h("button", { type: "button", class: "st-btn st-small st-wide", onclick: back },
          "Back to the recorded run"));
    },
    /** It is on its way, and takes a while. */
    wait() {
      root.hidden = false;
      put(root, h("span", {}, "This round is replayed… models that are not in memory are loaded first."));
    },
    /** It cannot be: the reason, and nothing else changes. @param {string} why */
    refuse(why) {
      root.hidden = false;
      put(root, h("span", { role: "alert" }, why),
        h("button", { type: "button", class: "st-btn st-small", onclick: () => { root.hidden = true; } }, "Close"));
    },
  };
}
