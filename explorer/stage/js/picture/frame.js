// The layout of an iteration's graph for one size of the panel. A pure function that knows no outcome: all boxes of a
// graph have one width, and the room for the target's own token and for rejected boxes is free in every case. A step
// only changes looks, and in a chain lets rejected boxes fall (scene.js).

import { MODES, SCALE, SURE, formOf, widthOfBox } from "./form.js";
import { clip } from "../format.js";

/** @import { Form, Mode } from "./form.js" */
/** @import { It, Model } from "../model.js" */
/** @import { Layout } from "../types.d.ts" */
/**
 * The space for a graph: the panel in px, the height `bar` that buttons cover, whether the pointer is a finger, and a
 * function for the width of a text in px.
 * With `big` (in Present) nodes are as large as possible.
 * @typedef {{ w: number, h: number, bar: number, touched: boolean, big?: boolean, typeface: string,
 *   width: (text: string, font: string) => number }} Room
 * A node and its position. `kind` names the SVG elements that it needs, `key` the ones that it uses; `up` is its drawn
 * parent, −1 for none; `wire` is the path of the edge to it; `nth` is its number among the candidates of its position.
 * `stands` are the places that the box stands for: its own and, while copies are not drawn, those of its copies (GSD).
 * `makes` is how far the node moves down when it makes room for the target's own token, and `late` its edge then.
 * `into` is the box that becomes one with this box when it is merged, with the position of what is left of this one, a
 * mark on the edge to the shared box; that box knows those that it is `shared` with.
 * @typedef {{ place: number, kind: string, key: string, word: string, whole: string, font: number, copies: boolean,
 *   named: boolean, wide: number, nth: number | null, col: number, row: number, y: number, x: number, cy: number,
 *   edge: number, up: number, wire: string, makes: number, late: string, stands: number[], into: Into | null,
 *   shared: Item[] }} Item
 * @typedef {{ item: Item, x: number, y: number, wire: string }} Into
 * A rectangle in px.
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * The room of a graph's two models: the row of the draft model, the slab of the target, which is as wide as what its
 * pass reads, the area that the pass covers, and the place of the bonus token.
 * @typedef {{ lane: Box, slab: Box, below: boolean, area: Box, bonus: Box | null }} Models
 * The nodes of a layout before they have a place, the room of a column, and the width of all.
 * @typedef {{ mode: Mode, form: Form, items: Item[], column: number, merging: boolean, taken: number }} Drawn
 * `tests` are the tests of a node in its layer of beams, each with its step and its number; null without such layers.
 * `room` is the step at which nodes of a tree make room for the target's own token, Infinity for none. `repeats` are
 * the steps at which nodes were merged with a node, by its id (GSD).
 * `drop` is how far a rejected box falls, `aside` how far it moves to the right in an outline.
 * `bar` is the height at the top that the graph leaves to the panel's buttons.
 * @typedef {{ model: Model, it: It, mode: Mode, form: Form, narrow: boolean, chain: boolean, whole: boolean,
 *   bar: number, items: Item[], spot: Map<number, Item>, w: number, h: number, top: number, drop: number,
 *   aside: number, room: number, repeats: Map<number, number[]>,
 *   tests: Map<number, { step: number, nth: number }[]> | null, models: Models }} Frame
 */

// In Present every text of a node is at least 18 px, so that the back row can read it; the graph follows the step.
const BACK_ROW = /** @type {Record<string, number>} */ ({ card: 1.13, rich: 1.39, chip: 1.17, line: 1.2,
  dots: 1.5 });
const CARD = /** @type {Mode} */ ({ name: "card", upTo: Infinity, row: 0, high: 92, wide: 178, gap: 0, font: 18, r: 7,
  text: true, bars: true, least: 0.93 }); // a node of a chain
