// The picture of a step as plain objects: a pure function of the layout (frame.js), the step and the selection. It
// contains nothing from later steps. patch.js draws it, motion.js moves to it.

import { stateOf } from "../marks.js";
import { wireAt } from "./edges.js";
import { cutOf, fateAt, lostAt, sharedAt, standing } from "./fates.js";
import { labelled } from "./label.js";
import { marksOf } from "./lines.js";
import { joinedBy } from "./merged.js";
import { coloured, copyMark, gramBands, gramsAt, linksOf, mergesOf, quietAt } from "./merging.js";
import { timesRoom } from "./modes.js";
import { barsOf, isTree, ratioSaid, secondOf, sureOf, untested } from "./numbers.js";
import { passOf } from "./pass.js";
import { bandsOf, tagsOf } from "./recurrence.js";
import { numberOf, testOf } from "./scales.js";
import { fitting } from "./words.js";

/** @import { Form } from "./form.js" */
/** @import { Box, Frame, Item } from "./frame.js" */
/** @import { Fate } from "../model.js" */
/** @import { Recurrence } from "./recurrence.js" */
/**
 * The reader's selection: places, −1 for none. `supposed`: a node in another state (What if?); `roving`: the node that
 * the keyboard reaches; `floated`: the node whose word is shown next to it.
 * @typedef {{ picked: number, pointed: number, floated: number, roving: number,
 *   supposed: { place: number, state: string } | null }} Selection
 * A node. `q` and `p` are the lengths of its two bars, null for none, with their names and numbers; `cut` and `coin`
 * are the acceptance probability and the random number of its test, with their words in `test`. Of the target's own
 * token they are the end of its part of the distribution and the random number that fell into it; the part begins at
 * `from`. Of a prefix of MTAD, `coin` is the joint ratio, which passes above the threshold `from`: then `side` is
 * "above", of a token of the target "own", else "below". `span` is of the scale of a whole prefix, which is as wide as
 * the draft: how far it reaches beyond the box on both sides and, if each prefix has a scale, how far it is below the
 * first, and its name at the left; null for other tests. `nth` is its number among the candidates. `gram` is the colour
 * of its n-gram where nodes are merged, `onto` the box that a merged node becomes, `copy` the mark of a copy (GSD).
 * @typedef {{ before: number, after: number, line: number | null, name: string }} Span
 * @typedef {{ key: string, kind: string, place: number, id: number, x: number, y: number, wide: number, font: number,
 *   word: string, state: string | null, visible: boolean, ask: number | null, q: number | null, p: number | null,
 *   qName: string, pName: string, qText: string, pText: string, from: number, cut: number | null,
 *   coin: number | null, side: "below" | "above" | "own", test: string, span: Span | null,
 *   nth: string, sure: string, ratio: string, second: string, times: string, told: string, repeated: boolean,
 *   label: string, classes: string,
 *   copy: string, gram: number | null, onto: { x: number, y: number } | null, path: boolean, fallen: boolean,
 *   joined: boolean, tab: string, letter: string | null, hue: number, first: boolean, tagX: number,
 *   tagY: number }} Node
 * A model's block: its rectangle, whether it works at this step, what is written on it and beside it, and of the draft
 * the middle of the column that it points at. With `start` the words are at its beginning.
 * @typedef {Box & { on: boolean, name: string, says: string, tip?: number, start?: boolean }} Block
 * The models at a step: the draft's block, the target's slab, the area of the pass or, if it reads only some of the
 * drafts, those of the boxes that it reads; the rays from the position that
 * gives a probability to the box that it is for, the place of the bonus token with its words, and
 * the words that say whose the numbers are.
 * @typedef {{ draft: Block | null, target: Block | null, area: Box & { on: boolean, below: boolean }, sent: Box[],
 *   rays: string,
 *   bonus: (Box & { visible: boolean, name: string, says: string[] }) | null, head: number,
 *   key: { x: number, y: number, label: string, q: string, p: string } | null }} Pass
 * @typedef {Pick<Node, "letter" | "hue" | "first" | "tagX" | "tagY">} Tag
 * @typedef {{ key: string, d: string, state: string | null, made: boolean, raised: boolean, visible: boolean,
 *   classes: string }} Edge
 * @typedef {{ key: string, d: string, visible: boolean, solid?: boolean, bold?: boolean }} Arc
 * @typedef {Arc & { hue: number, end: number }} Band
 * @typedef {{ mode: Frame["mode"], form: Form, nodes: Node[], edges: Edge[], merges: Arc[], bands: Band[],
 *   links: Arc[], pass: Pass, float: { word: string, x: number, y: number } | null, hidden: number }} Scene
 */

