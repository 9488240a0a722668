// How likely a layer gets a number of beams, as a tree: every fork is a candidate that is accepted or rejected. It must
// make clear that probabilities are multiplied along a path, and that those of all paths with enough acceptances are
// added. With many candidates, paths with as many acceptances share a box.

import { h, s } from "../dom.js";
import { padded, plural, probability, short } from "../format.js";
import { glyphIcon } from "../marks.js";
import { calculation } from "./calculation.js";
import { added } from "./factors.js";

/** @import { Terms } from "./calculation.js" */
/** @import { WidthPanel } from "../types.d.ts" */
/** @typedef {"plain" | "exact"} Voice */
/**
 * A path through the tree: its acceptances, with what it is multiplied from; it is the path of this number from above.
 * @typedef {{ accepted: number, parts: number[], value: number }} Way
 */

const WIDE = 350, TOP = 24, BOX = 19; // px: of the picture, its heads, and the height of a box
const GROUP = 60, PRODUCT = 52, TURN = 18; // px: of a sum, of a product, and between them
/** The most candidates of a tree with every path. With more of them, up to `MOST`, boxes are shared. */
export const PATHS = 3;
const MOST = 6;

/**
 * All outcomes of a layer's tests, most acceptances first. Rejections in a row change the probability of an acceptance,
 * and an acceptance resets it (DSBD Eq. 6).
 * @param {number[]} odds the acceptance probabilities after 0, 1, … rejections in a row @param {number} candidates
 */
export function waysTo(odds, candidates) {
  let ways = [{ accepted: 0, parts: /** @type {number[]} */ ([]), value: 1, since: 0 }];
  for (let k = 0; k < candidates; k++) ways = ways.flatMap(({ accepted, parts, value, since }) => {
    const yes = odds[since] ?? 0, no = 1 - yes;
    return [{ accepted: accepted + 1, parts: [...parts, yes], value: value * yes, since: 0 },
      { accepted, parts: [...parts, no], value: value * no, since: since + 1 }];
  });
  return ways;
}

/** Whether the width of a layer follows from a tree that fits the panel. @param {WidthPanel} panel */
export function hasWays({ alpha, candidates, tails, table, width }) {
  if (width < 1 || width > candidates || candidates < 2 || candidates > alpha.length) return false;
  if (candidates > PATHS) return candidates <= MOST && table.length > candidates;
  const sum = waysTo(alpha, candidates).reduce((all, { accepted, value }) => all + (accepted < width ? 0 : value), 0);
  return Math.abs(sum - tails[width]) < 1e-3;
}

/** A box with a text of one or two lines. @param {string} of @param {number} x @param {number} y @param {number} wide
 * @param {string[]} lines @param {string} [state] */
function box(of, x, y, wide, lines, state) {
  const icon = state ? glyphIcon(state) : null, high = lines.length > 1 ? 32 : BOX - 2;
  for (const [key, value] of Object.entries({ x: x + 2, y: y - 6.5, width: 13, height: 13 }))
    icon?.setAttribute(key, String(value));
  return s("g", { "data-of": of }, s("rect", { x, y: y - high / 2, width: wide, height: high, rx: 4 }), icon,
    ...lines.map((text, k) => s("text", { x: x + (icon ? (wide + 13) / 2 : wide / 2),
      y: y + 4.5 + (lines.length > 1 ? 15 * k - 7.5 : 0) }, text)));
}
/** An edge. @param {string} of @param {number} x @param {number} y @param {number} to @param {number} end */
const edge = (of, x, y, to, end) => s("path", { "data-of": of,
  d: `M${x} ${y}C${(x + to) / 2} ${y} ${(x + to) / 2} ${end} ${to} ${end}` });

/**
 * The tree of a layer, and the sum that it shows.
 * @param {Voice} voice @param {WidthPanel} panel
 */
