// The layout of an iteration's graph for one size of the panel. A pure function that knows no outcome: all boxes of a
// graph have one width, and the room for the target's own token and for rejected boxes is free in every case. A step
// only changes looks, and in a chain lets rejected boxes fall (scene.js).

import { clip } from "./format.js";

/** @import { It, Model } from "./model.js" */
/** @import { Layout } from "./types.d.ts" */
/**
 * The space for a graph: the panel in px, the height `bar` that buttons cover, whether the pointer is a finger, and a
 * function for the width of a text in px.
 * With `big` (in Present) nodes are as large as possible.
 * @typedef {{ w: number, h: number, bar: number, touched: boolean, big?: boolean, typeface: string,
 *   width: (text: string, font: string) => number }} Room
 * A node and its position. `kind` names the SVG elements that it needs, `key` the ones that it uses; `up` is its drawn
 * parent, −1 for none; `wire` is the path of the edge to it; `nth` is its number among the candidates of its position.
 * `stands` are the places that the box stands for: its own and, while copies are not drawn, those of its copies (GSD).
 * `into` is the box that becomes one with this box when it is merged, with the position of what is left of this one, a
 * mark on the edge to the shared box; that box knows those that it is `shared` with.
 * @typedef {{ place: number, kind: string, key: string, word: string, whole: string, font: number, copies: boolean,
 *   named: boolean, wide: number, nth: number | null, col: number, row: number, y: number, x: number, cy: number,
 *   edge: number, up: number, wire: string, stands: number[], into: Into | null, shared: Item[] }} Item
 * @typedef {{ item: Item, x: number, y: number, wire: string }} Into
 * How a node's parts stand in its box, in px from the middle of its left side: the mark, the word, the second line,
 * the bars of q and p with their names and numbers, and the scale of the test.
 * @typedef {{ key: string, glyph: { x: number, y: number, r: number }, word: { x: number, y: number },
 *   second: { x: number, y: number, end: boolean } | null, sure: { x: number, y: number } | null,
 *   times: { x: number, y: number },
 *   bars: { x: number, wide: number, high: number, q: number, p: number, name: number | null, number: number | null }
 *     | null,
 *   scale: { x: number, y: number, wide: number, high: number, says: { x: number, y: number } | null } | null }} Form
 * A rectangle in px.
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * The room of a graph's two models: the row of the draft model, the slab of the target, the slab above fallen boxes
 * by the column of the first one, the area that the pass covers, and the place of the bonus token.
 * @typedef {{ lane: Box, slab: Box, below: boolean, area: Box, bonus: Box | null }} Models
 * `tests` are the tests of a node in its layer of beams, each with its step and its number; null without such layers.
 * `drop` is how far a rejected box falls, `aside` how far it moves to the right in an outline.
 * @typedef {{ model: Model, it: It, mode: Mode, form: Form, narrow: boolean, chain: boolean, whole: boolean,
 *   items: Item[], spot: Map<number, Item>, w: number, h: number, top: number, drop: number, aside: number,
 *   tests: Map<number, { step: number, nth: number }[]> | null, models: Models }} Frame
 * @typedef {{ name: string, upTo: number, row: number, high: number, wide: number, gap: number, font: number,
 *   r: number, text: boolean, bars: boolean, least: number }} Mode
 */

// A node shows less the more nodes and rows there are. Sizes are in px; `least` is the smallest scale at which a
// graph is drawn to fit its panel. No text becomes smaller than 12 px.
export const MODES = /** @type {Mode[]} */ ([
  { name: "rich", upTo: 26, row: 58, high: 48, wide: 148, gap: 36, font: 17, r: 6.5, text: true, bars: true,
    least: 0.93 },
  { name: "chip", upTo: 64, row: 33, high: 28, wide: 138, gap: 30, font: 17, r: 5, text: true, bars: true,
    least: 0.8 },
  { name: "line", upTo: 160, row: 22, high: 19, wide: 120, gap: 30, font: 15, r: 4.6, text: true, bars: false,
    least: 0.8 },
  { name: "dots", upTo: Infinity, row: 15, high: 13, wide: 14, gap: 34, font: 12, r: 4.2, text: false, bars: false,
    least: 1 },
]);
// In Present every text of a node is at least 18 px, so that the back row can read it; the graph follows the step.
const BACK_ROW = /** @type {Record<string, number>} */ ({ card: 1.13, rich: 1.39, chip: 1.17, line: 1.2,
  dots: 1.5 });
