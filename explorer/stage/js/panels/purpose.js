// What a method is for, before its first round: one picture with a row for each aim, over the graph, which has not
// begun yet. It must make clear why the method exists: what it wants, what that costs, and what it does instead.

import { h, put, s } from "../dom.js";
import { glyphIcon } from "../marks.js";

/** @import { It, Model } from "../model.js" */
/** @import { Aim, Purpose } from "../types.d.ts" */
/** @import { Part } from "./parts.js" */
/**
 * The parts of the first step of a run: its aims, and the step itself.
 * @typedef {"aim1" | "aim2" | "aim3" | "start"} PurposePart
 * The nodes of a drawing.
 * @typedef {(Node | null)[]} Drawn
 */

const AIMS = /** @type {PurposePart[]} */ (["aim1", "aim2", "aim3"]);
const WIDE = 480, HIGH = 110; // the size of a drawing

/**
 * The parts of the first step of a run whose method says what it is for; none for other steps.
 * @param {Model} model @param {It} it @param {number} phase @returns {PurposePart[]}
 */
export function purposeParts(model, it, phase) {
  const { purpose } = model.header;
  if (!purpose || it.i > 0 || phase > 0 || it.steps[0]?.phase !== "input") return [];
  return [...AIMS.slice(0, purpose.aims.length), "start"];
}
/**
 * The number of the aim that a part shows, counted from 0; −1 for other parts.
 * @param {string | null | undefined} part
 */
export const aimOf = (part) => AIMS.findIndex((each) => each === part);
/**
 * The content of a part about the purpose of the method.
 * @param {Model} model @param {string | undefined} part @returns {Part | null}
 */
export function purposePart(model, part) {
  const aim = model.header.purpose?.aims[aimOf(part)];
  return aim ? { name: aim.name, title: "", says: aim[model.voice], sums: [], panel: [] } : null;
}

/** The picture over the graph. */
export class PurposePicture {
  root = h("div", { class: "st-purpose", "data-testid": "purpose", hidden: true });
  drawn = /** @type {Purpose | null} */ (null);

  /** Shows the aims up to one of them, or nothing. @param {Purpose | undefined} purpose @param {number} upTo */
  show(purpose, upTo) {
    this.root.hidden = !purpose || upTo < 0;
    if (!purpose || upTo < 0) return;
    if (this.drawn !== purpose) put(this.root, ...purpose.aims.map((aim, k) => row(purpose.picture, aim, k)));
    this.drawn = purpose;
    [...this.root.children].forEach((each, k) => {
      each.classList.toggle("later", k > upTo);
      each.classList.toggle("now", k === upTo);
    });
  }
}

/** One aim: its heading with a remark, and its drawing. @param {string} picture @param {Aim} aim @param {number} k */
function row(picture, { head, labels: [note, ...labels] }, k) {
  const drawing = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img",
    "aria-label": [head, note, ...labels].join(". ") }, ...PICTURES[picture]?.[k]?.(labels) ?? []);
  return h("section", { class: "st-aim" }, h("div", {}, h("h2", {}, head), h("p", {}, note)), drawing);
}

/**
 * A box for a token.
 * @param {string} of its look @param {number} x the middle @param {number} y the middle
 * @param {string} [text] @param {number} [wide]
 */
const box = (of, x, y, text = "", wide = 62) => s("g", { "data-of": of },
  s("rect", { class: "box", x: x - wide / 2, y: y - 9, width: wide, height: 18, rx: 5 }),
  text ? s("text", { class: "word", x, y: y + 4.5 }, text) : null);
/** The box before all tokens. @param {number} y */
const start = (y) => box("input", 34, y, "", 48);
/** A model’s pass. @param {string} of @param {number} x @param {number} y @param {number} wide @param {string} text */
const pass = (of, x, y, wide, text) => s("g", { "data-of": of },
  s("rect", { class: "pass", x, y, width: wide, height: 17, rx: 8 }),
  s("text", { class: "on", x: x + wide / 2, y: y + 12.8 }, text));
/** An edge. @param {number} x @param {number} y @param {number} to @param {number} end @param {string} [of] */
const edge = (x, y, to, end, of = "") => s("path", { class: "edge", "data-of": of,
  d: `M${x} ${y} C${(x + to) / 2} ${y} ${(x + to) / 2} ${end} ${to} ${end}` });
/** Words. @param {number} x @param {number} y @param {string} text @param {string} [of] */
const words = (x, y, text, of = "") => s("text", { class: "say", "data-of": of, x, y }, text);
/** A mark. @param {string} state @param {number} x the middle @param {number} y the middle */
function mark(state, x, y) {
  const icon = glyphIcon(state), at = { x: x - 8, y: y - 8, width: 16, height: 16 };
  for (const [key, value] of Object.entries(at)) icon.setAttribute(key, String(value));
  return icon;
}

const COLUMNS = [120, 240, 360], ROWS = [34, 57, 80]; // the middles of boxes
const HALF = 31; // of a box
const ABOVE = [0, 0, 2]; // the row of each box’s parent in the column before
/** The place of a beam’s end in a column. @param {number} column */
const endOf = (column) => (column < 0 ? 58 : COLUMNS[column] + HALF);

/**
 * Three columns of three beams.
 * @param {(column: number, row: number) => string} look @param {boolean} best whether the first beam is strong
 * @returns {Drawn}
 */
function beams(look, best) {
  const cells = COLUMNS.flatMap((x, column) => ROWS.map((y, row) =>
    ({ x, y, column, row, strong: best && row === 0 })));
  return [...cells.map(({ x, y, column, row, strong }) =>
    edge(endOf(column - 1), column ? ROWS[ABOVE[row]] : ROWS[1], x - HALF, y, strong ? "best" : "")), start(ROWS[1]),
  ...cells.map(({ x, y, column, row, strong }) => box(look(column, row) + (strong ? " best" : ""), x, y))];
}

