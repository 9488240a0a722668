// The controls and the sentence for repeated n-grams; recurrence.js finds them.

import { h, setText } from "../dom.js";
import { recurrenceOf, recurrenceSaid } from "./recurrence.js";

/** @import { It, Model } from "../model.js" */
/** @import { Recurrence } from "./recurrence.js" */

/** Marks repeated n-grams in the graph. */
export class Recurring {
  toggle = h("button", { type: "button", class: "st-btn st-small", "data-testid": "recurring", hidden: true,
    "aria-pressed": "false", title: "Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",
    onclick: () => {
      this.set(!this.on);
      this.redraw();
    } }, "Mark repeats");
  sizes = h("select", { class: "st-speed st-small", "data-testid": "recurring-n", hidden: true,
    "aria-label": "n-gram length", onchange: () => {
      this.n = Number(this.sizes.value);
      this.redraw();
    } }, ...[1, 2, 3, 4].map((size) => h("option", { value: size }, `${size}-grams`)));
  say = h("p", { class: "st-rec-say", "data-testid": "recurring-count", role: "status", hidden: true });
  on = false;
  n = 0; // n-gram length, 0 before the first run
  shown = /** @type {Recurrence | null} */ (null); // the n-grams that are marked

  /** @param {Model} model @param {() => void} redraw */
  constructor(model, redraw) { this.model = model; this.redraw = redraw; }

  /** Turns the marks on or off. @param {boolean} value */
  set(value) {
    this.on = value;
    this.toggle.setAttribute("aria-pressed", value ? "true" : "false");
    this.sizes.hidden = this.say.hidden = !value;
  }
  /** Finds the n-grams to mark in an iteration. @param {It} it */
  open(it) {
    const { recurring } = it;
    this.toggle.hidden = !recurring?.groups.length;
    this.toggle.toggleAttribute("data-merges", !!it.n.merge); // elsewhere it is seen with the pointer over the graph
    this.shown = null;
    if (!recurring?.drafted || !this.on) return setText(this.say, "");
    this.n ||= Math.min(4, recurring.tau);
    this.sizes.value = String(this.n);
    this.shown = recurrenceOf(it, this.n);
  }
  /** Describes the repeated n-grams at a step. @param {It} it @param {number} step @param {boolean} outline */
  describe(it, step, outline) {
    if (this.shown) setText(this.say, recurrenceSaid(this.model, it, this.shown, step, outline));
  }
  reset() {
    this.n = 0;
    this.shown = null;
    this.toggle.hidden = true;
    setText(this.say, "");
  }
}
