// The layout of an iteration's graph for one size of the panel. A pure function: a step moves nothing, it only changes
// looks (scene.js).

import { clip } from "./format.js";

/** @import { It, Model } from "./model.js" */
/** @import { Layout } from "./types.d.ts" */
/**
 * The space for a graph: the panel in px, the height `bar` that buttons cover, whether the pointer is a finger, and a
 * function for the width of a text in px.
 * @typedef {{ w: number, h: number, bar: number, touched: boolean, typeface: string,
 *   width: (text: string, font: string) => number }} Room
 * A node and its position. `kind` names the SVG elements that it needs, `key` the ones that it uses; `up` is its drawn
 * parent, −1 for none; `wire` is the path of the edge to it; `early` is its width before the target samples it again.
 * @typedef {{ place: number, kind: string, key: string, word: string, whole: string, copies: boolean, named: boolean,
 *   wide: number, early: number, timesX: number, chance: number | null, col: number, row: number, y: number, x: number,
 *   cy: number, edge: number, up: number, wire: string }} Item
 * @typedef {{ model: Model, it: It, mode: typeof MODES[number], narrow: boolean, whole: boolean, items: Item[],
 *   spot: Map<number, Item>, w: number, h: number }} Frame
 */

// A node shows less the more nodes and rows there are. Sizes are in px; `least` is the smallest scale at which a
// graph is drawn to fit its panel.
export const MODES = [
  { name: "rich", upTo: 26, row: 56, high: 46, gap: 50, font: 17, chars: 16, r: 6.5, text: true, ring: true,
    least: 0.62 },
  { name: "chip", upTo: 64, row: 31, high: 26, gap: 40, font: 16.5, chars: 14, r: 5, text: true, ring: true,
    least: 0.62 },
  { name: "line", upTo: 160, row: 21, high: 18, gap: 34, font: 12, chars: 14, r: 4.2, text: true, ring: false,
    least: 0.85 },
  { name: "dots", upTo: Infinity, row: 15, high: 13, gap: 34, font: 12, chars: 14, r: 4.2, text: false, ring: false,
    least: 0.62 },
];
const PAD = 16, NARROW = 560, HALF = 700;
const LOW = 280, FLAT = 1.6; // px, and width ÷ height: the panel of a phone in landscape
const FINGER = 44; // px: the smallest target for a finger
const LARGER = 1.3; // words grow up to this factor before gaps become wider

/** The space above the first row and below the last one; smaller on a phone. @param {boolean} narrow */
export const edgeOf = (narrow) => (narrow ? PAD - 4 : PAD);

/**
 * The most detailed mode in which all nodes fit into the panel at once.
 * @param {Layout} lay @param {Room} room @param {boolean} narrow
 */
function modeOf(lay, room, narrow) {
  const modes = MODES.filter((mode) => lay.at.length <= mode.upTo && mode.text);
  const rows = narrow ? lay.at.length : lay.rows;
  return modes.find(({ row }) => rows * row + 2 * edgeOf(narrow) <= room.h) ?? modes.at(-1) ?? MODES[MODES.length - 1];
}

/**
 * The mode with rows as high as the panel allows, so that a finger can hit one row of an outline.
 * @param {typeof MODES[number]} usual @param {number} rows @param {Room} room
 */
function roomy(usual, rows, room) {
  const fits = Math.floor((room.h - 2 * edgeOf(true) - usual.high) / Math.max(1, rows - 1));
  return { ...usual, row: Math.max(usual.row, Math.min(FINGER, fits)) };
}

/**
 * A node before it has a position. Its width leaves room for its longest second line and its number of duplicates.
 * @param {Model} model @param {It} it @param {Layout} lay @param {number} k @param {typeof MODES[number]} mode
 * @param {Room} room @returns {Item}
 */
function itemOf(model, it, lay, k, mode, { typeface, width }) {
  const place = lay.at[k], fates = it.fates[place];
  const widest = (/** @type {string[]} */ texts) => Math.max(...texts.map((text) => width(text, `13px ${typeface}`)));
  const whole = model.wordAt(it, place), word = clip(whole, mode.chars), copies = fates.some((fate) => fate.times);
  const named = mode.text || it.onPath[place];
  const wordy = width(word, `700 ${mode.font}px ${typeface}`), short = mode.r * 2 + 14 + (named ? 6 + wordy : 0);
  const second = mode.name === "rich" ? 40 + widest(fates.flatMap((fate) => [fate.second, fate.plain])) : 0;
  const long = named && copies ? short + widest(fates.map((fate) => fate.times)) + 8 : short;
  const boxed = (/** @type {number} */ line) => Math.ceil(Math.max(line, second) + (mode.name === "dots" ? 2 : 10));
  const chance = mode.ring ? model.get(it, "q", place) ?? model.get(it, "p", place) : null;
  return { place, kind: [mode.name, copies, named, chance !== null].join(), key: "", word, whole, copies, named, chance,
    wide: boxed(long), early: boxed(fates[0].times ? long : short), timesX: mode.r * 2 + 26 + wordy,
    col: lay.col[k], row: lay.row[k], y: lay.y[k], x: 0, cy: 0, edge: 0, up: -1, wire: "" };
}

