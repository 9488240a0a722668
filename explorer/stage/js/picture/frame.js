// The layout of an iteration's graph for one size of the panel. A pure function that knows no outcome: all boxes of a
// graph have one width, and the room for the target's own token and for rejected boxes is free in every case. A step
// changes only how nodes look and, in a chain, lets rejected boxes fall (scene.js).

import { barAbove, cardOf, dropOf, heightOf, LINE, SCALE } from "./card.js";
import { curve, moved } from "./edges.js";
import { formOf } from "./form.js";
import { joinAll, repeatsOf } from "./merged.js";
import { modelsOf } from "./models.js";
import { CARD, FINGER, LANE, LARGER, PAD, around, copyRoom, docks, edgeOf, footOf, modeNamed, rowsOf, slabMiddle,
  timesRoom } from "./modes.js";
import { judgedIn } from "../model.js";
import { makeRoom, placeOwn } from "./own.js";
import { columnOf, indentOf, marginsOf, outlineOf, treeOf } from "./sizes.js";
import { fitted, wordWide } from "./words.js";

/** @import { Form, Has } from "./form.js" */
/** @import { Mode } from "./modes.js" */
/** @import { Content, Sizes } from "./sizes.js" */
/** @import { It, Model } from "../model.js" */
/** @import { View } from "../rejections.js" */
/** @import { Layout } from "../types.d.ts" */
/**
 * The space for a graph: the panel in px, the height `bar` and the width `buttons` that its buttons cover, or `zooms`
 * before the check; whether the pointer is a finger, and a function for the width of a text in px.
 * With `big` (in Present) nodes are as large as possible.
 * @typedef {{ w: number, h: number, bar: number, touched: boolean, big?: boolean, typeface: string,
 * buttons?: number, zooms?: number, width: (text: string, font: string) => number }} Room A node and its position.
 * `kind` names the SVG elements that it needs, `key` the ones that it uses; `up` is its drawn parent, −1 for none;
 * `wire` is the path of the edge to it; `nth` is its number among the candidates of its position. `stands` are the
 * places that the box represents: its own and, while copies are not drawn, those of its copies (GSD). `makes` is how
 * far the node moves down when it makes room for the target's own token, and `late` its edge then. `into` is the box
 * that becomes one with this box when it is merged, with the position of what is left of this one, a mark on the edge
 * to the shared box; that box knows those that it is `shared` with.
 * @typedef {{ place: number, kind: string, key: string, word: string, whole: string, font: number, copies: boolean,
 *   named: boolean, wide: number, nth: number | null, col: number, row: number, y: number, x: number, cy: number,
 *   edge: number, up: number, wire: string, makes: number, late: string, stands: number[], into: Into | null,
 *   shared: Item[] }} Item
 * @typedef {{ item: Item, x: number, y: number, wire: string }} Into
 * A rectangle in px.
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * The room of a graph's two models: the row of the draft model, the slab of the target, which is as wide as what its
 * pass reads, the area that the pass covers, and the place of the bonus token. With `docks` the target's own token may
 * lie on the slab. `most` is as far to the right as the draft model's block goes, because the panel's buttons follow,
 * and `until` as far as texts go; `head` is the height of the models' row, which stays in sight.
 * @typedef {{ lane: Box, most: number, until: number, head: number, slab: Box, docks: boolean, below: boolean,
 *   area: Box, bonus: Box | null }} Models
 * `tests` are the tests of a node in its layer of beams, each with its step and its number; null without such layers.
 * `room` is the step at which nodes of a tree make room for the target's own token, Infinity for none. `repeats` are
 * the steps at which nodes were merged with a node, by its id (GSD).
 * `drop` is how far a rejected box falls, `aside` how far it moves to the right in an outline.
 * `lines` is how far the scales of prefixes are apart, 0 if only one is drawn.
 * `bar` is the height at the top that the graph leaves to the panel's buttons, `scale` the one at which it is drawn.
 * `view` says how much of a step is drawn, where a rejection is shown in two parts.
 * @typedef {{ model: Model, it: It, mode: Mode, form: Form, narrow: boolean, chain: boolean, whole: boolean,
 *   bar: number, scale: number, has: Has, items: Item[], spot: Map<number, Item>, w: number, h: number, top: number,
 *   drop: number, lines: number, aside: number, room: number, repeats: Map<number, number[]>,
 *   tests: Map<number, { step: number, nth: number }[]> | null, models: Models, view: View }} Frame
 */

