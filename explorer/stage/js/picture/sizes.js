// The sizes of a tree's boxes: as large as the panel allows, with the numbers of both models wherever they fit. A pure
// function of the drafted words and of the panel; it knows no outcome.

import { barredFor, startFor, widthFor } from "./form.js";
import {
  BACK_ROW, FINGER, LARGER, LONGEST, MODES, PAD, SHORTEST, around, copyRoom, modeNamed, rowsOf, timesRoom,
} from "./modes.js";

/** @import { Has } from "./form.js" */
/** @import { Mode } from "./modes.js" */
/** @import { Room } from "./frame.js" */
/** @import { Layout } from "../types.d.ts" */
/**
 * The content that the boxes must have room for: the width of the longest word at a size, that of the only word of the
 * first column (null if it has several, or in an outline), whether there are duplicates, whether there are copies
 * (GSD), whether outcomes of duplicates differ, whether there is a confidence of a path, numbers of candidates, edges
 * to shared boxes, running ratios, and something to the right of the last box.
 * @typedef {{ word: (font: number) => number, root: ((font: number) => number) | null, often: boolean,
 *   copied: boolean, fates: boolean, sure: boolean, nth: boolean, joins: boolean, ratio: boolean,
 *   arcs: boolean }} Content
 * Sizes of boxes, and the space between two columns. The box of the text so far has the width `first`. `fits`: all
 * columns are in the panel.
 * @typedef {{ mode: Mode, has: Has, gap: number, first: number, fits: boolean }} Sizes
 */

const EDGES = 44; // px between two columns, so that edges to one box can be told apart
const PLATE = 30; // px between two columns, so that letters of n-grams and numbers of candidates have room
const ARCS = 26; // px to the right of the last box
const APART = 96; // px: the widest space between two columns
const WORD = 3, WHOLE = 7; // times the size of a word: its minimum room, and the most room that is useful
export const NAMED = 96; // px: the room of a word in a graph of dots

/** A mode in this panel. @param {Mode} mode @param {Room} room @returns {Mode} */
const inRoom = (mode, { big }) => (big ? { ...mode, least: BACK_ROW[mode.name] } : mode);

/**
 * The boxes of a mode with this many numbers. Dense ones with one number have no numbers of candidates.
 * @param {Mode} mode @param {0 | 1 | 2} numbers @param {Content} content @param {Room} room @returns {Has}
 */
const hasOf = ({ name, text }, numbers, { sure, nth, ratio }, { big }) =>
  ({ numbers: text ? numbers : 0, sure: sure && name === "rich", big: !!big, fates: false,
    ratio: ratio && text && numbers > 0,
    nth: nth && text && (name !== "line" || numbers > 1) });

// From the most detailed one on; a graph that is too dense for both numbers has one.
const TRIES = /** @type {["rich" | "duo" | "chip" | "line", 0 | 1 | 2][]} */ ([["rich", 2], ["duo", 2], ["chip", 2],
  ["line", 2], ["duo", 1], ["chip", 1], ["line", 1], ["line", 0]]);

/**
 * The sizes of a tree that is drawn in columns.
 * @param {Layout} lay @param {Room} room @param {number} bar the height that buttons cover @param {Content} content
 * @returns {Sizes}
 */