/**
 * The nodes of a layout in one mode, the width of every column, and the width of all.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Room} room @param {boolean} narrow
 * @param {typeof MODES[number]} [way]
 */
function columns(model, it, lay, room, narrow, way = modeOf(lay, room, narrow)) {
  const mode = narrow && room.touched ? roomy(way, lay.at.length, room) : way, widths = new Array(lay.cols).fill(0);
  const items = lay.at.map((_, k) => itemOf(model, it, lay, k, mode, room));
  for (const item of items) widths[item.col] = Math.max(widths[item.col], item.wide);
  return { mode, items, widths, taken: widths.reduce((sum, w) => sum + w, 0) + 2 * PAD + 26 };
}

/**
 * The path of an edge: straight through its own column, then a curve between the columns, so that it crosses no word.
 * @param {Frame} frame @param {Item} a @param {Item} b
 */
function curve({ narrow, mode }, a, b) {
  const from = narrow ? a.x + mode.r + 7 : a.x + a.early, turn = a.edge + 4, mid = (turn + b.x) / 2;
  if (narrow) return `M${from} ${a.cy + mode.high / 2}V${b.cy - 6}Q${from} ${b.cy} ${from + 6} ${b.cy}H${b.x}`;
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
  const flat = room.h < LOW && room.w > FLAT * room.h, lay = it.core && !whole ? it.core : it.lay;
  let narrow = room.w > 0 && room.w < NARROW && !flat, drawn = columns(model, it, lay, room, narrow);
  const cut = () => !narrow && room.w < HALF
    && drawn.mode.least * (drawn.taken + (lay.cols - 1) * drawn.mode.gap * 0.6) > room.w;
  if (cut() && flat && lay.at.length <= MODES[1].upTo) // columns of words only
    drawn = columns(model, it, lay, room, narrow, MODES[1]);
  if (cut()) { // two stages side by side: a graph that does not fit becomes an outline, as on a phone
    narrow = true;
    drawn = columns(model, it, lay, room, narrow);
  }
  const { mode, items } = drawn;
  stand(drawn, lay, room, narrow);
  const frame = { model, it, mode, narrow, whole, items, spot: new Map(items.map((item) => [item.place, item])),
    w: Math.max(...items.map((item) => item.x + item.wide)) + PAD + 26,
    h: Math.max(...items.map((item) => item.cy)) + mode.high / 2 + edgeOf(narrow) + (narrow ? room.bar : 0) };
  const count = /** @type {Record<string, number>} */ ({});
  for (const item of items) {
    const above = frame.spot.get(model.up(it, item.place)), nth = count[item.kind] ?? 0;
    item.key = `${item.kind}#${nth}`;
    count[item.kind] = nth + 1;
    if (above) Object.assign(item, { up: above.place, wire: curve(frame, above, item) });
  }
  return frame;
}

/**
 * Places nodes in columns, which share the free width, or as an outline.
 * @param {ReturnType<typeof columns>} drawn @param {Layout} lay @param {Room} room @param {boolean} narrow
 */
function stand({ mode, items, widths, taken }, lay, room, narrow) {
  const larger = narrow ? 1
    : Math.max(1, Math.min(LARGER, (room.h - room.bar) / (lay.rows * mode.row + 2 * PAD)));
  const spare = Math.floor((room.w / larger - taken) / Math.max(1, lay.cols - 1));
  const gap = Math.max(mode.gap * 0.6, Math.min(96, spare)), left = [PAD];
  const indent = mode.name === "rich" || mode.name === "chip" ? 22 : 14;
  for (let c = 0; c < lay.cols; c++) left.push(left[c] + widths[c] + gap);
  for (const item of items) {
    item.x = narrow ? PAD + item.col * indent : left[item.col];
    item.cy = edgeOf(narrow) + mode.high / 2 + (narrow ? item.row : item.y) * mode.row;
    item.edge = left[item.col] + widths[item.col];
  }
}
