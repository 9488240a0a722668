// Where the parts of a node are in its box, for every mode in which a graph is drawn (frame.js chooses it).

/**
 * What the boxes of a graph have: whether bars are small, and beside them the number of the target or of both models,
 * the draft's confidence, and texts of Present.
 * @typedef {{ small: boolean, numbers: boolean, both: boolean, sure: boolean, big: boolean }} Has
 * @typedef {{ name: string, upTo: number, row: number, high: number, wide: number, gap: number, font: number,
 *   r: number, text: boolean, bars: boolean, least: number }} Mode
 * Where a node's parts are in its box, in px from the middle of its left side: the mark, the word, the second line,
 * the bars of q and p with their names and numbers, and the scale of the test.
 * @typedef {{ key: string, glyph: { x: number, y: number, r: number }, word: { x: number, y: number },
 *   second: { x: number, y: number, end: boolean } | null, sure: { x: number, y: number } | null,
 *   times: { x: number, y: number },
 *   bars: Bars | null,
 *   scale: { x: number, y: number, wide: number, high: number, says: { x: number, y: number } | null } | null }} Form
 * The bars of q and p: where they begin, their length and height, the middle of each, where their names and their
 * numbers end or null for none, and how far these texts are from the middle. `long`: the names are words.
 * @typedef {{ x: number, wide: number, high: number, q: number, p: number, name: number | null, long: boolean,
 *   numbers: { q: number | null, p: number | null }, texts: { q: number, p: number } }} Bars
 */

// A node shows less the more nodes and rows there are. Sizes are in px; `least` is the smallest scale at which a
// graph is drawn to fit its panel. No text becomes smaller than 12 px.
export const MODES = /** @type {Mode[]} */ ([
  { name: "rich", upTo: 26, row: 66, high: 56, wide: 148, gap: 36, font: 17, r: 6.5, text: true, bars: true,
    least: 0.93 },
  { name: "chip", upTo: 64, row: 33, high: 28, wide: 138, gap: 30, font: 17, r: 5, text: true, bars: true,
    least: 0.8 },
  { name: "line", upTo: 160, row: 22, high: 19, wide: 120, gap: 30, font: 15, r: 4.6, text: true, bars: true,
    least: 0.8 },
  { name: "dots", upTo: Infinity, row: 15, high: 13, wide: 14, gap: 34, font: 12, r: 4.2, text: false, bars: false,
    least: 1 },
]);

export const SURE = 42; // px: the draft's confidence of a path
const NUMBER = 48; // px: the number beside the bars of a small box
const LONG = 140, NAMES = 98, BIG_NAMES = 118; // px: from these widths on a box has names beside its bars, or above
export const SCALE = 88; // px: the scale of a test in an outline

/**
 * Where the parts of a node are in a box.
 * @param {Mode} mode @param {Has} has @param {boolean} narrow @returns {Form}
 */
export function formOf(mode, has, narrow) {
  const { name, high, wide, font, r } = mode, { sure } = has, key = `${name}${narrow ? "-" : ""}${wide}x${high}`;
  if (name === "card") return { key, ...cardForm(mode, has, narrow) };
  const middle = font * 0.36, end = wide - 6;
  if (name === "rich") return { key, glyph: { x: 16, y: -15, r }, word: { x: 30, y: -9 },
    second: { x: wide - 8, y: -9, end: true }, sure: sure ? { x: wide - 8, y: -9 } : null,
    times: { x: wide - 8, y: -9 },
    bars: { x: 60, wide: wide - 108, high: 6, q: 4.5, p: 18, name: 10, long: true,
      numbers: { q: wide - 8, p: wide - 8 }, texts: { q: 4.4, p: 4.4 } },
    scale: { x: 0, y: high / 2 + 2, wide, high: 5, says: null } };
  const bars = name === "dots" || (sure && name === "line") ? null : smallBars(mode, has);
  return { key, glyph: { x: name === "chip" ? 14 : r + (name === "dots" ? 3 : 7), y: 0, r },
    word: { x: name === "chip" ? 24 : r * 2 + 14, y: middle }, second: null,
    sure: sure && name !== "dots" ? { x: end, y: middle } : null,
    times: { x: bars ? bars.x - 4 : end, y: middle }, bars,
    scale: name === "chip" ? { x: 0, y: high / 2 - 4, wide, high: 4, says: null } : null };
}