const MADE = 8; // states of at least this strength belong to the result
const DECIDED = 6; // states of at least this strength are a test's outcome

/** @type {Selection} */
export const NOTHING = { picked: -1, pointed: -1, floated: -1, roving: -1, supposed: null };

/**
 * The scene of a step.
 * @param {Frame} frame @param {number} step @param {Selection} selection
 * @param {Recurrence | null} recurrence the repeated n-grams to mark @returns {Scene}
 */
export function scene(frame, step, selection = NOTHING, recurrence = null) {
  const { model, it, items, spot } = frame, marked = marksOf(frame, step, selection, recurrence);
  const tags = tagsOf(frame, recurrence), grams = gramsAt(model, it, step), hues = coloured(model, it, grams);
  const nodes = /** @type {Node[]} */ ([]), edges = /** @type {Edge[]} */ ([]);
  for (const item of items) {
    const marks = item.stands.flatMap((place) => [...marked.get(place) ?? []]);
    const node = { ...nodeOf(frame, item, step, selection, marks, tags.get(item.place)),
      gram: hues.get(item.place) ?? null };
    if (node.gram !== null) node.classes += " tail";
    nodes.push(node);
    if (item.up >= 0) edges.push(edgeOf(wireAt(frame, item, step), node));
  }
  const { mode, form } = frame;
  return { mode, form, pass: passOf(frame, step), nodes, edges: [...edges.filter(({ raised }) => !raised),
    ...edges.filter(({ raised }) => raised)],
  merges: mergesOf(frame, step, selection.pointed), links: linksOf(frame, step, selection.pointed),
  bands: recurrence ? bandsOf(frame, step, recurrence) : gramBands(frame, step, grams),
  float: floatOf(frame, step, selection),
  hidden: it.born.filter((born, place) => born <= step && spot.get(place)?.place !== place).length };
}

/**
 * The look of a node at a step.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Selection} selection
 * @param {string[]} marked @param {Tag | undefined} tag @returns {Node}
 */
