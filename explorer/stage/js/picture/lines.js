// Which nodes a step or the pointer marks.

import { membersOf } from "./recurrence.js";

/** @import { Frame } from "./frame.js" */
/** @import { Recurrence } from "./recurrence.js" */
/** @import { Selection } from "./scene.js" */

/**
 * The classes of nodes that depend on the step and the pointer, by place.
 * @param {Frame} frame @param {number} step @param {Selection} selection @param {Recurrence | null} recurrence
 */
export function marksOf(frame, step, { picked, pointed, supposed }, recurrence) {
  const { model, it, spot } = frame, { now } = it.steps[step];
  const marks = /** @type {Map<number, Set<string>>} */ (new Map());
  const mark = (/** @type {number} */ place, /** @type {string} */ name) => {
    marks.set(place, (marks.get(place) ?? new Set()).add(name));
  };
  for (const place of now) mark(place, "now");
  if (picked >= 0) mark(picked, "picked");
  if (supposed) mark(supposed.place, "supposed");
  for (let at = pointed; at >= 0; at = model.up(it, at)) { // the node and its ancestors
    const here = spot.has(at) ? at : it.place.get(model.get(it, "origin", at) ?? -1) ?? -1;
    mark(here, at === pointed ? "lit-end" : "lit"); // a copy that is not drawn is shown by its original
  }
  for (const place of membersOf(frame, recurrence, pointed)) mark(place, "rec-lit");
  return marks;
}