const NARROW = 560, HALF = 700;
const LOW = 280, FLAT = 1.6; // px, and width ÷ height: the panel of a phone in landscape
const LOW_CHAIN = 334; // px: below it a chain has low boxes, so that rejected ones are seen
const ROOMY = 170; // px: a box of a chain with room for the outcomes of duplicates
const FEW = 5; // prefixes with a scale each; more are too high for a panel
const KEYED = 520; // px: the words above a graph that say whose its numbers are
const SCROLLED = 1.7; // panels: the height of a graph that one scrolls through on a phone

/**
 * The content that the boxes of a layout must have room for.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Room} room @param {boolean} narrow @returns {Content}
 */
function contentOf(model, it, lay, room, narrow) {
  const often = lay.at.some((place) => (model.get(it, "count", place) ?? 1) > 1), merging = !!it.n.merge;
  const copied = lay.at.some((place) => model.copied(it, place));
  const words = lay.at.filter((place) => it.n.role[place] !== "target") // its length is an outcome
    .map((place) => model.wordAt(it, place));
  const whole = it.panels.some(({ kind }) => kind === "prefixes"); // one draft is tested, and not candidates in order
  const ordered = it.panels.some(({ kind }) => kind === "width" || kind === "judged");
  const roots = lay.at.filter((_, k) => lay.col[k] === 0), [root] = roots;
  return { word: (font) => Math.max(0, ...words.map((word) => wordWide(word, font, room))),
    root: narrow || roots.length > 1 || it.fates[root].some(({ times }) => times) ? null
    : (font) => wordWide(model.wordAt(it, root), font, room),
    often, copied: copied && !narrow, fates: often, sure: !!it.n.sure, arcs: merging || it.replicas > 0,
    nth: !narrow && !merging && !whole && (ordered || lay.at.some((place) => model.nth(it, place) !== null)),
    joins: merging && !copied, ratio: !!judgedIn(it)?.ratios };
}

/**
 * A node before it has a position.
 * @param {Model} model @param {It} it @param {Layout} lay @param {number} k @param {Sizes} sizes @param {Form} form
 * @param {Room} room @returns {Item}
 */
function itemOf(model, it, lay, k, { mode, has, first }, form, room) {
  const place = lay.at[k], copies = it.fates[place].some((fate) => fate.times);
  const whole = model.wordAt(it, place), named = mode.text || it.onPath[place];
  const beside = copies ? timesRoom(mode, has.fates) : model.copied(it, place) ? copyRoom(mode, has) : 0;
  const wide = lay.col[k] ? mode.wide : first;
  const alone = it.n.role[place] === "input" && (form.start || !form.second?.end); // no text after it
  const end = alone ? wide - 8 : form.word.end - mode.wide + wide;
  const space = mode.text ? end - form.word.x - beside : Infinity;
  const { word, font } = fitted(whole, mode.font, space, (size) => (text) => wordWide(text, size, room),
    (room.big ? 18 : 12) / mode.least);
  const kind = [form.key, copies, named, it.n.role[place] === "input"].join();
  return { place, kind, key: "", word, whole, font, copies, named, wide,
    nth: has.nth ? model.nth(it, place) : null, col: lay.col[k], row: lay.row[k], y: lay.y[k],
    x: 0, cy: 0, edge: 0, up: -1, wire: "", makes: 0, late: "", stands: [place], into: null, shared: [] };
}

/**
 * How a panel of this size draws a layout: as boxes of a chain, as an outline or in columns.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Room} room
 */