function nodeOf(frame, item, step, selection, marked, tag) {
  const { model, it, mode } = frame, { named } = item, place = standing(frame, item, step),
    fate = fateAt(frame, place, step, selection), joined = joinedBy(frame, item, step);
  const done = step >= it.commit, added = item.stands.some((each) => it.onPath[each]);
  const path = done && fate !== null && !joined && added;
  const copied = model.copied(it, place) && item.place === place;
  // An empty outline shows that a token will be here, but neither the token nor its outcome. It is drawn for a draft
  // before it is guessed, and for the target's own token once a rejection has left its position empty.
  const draft = it.n.role[place] === "draft", cut = cutOf(frame, step);
  const hole = !fate && !draft && item.col >= cut, open = hole || (!fate && draft && !copied);
  const fallen = draft && item.col >= cut && fate !== null, dots = mode.name === "dots", long = dots && named && path;
  const wide = long ? Math.ceil(item.wide + 12 + 7 * item.word.length) : item.wide;
  let classes = "st-n";
  if (copied) classes += " replica";
  if (!fate) classes += " ghost";
  if (hole) classes += " hole";
  if (fallen) classes += " fallen";
  if (path) classes += " path";
  if (fate?.state === "input" && done && !path) classes += " gone";
  const quiet = !path && quietAt(frame, place, step);
  if (quiet) classes += " quiet";
  if (it.n.merge && fate?.state === "pruned") classes += " leaf";
  const lost = (fate?.state === "pending" || fate?.state === "merged") && lostAt(frame, place, step);
  if (lost) classes += " lost";
  if (joined) classes += " joined";
  else if (!quiet && !lost && sharedAt(frame, item, step)
    && (!fate || (fate.state !== "unused" && stateOf(fate.state).strength < DECIDED))) classes += " shared";
  const bars = barsOf(frame, { ...item, place }, step, fate);
  const ratio = fate ? ratioSaid(frame, place, step) : "", deleted = isTree(frame) && fate?.state === "rejected";
  if (bars.left) classes += " left";
  if (deleted) classes += " deleted";
  if (untested(frame, fate)) classes += " untested";
  for (const name of new Set(marked)) classes += ` ${name}`;
  const here = place === item.place ? item : { ...item, place }, number = numberOf(frame, here, step);
  const shown = number === item.nth ? here : { ...here, nth: number };
  const { x, y } = joined ?? placed(frame, item, fallen, step), test = testOf(frame, shown, step, fate, fallen),
    second = fate ? secondOf(frame, place, fate) : "", times = fate ? timesOf(frame, fate) : "",
    copy = copyMark(frame, item, fate);
  return { key: item.key, kind: item.kind, place, id: it.n.id[place], x, y,
    wide: joined ? 2 * frame.form.glyph.x : wide, joined: joined !== null,
    onto: joined && { x: joined.item.x, y: joined.item.cy }, font: item.font,
    word: fate && named && (long || !dots) ? item.word : "",
    state: fate?.state ?? null, visible: fate !== null || open, ask: open && named && !dots ? item.wide / 2 : null,
    ...bars, ...test, nth: fate && number !== null ? String(number) : "",
    sure: fate && frame.form.sure ? sureOf(frame, place) : "", ratio, second, gram: null, copy,
    times, told: fate?.told ?? "", repeated: !!fate?.times,
    label: fate ? labelled(frame, shown, fate, copied, step,
      { ...bars, ...test, second, times, copy, ratio, letter: joined ? null : tag?.letter ?? null }) : "", classes,
    path, fallen,
    tab: [place, item.place].includes(selection.roving) ? "0" : "-1", letter: tag?.letter ?? null, hue: tag?.hue ?? 0,
    first: tag?.first ?? false, tagX: tag?.tagX ?? 0, tagY: tag?.tagY ?? 0 };
}
/**
 * The marks of a node's draws. Of many, their number with the outcomes or, in a small box, the outcomes alone.
 * @param {Frame} frame @param {Fate} fate
 */
function timesOf({ mode, has }, { times }) {
  if (!times.startsWith("×")) return times;
  const room = (timesRoom(mode, has.fates) - 4) / mode.small, [often, ...marks] = times.split(" ");
  const all = marks.reduce((sum, mark) => sum + parseInt(mark, 10), 0) === Number(often.slice(1));
  const alone = all && marks.length > 0 && (marks.length > 1 || !marks[0].endsWith("✕")); // “2✕” looks like “2×”
  return fitting(room, times, ...alone ? [marks.join("")] : [], often);
}
/**
 * The position of a node at a step.
 * @param {Frame} frame @param {Item} item @param {boolean} fallen @param {number} step
 */
const placed = ({ drop, aside, room }, { x, cy, makes }, fallen, step) => ({ x: fallen ? x + aside : x,
  y: (fallen ? cy + drop : cy) + (step >= room ? makes : 0) });

/** The edge above a node. @param {string} d @param {Node} node @returns {Edge} */
function edgeOf(d, { key, state, visible, path, fallen, joined, classes }) {
  const made = state !== null && stateOf(state).strength >= MADE;
  return { key, d, state, made, raised: made || path, visible: visible && !fallen && !joined,
    classes: state === null ? "st-e ghost" : path ? "st-e path" : / quiet\b/.test(classes) ? "st-e quiet"
    : / lost\b/.test(classes) ? "st-e lost" : "st-e" };
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