const CARD = /** @type {Mode} */ ({ name: "card", upTo: Infinity, row: 0, high: 92, wide: 178, gap: 0, font: 18, r: 7,
  text: true, bars: true, least: 0.93 }); // a node of a chain
const PAD = 16, NARROW = 560, HALF = 700;
const LOW = 280, FLAT = 1.6; // px, and width ÷ height: the panel of a phone in landscape
const FINGER = 44; // px: the smallest target for a finger
export const MARK = 22; // px between a shared box and the mark of a node that was merged into it
const EDGES = 58; // px between two columns, so that edges to one box can be told apart
const LARGER = 1.6; // nodes grow up to this factor
const NAMED = 96; // px: the room of a word in a graph of dots
const TIMES = 30, FATES = 32; // px: the room of a number of duplicates, and in a forest of their outcomes
const SURE = 42; // px: the draft's confidence of a path
const SHARES = 42; // px: further room where numbers are shares of all beams
const ROOMY = 142, BIG = 112, LEAST = 76; // px: a box of a chain as it should be at least, and as it must be
const LONG = 140, NUMBERS = 98; // px: from these widths on a box of a chain names the models, and has numbers
const SCALE = 88; // px: the scale of a test in an outline
const LANE = 34, SLAB = 30; // px: the rows of the two models

/** The space above the first row and below the last one; smaller on a phone. @param {boolean} narrow */
const edgeOf = (narrow) => (narrow ? PAD - 6 : PAD - 4);

/** Whether the models' blocks share the row above the graph. @param {Mode} mode @param {boolean} narrow */
const together = ({ name }, narrow) => narrow || name === "line" || name === "dots";

/** The height of all but the rows of nodes. @param {Mode} mode @param {boolean} narrow */
const around = (mode, narrow) => 2 * edgeOf(narrow) + LANE + (together(mode, narrow) ? 0 : SLAB + 8);

/**
 * The most detailed mode in which all nodes fit into the panel at once.
 * @param {Layout} lay @param {Room} room @param {boolean} narrow
 */
function modeOf(lay, room, narrow) {
  const all = room.big && !narrow ? MODES.map((mode) => ({ ...mode, least: BACK_ROW[mode.name] })) : MODES;
  const modes = all.filter((mode) => lay.at.length <= mode.upTo && mode.text);
  const rows = narrow ? lay.at.length : lay.rows;
  const high = (/** @type {Mode} */ mode) => rows * mode.row + around(mode, narrow);
  return modes.find((mode) => (narrow ? high(mode) + room.bar : mode.least * high(mode)) <= room.h)
    ?? modes.at(-1) ?? all[all.length - 1];
}

/** The mode that shows a little less than this one; none if that has no words. @param {Mode} mode */
const nextMode = ({ name }) => MODES.slice(MODES.findIndex((mode) => mode.name === name) + 1).find(({ text }) => text);

/**
 * The mode with rows for an outline: for a finger as high as the panel allows, else close enough to be seen at once.
 * @param {Mode} usual @param {number} rows @param {Room} room
 */
function spaced(usual, rows, room) {
  const fits = (/** @type {number} */ bar) =>
    Math.floor((room.h - bar - around(usual, true) - usual.high) / Math.max(1, rows - 1));
  const row = room.touched ? Math.max(usual.row, Math.min(FINGER, fits(0)))
    : Math.max(usual.high + 1, Math.min(usual.row, fits(room.bar)));
  return { ...usual, row };
}

/**
 * The mode with its rows as close as it takes for all of them to be seen at once, if that can be done.
 * @param {Mode} usual @param {number} rows @param {Room} room
 */