export function waysOf(voice, panel) {
  const { alpha, candidates: n, tails, width } = panel, plain = voice === "plain", every = n <= PATHS;
  const say = (/** @type {number} */ value) => probability(voice, value, short);
  const ways = every ? waysTo(alpha, n) : [], counts = Array.from({ length: n + 1 }, (_, k) => n - k);
  const exactly = counts.map((k) => ({ accepted: k, parts: [], value: Math.max(0, tails[k] - (tails[k + 1] ?? 0)) }));
  const good = (/** @type {Way} */ { accepted }) => accepted >= width;
  const { places, sum, write } = added(voice, (every ? ways : exactly).filter(good));
  const paths = ways.map(({ value }) => padded(voice, value, places));
  const whole = (/** @type {number} */ k) => (every ? ways.reduce((all, { accepted }, at) =>
    all + (accepted === k ? parseFloat(paths[at]) : 0), 0) / (plain ? 100 : 1) : exactly[n - k].value);
  const groups = counts.map((k) => padded(voice, whole(k), places)); // what their written paths add up to
  const total = plain ? `at least ${width}` : `P(K ≥ ${width})`, named = (/** @type {number} */ k) =>
    (plain ? `${k} accepted` : `P(K = ${k})`);
  const terms = /** @type {Terms} */ (every && width === n ? ways[0].parts.flatMap((part, k) => [
    ...k ? [plain ? "×" : "·"] : [], [write(part), plain ? `candidate ${k + 1}` : "α_1"]])
    : groups.slice(0, n - width + 1).flatMap((text, k) => [...k ? ["+"] : [], [text, named(n - k)]]));
  const step = (WIDE - 10 - GROUP - (every ? PRODUCT + TURN : 0)) / n, wide = Math.min(62, step - (every ? 8 : 10));
  const row = every ? 54 - 13.5 * (n - 1) : 35, high = row * (every ? ways.length : n + 1);
  const x = (/** @type {number} */ level) => 10 + step * (level - 1) + step - wide, drawn = /** @type {Node[]} */ ([]);
  /** The middle of a box: of a path, or of a number of acceptances. @param {number} level @param {number} at */
  const y = (level, at) => TOP + (every ? (at + 0.5) * high / 2 ** level : (at + (n - level) / 2 + 0.5) * row);
  for (let level = 1; level <= n; level++) {
    const last = !every && level === n, right = last ? WIDE - GROUP : x(level);
    const before = level === 1 ? 6 : x(level - 1) + wide;
    for (let at = 0; at < (every ? 2 ** level : level + 1); at++) {
      const from = every ? [at >> 1] : [at, at - 1].filter((up) => up >= 0 && up < level), size = 2 ** (n - level);
      const reaches = every ? ways.slice(at * size, (at + 1) * size).some(good) : n - at >= width;
      drawn.push(...from.map((up) => edge(reaches ? "yes" : "", before, y(level - 1, up), right, y(level, at))));
      if (every) drawn.push(box(reaches ? "path" : "", right, y(level, at), wide,
        [write(ways[at * size].parts[level - 1])], at % 2 ? "rejected" : "accepted"));
      else if (!last) drawn.push(box("path", right, y(level, at), wide, [say(panel.table[level][level - at])]));
    }
  }
  counts.forEach((k, at) => {
    const own = ways.flatMap((way, path) => (way.accepted === k ? [path] : [])), of = k >= width ? "yes" : "";
    const middle = every ? own.reduce((all, path) => all + y(n, path), 0) / own.length : y(n, at);
    for (const path of own) drawn.push(edge(of, WIDE - GROUP - TURN, y(n, path), WIDE - GROUP, middle),
      s("text", { "data-of": of, x: WIDE - GROUP - TURN - 3, y: y(n, path) + 4.5 }, paths[path]));
    drawn.push(box(of || "no", WIDE - GROUP, middle, GROUP, [`${k} of ${n}`, groups[at]]));
  });
  const first = every ? plain ? "candidate 1" : "x_1" : plain ? "after 1" : "m = 1", head = (/** @type {string} */ text,
    /** @type {number} */ at, of = "head") => s("text", { class: of, x: at, y: 12 }, text);
  const heads = Array.from({ length: every ? n : n - 1 }, (_, k) => (k ? head(String(k + 1), x(k + 1) + wide / 2)
    : head(first, x(1), "head first")));
  const figure = h("figure", { class: "st-ways", "data-testid": "inspector-ways" }, s("svg", {
    viewBox: `0 0 ${WIDE} ${TOP + high + 5}`, role: "img", "aria-label": `Outcomes of ${plural(n, "candidate")}: `
      + counts.map((k, at) => `${k} accepted ${groups[at]}`).join(", ") },
  s("circle", { cx: 5, cy: TOP + high / 2, r: 4 }), ...drawn, ...heads,
  head(plain ? "accepted" : "K", WIDE - GROUP / 2)));
  return { figure, sums: [calculation([...terms, "=", [sum, width === n && plain ? `all ${n}` : total]], "ways-sum")] };
}
