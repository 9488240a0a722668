// The picture of a step as plain objects: a pure function of the layout (frame.js), the step and the selection. It
// contains nothing from later steps. patch.js draws it.

import { arcOf } from "./frame.js";
import { stateOf } from "./marks.js";
import { bandsOf, membersOf, tagsOf } from "./recurrence.js";

/** @import { Frame, Item } from "./frame.js" */
/** @import { Fate } from "./model.js" */
/** @import { Recurrence } from "./recurrence.js" */
/**
 * What the reader has selected: places, −1 for none. `supposed`: a node in another state (What if?); `roving`: the node
 * that the keyboard reaches; `floated`: the node whose word is shown next to it.
 * @typedef {{ picked: number, pointed: number, floated: number, roving: number,
 *   supposed: { place: number, state: string } | null }} Selection
 * @typedef {{ key: string, kind: string, place: number, id: number, x: number, y: number, wide: number, under: number,
 *   chance: number | null, word: string, timesX: number, state: string | null, visible: boolean, ask: number | null,
 *   second: string, times: string, told: string, repeated: boolean, label: string, classes: string, path: boolean,
 *   tab: string, letter: string | null, hue: number, first: boolean, tagX: number, tagY: number }} Node
 * @typedef {Pick<Node, "letter" | "hue" | "first" | "tagX" | "tagY">} Tag
 * @typedef {{ key: string, d: string, state: string | null, made: boolean, raised: boolean, visible: boolean,
 *   classes: string }} Edge
 * @typedef {{ key: string, d: string, visible: boolean }} Arc
 * @typedef {Arc & { hue: number, end: number }} Band
 * @typedef {{ mode: Frame["mode"], nodes: Node[], edges: Edge[], merges: Arc[], bands: Band[], links: Arc[],
 *   float: { word: string, x: number, y: number } | null, hidden: number }} Scene
 */

const MADE = 8; // states of at least this strength belong to the result

/** @type {Selection} */
export const NOTHING = { picked: -1, pointed: -1, floated: -1, roving: -1, supposed: null };

/**
 * The scene of a step.
 * @param {Frame} frame @param {number} step @param {Selection} selection
 * @param {Recurrence | null} recurrence the repeated n-grams to mark @returns {Scene}
 */
export function scene(frame, step, selection = NOTHING, recurrence = null) {
  const { it, items, spot } = frame, marked = marksOf(frame, step, selection, recurrence);
  const tags = tagsOf(frame, recurrence);
  const nodes = /** @type {Node[]} */ ([]), edges = /** @type {Edge[]} */ ([]);
  for (const item of items) {
    const { place } = item, node = nodeOf(frame, item, step, selection, marked.get(place), tags.get(place));
    nodes.push(node);
    if (item.up >= 0) edges.push(edgeOf(item, node));
  }
  return { mode: frame.mode, nodes, edges: [...edges.filter(({ raised }) => !raised),
    ...edges.filter(({ raised }) => raised)],
  merges: mergesOf(frame, step), bands: bandsOf(frame, step, recurrence), links: linksOf(frame, step, selection),
  float: floatOf(frame, step, selection),
  hidden: it.born.filter((born, place) => born <= step && !spot.has(place)).length };
}

/**
 * The state of a node at a step; null before it appears.
 * @param {Frame} frame @param {number} place @param {number} step @param {Selection} selection @returns {Fate | null}
 */
function fateAt({ model, it }, place, step, { supposed }) {
  if (it.born[place] > step) return null;
  const fate = model.fate(it, place, step);
  return supposed?.place === place ? { ...fate, state: supposed.state, second: "what if", plain: "what if" } : fate;
}

/**
 * A node as it looks at a step.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Selection} selection
 * @param {Set<string> | undefined} marked @param {Tag | undefined} tag @returns {Node}
 */
