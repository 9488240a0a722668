// The state of nodes at a step.

import { stateOf } from "../marks.js";

/** @import { Frame, Item } from "./frame.js" */
/** @import { Fate } from "../model.js" */
/** @import { Selection } from "./scene.js" */

export const WHAT_IF = "what if"; // at a node in another state

/**
 * The state of a node at a step; null before it appears.
 * @param {Frame} frame @param {number} place @param {number} step @param {Selection} selection @returns {Fate | null}
 */
export function fateAt({ model, it }, place, step, { supposed }) {
  if (it.born[place] > step) return null;
  const fate = model.fate(it, place, step);
  return supposed?.place === place ? { ...fate, state: supposed.state, second: WHAT_IF, plain: WHAT_IF } : fate;
}

/**
 * The column of the first rejected draft of a chain at a step, Infinity before a rejection. It and all drafts after
 * it have fallen out of the text.
 * @param {Frame} frame @param {number} step
 */
export function cutOf({ model, it, items, chain }, step) {
  const rejected = (/** @type {number} */ place) => {
    const { state } = model.fate(it, place, step);
    return state === "rejected" || (state === "fill" // sampled again by the target after that
      && it.fates[place].some((fate) => fate.state === "rejected" && fate.step <= step));
  };
  const fell = chain ? items.filter(({ place }) => it.n.role[place] === "draft" && it.born[place] <= step
    && rejected(place)) : [];
  return Math.min(Infinity, ...fell.map(({ col }) => col));
}

/**
 * Whether a draft of a tree will not be tested, because a draft above it was not accepted by a step.
 * @param {Frame} frame @param {number} place @param {number} step
 */
export function lostAt({ model, it, chain }, place, step) {
  if (chain || (it.n.merge && step < it.seen)) return false; // until the check, paths of a graph share boxes
  for (let up = model.up(it, place); up >= 0 && it.n.role[up] === "draft"; up = model.up(it, up)) {
    const lost = LOST.has(model.fate(it, up, step).state);
    if (lost && model.decided(it, up, step).length >= (model.get(it, "count", up) ?? 1)) return true;
  }
  return false;
}
const LOST = new Set(["rejected", "unused", "orphaned"]);
/**
 * Whether a merged node shares the continuation of this one by a step, drawn as one box with it or as a copy (GSD).
 * @param {Frame} frame @param {Item} item @param {number} step
 */
export function sharedAt({ it, repeats }, { place }, step) {
  return (repeats.get(it.n.id[place]) ?? []).some((from) => from <= step);
}
/**
 * The place whose state a box shows. It is the box's own place or, after the check of a merged graph, that of the
 * path with the strongest outcome.
 * @param {Frame} frame @param {Item} item @param {number} step
 */
export function standing({ model, it }, { place, stands }, step) {
  if (stands.length < 2 || step < it.seen) return place;
  const strength = (/** @type {number} */ at) => (it.born[at] > step || !model.decided(it, at, step).length ? -1
    : stateOf(model.fate(it, at, step).state).strength);
  return stands.reduce((best, at) => (strength(at) > strength(best) ? at : best), place);
}