function dense(usual, rows, room) {
  const { row, high, least } = usual, free = room.h / least - around(usual, false) - high;
  const fits = Math.floor(free / Math.max(1, rows - 1));
  return fits < row && fits > high - 2 ? { ...usual, row: fits, high: Math.min(high, fits - 1) } : usual;
}

/**
 * The boxes of a chain: as large as the panel allows, with a column for the bonus token and a row for rejected boxes.
 * @param {Layout} lay @param {Room} room @param {boolean} narrow @param {boolean} flat
 */
function cardOf(lay, room, narrow, flat) {
  const { cols } = lay;
  if (narrow) {
    const least = room.touched ? FINGER : FINGER - 6, rows = cols;
    const row = Math.max(least, Math.min(54, Math.floor((room.h - around(CARD, true)) / rows)));
    return { ...CARD, row, high: row - 6, wide: Math.min(420, Math.max(200, room.w - 2 * PAD - SCALE - 14)), gap: 0,
      font: 16, least: 1 };
  }
  const high = flat ? 60 : CARD.high, tall = heightOf(high, flat, cols > 2);
  const gap = flat ? 8 : Math.max(12, Math.min(22, room.w * 0.018)), gaps = 2 * PAD + gap * (cols - 1);
  const across = cols * (room.big ? BIG : ROOMY) + gaps;
  const least = flat ? 0.8 : room.big ? BACK_ROW.card : CARD.least;
  const large = Math.max(room.big ? least : 1, Math.min(LARGER, (room.h - room.bar) / tall, room.w / across));
  const wide = Math.max(LEAST, Math.min(CARD.wide, (room.w / large - gaps) / cols));
  return { ...CARD, high, wide: Math.floor(wide), gap, font: flat ? 16 : CARD.font, least };
}
/** The space below a box of a chain, for its scale. @param {boolean} flat */
const underOf = (flat) => (flat ? 32 : 54);
/** How far a rejected box falls: below the words of the scale. @param {number} high of a box @param {boolean} flat */
const dropOf = (high, flat) => high + underOf(flat) - (flat ? 0 : 6);
/** The height of a chain. @param {number} high of a box @param {boolean} flat @param {boolean} drafts */
const heightOf = (high, flat, drafts) => edgeOf(false) + LANE + high + underOf(flat)
  + (drafts ? dropOf(high, flat) - 2 : SLAB + PAD);

/**
 * How the parts of a node stand in a box.
 * @param {Mode} mode @param {boolean} narrow @param {boolean} joint whether numbers are shares of all beams
 * @param {boolean} small whether bars are short @param {boolean} sure whether the draft's confidence is shown
 * @returns {Form}
 */