export function treeOf(lay, room, bar, content) {
  const high = room.h - bar, all = TRIES.filter(([name]) => lay.at.length <= modeNamed(name).upTo);
  const made = all.map(([name, numbers]) => {
    const mode = inRoom(modeNamed(name), room);
    return { mode, has: hasOf(mode, numbers, content, room) };
  });
  /** @typedef {typeof made[number]} Made */
  const low = (/** @type {Made} */ { mode }) => mode.least * heightOf(mode, lay, mode.low + mode.apart) <= high;
  const slim = (/** @type {Made} */ { mode, has }, cols = lay.cols) =>
    mode.least * widthOf(mode, has, { ...lay, cols }, content, leastOf(mode, has, content)) <= room.w - 4;
  const shorter = lay.kind === "tree" ? lay.cols - 1 : lay.cols; // one scrolls to a bonus token after the longest path
  const first = (/** @type {Made[]} */ list) =>
    list.find((each) => slim(each)) ?? list.find((each) => slim(each, shorter));
  const best = (/** @type {Made[]} */ list) =>
    first(list.filter(({ mode, has }) => has.numbers === 2 && mode.name !== "line"))
    ?? first(list.filter(({ has }) => has.numbers === 2)) ?? first(list.filter(({ has }) => has.numbers === 1))
    ?? first(list);
  const lines = made.filter(({ mode }) => mode.name === "line");
  const found = best(made.filter(low)) ?? (room.big ? made.find(low) : undefined) ?? best(lines) ?? lines.at(-2)
    ?? { mode: inRoom(modeNamed("dots"), room), has: hasOf(modeNamed("dots"), 0, content, room) };
  const cols = slim(found) ? lay.cols : shorter;
  return { ...spread({ ...lay, cols }, room, high, content, found.mode, found.has), fits: slim(found, cols) };
}

/** The height of a graph. @param {Mode} mode @param {Layout} lay @param {number} row */
function heightOf(mode, lay, row) {
  const high = Math.min(mode.high, row - mode.apart);
  return (rowsOf(mode, lay, false) - 1) * row + high + around({ ...mode, high }, lay, false);
}
/** The least width of a box. @param {Mode} mode @param {Has} has @param {Content} content */
const leastOf = (mode, has, content) => (mode.text
  ? widthFor(mode, has, Math.min(content.word(mode.font), WORD * mode.font), duplicates(mode, has, content))
  : mode.wide);
/**
 * The room of a number of duplicates, or of the mark of copies, in a graph that has some.
 * @param {Mode} mode @param {Has} has @param {Content} content
 * @param {boolean} [fates] with the outcomes of duplicates
 */
const duplicates = (mode, has, { often, copied }, fates = false) =>
  (often ? timesRoom(mode, fates) : copied ? copyRoom(mode, has) : 0);
/** The least space between two columns. @param {Mode} mode @param {Has} has @param {Content} content */
const closest = (mode, has, { joins }) => (joins ? EDGES : has.nth && mode.name !== "rich" ? PLATE : mode.gap * 0.6);
/** The margins of a graph, with what is to the right of its boxes. @param {Mode} mode @param {Content} content */
export const marginsOf = ({ name }, { arcs }) => 2 * PAD + (arcs || name === "line" || name === "dots" ? ARCS : 0);
/** The width of a column. @param {Mode} mode @param {number} wide of a box */
export const columnOf = (mode, wide) => (mode.text ? wide : wide + NAMED);
/**
 * The width of a graph with boxes of this width, at least.
 * @param {Mode} mode @param {Has} has @param {Layout} lay @param {Content} content @param {number} wide
 */
const widthOf = (mode, has, { cols }, content, wide) => columnOf(mode, firstOf(mode, has, content, wide))
  + (cols - 1) * (columnOf(mode, wide) + closest(mode, has, content)) + marginsOf(mode, content);
/**
 * The width of the boxes of the first column.
 * @param {Mode} mode @param {Has} has @param {Content} content @param {number} wide that of the others
 */
const firstOf = (mode, has, { root }, wide) =>
  (root && mode.text ? Math.min(wide, startFor(mode, has, root(mode.font))) : wide);

/**
 * Lets the boxes of a mode grow into the panel. First the whole graph grows, then rows, words and bars, then the
 * distance of columns.
 * @param {Layout} lay @param {Room} room @param {number} high @param {Content} content @param {Mode} mode
 * @param {Has} has @returns {Omit<Sizes, "fits">}
 */
