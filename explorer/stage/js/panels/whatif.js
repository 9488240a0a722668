// What if? A reader changes a recorded number. The effect on this one decision is shown at once; the rest of the
// round is replayed by the server and is then no longer the recorded run.

import { h, put, setText } from "../dom.js";

/**
 * A number that can be changed: its name, its recorded value, the sentence about its effect, and the function that
 * draws it.
 * @typedef {{ key: string, label: string, value: number, most: number, step?: number,
 *   say: (value: number) => string, draw: (value: number) => void }} Moved
 * A request to the server, as the query of explorer/whatif.
 * @typedef {(query: Record<string, string | number>) => void} Ask
 */

/** What a replay may change besides the number that the reader moved. */
const AGAIN = {
  plain: "A replay computes the models’ probabilities again. On another engine or in another precision, they and the "
    + "thresholds can differ in the third digit.",
  exact: "A replay computes p and q again. With another engine or precision, p, q and the thresholds can differ in the "
    + "third digit.",
};

/**
 * A slider for the number, and a button that replays the round with it.
 * @param {"plain" | "exact"} voice @param {Moved} moved @param {Record<string, string | number>} query further
 *   parameters for the server @param {Ask} ask
 * @param {HTMLElement[]} more further buttons
 */
export function whatIf(voice, { key, label, value, most, step = 0.01, say, draw }, query, ask, ...more) {
  const effect = h("p", { class: "st-whatif-said", role: "status" });
  const go = h("button", { type: "button", class: "st-btn st-small st-wide", "data-testid": "whatif-go", disabled: true,
    onclick: () => ask({ ...query, [key]: slider.value }) }, "Replay this round");
  const slider = h("input", { type: "range", class: "st-scrub", min: step < 1 ? 0 : 1, max: most, step,
    "aria-label": label, "data-testid": `whatif-${key}`, oninput: () => move(Number(slider.value)) });
  slider.value = String(value);
  /** Shows the effect of a value. @param {number} now */
  function move(now) {
    const moved = now !== value;
    draw(now);
    const sentence = say(now);
    setText(effect, moved ? `${sentence} Faded parts still show the recorded run.` : sentence);
    const detail = { sentence: moved ? sentence : "" };
    box.dispatchEvent(new CustomEvent("stage:supposed", { bubbles: true, detail }));
    go.disabled = !moved;
    box.closest("[data-testid=inspector]")?.toggleAttribute("data-moved", moved);
  }
  const box = h("details", { class: "st-whatif-box", "data-testid": "whatif" }, h("summary", {}, "What if?"),
    h("label", {}, label, slider), effect, h("div", { class: "st-row" }, go, ...more),
    h("p", { class: "st-quiet", "data-testid": "whatif-again" }, AGAIN[voice]));
  return box;
}

/** The button that reverses a decision. @param {number} verdict @param {Ask} ask */
export const flip = (verdict, ask) => h("button", { type: "button", class: "st-btn st-small st-wide",
  "data-testid": "whatif-flip", onclick: () => ask({ verdict, flip: 1 }) }, "Reverse this decision");

/**
 * The line above a replayed run: the change, the recorded and the new text, and the way back.
 * @param {() => void} back
 */
export function newChanged(back) {
  const root = h("div", { class: "st-changed", role: "status", "data-testid": "changed", hidden: true });
  return {
    root,
    /**
     * @param {string} change @param {{ recorded: string, now: string } | null} outcomes
     * @param {boolean} returns whether there is a way back
     */
    show(change, outcomes, returns) {
      root.hidden = !change;
      put(root, h("b", {}, change), outcomes && h("span", {}, "Recorded: ", h("q", { dir: "auto" }, outcomes.recorded)),
        outcomes && h("span", {}, "What if: ", h("q", { dir: "auto" }, outcomes.now)),
        returns && h("button", { type: "button", class: "st-btn st-small st-wide", onclick: back },
          "Back to the recorded run"));
    },
    /** Shows that the replay takes a while. */
    wait() {
      root.hidden = false;
      put(root, h("span", {}, "Replaying this round. Models that are not in memory are loaded first."));
    },
    /** Shows why the replay is not possible; nothing else changes. @param {string} why */
    refuse(why) {
      root.hidden = false;
      put(root, h("span", { role: "alert" }, why),
        h("button", { type: "button", class: "st-btn st-small", onclick: () => { root.hidden = true; } }, "Close"));
    },
  };
}
