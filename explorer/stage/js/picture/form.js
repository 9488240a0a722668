// Where the parts of a node are in its box, for every mode in which a graph is drawn (modes.js). Texts, bars and edges
// do not overlap in any font.

import { cardForm } from "./card.js";
import { BADGE, LONGEST, NAMES, SHORTEST, nameRoom, numberRoom, ratioRoom } from "./modes.js";

/** @import { Mode } from "./modes.js" */

/**
 * The content of the boxes of a graph: how many columns of numbers, whether they are written on one another, the
 * draft's confidence of a path, numbers of candidates, texts of Present, duplicates with their outcomes, and running
 * ratios.
 * @typedef {{ numbers: 0 | 1 | 2, sure: boolean, nth: boolean, big: boolean, fates: boolean, ratio: boolean }} Has
 * Where a node's parts are in its box, in px from the middle of its left side: the mark, the word and the end of its
 * room, the second line, also that of the first node, the bars of q and p with their names and numbers, and the scale
 * of the test. A running ratio ends at `ratio`.
 * @typedef {{ key: string, glyph: { x: number, y: number, r: number }, word: { x: number, y: number, end: number },
 *   second: { x: number, y: number, end: boolean } | null, start?: { x: number, y: number },
 *   sure: { x: number, y: number } | null, ratio?: { x: number, y: number },
 *   times: { x: number, y: number }, small: number,
 *   bars: Bars | null,
 *   scale: { x: number, y: number, wide: number, high: number, says: { x: number, y: number } | null } | null }} Form
 * The bars of q and p: where each begins, their length and height, the middle of each, where their names and their
 * numbers end or null for none, and how far the base lines of these texts are from the middle. `long`: the names are
 * words. `one`: both numbers are written at one place, the target's instead of the draft's.
 * @typedef {{ x: { q: number, p: number }, wide: number, high: number, q: number, p: number, name: number | null,
 *   long: boolean, one: boolean, numbers: { q: number | null, p: number | null },
 *   texts: { q: number, p: number } }} Bars
 */

const READABLE = 44; // px: shorter bars are left out

/** Where the word of a small box begins. @param {Mode} mode @param {Has} has */
function beginOf({ name, r }, { nth }) {
  const before = nth ? BADGE : 0, edge = name === "rich" ? 9 : name === "dots" ? 3 : 7;
  const glyph = before + edge + r;
  return { glyph, word: glyph + r + (name === "rich" ? 7 : 6) };
}

/**
 * Where the parts of a node are in a box.
 * @param {Mode} mode @param {Has} has @param {boolean} narrow @returns {Form}
 */
export function formOf(mode, has, narrow) {
  const { name, high, wide, font, r } = mode;
  const key = [`${name}${narrow ? "-" : ""}${wide}x${high}`, has.numbers, +has.sure, +has.nth, +has.ratio].join(".");
  const { small } = mode;
  if (name === "card") return { key, small, ...cardForm(mode, narrow) };
  const begin = beginOf(mode, has), half = high / 2;
  if (name === "rich") return { key, small, ...richForm(mode, has, begin) };
  const bars = name === "dots" || has.numbers < 1 ? null
    : name === "duo" ? stacked(mode) : beside(mode, has);
  const left = bars ? Math.min(bars.x.q, (bars.numbers.q ?? wide) - numberRoom(mode.small)) : wide;
  const y = Math.min(font * 0.36, half - font * 0.25);
  const free = left - (has.ratio && bars ? besideNumbers(mode, has) : 0);
  return { key, small, glyph: { x: begin.glyph, y: 0, r }, word: { x: begin.word, y, end: free - 5 }, second: null,
    sure: null, times: { x: free - 4, y }, bars,
    ratio: has.ratio && bars ? { x: (bars.one ? wide : left) - 5, y: 0 } : undefined,
    scale: name !== "chip" && name !== "duo" ? null
    : { x: 0, y: half + under(mode, 3.5), wide, high: 3.5, says: null } };
}

/**
 * The width of a running ratio before the numbers of a box. It replaces a number if there is only one.
 * @param {Mode} mode @param {Has} has
 */
const besideNumbers = (mode, has) => (has.numbers > 1 || mode.name === "duo" ? ratioRoom(mode) + 6 : 8);

/**
 * A box with a line for its word and one for each model, with the models' names if there is room.
 * @param {Mode} mode @param {Has} has @param {{ glyph: number, word: number }} begin
 * @returns {Omit<Form, "key" | "small">}
 */