function nodeOf(frame, item, step, selection, marked, tag) {
  const { model, it } = frame, { place, word, named } = item, fate = fateAt(frame, place, step, selection);
  const done = step >= it.commit, path = done && fate !== null && it.onPath[place], copied = model.copied(it, place);
  // An empty outline shows that a draft token will appear here, but not which one and not its outcome.
  const open = !fate && it.n.role[place] === "draft" && !copied;
  let classes = "st-n";
  if (copied) classes += " replica";
  if (!fate) classes += " ghost";
  if (path) classes += " path";
  if (fate?.state === "input" && done && !path) classes += " gone";
  for (const name of marked ?? []) classes += ` ${name}`;
  return { key: item.key, kind: item.kind, place, id: it.n.id[place], x: item.x, y: item.cy, under: item.wide,
    wide: fate?.times ? item.wide : item.early, chance: item.chance, word: named ? word : "", timesX: item.timesX,
    state: fate?.state ?? null, visible: fate !== null || open, ask: open && named ? item.wide / 2 : null,
    second: fate ? model.second(fate) : "", times: fate?.times ?? "", told: fate?.told ?? "", repeated: !!fate?.times,
    label: fate ? labelled(frame, item, fate, copied) : "", classes, path, tab: place === selection.roving ? "0" : "-1",
    letter: tag?.letter ?? null, hue: tag?.hue ?? 0, first: tag?.first ?? false, tagX: tag?.tagX ?? 0,
    tagY: tag?.tagY ?? 0 };
}
/**
 * The text for screen readers; it begins with the visible text.
 * @param {Frame} frame @param {Item} item @param {Fate} fate @param {boolean} copied
 */
function labelled({ model, it }, { place, word, whole, named, copies }, fate, copied) {
  const times = named && copies;
  return [word, times && fate.times, times && fate.told, model.second(fate), model.called(fate),
    copied && `copy of node ${model.get(it, "origin", place)}`, word !== whole && whole].filter(Boolean).join(", ");
}

/** The edge above a node. @param {Item} item @param {Node} node @returns {Edge} */
function edgeOf(item, { key, state, visible, path }) {
  const made = state !== null && stateOf(state).strength >= MADE;
  return { key, d: item.wire, state, made, raised: made || path, visible,
    classes: state === null ? "st-e ghost" : path ? "st-e path" : "st-e" };
}

/**
 * The classes of nodes that depend on the step and the pointer, by place.
 * @param {Frame} frame @param {number} step @param {Selection} selection @param {Recurrence | null} recurrence
 */
function marksOf(frame, step, { picked, pointed, supposed }, recurrence) {
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
function mergesOf(frame, step) {
  const { model, it, items, spot } = frame;
  return items.flatMap((item) => {
    const target = spot.get(it.place.get(model.get(it, "merge", item.place) ?? -1) ?? -1);
    if (!target) return [];
    const from = it.fates[item.place].find((fate) => fate.state === "merged")?.step ?? it.born[item.place];
    return [{ key: String(item.place), d: arcOf(frame, item, target), visible: from <= step }];
  });
}

/**
 * In the unmerged tree: the arcs from the node under the pointer to its original, or from its copies to it.
 * @param {Frame} frame @param {number} step @param {Selection} selection @returns {Arc[]}
 */
function linksOf(frame, step, { pointed }) {
  const { model, it, items, spot } = frame;
  if (!it.replicas || !spot.has(pointed)) return [];
  const own = model.get(it, "origin", pointed) ?? it.n.id[pointed], first = spot.get(it.place.get(own) ?? -1);
  const repeats = (/** @type {number} */ at) => model.copied(it, at) && model.get(it, "origin", at) === own;
  const ends = items.filter(({ place }) => (model.copied(it, pointed) ? place === pointed : repeats(place)));
  return first ? ends.filter(({ place }) => it.born[place] <= step)
    .map((end) => ({ key: String(end.place), d: arcOf(frame, end, first), visible: true })) : [];
}

/**
 * The word of a node that has no room for it.
 * @param {Frame} frame @param {number} step @param {Selection} selection
 */
function floatOf({ it, spot }, step, { floated }) {
  const item = spot.get(floated);
  if (!item || item.named || it.born[floated] > step) return null;
  return { word: item.word, x: item.x + item.wide + 2, y: item.cy - 10 };
}
