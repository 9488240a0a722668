// The plan of a round's tests, shown before the first of them: what they are for, in two small pictures of this round's
// draft, and why the output is still the target's.

import { h, s } from "../dom.js";
import { clip } from "../format.js";
import { judgedIn } from "../model.js";

/** @import { It, Model } from "../model.js" */
/** @import { Part } from "./parts.js" */
/** @import { Plan } from "../types.d.ts" */
/** @typedef {"fail" | "lost" | "pass" | "next"} Look of a guess in a small picture */

const WIDE = 226, FIRST = 8, GAP = 13, HIGH = 20, APART = 5; // px: of a picture, its start, and its boxes
const TINY = { wide: 130, high: 90 }; // px: of a picture without words
const MOST = 7, LETTER = 6.6; // rows with words, and the width of a letter
const SIGNS = /** @type {Record<Look, string>} */ ({ fail: "✕ ", lost: "○ ", pass: "● ", next: "? " });

/** Whether the plan is shown after a step: after the first target pass that checks guesses. @param {Model} model
 * @param {It} it @param {number} phase */
export const plansAt = ({ header }, it, phase) => header.plan !== undefined && it.i === 0 && phase === it.seen
  && it.steps[phase].phase === "target" && it.n.role.includes("draft");

/** The guesses that come after a node, or first, in the order of their tests. @param {It} it @param {number} place */
const after = (it, place) => it.n.parent.flatMap((parent, at) => (parent === it.n.id[place] && it.n.role[at] === "draft"
  ? [at] : []));
/** A guess and all after it. @param {It} it @param {number} place @returns {number[]} */
const branch = (it, place) => [place, ...after(it, place).flatMap((next) => branch(it, next))];

/**
 * How the guesses look in the two pictures; null if this draft has nothing to compare.
 * @param {Model} model @param {It} it @param {Plan["kind"]} kind @returns {Map<number, Look>[] | null}
 */
function looks(model, it, kind) {
  const [first, second] = after(it, it.n.role.indexOf("input")), below = first === undefined ? [] : branch(it, first);
  const all = (/** @type {number[]} */ places, /** @type {Look} */ look) => places.map((place) =>
    /** @type {[number, Look]} */ ([place, look]));
  const fails = new Map([...all(below, "lost"), ...all([first], "fail")]);
  if (below.length < 2) return null;
  if (kind === "block") return [fails, new Map()];
  if (kind === "siblings") return second === undefined ? null : [new Map([...fails, ...all([second], "next")]),
    new Map([...all(it.n.role.flatMap((role, at) => (role === "draft" && !below.includes(at) ? [at] : [])), "lost"),
      ...all([first], "pass"), ...all(after(it, first).slice(0, 1), "next")])];
  const [leaf, then] = judgedIn(it)?.order ?? [], path = (/** @type {number} */ to) => model.gram(it, to, Infinity)
    .filter((at) => it.n.role[at] === "draft");
  return then === undefined ? null : [fails, new Map([...all(path(then), "next"), ...all([leaf], "fail")])];
}

/**
 * Two small pictures of a tree: the outcome of tests from its root, and the outcome of tests from its leaves.
 * @param {Model} model @param {It} it @param {[number, boolean][]} root the tested guesses, and whether they passed
 * @param {[number, boolean][]} leaves
 */
export function outcomes(model, it, root, leaves) {
  const drafts = it.n.role.flatMap((role, at) => (role === "draft" ? [at] : [])), last = leaves[leaves.length - 1];
  const tested = (/** @type {[number, boolean][]} */ tests) => tests.map(([at, passed]) =>
    /** @type {[number, Look]} */ ([at, passed ? "pass" : "fail"]));
  const kept = last?.[1] ? model.gram(it, last[0], Infinity).filter((at) => it.n.role[at] === "draft") : [];
  const unused = drafts.map((at) => /** @type {[number, Look]} */ ([at, "lost"]));
  return [[...unused, ...tested(root)], [...unused, ...tested(leaves), ...kept.map((at) =>
    /** @type {[number, Look]} */ ([at, "pass"]))]].map((looked) => small(model, it, new Map(looked), false));
}

/**
 * A small picture of the draft, in which some guesses have a look of their own. `lines`: a line below every prefix.
 * @param {Model} model @param {It} it @param {Map<number, Look>} looked @param {boolean} lines
 */
function small(model, it, looked, lines) {
  const spots = it.lay.at.flatMap((place, k) => (it.n.role[place] === "draft" ? [{ place, col: it.lay.col[k],
    y: it.lay.y[k] }] : []));
  const ys = spots.map(({ y }) => y), least = Math.min(...ys), rows = Math.max(...ys) - least + 1;
  const tiny = rows > MOST, whole = tiny ? TINY.wide : WIDE;
  const cols = Math.max(...spots.map(({ col }) => col)), step = (whole - FIRST) / cols, wide = step - GAP;
  const row = tiny ? TINY.high / rows : HIGH + APART, high = Math.min(HIGH, row - 2);
  const at = new Map(spots.map(({ place, col, y }) => [place, { x: FIRST + (col - 1) * step + GAP,
    y: (y - least + 0.5) * row }]));
  const roots = [...at].filter(([place]) => it.n.role[model.up(it, place)] !== "draft").map(([, { y }]) => y);
  const start = { x: FIRST - wide, y: (Math.min(...roots) + Math.max(...roots)) / 2 };
  const size = Math.floor((wide - 8) / LETTER), chars = high < HIGH ? 0 : size;
  const parts = [...at].flatMap(([place, { x, y }]) => {
    const up = at.get(model.up(it, place)) ?? start, look = looked.get(place), sign = look ? SIGNS[look] : "";
    const room = chars - sign.length, word = chars < 1 ? "" : sign
      + (room > 0 ? clip(model.word(it.n.token[place]), room) : "");
    return [s("path", { d: `M${up.x + wide} ${up.y}L${x} ${y}`, class: look === "lost" ? "lost" : null }),
      s("g", { class: look ?? null }, s("rect", { x, y: y - high / 2, width: wide, height: high, rx: 4 }),
        s("text", { x: x + 4, y: y + 4 }, word))];
  });
  const below = lines ? [...at.values()].map(({ x }, k) => s("path", { class: "line",
    d: `M${FIRST + GAP} ${rows * row + 4 + 6 * k}H${x + wide}` })) : [];
  const tall = rows * row + 6 * below.length;
  return s("svg", { width: whole, height: tall, viewBox: `0 0 ${whole} ${tall}`, "aria-hidden": "true",
    class: tiny && "tiny" },
  s("circle", { cx: FIRST - 4, cy: start.y, r: 4 }), ...parts, ...below);
}

/**
 * The plan as the second part of the step that checks the guesses.
 * @param {Model} model @param {It} it @returns {Part}
 */
export function planPart(model, it) {
  const { kind, title, says, first, second, rule, lossless } = /** @type {Plan} */ (model.header.plan);
  const found = looks(model, it, kind), captions = [first, second];
  const pictures = (found ?? []).map((looked, k) => h("figure", {}, small(model, it, looked, kind === "block" && k > 0),
    h("figcaption", {}, captions[k])));
  return { name: "Plan", title: "", says, sums: [], alone: true, panel: [h("section", { class: "st-plan",
    "data-testid": "inspector-plan" }, h("h2", { class: "st-part" }, title), h("div", {}, ...pictures),
  ...[rule, lossless].map((text) => h("p", {}, h("b", {}, text.slice(0, text.indexOf(":") + 1)),
    text.slice(text.indexOf(":") + 1))))] };
}