function formOf(mode, narrow, joint, small, sure) {
  const { name, high, wide, font, r } = mode, key = `${name}${narrow ? "-" : ""}${wide}x${high}`, bar = small ? 24 : 32;
  if (name === "card" && narrow) {
    const bars = { x: wide - 86, wide: 38, high: 8, q: -9, p: 9, name: wide - 101, number: wide - 8 };
    return { key, glyph: { x: 18, y: 0, r }, word: { x: 32, y: 6 }, second: { x: wide - 10, y: 5, end: true },
      sure: null,
      times: { x: wide - 104, y: 5 }, bars, scale: { x: wide + 10, y: -8, wide: SCALE, high: 10,
        says: { x: wide + 10 + SCALE / 2, y: 16 } } };
  }
  if (name === "card") {
    const low = high < 80, top = -high / 2, at = wide < LONG ? 26 : 62, line = low ? 15 : 20;
    const q = top + (low ? 35 : 48), full = wide >= NUMBERS;
    const bars = { x: at, wide: wide - at - (full ? 52 : 10), high: low ? 7 : 9, q, p: q + line, name: 10,
      number: full ? wide - 9 : null };
    return { key, glyph: { x: 18, y: top + (low ? 15 : 21), r }, word: { x: 32, y: top + (low ? 21 : 27) },
      second: wide < (low ? 128 : 118) ? null : { x: 10, y: q + 4, end: false }, sure: null,
      times: { x: wide - 9, y: top + (low ? 20 : 26) }, bars,
      scale: { x: 0, y: -top + (low ? 5 : 12), wide, high: low ? 8 : 12,
        says: { x: wide / 2, y: -top + (low ? 26 : 40) } } };
  }
  if (name === "rich") return { key: key + joint, glyph: { x: 16, y: -9, r }, word: { x: 30, y: -3 },
    second: { x: 64, y: 17, end: false }, sure: sure ? { x: wide - 8, y: -4 } : null,
    times: { x: wide - 8, y: -4 },
    bars: { x: 10, wide: 46, high: 5, q: 9.5, p: 16.5, name: null, number: null },
    scale: { x: 0, y: high / 2 + 2, wide, high: 5, says: null } };
  if (name === "chip") return { key, glyph: { x: 14, y: 0, r }, word: { x: 24, y: 6 }, second: null,
    sure: sure ? { x: wide - 6, y: 5.5 } : null, times: { x: wide - bar - 10 - SURE * +sure, y: 6 },
    bars: { x: wide - bar - 6 - SURE * +sure, wide: bar, high: 5, q: -4, p: 4, name: null, number: null },
    scale: { x: 0, y: high / 2 + 1, wide, high: 4, says: null } };
  return { key, glyph: { x: r + (name === "dots" ? 3 : 7), y: 0, r }, word: { x: r * 2 + 14, y: font * 0.36 },
    second: null, sure: sure && name === "line" ? { x: wide - 6, y: font * 0.36 } : null,
    times: { x: wide - 6, y: font * 0.36 }, bars: null, scale: null };
}

/** The room of a number of duplicates. @param {It} it */
const timesRoom = (it) => TIMES + (it.shares ? FATES : 0);

/** The room of a word in px. @param {Mode} mode @param {Form} form @param {boolean} narrow @param {number} times */
function wordRoom({ name, wide }, { word, bars, sure }, narrow, times) {
  if (name === "dots") return NAMED;
  const end = name === "chip" && bars ? bars.x : name === "card" && narrow && bars?.name ? bars.name
    : sure ? wide - SURE : wide;
  return end - word.x - 6 - times;
}

/**
 * A word and its size so that it fits: set smaller, down to 70% but not below the smallest size, then cut.
 * @param {string} word @param {number} font @param {number} room
 * @param {(size: number) => (text: string) => number} wideAt @param {number} [smallest] in px
 */
export function fitted(word, font, room, wideAt, smallest = 12) {
  const least = Math.max(Math.min(smallest, font), font * 0.7), wide = wideAt(font)(word);
  if (wide <= room) return { word, font };
  const size = Math.max(least, Math.floor((font * room) / wide)), at = wideAt(size);
  let shown = word;
  for (let n = Array.from(word).length; n > 2 && at(shown) > room; n--) shown = clip(word, n - 1);
  return { word: shown, font: size };
}

/**
 * Whether nodes have the numbers of candidates: not where the letters of n-grams need the room.
 * @param {Mode} mode @param {It} it
 */
const numbered = ({ name, bars }, it) => bars || (name === "line" && !it.n.merge);

/**
 * A node before it has a position.
 * @param {Model} model @param {It} it @param {Layout} lay @param {number} k @param {Mode} mode @param {Form} form
 * @param {Room} room @param {boolean} narrow @returns {Item}
 */
function itemOf(model, it, lay, k, mode, form, room, narrow) {
  const place = lay.at[k], fates = it.fates[place];
  const whole = model.wordAt(it, place), copies = fates.some((fate) => fate.times);
  const named = mode.text || it.onPath[place];
  const { word, font } = fitted(whole, mode.font, wordRoom(mode, form, narrow, copies ? timesRoom(it) : 0),
    (size) => (text) => wordWide(text, size, room), (room.big ? 18 : 12) / mode.least);
  const kind = [form.key, copies, named, it.n.role[place] === "input"].join();
  return { place, kind, key: "", word, whole, font, copies, named, wide: mode.wide,
    nth: narrow || !numbered(mode, it) ? null : model.nth(it, place), col: lay.col[k], row: lay.row[k], y: lay.y[k],
    x: 0, cy: 0, edge: 0, up: -1, wire: "", stands: [place], into: null, shared: [] };
}

