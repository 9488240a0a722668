// GSD: nodes that are merged with a node become one box with it.

import { curve } from "./edges.js";

/** @import { It } from "../model.js" */
/** @import { Frame, Item } from "./frame.js" */

const MARK = 22; // px between a shared box and the mark of a node that was merged into it, at most

/** The steps at which nodes were merged with a node, by its id. @param {It} it */
export function repeatsOf(it) {
  const repeats = /** @type {Map<number, number[]>} */ (new Map());
  it.n.merge?.forEach((id, place) => {
    const merged = it.fates[place].find(({ state }) => state === "merged");
    if (id !== null && merged) repeats.set(id, [...repeats.get(id) ?? [], merged.step]);
  });
  return repeats;
}

/**
 * GSD before unmerging: a merged node and the node that it repeats become one box with several parents, as in the
 * paper's graph. A node that repeats one further left stays a separate box, because an edge back to that node would
 * create a cycle. A copy is not drawn; the box of its original represents it.
 * @param {Omit<Frame, "models">} frame
 */
export function joinAll(frame) {
  const { model, it, items, spot, narrow, form, mode } = frame;
  if (items.some(({ place }) => model.copied(it, place))) return;
  const into = /** @type {Map<Item, Item[]>} */ (new Map());
  for (const item of narrow ? [] : items) {
    const other = spot.get(it.place.get(model.get(it, "merge", item.place) ?? -1) ?? -1);
    if (other && other !== item && other.col >= item.col) into.set(other, [...into.get(other) ?? [], item]);
  }
  for (const [item, merged] of into) {
    item.shared = merged;
    merged.forEach((each, k) => { // the edges end one below the other; an edge of the tree ends in the middle
      const y = item.cy + (mode.high / (merged.length + 2)) * (k + 1 - (merged.length - 1) / 2);
      const above = spot.get(model.up(it, each.place));
      const gap = above ? item.x - above.edge : 0, half = gap < 2 * MARK; // in the middle of a small gap
      each.into = { item, x: item.x - (half ? gap / 2 : MARK) - form.glyph.x,
        y: (half && above ? (y + above.cy) / 2 : y) - form.glyph.y,
        wire: above ? curve(frame, above, { ...item, cy: y }) : "" };
    });
  }
  it.n.id.forEach((_, place) => {
    const own = spot.get(place), first = own ?? spot.get(it.place.get(model.get(it, "origin", place) ?? -1) ?? -1);
    const item = first?.into?.item ?? first;
    if (!item || item === own) return;
    item.stands.push(place);
    if (!own) spot.set(place, item);
  });
}

/**
 * The position of a merged node after it became one with the box that it repeats; null before.
 * @param {Pick<Frame, "it">} frame @param {Item} item @param {number} step
 */
export function joinedBy({ it }, { place, into }, step) {
  const from = it.fates[place].find((fate) => fate.state === "merged")?.step ?? Infinity;
  return into && from <= step ? into : null;
}
