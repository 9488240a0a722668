// The boxes of a chain: as large as the panel allows, with a column for the bonus token and a row for rejected boxes.

import { BACK_ROW, CARD, FINGER, LANE, LARGER, PAD, SHORTEST, edgeOf, nameRoom, numberRoom } from "./modes.js";

/** @import { Form } from "./form.js" */
/** @import { Mode } from "./modes.js" */
/** @import { Room } from "./frame.js" */
/** @import { Layout } from "../types.d.ts" */

export const SCALE = 88; // px: the scale of a test in an outline
const ROOMY = 142, BIG = 112, LEAST = 66; // px: a box of a chain as it should be at least, and as it must be
const SLIM = 98; // px: in a narrower box the mark is close to the edge
const MANY = 8; // columns: more of them are close together
const BELOW = { slab: 28, low: 22, gap: 6, end: 3 }; // px: the slab below a chain, in a low panel, the space under it

/**
 * The size of the boxes.
 * @param {Layout} lay @param {Room} room @param {boolean} narrow @param {boolean} flat
 * @param {number} prefixes with scales one below the other @returns {Mode}
 */
export function cardOf(lay, room, narrow, flat, prefixes) {
  const { cols } = lay, small = room.big ? 16 : CARD.small;
  if (narrow) {
    const least = room.touched ? FINGER : FINGER - 6;
    const row = Math.max(least, Math.min(54, Math.floor((room.h - 2 * edgeOf(true) - LANE) / cols)));
    return { ...CARD, row, high: row - 6, wide: Math.min(420, Math.max(200, room.w - 2 * PAD - SCALE - 14)), gap: 0,
      font: 16, small, least: 1 };
  }
  const high = flat ? 60 : room.big ? CARD.high - 10 : CARD.high, tall = heightOf(high, flat, cols > 2, prefixes);
  const gap = flat || cols > MANY ? 8 : Math.max(12, Math.min(22, Math.floor(room.w * 0.018)));
  const gaps = 2 * PAD + gap * (cols - 1);
  const across = cols * (room.big ? BIG : ROOMY) + gaps;
  const least = flat ? 0.8 : room.big ? BACK_ROW.card : CARD.least;
  const large = Math.max(room.big ? least : 1, Math.min(LARGER, (room.h - barAbove(room)) / tall, room.w / across));
  const fits = (/** @type {number} */ scale) => Math.floor((room.w / scale - gaps) / cols);
  const wide = Math.max(LEAST, Math.min(CARD.wide, fits(large)), Math.min(BIG, fits(least)));
  return { ...CARD, high, wide, gap, font: flat ? 16 : CARD.font, small: flat && !room.big ? 15.5 : small, least };
}
/**
 * The height that a graph leaves free for the panel's buttons. It is 0 if the row of the draft model is next to them.
 * @param {Room} room
 */
export const barAbove = ({ bar, touched }) => (touched ? bar : 0);
export const LINE = 18; // px from the scale of one prefix to that of the next
/**
 * The space below a box of a chain, for its scale or for those of all prefixes.
 * @param {boolean} flat @param {number} prefixes
 */
export const underOf = (flat, prefixes = 0) => (flat ? 33 : Math.max(48, prefixes && 16 + LINE * prefixes));
/** The height of the slab below a chain. @param {boolean} flat */
export const slabOf = (flat) => (flat ? BELOW.low : BELOW.slab);
/**
 * The distance by which a rejected box falls, so that it ends below the slab. The slab keeps its width.
 * @param {number} high @param {boolean} flat @param {number} prefixes
 */
export const dropOf = (high, flat, prefixes) => high + underOf(flat, prefixes) + slabOf(flat) + BELOW.gap;
/**
 * The height of a chain.
 * @param {number} high of a box @param {boolean} flat @param {boolean} drafts @param {number} prefixes
 */
export const heightOf = (high, flat, drafts, prefixes) => edgeOf(false) + LANE + high
  + (drafts ? underOf(flat) + dropOf(high, flat, prefixes) + BELOW.end : underOf(flat, prefixes) + slabOf(flat) + PAD);

/**
 * The parts of a box of a chain. In a narrow box names and numbers are above the bars; in a narrower one colours
 * replace the names.
 * @param {Mode} mode @param {boolean} narrow @returns {Omit<Form, "key" | "small">}
 */
export function cardForm(mode, narrow) {
  if (narrow) return rowForm(mode);
  const { high, wide, r, small } = mode, low = high < 80, top = -high / 2, end = wide - 9;
  const number = numberRoom(small), name = nameRoom(small), slim = wide < SLIM;
  const line = top + (low ? 21 : 27), scale = { x: 0, y: -top + (low ? 5 : 12), wide, high: low ? 8 : 12,
    says: { x: wide / 2, y: -top + (low ? 29 : 40) } };
  const rows = low ? [33, 48] : [48, 68], named = wide >= 10 + name + 4 + 20 + 6 + number + 9;
  const bars = low ? inLine(mode, named, top + rows[0], top + rows[1]) : above(mode, top);
  return { glyph: { x: slim ? 13 : 18, y: top + (low ? 15 : 21), r },
    word: { x: slim ? 24 : 32, y: line, end: slim ? wide - 4 : end }, scale, sure: null, bars,
    second: wide < (low ? 128 : 118) ? null : { x: 10, y: top + (low ? 39 : 52), end: false },
    times: { x: end, y: line - 1 } };
}

/**
 * A line for each model: its name if there is room, its bar and its number.
 * @param {Mode} mode @param {boolean} named @param {number} q the middle of a line @param {number} p
 */
function inLine({ wide, small, high }, named, q, p) {
  const end = wide - 9, x = named ? 14 + nameRoom(small) : 10, text = small * 0.34;
  const bar = end - numberRoom(small) - 6 - x;
  return { x: { q: x, p: x }, wide: bar < SHORTEST ? 0 : bar, high: high < 80 ? 7 : 9, q, p,
    name: named ? 10 : null, long: named, one: false, numbers: { q: end, p: end }, texts: { q: text, p: text } };
}

/** Names and numbers above long bars. @param {Mode} mode @param {number} top of the box */
function above({ wide, small }, top) {
  const end = wide - 9, named = 10 + nameRoom(small) + 4 + numberRoom(small) <= end, q = top + 50, p = top + 74;
  return { x: { q: 10, p: 10 }, wide: wide - 20, high: 5, q, p, name: 10, long: named, one: false,
    numbers: { q: end, p: end }, texts: { q: -7, p: -7 } };
}

/** A box as a row of an outline: the numbers at its end, each above its bar. @param {Mode} mode */
function rowForm({ high, wide, r, small }) {
  const number = numberRoom(small), end = wide - 8, from = end - number, name = from - nameRoom(small) - 4;
  const named = name - 4 > 120, far = Math.min(22, (high - 2) / 2), first = -far + small * 0.73 + 0.5;
  const under = 3.8, q = first + under, p = first + far + under, left = named ? name : from;
  return { glyph: { x: 18, y: 0, r }, word: { x: 32, y: 6, end: left - 6 }, second: { x: end, y: 5, end: true },
    sure: null, times: { x: left - 4, y: 5 },
    bars: { x: { q: from, p: from }, wide: number, high: 2.6, q, p, name: named ? name : null, long: named, one: false,
      numbers: { q: end, p: end }, texts: { q: -under, p: -under } },
    scale: { x: wide + 10, y: -8, wide: SCALE, high: 10, says: { x: wide + 10 + SCALE / 2, y: 16 } } };
}