function richForm(mode, has, begin) {
  const { high, wide, r, small } = mode, { sure } = has, half = high / 2, top = (high > 55 ? 18 : 16.5) - half;
  const p = half - 10.5, q = p - (high > 55 ? 15.5 : 13.5), begins = 10 + (has.nth ? BADGE : 0); // after the number
  const number = numberRoom(small), end = wide - 8;
  const named = begins + nameRoom(NAMES), from = wide - named - number - 18 >= READABLE ? named + 4 : begins;
  const room = end - number - 6 - from; // for bars
  const y = { q: small * 0.34, p: small * 0.34 }, free = has.ratio ? end - ratioRoom(mode) - 4 : end;
  return { glyph: { x: begin.glyph, y: top - 6, r },
    word: { x: begin.word, y: top, end: sure ? end - number - 6 : free },
    second: { x: end, y: top, end: true }, start: { x: 10, y: 15 },
    sure: sure ? { x: end, y: top } : null, times: { x: free, y: top },
    ratio: has.ratio ? { x: end, y: top - 5 } : undefined,
    bars: { x: { q: from, p: from }, wide: room < READABLE ? 0 : room, high: 6, q, p,
      name: from > begins ? begins : null, long: from > begins, one: false, numbers: { q: end, p: end }, texts: y },
    scale: { x: 0, y: half + under(mode, 4), wide, high: 4, says: null } };
}

/**
 * How far below its box a scale of this height begins. Its dot, with the dot's edge, must end above the next box.
 * @param {Mode} mode @param {number} tall
 */
const under = ({ row, high }, tall) => Math.min(2, row - high - 1.5 * tall - 1.75);

/** Two numbers one below the other, with bars before them. @param {Mode} mode @returns {Bars} */
function stacked({ high, wide, small, bar = 0 }) {
  const far = high * 0.23, end = wide - 8, number = end - numberRoom(small) - 6, y = small * 0.36;
  const x = number - bar;
  return { x: { q: x, p: x }, wide: bar, high: 6, q: -far - 0.5, p: far - 1, name: null, long: false, one: false,
    numbers: { q: end, p: end }, texts: { q: y, p: y } };
}

/** Numbers side by side, with bars above them, or one number. @param {Mode} mode @param {Has} has @returns {Bars} */
function beside({ name, high, wide, small }, { numbers }) {
  const end = wide - 7, number = numberRoom(small), first = numbers > 1 ? end - number - 8 : end;
  const slim = name === "line", y = slim ? 0 : 3.6 - high / 2, base = slim ? small * 0.36 : high / 2 - 8.5;
  return { x: { q: first - number + 3, p: end - number + 3 }, wide: number - 3, high: slim ? 0 : 2.6, q: y, p: y,
    name: null, long: false, one: numbers < 2, numbers: { q: first, p: end }, texts: { q: base - y, p: base - y } };
}

/**
 * The width that a box of the mode rich needs so that its bars can be read.
 * @param {Mode} mode @param {Has} has
 */
export const barredFor = ({ name, small }, { numbers, nth }) => (name === "rich" && numbers
  ? 10 + (nth ? BADGE : 0) + READABLE + 6 + numberRoom(small) + 9 : 0); // one px more, because widths are whole
/**
 * The width of the box of the text so far.
 * @param {Mode} mode @param {Has} has @param {number} word its width
 */
export const startFor = (mode, has, word) => Math.ceil(beginOf(mode, has).word + word + 8);

/**
 * The width that a box needs for a word of this width.
 * @param {Mode} mode @param {Has} has @param {number} word @param {number} times the room of duplicates
 * @param {boolean} [long] whether bars are as long as they get
 */
export function widthFor(mode, has, word, times, long = false) {
  const { name, small } = mode, begin = beginOf(mode, has).word, number = numberRoom(small);
  const first = begin + word + times + 8 + (has.ratio ? besideNumbers(mode, has) : 0);
  if (!mode.text || has.numbers < 1) return Math.ceil(first);
  if (name === "rich") return Math.ceil(Math.max(first + (has.sure ? number + 6 : 0),
    long ? 10 + nameRoom(NAMES) + 4 + LONGEST + 6 + number + 8 : 10 + SHORTEST + 6 + number + 8));
  if (name === "duo") return Math.ceil(first + number + 11 + (long ? LONGEST : 0));
  return Math.ceil(first + number + (has.numbers > 1 ? number + 8 : 0) + 4);
}