/** The width of a word in a box. @param {string} word @param {number} font @param {Room} room */
const wordWide = (word, font, { width, typeface }) => width(word, `700 ${font}px ${typeface}`);

/**
 * The nodes of a layout in one mode, the room of a column, and the width of all.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Room} room @param {boolean} narrow
 * @param {Mode} usual
 */
function columns(model, it, lay, room, narrow, usual) {
  const card = usual.name === "card", joint = !!it.shares;
  const fit = card ? usual : narrow ? spaced(usual, lay.at.length, room) : dense(usual, lay.rows, room);
  const often = lay.at.some((place) => (model.get(it, "count", place) ?? 1) > 1);
  const times = often ? timesRoom(it) * (fit.name === "chip" ? 1 : 0.5) : 0;
  const wider = card || !fit.text ? 0 : times + (joint && fit.name === "rich" ? SHARES : 0);
  const merging = !narrow && !card && fit.text && !!it.n.merge; // edges to one box need room: boxes fit their words
  const words = merging ? Math.max(...lay.at.map((place) => wordWide(model.wordAt(it, place), fit.font, room))) : 0;
  const most = merging ? words + (fit.name === "rich" ? 44 : fit.bars ? 64 : 42) : fit.wide;
  const sure = !card && fit.text && !!it.n.sure, further = !sure ? 0 : fit.name === "line" ? SURE - 18 : SURE;
  const mode = { ...fit, wide: Math.ceil(Math.min(fit.wide, most)) + wider + further };
  const form = formOf(mode, narrow, joint, merging, sure);
  const items = lay.at.map((_, k) => itemOf(model, it, lay, k, mode, form, room, narrow));
  const column = mode.text ? mode.wide : mode.wide + NAMED;
  return { mode, form, items, column, merging, taken: column * lay.cols + 2 * PAD };
}

/**
 * The path of an edge: straight through its own column, then a curve between the columns, so that it crosses no word.
 * In an outline it runs down from the parent; to the target's token below a tree it runs left of all nodes.
 * @param {Omit<Frame, "models">} frame @param {Item} a @param {Item} b
 */
function curve({ narrow, mode, chain, it }, a, b) {
  const from = a.x + a.wide, turn = a.edge + 4, mid = (turn + b.x) / 2, half = mode.high / 2;
  if (narrow && chain) return `M${a.x + 18} ${a.cy + half}V${b.cy - half}`;
  if (narrow) {
    if (it.lay.kind === "tree" && it.n.role[b.place] === "target")
      return `M${a.x} ${a.cy}H7V${b.cy - 6}Q7 ${b.cy} 13 ${b.cy}H${b.x}`;
    const x = a.x + mode.r + 7;
    return `M${x} ${a.cy + half}V${b.cy - 6}Q${x} ${b.cy} ${x + 6} ${b.cy}H${b.x}`;
  }
  return `M${from} ${a.cy}H${turn}C${mid} ${a.cy} ${mid} ${b.cy} ${b.x} ${b.cy}`;
}
/**
 * The path of an arc to the right of two nodes, from one to the other.
 * @param {Frame} frame @param {Item} a @param {Item} b
 */
export function arcOf({ narrow }, a, b) {
  const side = Math.max(a.x + a.wide, b.x + b.wide) + (narrow ? 22 : 30);
  return `M${a.x + a.wide} ${a.cy}C${side} ${a.cy} ${side} ${b.cy} ${b.x + b.wide + 1} ${b.cy}`;
}

/**
 * Lays out the graph of an iteration. A large graph shows only its `core`, the result path and its siblings, unless
 * `whole` is set.
 * @param {Model} model @param {It} it @param {Room} room @param {boolean} whole @returns {Frame}
 */