/** Beam sampling by the target alone, with a pass per column. @type {(labels: string[]) => Drawn} */
const alone = ([own, best]) => [...COLUMNS.map((x, k) => pass("p", x - HALF, 4, 2 * HALF, `${own} ${k + 1}`)),
  ...beams(() => "p", true), words(WIDE - 4, ROWS[0] + 4.5, best, "end")];
/** Two drafted columns that one pass checks, and one that it adds. @type {(labels: string[]) => Drawn} */
const checked = ([drafts, once]) => [pass("q", COLUMNS[0] - HALF, 4, COLUMNS[1] - COLUMNS[0] + 2 * HALF, drafts),
  ...beams((column) => (column < 2 ? "q" : "p"), false),
  ...COLUMNS.slice(0, 2).flatMap((x) => ROWS.map((y, k) => mark(k === 1 ? "rejected" : "accepted", x, y))),
  pass("p", 10, 89, endOf(2) - 10, once)];
/** What two accepted beams mean for three widths. @type {(labels: string[]) => Drawn} */
const widths = ([given, fits, wide, slim]) => [words(0, 14, `${given}:`), ...[slim, fits, wide].map((text, k) => {
  const slots = [...Array(k + 1).keys()].map((n) => ({ x: 62 + 46 * n, found: n < 2 }));
  return s("g", { transform: `translate(0 ${26 + 27 * k})` }, s("text", { class: "count", x: 12, y: 14 }, String(k + 1)),
    ...slots.flatMap(({ x, found }) => [box(found ? "yes" : "none", x, 10, "", 40),
      found ? mark("accepted", x, 10) : null]), words(190, 14.5, text, k === 1 ? "strong" : ""));
})];

/** Two sequences, of which the one with the less likely start is likelier. @type {(labels: string[]) => Drawn} */
const joint = ([one, other, p, q, less, more]) => [...[24, 82].flatMap((y, k) => [
  edge(58, 53, 97, y, k ? "best" : ""), edge(159, y, 217, y, k ? "best" : ""),
  box(k ? "p best" : "p", 128, y, k ? `${other}  ${q}` : `${one}  ${p}`, 76), box(k ? "p best" : "p", 248, y),
  words(292, y + 4.5, k ? more : less, k ? "strong" : "")]), start(53)];
/** Drafted beams, of which one is sent. @type {(labels: string[]) => Drawn} */
const search = ([several, best, once]) => [pass("q", COLUMNS[0] - HALF, 4, endOf(2) - COLUMNS[0] + HALF, several),
  ...beams((_, k) => (k ? "gone" : "q"), true), words(WIDE - 4, ROWS[0] + 4.5, best, "end"),
  pass("p", 10, 89, endOf(2) - 10, once)];
/** The prefixes of a sequence, of which the longest passes. @type {(labels: string[]) => Drawn} */
const prefixes = (texts) => [start(16),
  ...COLUMNS.map((x, k) => edge(endOf(k - 1), 16, x - HALF, 16)),
  ...COLUMNS.map((x) => box("yes", x, 16)),
  ...texts.flatMap((text, k) => [s("rect", { class: "reach", "data-of": k < 2 ? "no" : "yes", x: endOf(0) - 2 * HALF,
    y: 36 + 23 * k, width: endOf(k) - endOf(0) + 2 * HALF, height: 18, rx: 4 }),
  mark(k < 2 ? "fails" : "passes", 102, 45 + 23 * k),
  words(k ? 117 : endOf(0) + 8, 49.5 + 23 * k, text, k < 2 ? "" : "strong")])];

const PATHS = ["axyc", "bxyc"]; // the tokens of two drafted paths, which go on alike after the same two
const EDGES = /** @type {Record<string, string>} */ ({ "q best": "best", copy: "dash" }); // by the box after them
/**
 * Two paths of four boxes from one start.
 * @param {(path: number, n: number) => string} look @returns {Drawn}
 */
const forked = (look) => [...PATHS.flatMap((path, k) => [...path].flatMap((name, n) => {
  const x = 110 + 80 * n, y = 22 + 40 * k, of = look(k, n);
  return [edge(n ? x - 56 : 58, n ? y : 42, x - 24, y, EDGES[of] ?? ""), box(of, x, y, name, 48)];
})), start(42)];
/** A tree, of which one path is the target’s text. @type {(labels: string[]) => Drawn} */
const tree = ([own, once]) => [...forked((k) => (k ? "q best" : "q")), words(WIDE - 4, 66.5, own, "end"),
  pass("p", 10, 86, 370, once)];
/** The same tree with the tokens that both paths have. @type {(labels: string[]) => Drawn} */
const repeats = ([again]) => [...forked((_, n) => (n === 1 || n === 2 ? "pink" : "q")), words(200, 102, again, "pink")];
/** Its paths merged: what follows is drafted once, and copied. @type {(labels: string[]) => Drawn} */
const merged = ([name, once, copied]) => [...forked((k, n) => (n < 3 ? n ? "pink" : "q" : k ? "copy" : "q")),
  edge(270, 53, 270, 32, "pink"), words(200, 88, name, "pink"), words(WIDE - 4, 26.5, once, "end"),
  words(WIDE - 4, 66.5, copied, "end pink")];

/** The drawings of every picture, one for each aim. @type {Record<string, ((labels: string[]) => Drawn)[]>} */
const PICTURES = { beams: [alone, checked, widths], joint: [joint, search, prefixes], graph: [tree, repeats, merged] };