function wayOf(model, it, lay, room) {
  const isChain = lay.kind === "chain", wide = room.w > FLAT * room.h, side = room.h < LOW && wide;
  const above = barAbove(room), tall = isChain ? CARD.least * heightOf(CARD.high, false, lay.cols > 2, 0) + above : 0;
  const flat = side || (room.h < tall && wide); // side: a phone in landscape
  const low = flat || (!room.big && room.h < LOW_CHAIN && wide), prefixes = isChain && !low ? prefixesOf(it) : 0;
  const line = modeNamed("line");
  const graph = !!it.n.merge && line.least * (lay.rows * line.row + around(line, lay, false)) < SCROLLED * room.h
    && lay.at.length <= modeNamed("chip").upTo; // a small graph with merged nodes is one on a phone, too
  // a long chain as an outline in a low panel has a line per node, as a tree has
  const cards = (/** @type {boolean} */ narrow) => isChain
    && (!narrow || room.touched || lay.cols * (FINGER - 6) + around(CARD, lay, true) <= room.h);
  const sizes = (/** @type {boolean} */ narrow) => {
    if (!cards(narrow)) {
      const content = contentOf(model, it, lay, room, narrow);
      return { ...narrow ? outlineOf(lay, room, content) : treeOf(lay, room, above, content), content };
    }
    const mode = cardOf(lay, room, narrow, low, prefixes), least = lay.cols * (mode.wide + mode.gap * 0.6) + 2 * PAD;
    return { mode, gap: mode.gap, first: mode.wide, content: contentOf(model, it, lay, room, narrow),
      fits: mode.least * least <= room.w,
      has: /** @type {Has} */ ({ numbers: 2, sure: false, nth: false, big: !!room.big, ratio: false,
        fates: !!it.shares && mode.wide > ROOMY }) };
  };
  let narrow = room.w > 0 && room.w < NARROW && !flat && !graph, made = sizes(narrow);
  const chain = cards(narrow);
  // two stages side by side: a graph that does not fit becomes an outline, as on a phone
  if (!narrow && !graph && !(side && chain) && room.w < HALF && !made.fits) made = sizes(narrow = true);
  return { ...made, narrow, chain: cards(narrow), low, prefixes, bar: narrow ? room.bar : above };
}

/**
 * Whether a graph is drawn without its copies at first, and with them from the unmerging step on (GSD). Both pictures
 * then have the same positions, so that every node stays where it was.
 * @param {It} it
 */
export const isUnmerged = (it) => !!it.core && it.replicas > 0 && it.size <= modeNamed("line").upTo;

/**
 * The layout that is drawn, and how. Without its copies, a graph keeps their places free, but not in an outline.
 * @param {Model} model @param {It} it @param {Room} room @param {boolean} whole
 * @returns {[Layout, ReturnType<typeof wayOf>]}
 */
function laidOut(model, it, room, whole) {
  const { lay: all, core } = it, part = core && !whole ? core : all;
  const way = wayOf(model, it, isUnmerged(it) ? all : part, room);
  if (part === all || !isUnmerged(it) || way.narrow) return [part, part === all ? way : wayOf(model, it, part, room)];
  const kept = part.at.map((place) => all.at.indexOf(place));
  const of = (/** @type {number[]} */ column) => kept.map((k) => column[k]);
  return [{ ...all, at: part.at, col: of(all.col), y: of(all.y), row: of(all.row) }, way];
}

/**
 * Lays out the graph of an iteration. A large graph shows only its `core`, the result path and its siblings, unless
 * `whole` is set.
 * @param {Model} model @param {It} it @param {Room} room @param {boolean} whole @returns {Frame}
 */
export function frameOf(model, it, room, whole) {
  const [lay, way] = laidOut(model, it, room, whole);
  const { mode, has, narrow, chain, low, prefixes, bar } = way, form = formOf(mode, has, narrow);
  const top = edgeOf(narrow) + LANE;
  const items = lay.at.map((_, k) => itemOf(model, it, lay, k, way, form, room));
  stand(items, way, top);
  const apart = docks(mode, lay, narrow), drop = chain && !narrow ? dropOf(mode.high, low, prefixes) : 0;
  for (const item of items) if (drop && besideDraft(model, it, items, item)) item.cy += drop; // in the row below
  const frame = { model, it, mode, form, has, narrow, chain, whole, bar, scale: 1, items, top, drop,
    lines: prefixes && !narrow ? LINE : 0, aside: chain && narrow ? 12 : 0,
    room: chain || apart ? Infinity : makeRoom(model, it, lay, items, mode.row, narrow), repeats: repeatsOf(it),
    tests: it.panels.some(({ kind }) => kind === "width") ? testsOf(it) : null,
    spot: new Map(items.map((item) => [item.place, item])), view: /** @type {View} */ (null), w: 0, h: 0 };
  frame.w = widthOf(items, way, lay, room);
  frame.h = chain && !narrow ? heightOf(mode.high, low, lay.cols > 2, prefixes)
    : top + (narrow ? (chain ? lay.cols : lay.at.length) : rowsOf(mode, lay, narrow)) * mode.row - mode.row + mode.high
      + edgeOf(narrow) + (narrow ? room.bar : footOf(mode, lay));
  if (apart) placeOwn(model, it, lay, items, { row: mode.row, rows: rowsOf(mode, lay, narrow),
    last: slabMiddle(mode, lay, frame.h) });
  frame.scale = scaleOf(frame, room);
  joinAll(frame);
  wire(frame);
  return { ...frame, models: modelsOf(frame, lay, room, low, prefixes) };
}

