// The modes in which a graph is drawn. The more nodes and rows a graph has, the less each node shows.

/** @import { Layout } from "../types.d.ts" */
/**
 * `low` is the least height of a box and `apart` the space below it; `row` and `high` are maximum sizes. `small` is the
 * size of its numbers, and `bar` the length of the bars before them.
 * @typedef {{ name: "card" | "rich" | "duo" | "chip" | "line" | "dots", upTo: number, row: number, high: number,
 *   low: number, apart: number, wide: number, gap: number, font: number, small: number, r: number, text: boolean,
 *   bar?: number, least: number }} Mode
 */

// Sizes are in px; `least` is the smallest scale at which a
// graph is drawn to fit its panel. No text becomes smaller than 12 px.
export const MODES = /** @type {Mode[]} */ ([
  { name: "rich", upTo: 26, row: 72, high: 58, low: 50, apart: 7, wide: 190, gap: 36, font: 17, small: 14.5, r: 6.5,
    text: true, least: 0.93 },
  { name: "duo", upTo: 64, row: 50, high: 40, low: 33, apart: 4, wide: 250, gap: 30, font: 17, small: 15.5, r: 5.4,
    text: true, least: 0.8 },
  { name: "chip", upTo: 64, row: 36, high: 30, low: 26, apart: 4, wide: 250, gap: 30, font: 17, small: 15.5, r: 5,
    text: true, least: 0.8 },
  { name: "line", upTo: 160, row: 25, high: 21, low: 19, apart: 2, wide: 230, gap: 30, font: 15, small: 15.5, r: 4.6,
    text: true, least: 0.8 },
  { name: "dots", upTo: Infinity, row: 15, high: 13, low: 13, apart: 2, wide: 14, gap: 34, font: 12, small: 12, r: 4.2,
    text: false, least: 1 },
]);
export const CARD = /** @type {Mode} */ ({ name: "card", upTo: Infinity, row: 0, high: 92, low: 60, apart: 0, wide: 178,
  gap: 0, font: 18, small: 13, r: 7, text: true, least: 0.93 }); // a node of a chain
// In Present every text of a node is at least 18 px, so that the back row can read it; the graph follows the step.
export const BACK_ROW = /** @type {Record<string, number>} */ ({ card: 1.13, rich: 1.39, duo: 1.17, chip: 1.17,
  line: 1.2, dots: 1.5 });
/** A mode by its name. @param {Mode["name"]} name @returns {Mode} */
export const modeNamed = (name) => MODES.find((mode) => mode.name === name) ?? MODES[0];

export const NUMBER = 3.3; // times its size: the room of a number
export const LONGEST = 60, SHORTEST = 16; // px: bars beside numbers
export const BADGE = 7; // px: how far the number of a candidate reaches into its box
const NAME = 4; // times its size: the room of a bar's name
export const NAMES = 13; // px: the size of names in a box of the mode rich, in which numbers are larger
/** The room of a number in px. @param {number} size of the text */
export const numberRoom = (size) => Math.ceil(NUMBER * size);
/**
 * The room of a number of duplicates in px.
 * @param {Mode} mode @param {boolean} fates whether it comes with their outcomes
 */
export const timesRoom = ({ small }, fates) => Math.ceil(small * (fates ? 5.2 : 2.75)) + 4;
/** The room of a running ratio in px. @param {Mode} mode */
export const ratioRoom = ({ name, small }) => Math.ceil(small * (name === "rich" ? 4.1 : 3.4)) + 9;
/**
 * The room of the mark of a copy in px.
 * @param {Mode} mode @param {{ numbers: 0 | 1 | 2 }} has
 */
export const copyRoom = ({ name, small }, { numbers }) =>
  (name === "line" && numbers === 1 ? 0 : Math.ceil(small * 2.8) + 4);
/** The room of a bar's name in px. @param {number} size of the text */
export const nameRoom = (size) => Math.ceil(NAME * size);

export const PAD = 16, LANE = 34, SLAB = 30; // px: the margin, and the rows of the two models
export const KEY = 10; // px below a dense graph: room for the words that say whose its numbers are
export const FINGER = 44; // px: the smallest target for a finger
export const LARGER = 1.6; // nodes grow up to this factor
/** The space above the first row and below the last one; smaller on a phone. @param {boolean} narrow */
export const edgeOf = (narrow) => (narrow ? PAD - 6 : PAD - 4);
/** Whether the models' blocks share the row above the graph. @param {Mode} mode @param {boolean} narrow */
export const together = ({ name }, narrow) => narrow || name === "line" || name === "dots";
/**
 * Whether the target's own token is in the row of the target's slab if it takes the place of rejected candidates.
 * Otherwise the boxes make room for it between them.
 * @param {Mode} mode @param {Layout} lay @param {boolean} narrow
 */
export const docks = (mode, { kind }, narrow) => kind === "tree" && !together(mode, narrow);
/** The rows of boxes; a layout of a tree counts one more for the target's own token. @param {Mode} mode
 * @param {Layout} lay @param {boolean} narrow */
export const rowsOf = (mode, lay, narrow) => lay.rows - (docks(mode, lay, narrow) ? 1 : 0);
const BELOW = 9; // px below a box, for its scale
/** The height of the target's row, in which its own token may be. @param {Mode} mode @param {Layout} lay */
export const slabRow = (mode, lay) => (docks(mode, lay, false) ? Math.max(SLAB, mode.high) + BELOW : SLAB);
/** The height below the boxes of a graph in columns. @param {Mode} mode @param {Layout} lay */
export const footOf = (mode, lay) => (together(mode, false) ? KEY
  : slabRow(mode, lay) + (docks(mode, lay, false) ? 10 : 8)); // the scale of the last row ends above the slab's token
/**
 * The middle of the target's row.
 * @param {Mode} mode @param {Layout} lay @param {number} h the height of the graph
 */
export const slabMiddle = (mode, lay, h) => h - edgeOf(false) - slabRow(mode, lay)
  + (docks(mode, lay, false) ? Math.max(SLAB, mode.high) : SLAB) / 2;
/** The height of all but the rows of nodes. @param {Mode} mode @param {Layout} lay @param {boolean} narrow */
export const around = (mode, lay, narrow) => 2 * edgeOf(narrow) + LANE + (narrow ? 0 : footOf(mode, lay));
