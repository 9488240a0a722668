// Which nodes a step or the pointer marks, and the arcs between nodes.

import { arcOf, at } from "./edges.js";
import { membersOf } from "./recurrence.js";

/** @import { Frame } from "./frame.js" */
/** @import { Recurrence } from "./recurrence.js" */
/** @import { Arc, Selection } from "./scene.js" */

/**
 * The classes of nodes that depend on the step and the pointer, by place.
 * @param {Frame} frame @param {number} step @param {Selection} selection @param {Recurrence | null} recurrence
 */
export function marksOf(frame, step, { picked, pointed, supposed }, recurrence) {
  const { model, it, spot } = frame, { now, phase } = it.steps[step];
  const marks = /** @type {Map<number, Set<string>>} */ (new Map());
  const mark = (/** @type {number} */ place, /** @type {string} */ name) => {
    marks.set(place, (marks.get(place) ?? new Set()).add(name));
  };
  for (const place of now) mark(place, "now");
  if (phase === "merge") for (const place of now.flatMap((at) => tailsOf(frame, at))) mark(place, "tail");
  if (picked >= 0) mark(picked, "picked");
  if (supposed) mark(supposed.place, "supposed");
  for (let at = pointed; at >= 0; at = model.up(it, at)) { // the node and its ancestors
    const here = spot.has(at) ? at : it.place.get(model.get(it, "origin", at) ?? -1) ?? -1;
    mark(here, at === pointed ? "lit-end" : "lit"); // a copy that is not drawn is shown by its original
  }
  for (const place of membersOf(frame, recurrence, pointed)) mark(place, "rec-lit");
  return marks;
}
/** The n-gram that ends at a merged node, and the one it repeats. @param {Frame} frame @param {number} place */
function tailsOf({ model, it }, place) {
  const target = it.place.get(model.get(it, "merge", place) ?? -1) ?? -1;
  return target < 0 ? [] : [place, target].flatMap((end) => model.gram(it, end, it.recurring?.tau ?? 1));
}

/** The arcs from merged nodes to the nodes that they repeat. @param {Frame} frame @param {number} step */
export function mergesOf(frame, step) {
  const { model, it, items, spot } = frame;
  return items.flatMap((item) => {
    const target = spot.get(it.place.get(model.get(it, "merge", item.place) ?? -1) ?? -1);
    if (!target) return [];
    const from = it.fates[item.place].find((fate) => fate.state === "merged")?.step ?? it.born[item.place];
    const d = item.into?.wire || arcOf(frame, at(frame, item, step), at(frame, target, step));
    return [{ key: String(item.place), d, visible: from <= step, solid: item.into !== null }];
  });
}

/**
 * In the unmerged tree: the arcs from the node under the pointer to its original, or from its copies to it.
 * @param {Frame} frame @param {number} step @param {Selection} selection @returns {Arc[]}
 */
export function linksOf(frame, step, { pointed }) {
  const { model, it, items, spot } = frame;
  if (!it.replicas || !spot.has(pointed)) return [];
  const own = model.get(it, "origin", pointed) ?? it.n.id[pointed], first = spot.get(it.place.get(own) ?? -1);
  const repeats = (/** @type {number} */ at) => model.copied(it, at) && model.get(it, "origin", at) === own;
  const ends = items.filter(({ place }) => (model.copied(it, pointed) ? place === pointed : repeats(place)));
  return first ? ends.filter(({ place }) => it.born[place] <= step)
    .map((end) => ({ key: String(end.place), visible: true,
      d: arcOf(frame, at(frame, end, step), at(frame, first, step)) })) : [];
}