const PAD = 16, NARROW = 560, HALF = 700;
const LOW = 280, FLAT = 1.6; // px, and width ÷ height: the panel of a phone in landscape
const LOW_CHAIN = 334; // px: below it a chain has low boxes, so that rejected ones are seen
const FINGER = 44; // px: the smallest target for a finger
const MARK = 22; // px between a shared box and the mark of a node that was merged into it, at most
const EDGES = 44; // px between two columns, so that edges to one box can be told apart
const LOOSE = 1.5; // rows of a graph with copies are at most this much further apart
const SCROLLED = 1.7; // panels: the height of a graph that one scrolls through on a phone
const LARGER = 1.6; // nodes grow up to this factor
const NAMED = 96; // px: the room of a word in a graph of dots
const TIMES = 30, FATES = 32; // px: the room of a number of duplicates, and in a forest of their outcomes
const SHARED = { row: 40, high: 36 }; // a small box with the shares of both models, one below the other
const ROOMY = 142, BIG = 112, LEAST = 76; // px: a box of a chain as it should be at least, and as it must be
const BUTTONS = 118; // px: a box, with its gap and the margin, is as wide as the buttons of the panel
const LANE = 34, SLAB = 30; // px: the rows of the two models
const BELOW = { slab: 28, low: 22, gap: 6, end: 3 }; // px: the slab below a chain, in a low panel, the space under it

/** The space above the first row and below the last one; smaller on a phone. @param {boolean} narrow */
const edgeOf = (narrow) => (narrow ? PAD - 6 : PAD - 4);

/** Whether the models' blocks share the row above the graph. @param {Mode} mode @param {boolean} narrow */
const together = ({ name }, narrow) => narrow || name === "line" || name === "dots";

/** The height of all but the rows of nodes. @param {Mode} mode @param {boolean} narrow */
const around = (mode, narrow) => 2 * edgeOf(narrow) + LANE + (together(mode, narrow) ? 0 : SLAB + 8);

/** A mode with room for the shares of both models. @param {Mode} mode @param {boolean} joint */
const sized = (mode, joint) => (joint && mode.name === "chip" ? { ...mode, ...SHARED } : mode);

/**
 * The most detailed mode in which all nodes fit into the panel at once.
 * @param {Layout} lay @param {Room} room @param {boolean} narrow @param {boolean} joint whether numbers are shares
 */
function modeOf(lay, room, narrow, joint) {
  const all = MODES.map((mode) => ({ ...sized(mode, joint),
    least: room.big && !narrow ? BACK_ROW[mode.name] : mode.least }));
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
 * The mode with its rows further apart if the panel has room for that: edges and the marks of copies are then easier to
 * see.
 * @param {Mode} usual @param {number} rows @param {Room} room
 */
function loose(usual, rows, room) {
  const free = (room.h - room.bar) / usual.least - around(usual, false) - usual.high;
  return { ...usual, row: Math.max(usual.row, Math.min(usual.row * LOOSE, Math.floor(free / Math.max(1, rows - 1)))) };
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
  const high = flat ? 60 : room.big ? CARD.high - 10 : CARD.high, tall = heightOf(high, flat, cols > 2);
  const gap = flat ? 8 : Math.max(12, Math.min(22, room.w * 0.018)), gaps = 2 * PAD + gap * (cols - 1);
  const across = cols * (room.big ? BIG : ROOMY) + gaps;
  const least = flat ? 0.8 : room.big ? BACK_ROW.card : CARD.least;
  const wideIn = (/** @type {number} */ bar) => {
    const large = Math.max(room.big ? least : 1, Math.min(LARGER, (room.h - bar) / tall, room.w / across));
    return Math.floor(Math.max(LEAST, Math.min(CARD.wide, (room.w / large - gaps) / cols)));
  };
  const wide = barOf(wideIn(0), room) ? wideIn(room.bar) : wideIn(0);
  return { ...CARD, high, wide, gap, font: flat ? 16 : CARD.font, least };
}
/**
 * The height that a chain leaves to the panel's buttons: none if they fit above the place of the bonus token, where no
 * block of a model ever is. @param {number} wide of a box @param {Room} room
 */
const barOf = (wide, { bar, touched }) => (wide < BUTTONS || touched ? bar : 0);
/** The space below a box of a chain, for its scale. @param {boolean} flat */
const underOf = (flat) => (flat ? 30 : 48);
/** The height of the slab below a chain. @param {boolean} flat */
const slabOf = (flat) => (flat ? BELOW.low : BELOW.slab);
/** How far a rejected box falls: below the slab, which keeps its width. @param {number} high @param {boolean} flat */
const dropOf = (high, flat) => high + underOf(flat) + slabOf(flat) + BELOW.gap;
/** The height of a chain. @param {number} high of a box @param {boolean} flat @param {boolean} drafts */
const heightOf = (high, flat, drafts) => edgeOf(false) + LANE + high + underOf(flat)
  + (drafts ? dropOf(high, flat) + BELOW.end : slabOf(flat) + PAD);

/** The room of a number of duplicates. @param {It} it */
const timesRoom = (it) => TIMES + (it.shares ? FATES : 0);

/** The room of a word in px. @param {Mode} mode @param {Form} form @param {boolean} narrow @param {number} times */
function wordRoom({ name, wide }, { word, bars, sure }, narrow, times) {
  if (name === "dots") return NAMED;
  const end = name === "card" ? (narrow && bars?.name) || wide : name !== "rich" && bars ? bars.x
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
const numbered = ({ name, bars }, it) => bars && (name !== "line" || !it.n.merge);

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
    x: 0, cy: 0, edge: 0, up: -1, wire: "", makes: 0, late: "", stands: [place], into: null, shared: [] };
}

