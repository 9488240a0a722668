// How a draft graph (GSD) shows merging: the n-grams that are equal, the edges into a shared box, the marks on copies,
// and the nodes that are faint because nothing was decided about them. Pure functions of the layout and the step.

import { arcOf, at } from "./edges.js";
import { joinedBy } from "./merged.js";
import { copyRoom } from "./modes.js";
import { bandsOf } from "./recurrence.js";

/** @import { Frame, Item } from "./frame.js" */
/** @import { Fate, It, Model } from "../model.js" */
/** @import { Recurrence } from "./recurrence.js" */
/** @import { Arc } from "./scene.js" */

const HUES = [2, 5, 6, 4, 3, 1, 0]; // of the n-grams: the first ones differ from the colours of the models and outcomes
const FEW = 6; // copies whose links to their originals are drawn all at once

/**
 * The nodes that are merged at a step, or right after the drafts of this step, so that the n-gram is first visible
 * twice.
 * @param {It} it @param {number} step @returns {number[]}
 */
const mergesAt = ({ steps }, step) => (steps[step].phase === "merge" ? steps[step].now
  : steps[step].phase === "draft" && steps[step + 1]?.phase === "merge" ? steps[step + 1].now : []);

/**
 * The place of the node that a merged node repeats, −1 for none.
 * @param {Model} model @param {It} it @param {number} at
 */
const repeated = (model, it, at) => it.place.get(model.get(it, "merge", at) ?? -1) ?? -1;

/**
 * The equal n-grams of the merges at a step: for each the nodes at which it ends, first occurrence first.
 * @param {Model} model @param {It} it @param {number} step @returns {Recurrence | null}
 */
export function gramsAt(model, it, step) {
  const ends = /** @type {Map<number, number[]>} */ (new Map());
  for (const place of mergesAt(it, step)) {
    const first = repeated(model, it, place);
    if (first >= 0) ends.set(first, [...ends.get(first) ?? [first], place]);
  }
  return ends.size ? { n: it.recurring?.tau ?? 1, groups: [...ends.values()] } : null;
}

/** The colour of the k-th n-gram. @param {number} k */
const hueOf = (k) => HUES[k % HUES.length];

/**
 * The bands under the edges of equal n-grams.
 * @param {Frame} frame @param {number} step @param {Recurrence | null} grams
 */
export const gramBands = (frame, step, grams) => bandsOf(frame, step, grams)
  .map((band) => ({ ...band, hue: hueOf(grams?.groups.findIndex((ends) => ends.includes(band.end)) ?? 0) }));

/**
 * The colours of the nodes of equal n-grams, by place.
 * @param {Model} model @param {It} it @param {Recurrence | null} grams @returns {Map<number, number>}
 */
export const coloured = (model, it, grams) => new Map((grams?.groups ?? []).flatMap((ends, k) =>
  ends.flatMap((end) => model.gram(it, end, grams?.n ?? 1).map((place) =>
    /** @type {[number, number]} */ ([place, hueOf(k)])))));

/**
 * The arrows of merging. In the graph they are the edges into a shared box, bold at the step that merges. In the tree
 * with copies, an arc leads from a merged node to the one that it repeats. It is drawn only for the node under the
 * pointer, because many arcs would hide the tree.
 * @param {Frame} frame @param {number} step @param {number} pointed @returns {Arc[]}
 */
export function mergesOf(frame, step, pointed) {
  const { model, it, items, spot } = frame, { phase, now } = it.steps[step];
  const here = new Set(phase === "merge" ? now : []);
  const whole = items.some(({ place }) => model.copied(it, place));
  const own = (/** @type {Item} */ item) => item.shared.some((each) => joinedBy(frame, each, step)) && item.wire !== "";
  return items.flatMap((item) => {
    const arcs = own(item) ? [{ key: `${item.place}-own`, d: item.wire, visible: true, solid: true,
      bold: item.shared.some(({ place }) => here.has(place)) }] : [];
    const target = spot.get(repeated(model, it, item.place));
    if (!target) return arcs;
    const from = it.fates[item.place].find((fate) => fate.state === "merged")?.step ?? it.born[item.place];
    const d = item.into?.wire || arcOf(frame, at(frame, item, step), at(frame, target, step));
    return [...arcs, { key: String(item.place), d, solid: item.into !== null, bold: here.has(item.place),
      visible: from <= step && (!whole || [item.place, target.place].includes(pointed)) }];
  });
}

/**
 * In the tree with copies: the arcs from the original of the node under the pointer to it, or from it to its copies. At
 * the step that inserts copies, the arcs of all copies are drawn if there are only a few.
 * @param {Frame} frame @param {number} step @param {number} pointed @returns {Arc[]}
 */
export function linksOf(frame, step, pointed) {
  const { model, it, items, spot } = frame, { phase, now } = it.steps[step];
  if (!it.replicas) return [];
  const first = (/** @type {number} */ place) => spot.get(it.place.get(model.get(it, "origin", place) ?? -1) ?? -1);
  const own = spot.has(pointed) ? first(pointed)?.place ?? pointed : -1;
  const all = phase === "unmerge" && now.length <= FEW;
  const shown = (/** @type {number} */ place) => (all && now.includes(place))
    || (model.copied(it, pointed) ? place === pointed : own >= 0 && first(place)?.place === own);
  const ends = items.filter(({ place }) => model.copied(it, place) && it.born[place] <= step && shown(place));
  return ends.flatMap((end) => {
    const to = first(end.place);
    return to ? [{ key: String(end.place), visible: true,
      d: arcOf(frame, at(frame, to, step), at(frame, end, step)) }] : [];
  });
}

/**
 * The mark of a copy. A draft graph has no duplicates, so the mark takes the place of their number. Flat boxes
 * with a number have no room for it; there the border marks copies.
 * @param {Frame} frame @param {Item} item @param {Fate | null} fate
 */
export const copyMark = ({ model, it, mode, narrow, has }, { place, named }, fate) =>
  (fate && copyRoom(mode, has) && mode.text && !narrow && named && model.copied(it, place) ? "copy" : "");

/**
 * Whether a node is faint in a graph of many nodes. The target read it, but neither the node nor a copy of it was
 * tested or is part of the result.
 * @param {Frame} frame @param {number} place @param {number} step
 */
export function quietAt({ model, it, mode }, place, step) {
  if (!it.n.merge || step < it.seen || mode.name === "rich") return false;
  const tested = (/** @type {number} */ at) => it.onPath[at]
    || model.decided(it, at, step).some((v) => ["accepted", "rejected"].includes(it.verdicts[v].state));
  const passed = model.decided(it, place, step).some((v) => it.verdicts[v].state === "unused");
  return passed && !tested(place) && !copiesOf(model, it, place).some(tested);
}

/** The copies of a node. @param {Model} model @param {It} it @param {number} place */
const copiesOf = (model, it, place) => (it.n.origin ?? []).flatMap((id, at) =>
  (id === it.n.id[place] && model.copied(it, at) ? [at] : []));