export function frameOf(model, it, room, whole) {
  const lay = it.core && !whole ? it.core : it.lay;
  const tall = lay.kind === "chain" ? CARD.least * heightOf(CARD.high, false, lay.cols > 2) + room.bar : 0;
  const flat = room.h < Math.max(LOW, tall) && room.w > FLAT * room.h;
  let narrow = room.w > 0 && room.w < NARROW && !flat;
  // a long chain as an outline in a low panel has a line per node, as a tree has
  const cards = () => lay.kind === "chain"
    && (!narrow || room.touched || lay.cols * (FINGER - 6) + around(CARD, true) <= room.h);
  const usual = () => (cards() ? cardOf(lay, room, narrow, flat) : modeOf(lay, room, narrow));
  let drawn = columns(model, it, lay, room, narrow, usual());
  const cut = () => !narrow && !(flat && cards()) && room.w < HALF
    && drawn.mode.least * (drawn.taken + (lay.cols - 1) * drawn.mode.gap * 0.6) > room.w;
  const cols = Math.max(...lay.col) + 1; // those with a node
  const over = (/** @type {typeof drawn} */ { mode, column }) =>
    mode.least * (cols * (column + mode.gap * 0.6) + 2 * PAD) > room.w;
  while (!narrow && room.w >= HALF && !cards() && over(drawn) && nextMode(drawn.mode)) // all columns are to be seen
    drawn = columns(model, it, lay, room, narrow, nextMode(drawn.mode) ?? drawn.mode);
  if (cut() && flat && !cards() && lay.at.length <= MODES[1].upTo) // columns of words only
    drawn = columns(model, it, lay, room, narrow, MODES[1]);
  if (cut()) { // two stages side by side: a graph that does not fit becomes an outline, as on a phone
    narrow = true;
    drawn = columns(model, it, lay, room, narrow, usual());
  }
  const { mode, form, items } = drawn, top = edgeOf(narrow) + LANE, chain = cards();
  stand(drawn, lay, room, narrow, top);
  const drop = chain && !narrow ? dropOf(mode.high, flat) : 0;
  const frame = { model, it, mode, form, narrow, chain, whole, items, top, drop, aside: chain && narrow ? 12 : 0,
    tests: it.panels.some(({ kind }) => kind === "width") ? testsOf(it) : null,
    spot: new Map(items.map((item) => [item.place, item])), w: 0, h: 0 };
  frame.w = widthOf(drawn, lay, room, narrow);
  frame.h = chain && !narrow ? heightOf(mode.high, flat, lay.cols > 2)
    : top + (narrow ? (chain ? lay.cols : lay.at.length) - 1 : lay.rows - 1) * mode.row + mode.high + edgeOf(narrow)
      + (narrow ? room.bar : together(mode, narrow) ? 0 : SLAB + 8);
  joinAll(frame);
  const count = /** @type {Record<string, number>} */ ({});
  for (const item of items) {
    const holder = frame.spot.get(model.up(it, item.place)), nth = count[item.kind] ?? 0;
    const above = item.into || it.n.role[item.place] !== "target" ? holder : holder?.into?.item ?? holder;
    item.key = `${item.kind}#${nth}`;
    count[item.kind] = nth + 1;
    if (above) Object.assign(item, { up: above.place, wire: curve(frame, above, item) });
  }
  return { ...frame, models: modelsOf(frame, lay, flat) };
}

/**
 * GSD before unmerging: a merged node and the node that it repeats become one box with several parents, as in the
 * paper's graph. A node that repeats one further left stays a box, because an edge back would be a circle. What is not
 * drawn, a copy, is shown by the box of its original.
 * @param {Omit<Frame, "models">} frame
 */