/** The width of a word in a box. @param {string} word @param {number} font @param {Room} room */
const wordWide = (word, font, { width, typeface }) => width(word, `700 ${font}px ${typeface}`);

/**
 * The nodes of a layout in one mode, the room of a column, and the width of all. Numbers beside small bars are left out
 * if they would make the graph too wide.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Room} room @param {boolean} narrow
 * @param {Mode} usual @param {boolean} [numbers] @returns {Drawn}
 */
function columns(model, it, lay, room, narrow, usual, numbers = true) {
  const card = usual.name === "card", sure = !card && usual.text && !!it.n.sure;
  const both = !!it.shares || narrow || !!it.n.merge;
  const fit = card ? usual : narrow ? spaced(usual, lay.at.length, room)
    : dense(it.n.merge ? loose(usual, lay.rows, room) : usual, lay.rows, room);
  const often = lay.at.some((place) => (model.get(it, "count", place) ?? 1) > 1);
  const times = often ? timesRoom(it) * (fit.name === "rich" ? 0.5 : 1) : 0;
  const merging = !narrow && !card && fit.text && !!it.n.merge; // edges to one box need room: boxes fit their words
  const words = Math.max(...lay.at.map((place) => (it.n.role[place] === "target" ? 0 // its length is an outcome
    : wordWide(model.wordAt(it, place), fit.font, room))));
  const has = { small: merging || fit.name === "line", numbers: numbers && !sure, both, sure, big: !!room.big };
  const most = narrow ? room.w - 2 * PAD - 44 - 22 * (lay.cols - 1) : 0;
  const mode = { ...fit, wide: card ? fit.wide : widthOfBox(fit, has, words, times, most) };
  const form = formOf(mode, has, narrow);
  const column = mode.text ? mode.wide : mode.wide + NAMED, taken = column * lay.cols + 2 * PAD;
  const joins = merging && !lay.at.some((place) => model.copied(it, place));
  const cols = lay.cols - +(lay.kind === "tree"); // one scrolls to a bonus token after the longest path
  const least = column * cols + 2 * PAD + (cols - 1) * (joins ? EDGES : mode.gap * 0.6);
  const scrolls = merging && room.w < NARROW; // a graph that one scrolls through on a phone
  const small = !narrow && !scrolls && (mode.name === "chip" || mode.name === "line");
  if (has.numbers && small && mode.least * least > room.w)
    return columns(model, it, lay, room, narrow, usual, false);
  const items = lay.at.map((_, k) => itemOf(model, it, lay, k, mode, form, room, narrow));
  return { mode, form, items, column, merging, taken };
}

/**
 * The path of an edge: straight through its own column, then a curve between the columns, so that it crosses no word.
 * In an outline it runs down from the parent.
 * @param {Omit<Frame, "models">} frame @param {Item} a @param {Item} b
 */