/** How many prefixes of a chain have a scale each; 0 if they are too many, or not tested. @param {It} it */
function prefixesOf(it) {
  const count = judgedIn(it)?.rows.length ?? 0;
  return count <= FEW ? count : 0;
}

/**
 * Whether the target's own token is at the position of a draft that was not rejected: another beam.
 * @param {Model} model @param {It} it @param {Item[]} items @param {Item} own
 */
function besideDraft(model, it, items, { place, col }) {
  const drafts = items.filter((item) => item.col <= col && it.n.role[item.place] === "draft");
  return it.n.role[place] === "target" && drafts.some((item) => item.col === col)
    && drafts.every((item) => model.fate(it, item.place, it.born[place]).state !== "rejected");
}

/**
 * The scale at which a graph fits its panel. An outline keeps its size and is scrolled.
 * @param {Pick<Frame, "w" | "h" | "narrow" | "mode" | "bar">} frame @param {Room} room
 */
export function scaleOf({ w, h, narrow, mode, bar }, room) {
  const wide = (room.w - 4) / w, high = narrow ? 1 : (room.h - bar) / h;
  return Math.max(mode.least, Math.min(narrow ? 1 : LARGER, wide, high));
}

/** Names the nodes' elements, and draws the edges to them. @param {Omit<Frame, "models">} frame */
function wire(frame) {
  const { model, it, items } = frame, count = /** @type {Record<string, number>} */ ({});
  for (const item of items) {
    const holder = frame.spot.get(model.up(it, item.place)), nth = count[item.kind] ?? 0;
    const above = item.into || it.n.role[item.place] !== "target" ? holder : holder?.into?.item ?? holder;
    item.key = `${item.kind}#${nth}`;
    count[item.kind] = nth + 1;
    if (above) Object.assign(item, { up: above.place, wire: curve(frame, above, item),
      late: curve(frame, moved(above), moved(item)) });
  }
}

/**
 * The width of a graph: its columns, whether they hold a node or not.
 * @param {Item[]} items @param {ReturnType<typeof wayOf>} way @param {Layout} lay @param {Room} room
 */
function widthOf(items, { mode, gap, first, narrow, chain, content }, { cols }, room) {
  const last = Math.max(...items.map((item) => item.x + item.wide));
  if (narrow) return last + PAD + (chain ? SCALE + 10 : 26);
  const margins = chain ? 2 * PAD : marginsOf(mode, content);
  const columns = columnOf(mode, first) + (cols - 1) * (columnOf(mode, mode.wide) + gap) + margins;
  return Math.max(last + PAD, columns, Math.min(KEYED, (room.w - 4) / LARGER));
}

/**
 * Places nodes in columns or as an outline. In a chain's outline the target's own token is the last row.
 * @param {Item[]} items @param {ReturnType<typeof wayOf>} way @param {number} top
 */
function stand(items, { mode, gap, first, narrow, chain }, top) {
  const column = columnOf(mode, mode.wide), before = columnOf(mode, first) - column;
  const indent = chain ? 0 : indentOf(mode);
  for (const item of items) {
    const left = PAD + item.col * (column + gap) + (item.col ? before : 0);
    item.x = narrow ? PAD + item.col * indent - (chain ? 4 : 0) : left;
    item.cy = top + mode.high / 2 + (narrow ? item.row : item.y) * mode.row;
    item.edge = left + (item.col ? column : column + before);
  }
}

/** The tests of every node, numbered within their layer of beams. @param {It} it */
function testsOf(it) {
  const tests = /** @type {NonNullable<Frame["tests"]>} */ (new Map());
  const counts = /** @type {Map<number, number>} */ (new Map()); // of the tests of a layer
  it.steps.forEach(({ verdicts }, step) => verdicts.forEach((v) => {
    const { layer, state, place } = it.verdicts[v];
    if (layer === undefined || (state !== "accepted" && state !== "rejected")) return;
    const nth = (counts.get(layer) ?? 0) + 1;
    counts.set(layer, nth);
    tests.set(place, [...tests.get(place) ?? [], { step, nth }]);
  }));
  return tests;
}
