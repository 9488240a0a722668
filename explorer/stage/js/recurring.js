// The buttons and the sentence for n-grams that recur in the draft; recurrence.js has the facts.

import { h, setText } from "./dom.js";
import { recurrenceOf, recurrenceSaid } from "./recurrence.js";

/** @import { It, Model } from "./model.js" */
/** @import { Recurrence } from "./recurrence.js" */

export class Recurring {
  toggle = h("button", { type: "button", class: "st-btn st-small", "data-testid": "recurring", hidden: true,
    "aria-pressed": "false", title: "Mark n-grams that were drafted more than once", onclick: () => {
      this.chosen = true;
      this.set(!this.on);
      this.redraw();
    } }, "Recurring");
  sizes = h("select", { class: "st-speed st-small", "data-testid": "recurring-n", hidden: true,
    "aria-label": "Length n of the n-grams", onchange: () => {
      this.chosen = true;
      this.n = Number(this.sizes.value);
      this.redraw();
    } }, ...[1, 2, 3, 4].map((size) => h("option", { value: size }, `${size}-grams`)));
  say = h("p", { class: "st-rec-say", "data-testid": "recurring-count", role: "status", hidden: true });
  on = false; chosen = false; // chosen: by hand
  n = 0; // 0 before it was chosen
  shown = /** @type {Recurrence | null} */ (null); // what is marked in the iteration that is drawn

  /** @param {Model} model @param {() => void} redraw */
  constructor(model, redraw) { this.model = model; this.redraw = redraw; }

  /** @param {boolean} value */
  set(value) {
    this.on = value;
    this.toggle.setAttribute("aria-pressed", value ? "true" : "false");
    this.sizes.hidden = this.say.hidden = !value;
  }
  /** What is to be marked in an iteration. @param {It} it */
  open(it) {
    const known = it.recurring;
    if (!this.chosen) this.set(it.steps.some(({ phase }) => phase === "merge")); // where a merge is, it is shown
    this.toggle.hidden = !known?.drafted;
    this.shown = null;
    if (!known?.drafted || !this.on) return setText(this.say, "");
    this.n ||= Math.min(4, known.tau);
    this.sizes.value = String(this.n);
    this.shown = recurrenceOf(it, this.n);
  }
  /** @param {It} it @param {number} step */
  tell(it, step) { if (this.shown) setText(this.say, recurrenceSaid(this.model, it, this.shown, step, this.chosen)); }
  reset() {
    this.n = 0;
    this.shown = null;
    this.toggle.hidden = true;
    setText(this.say, "");
  }
}