function spread(lay, room, high, content, mode, has) {
  const { cols } = lay, { least, apart, low } = mode, word = content.word(mode.font);
  const comfort = low + apart + 0.4 * (mode.row - low - apart), w = room.w - 4;
  const most = Math.min(word, WHOLE * mode.font);
  const whole = !mode.text ? mode.wide
    : Math.max(barredFor(mode, has), widthFor(mode, has, most, duplicates(mode, has, content)));
  const scale = Math.max(least, Math.min(LARGER, high / heightOf(mode, lay, comfort),
    w / widthOf(mode, has, lay, content, whole)));
  const fits = (/** @type {number} */ row) => heightOf(mode, lay, row) <= high / scale;
  let row = Math.floor(low + apart);
  while (row < mode.row && fits(row + 1)) row++;
  const margins = marginsOf(mode, content), gap = closest(mode, has, content);
  const boxes = w / scale - margins - (cols - 1) * gap, start = firstOf(mode, has, content, Infinity);
  const share = Math.max(boxes / cols, (boxes - start) / Math.max(1, cols - 1));
  const wide = !mode.text ? mode.wide : Math.floor(Math.max(leastOf(mode, has, content), Math.min(mode.wide, share,
    widthFor(mode, has, word, duplicates(mode, has, content, content.fates), true))));
  const first = firstOf(mode, has, content, wide);
  const free = (w / scale - margins - columnOf(mode, first)) / Math.max(1, cols - 1) - columnOf(mode, wide);
  const fates = content.fates && wide >= leastOf(mode, has, content) + timesRoom(mode, true) - timesRoom(mode, false);
  return { mode: { ...mode, wide, row, high: Math.min(mode.high, row - apart), bar: barOf(mode, has, content, wide) },
    has: { ...has, fates }, first,
    gap: Math.floor(Math.max(gap, Math.min(APART, free))) };
}

/**
 * The sizes of an outline: rows as high as the panel allows, for a finger at least if that can be seen at once.
 * @param {Layout} lay @param {Room} room @param {Content} content @returns {Sizes}
 */
export function outlineOf(lay, room, content) {
  const rows = lay.at.length, free = (/** @type {number} */ bar) =>
    (room.h - bar - around(MODES[0], lay, true)) / rows;
  const pitch = Math.floor(room.touched ? Math.max(free(room.bar), Math.min(FINGER, free(0))) : free(room.bar));
  const { name } = MODES.filter(({ upTo }) => rows <= upTo).find(({ low, apart, text }) => text && low + apart <= pitch)
    ?? (rows <= modeNamed("line").upTo ? modeNamed("line") : modeNamed("dots"));
  const mode = { ...modeNamed(name), small: 13, font: Math.min(modeNamed(name).font, 16), least: 1 };
  const most = Math.max(120, room.w - marginsOf(mode, content) - (lay.cols - 1) * indentOf(mode));
  const both = hasOf(mode, 2, content, room), has = leastOf(mode, both, content) <= most ? both
    : hasOf(mode, 1, content, room);
  const beside = duplicates(mode, has, content);
  const wide = mode.text ? Math.min(most, widthFor(mode, has, content.word(mode.font), beside, true))
    : mode.wide;
  const row = Math.max(mode.low + 1, Math.min(pitch, mode.row)), apart = Math.min(mode.apart, row - mode.low);
  return { mode: { ...mode, wide, row, high: Math.min(mode.high, row - apart),
    bar: barOf(mode, has, content, wide) }, has, gap: 0, first: wide, fits: true };
}
/**
 * The length of bars beside numbers that leaves enough room for words, 0 for none.
 * @param {Mode} mode @param {Has} has @param {Content} content @param {number} wide of a box
 */
function barOf(mode, has, content, wide) {
  const word = Math.min(content.word(mode.font), WHOLE * mode.font);
  const bar = Math.min(LONGEST, wide - widthFor(mode, has, word, duplicates(mode, has, content)));
  return bar < SHORTEST ? 0 : bar;
}
/** How far a level of an outline is moved to the right. @param {Mode} mode */
export const indentOf = ({ name }) => (name === "rich" || name === "duo" || name === "chip" ? 22 : 14);