function joinAll(frame) {
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
      each.into = { item, x: item.x - MARK - form.glyph.x, y: y - form.glyph.y,
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
 * Where a merged node has become one with the box that it repeats, null before.
 * @param {Pick<Frame, "it">} frame @param {Item} item @param {number} step
 */
export function joinedBy({ it }, { place, into }, step) {
  const from = it.fates[place].find((fate) => fate.state === "merged")?.step ?? Infinity;
  return into && from <= step ? into : null;
}

/**
 * The width of a graph: its columns, whether they hold a node or not.
 * @param {ReturnType<typeof columns>} drawn @param {Layout} lay @param {Room} room @param {boolean} narrow
 */
function widthOf(drawn, lay, room, narrow) {
  const { mode, items, column } = drawn;
  const last = Math.max(...items.map((item) => item.x + item.wide));
  if (narrow) return last + PAD + (mode.name === "card" ? SCALE + 10 : 26);
  const gap = gapOf(drawn, lay, room);
  return Math.max(last, PAD + lay.cols * column + (lay.cols - 1) * gap) + PAD + (mode.name === "card" ? 0 : 26);
}

/**
 * The space between two columns. Where nodes are merged the graph is rather drawn smaller than too close.
 * @param {{ mode: Mode, column: number, merging: boolean }} drawn @param {Layout} lay @param {Room} room
 */
function gapOf({ mode, column, merging }, lay, room) {
  if (mode.name === "card") return mode.gap;
  const fits = (/** @type {number} */ scale) =>
    Math.floor((room.w / scale - column * lay.cols - 2 * PAD - 26) / Math.max(1, lay.cols - 1));
  const larger = Math.max(1, Math.min(LARGER, (room.h - room.bar) / (lay.rows * mode.row + around(mode, false))));
  return Math.max(mode.gap * 0.6, Math.min(96, fits(larger)), merging ? Math.min(EDGES, fits(mode.least)) : 0);
}

/**
 * Places nodes in columns, which share the free width, or as an outline. In a chain's outline the target's own token
 * is the last row.
 * @param {ReturnType<typeof columns>} drawn @param {Layout} lay @param {Room} room @param {boolean} narrow
 * @param {number} top
 */
function stand(drawn, lay, room, narrow, top) {
  const { mode, items, column } = drawn, chain = mode.name === "card", gap = gapOf(drawn, lay, room);
  const indent = chain ? 0 : mode.name === "rich" || mode.name === "chip" ? 22 : 14;
  const edge = narrow && !chain && lay.kind === "tree" ? PAD + 4 : PAD;
  for (const item of items) {
    const left = PAD + item.col * (column + gap);
    item.x = narrow ? edge + item.col * indent - (chain ? 4 : 0) : left;
    item.cy = top + mode.high / 2 + (narrow ? item.row : item.y) * mode.row;
    item.edge = left + column;
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

/**
 * Where the two models and their pass are drawn.
 * @param {Omit<Frame, "models">} frame @param {Layout} lay @param {boolean} flat @returns {Models}
 */
function modelsOf({ mode, narrow, chain, items, top, w, h }, lay, flat) {
  const shared = together(mode, narrow), y = edgeOf(narrow) - 2, x = Math.min(...items.map((item) => item.x));
  const drafts = Math.max(0, lay.cols - (lay.kind === "free" ? 1 : 2)), lane = { x, y, w: 78, h: LANE - 10 };
  const right = narrow ? Math.max(...items.map((item) => item.x + item.wide))
    : Math.max(...items.filter(({ col }) => col <= drafts).map((item) => item.x + item.wide));
  const bottom = chain && !narrow ? top + mode.high + underOf(flat) : h - edgeOf(narrow) - SLAB + 2;
  const slab = shared ? { x: x + 130, y, w: Math.max(160, Math.min(right - x - 130, 460)), h: LANE - 10 }
    : { x, y: bottom, w: right - x, h: SLAB };
  const end = shared ? h - edgeOf(narrow) + 4 : bottom;
  const area = { x: x - 5, y: shared ? slab.y + slab.h : top - 6, w: right - x + 10,
    h: end - (shared ? slab.y + slab.h : top - 6) };
  const col = lay.cols - 1, half = mode.high / 2;
  const bonus = !chain ? null : narrow ? { x, y: top + half + col * mode.row, w: mode.wide, h: mode.high }
    : { x: PAD + col * (mode.wide + mode.gap), y: top + half, w: mode.wide, h: mode.high };
  return { lane, slab: { ...slab, w: Math.min(slab.w, w - slab.x - 8) }, below: !shared, area, bonus };
}