function curve({ narrow, mode, chain }, a, b) {
  const from = a.x + a.wide, turn = a.edge + 4, mid = (turn + b.x) / 2, half = mode.high / 2;
  if (narrow && chain) return `M${a.x + 18} ${a.cy + half}V${b.cy - half}`;
  if (narrow) {
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
  const wide = room.w > FLAT * room.h, side = room.h < LOW && wide; // a phone on its side
  const flat = side || (room.h < tall && wide);
  const stacked = !!it.shares || !!it.n.merge; // both numbers of a node, one below the other
  const low = flat || (!room.big && room.h < LOW_CHAIN && wide);
  const graph = !!it.n.merge && MODES[2].least * (lay.rows * MODES[2].row + around(MODES[2], false)) < SCROLLED
    * room.h && lay.at.length <= MODES[1].upTo; // a small graph with merged nodes is drawn as one on a phone, too
  let narrow = room.w > 0 && room.w < NARROW && !flat && !graph;
  // a long chain as an outline in a low panel has a line per node, as a tree has
  const cards = () => lay.kind === "chain"
    && (!narrow || room.touched || lay.cols * (FINGER - 6) + around(CARD, true) <= room.h);
  const usual = () => (cards() ? cardOf(lay, room, narrow, low) : modeOf(lay, room, narrow, stacked));
  let drawn = columns(model, it, lay, room, narrow, usual());
  const cut = () => !narrow && !graph && !(side && cards()) && room.w < HALF
    && drawn.mode.least * (drawn.taken + (lay.cols - 1) * drawn.mode.gap * 0.6) > room.w;
  const cols = Math.max(...lay.col) + 1; // those with a node
  const over = (/** @type {typeof drawn} */ { mode, column }) =>
    mode.least * (cols * (column + mode.gap * 0.6) + 2 * PAD) > room.w;
  const shrinks = !narrow && !room.big && room.w >= HALF && !cards(); // all columns are to be seen
  if (shrinks && it.n.merge && drawn.mode.name === "chip" && over(drawn)) // rather no numbers than no marks of copies
    drawn = columns(model, it, lay, room, narrow, sized(MODES[1], stacked), false);
  while (shrinks && over(drawn) && nextMode(drawn.mode))
    drawn = columns(model, it, lay, room, narrow, sized(nextMode(drawn.mode) ?? drawn.mode, stacked));
  if (cut() && flat && !cards() && lay.at.length <= MODES[1].upTo) // columns of words only
    drawn = columns(model, it, lay, room, narrow, sized(MODES[1], stacked));
  if (cut()) { // two stages side by side: a graph that does not fit becomes an outline, as on a phone
    narrow = true;
    drawn = columns(model, it, lay, room, narrow, usual());
  }
  const { mode, form, items } = drawn, top = edgeOf(narrow) + LANE, chain = cards();
  stand(drawn, lay, room, narrow, top);
  const drop = chain && !narrow ? dropOf(mode.high, low) : 0;
  const bar = chain && !narrow ? barOf(mode.wide, room) : room.bar;
  const frame = { model, it, mode, form, narrow, chain, whole, bar, items, top, drop, aside: chain && narrow ? 12 : 0,
    room: chain ? Infinity : makeRoom(model, it, lay, items, mode.row, narrow), repeats: repeatsOf(it),
    tests: it.panels.some(({ kind }) => kind === "width") ? testsOf(it) : null,
    spot: new Map(items.map((item) => [item.place, item])), w: 0, h: 0 };
  frame.w = widthOf(drawn, lay, room, narrow);
  frame.h = chain && !narrow ? heightOf(mode.high, low, lay.cols > 2)
    : top + (narrow ? (chain ? lay.cols : lay.at.length) - 1 : lay.rows - 1) * mode.row + mode.high + edgeOf(narrow)
      + (narrow ? room.bar : together(mode, narrow) ? 0 : SLAB + 8);
  joinAll(frame);
  const count = /** @type {Record<string, number>} */ ({});
  for (const item of items) {
    const holder = frame.spot.get(model.up(it, item.place)), nth = count[item.kind] ?? 0;
    const above = item.into || it.n.role[item.place] !== "target" ? holder : holder?.into?.item ?? holder;
    item.key = `${item.kind}#${nth}`;
    count[item.kind] = nth + 1;
    if (above) Object.assign(item, { up: above.place, wire: curve(frame, above, item),
      late: curve(frame, moved(above), moved(item)) });
  }
  return { ...frame, models: modelsOf(frame, lay, low) };
}

/**
 * The target's own token is below the candidates of its position: the branches below them move down by a row when
 * it appears. The row is free from the start, so the graph keeps its size. Returns the step of the move.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Item[]} items @param {number} row
 * @param {boolean} narrow
 */
function makeRoom(model, it, lay, items, row, narrow) {
  const own = items.find(({ place }) => it.n.role[place] === "target");
  const above = own && items.find(({ place }) => place === model.up(it, own.place));
  if (lay.kind !== "tree" || !own || !above) return Infinity;
  const others = items.filter((item) => item !== own), column = others.filter(({ col }) => col === own.col);
  const first = column.filter(({ place }) => model.up(it, place) === above.place).at(-1) ?? above; // the last candidate
  const branch = new Set([first.place]);
  for (const { place } of others) if (branch.has(model.up(it, place))) branch.add(place);
  const below = others.filter((item) => item.row > first.row && !branch.has(item.place));
  if (narrow) { // in an outline after the whole branch
    const end = Math.max(...others.filter(({ place }) => branch.has(place)).map((item) => item.row)) + 1;
    for (const item of below) item.makes = row;
    own.cy += (end - own.row) * row;
    own.row = end;
    return it.born[own.place];
  }
  const last = Math.max(-1, ...column.filter((item) => item.row <= first.row).map(({ y }) => y));
  const next = Math.min(Infinity, ...column.filter((item) => below.includes(item)).map(({ y }) => y));
  const y = first === above ? Math.max(last + 1, Math.min(above.y, next)) : last + 1;
  if (next < y + 0.99) for (const item of below) item.makes = row;
  own.cy += (y - own.y) * row;
  own.y = y;
  return it.born[own.place];
}
/** The steps at which nodes were merged with a node, by its id. @param {It} it */
function repeatsOf(it) {
  const repeats = /** @type {Map<number, number[]>} */ (new Map());
  it.n.merge?.forEach((id, place) => {
    const merged = it.fates[place].find(({ state }) => state === "merged");
    if (id !== null && merged) repeats.set(id, [...repeats.get(id) ?? [], merged.step]);
  });
  return repeats;
}
/** A node where it is once it has made room. @param {Item} item */
const moved = (item) => (item.makes ? { ...item, cy: item.cy + item.makes } : item);
/** A node where it is at a step. @param {Pick<Frame, "room">} frame @param {Item} item @param {number} step */
export const at = ({ room }, item, step) => (step >= room ? moved(item) : item);
/** The edge above a node at a step. @param {Pick<Frame, "room">} frame @param {Item} item @param {number} step */
export const wireAt = ({ room }, item, step) => (step >= room ? item.late : item.wire);

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
 * Where a merged node has become one with the box that it repeats, null before.
 * @param {Pick<Frame, "it">} frame @param {Item} item @param {number} step
 */
export function joinedBy({ it }, { place, into }, step) {
  const from = it.fates[place].find((fate) => fate.state === "merged")?.step ?? Infinity;
  return into && from <= step ? into : null;
}

/**
 * The width of a graph: its columns, whether they hold a node or not.
 * @param {Drawn} drawn @param {Layout} lay @param {Room} room @param {boolean} narrow
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
 * @param {Drawn} drawn @param {Layout} lay @param {Room} room @param {boolean} narrow
 * @param {number} top
 */
function stand(drawn, lay, room, narrow, top) {
  const { mode, items, column } = drawn, chain = mode.name === "card", gap = gapOf(drawn, lay, room);
  const indent = chain ? 0 : mode.name === "rich" || mode.name === "chip" ? 22 : 14;
  for (const item of items) {
    const left = PAD + item.col * (column + gap);
    item.x = narrow ? PAD + item.col * indent - (chain ? 4 : 0) : left;
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
    : { x, y: bottom, w: right - x, h: chain ? slabOf(flat) : SLAB };
  const end = shared ? h - edgeOf(narrow) + 4 : bottom;
  const area = { x: x - 5, y: shared ? slab.y + slab.h : top - 6, w: right - x + 10,
    h: end - (shared ? slab.y + slab.h : top - 6) };
  const col = lay.cols - 1, half = mode.high / 2;
  const bonus = !chain ? null : narrow ? { x, y: top + half + col * mode.row, w: mode.wide, h: mode.high }
    : { x: PAD + col * (mode.wide + mode.gap), y: top + half, w: mode.wide, h: mode.high };
  return { lane, slab: { ...slab, w: Math.min(slab.w, w - slab.x - 8) }, below: !shared, area, bonus };
}
