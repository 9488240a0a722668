// The search in the text of a run: a field, the number of matches, and buttons to the previous and next match.

import { h, setText } from "../dom.js";
import { hits } from "./jumps.js";

/** @import { Made, Model } from "../model.js" */

/**
 * The search field with its buttons.
 * @param {Model} model
 * @param {{ goto: (it: number, phase: number, node: number | null) => void, at: () => number,
 *   mark: (nodes: Set<number>) => void, left: () => void }} on `at`: the current iteration;
 *   `mark`: marks matches in the text; `left`: called when the search closes
 */
export function newFind(model, on) {
  const count = h("output", { class: "st-quiet", "data-testid": "find-count", role: "status" });
  const field = h("input", { type: "text", class: "st-find-field", "data-testid": "find-field",
    "aria-label": "Find in the text of this run", placeholder: "Find in the text", maxlength: 200, autocomplete: "off",
    spellcheck: "false", enterkeyhint: "search", oninput: () => search() });
  /** @param {string} id @param {string} sign @param {string} title @param {() => void} act */
  const button = (id, sign, title, act) => h("button", { type: "button", class: "st-btn st-small", "data-testid": id,
    title, "aria-label": title, onclick: act }, sign);
  const root = h("div", { role: "search", class: "st-find", hidden: true, "data-testid": "find" }, field, count,
    button("find-previous", "↑", "Previous match (Shift + Enter)", () => step(-1)),
    button("find-next", "↓", "Next match (Enter)", () => step(1)),
    button("find-close", "✕", "Close search (Esc)", () => close()));
  let list = /** @type {Made[]} */ ([]), here = -1, from = 0; // from: the iteration at which the search began

  /** Finds all matches and goes to the first one at or after the iteration at which the search began. */
  function search() {
    list = hits(model.written(), field.value, (token) => model.text(token), model.joiner());
    on.mark(new Set(list.map(({ node }) => node)));
    here = list.findIndex(({ it }) => it >= from);
    if (here < 0) here = list.length - 1;
    show();
  }
  function show() {
    const match = list[here], any = field.value.trim() !== "";
    if (match) on.goto(match.it, match.step, match.node);
    setText(count, match ? `${here + 1} of ${list.length}` : any ? "No match in this run" : "");
  }
  /** @param {number} by */
  function step(by) {
    if (!list.length) return;
    here = (here + by + list.length) % list.length;
    show();
  }
  function open() {
    if (root.hidden) from = on.at();
    root.hidden = false;
    field.focus();
    field.select();
    if (field.value) search();
  }
  function close() {
    if (root.hidden) return;
    root.hidden = true;
    list = [];
    on.mark(new Set());
    on.left();
  }
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    close();
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    root, open,
    /** Closes and clears the search because another run is shown. */
    reset() {
      root.hidden = true;
      field.value = "";
      setText(count, "");
      list = [];
      here = -1;
      on.mark(new Set());
    },
  };
}