/** The length of a small box's bars. @param {Has} has */
const barOf = ({ numbers, small }) => (numbers ? (small ? 14 : 18) : small ? 24 : 32);

/** The bars of a small box with the numbers on their right. @param {Mode} mode @param {Has} has @returns {Bars} */
function smallBars({ name, high, wide, font }, has) {
  const { numbers, both, sure } = has, bar = barOf(has), end = wide - 7, one = font * 0.36;
  const stacked = both && high >= 34, far = stacked ? 8 : name === "chip" ? 4 : 3.5; // numbers one below the other
  const right = !numbers ? 0 : both && !stacked ? 2 * NUMBER : NUMBER;
  return { x: wide - bar - 6 - right - (sure ? SURE : 0), wide: bar,
    high: name === "chip" ? 5 : 4, q: -far, p: far,
    name: null, long: false,
    numbers: { q: !numbers || !both ? null : stacked ? end : end - NUMBER, p: numbers ? end : null },
    texts: stacked ? { q: 5.2, p: 5.2 } : { q: one + far, p: one - far } };
}

/**
 * The parts of a box of a chain. In a narrow box the names and numbers are above the bars.
 * @param {Mode} mode @param {Has} has @param {boolean} narrow @returns {Omit<Form, "key">}
 */
function cardForm({ high, wide, r }, { big }, narrow) {
  const beside = { long: false, texts: { q: 4.4, p: 4.4 } }, both = (/** @type {number} */ at) => ({ q: at, p: at });
  if (narrow) {
    const bars = { ...beside, long: true, x: wide - 86, wide: 38, high: 8, q: -9, p: 9, name: wide - 129,
      numbers: both(wide - 8) };
    return { glyph: { x: 18, y: 0, r }, word: { x: 32, y: 6 }, second: { x: wide - 10, y: 5, end: true },
      sure: null, times: { x: wide - 133, y: 5 }, bars, scale: { x: wide + 10, y: -8, wide: SCALE, high: 10,
        says: { x: wide + 10 + SCALE / 2, y: 16 } } };
  }
  const low = high < 80, top = -high / 2, long = wide >= LONG, q = top + (low ? 35 : 48);
  const [first, second] = low ? [top + 38, top + 54] : [top + 53, top + 79]; // bars below their texts
  const bars = long ? { ...beside, long, x: 70, wide: wide - 124, high: low ? 7 : 9, q, p: q + (low ? 15 : 20),
    name: 10, numbers: both(wide - 9) }
    : { long: wide >= (big ? BIG_NAMES : NAMES), texts: low ? both(-4) : both(-6), x: 10, wide: wide - 20,
      high: low ? 3 : 6, q: first, p: second, name: 10, numbers: both(wide - 9) };
  return { glyph: { x: 18, y: top + (low ? 15 : 21), r }, word: { x: 32, y: top + (low ? 21 : 27) },
    second: wide < (low ? 128 : 118) ? null : { x: 10, y: q + 4, end: false }, sure: null,
    times: { x: wide - 9, y: top + (low ? 20 : 26) }, bars,
    scale: { x: 0, y: -top + (low ? 5 : 12), wide, high: low ? 8 : 12,
      says: { x: wide / 2, y: -top + (low ? 26 : 40) } } };
}

/**
 * The width of a box: of its mode, or of the longest word and what is beside it if that is less.
 * @param {Mode} fit @param {Has} has @param {number} words @param {number} times the room of duplicates
 * @param {number} most the width that an outline leaves for a box
 */
export function widthOfBox(fit, has, words, times, most) {
  const { numbers, both, sure } = has, room = words + 36 + barOf(has);
  const shares = !numbers ? 0 : both && fit.high < 34 ? 2 * NUMBER : NUMBER;
  const beside = times + (fit.name === "rich" || fit.name === "dots" ? 0 : shares) + (sure && fit.text ? SURE : 0);
  if (!fit.text || fit.name === "rich") return fit.wide + (fit.text ? beside : 0);
  return Math.ceil(Math.max(Math.min(fit.wide, room) + beside, Math.min(most, room + beside)));
}
