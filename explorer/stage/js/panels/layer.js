// How a layer of a draft forest gets its width W_L (DSBD Eqs 2–7): the probability that at least K candidates are
// accepted, compared with t. Below it in the exact voice: the acceptance probabilities α_j and the table P(m, k).

import { h, put, s } from "../dom.js";
import { num, percent, plural, probability, short } from "../format.js";
import { whatIf } from "./whatif.js";

/** @import { WidthPanel } from "../types.d.ts" */
/** @import { Ask } from "./whatif.js" */

const MOST = 25; // bars in a chart

/** @typedef {"plain" | "exact"} Voice */
/**
 * The panel of one layer's width.
 * @param {Voice} voice @param {WidthPanel} panel @param {number} phase @param {HTMLElement[]} facts
 * @param {Ask | null} ask replays the round with another t; null without an app
 * @param {HTMLElement[] | null} overlap the sums that give the acceptance probabilities; null if they and the outcomes
 *   are parts of their own
 */
export function widthPanel(voice, panel, phase, facts, ask, overlap = []) {
  const { why, came, good, tails, alpha, table, cut, names, least } = panel;
  const chart = h("div", {}, tails.length ? tailChart(voice, panel) : null);
  /** @param {number} t the largest K such that at least K are accepted with probability t or more */
  const reached = (t) => Math.max(0, tails.findLastIndex((chance) => chance >= t));
  /** @param {number} t DSBD's rule: that K, but not less than W_min */
  const widthAt = (t) => Math.max(least, reached(t));
  const say = (/** @type {number} */ t) => {
    const with_ = voice === "plain" ? `With a required probability of ${percent(t)}` : `With t = ${num(t)}`;
    const width = widthAt(t), at = probability(voice, tails[width]);
    return reached(t) < least ? `${with_}, the width is the minimum, ${least}.`
      : `${with_}, the width is ${width}: at least ${width} are accepted with probability ${at}.`;
  };
  const more = [alpha.length ? alphaChart(panel) : null, table.length ? heatMap(panel) : null]
    .filter((each) => each !== null);
  const move = (/** @type {number} */ t) => put(chart,
    tailChart(voice, { ...panel, cut: t, width: widthAt(t) }));
  return h("section", { class: "st-panel", "data-testid": "layer-panel" },
    h("h2", {}, panel.title), ...overlap ?? [], chart,
    why ? h("p", { class: "st-reason" }, why) : null,
    ask && cut !== null && tails.length
      ? whatIf(voice, { key: "threshold", label: names[2], value: cut, most: 1, say, draw: move }, {}, ask) : null,
    came && phase >= panel.told ? h("p", { class: "st-reason" }, `${good ? "●" : "✕"} ${came}`) : null,
    ...overlap || !more.length ? more : [h("details", {}, h("summary", {}, "α_j and P(m, k)"), ...more)], ...facts);
}

/** How many values or rows a chart leaves out. @param {number} count @param {number} shown @param {string} [what] */
const omitted = (count, shown, what) =>
  (count > shown ? ` (${what ? plural(count - shown, what) : count - shown} not shown)` : "");

/**
 * The number above a bar, empty if the bar is too narrow.
 * @param {Voice} voice @param {number} value @param {number} wide px
 */
function above(voice, value, wide) {
  if (wide <= 29) return "";
  if (voice === "plain") return value > 0 && value < 0.005 ? "<1%" : `${Math.round(100 * value)}%`;
  return value < 0.005 ? (value ? "<.01" : "0") : short(+value.toFixed(2));
}

/** With one digit more, for a number that would look like another one. @param {Voice} voice @param {number} value */
const exactlyAs = (voice, value) => (voice === "plain" ? `${(100 * value).toFixed(1)}%` : short(+value.toFixed(3)));

/**
 * One bar for each K: filled if it reaches t, otherwise hollow. The chosen width has a frame and its name.
 * @param {Voice} voice @param {WidthPanel} panel
 */
function tailChart(voice, panel) {
  const { tails, tails_head, tails_say, cut, width, names } = panel;
  const shown = tails.slice(0, MOST), w = 300, left = 4, room = 66, high = 56;
  const step = Math.min(54, (w - left - room) / shown.length), y = (/** @type {number} */ v) => 15 + high - v * high;
  const values = shown.map((value) => probability(voice, value)).join(", ");
  const line_ = cut === null ? "" : ` Required: ${names[1]}${probability(voice, cut)}.`;
  const svg = s("svg", { viewBox: `0 0 ${w} ${high + 53}`, class: "st-columns st-tails", role: "img",
    "data-testid": "layer-tails", "aria-label": `${tails_head}. ${tails_say} From 0: ${values}.${line_} Target width ${width}.` });
  shown.forEach((value, k) => {
    const x = left + k * step, mid = x + (step - 3) / 2, mine = k === width, reaches = cut === null ? mine
      : value >= cut;
    svg.append(s("rect", { class: `${reaches ? "on" : "off"}${mine ? " mine" : ""}`, x, y: y(value), width: step - 3,
      height: Math.max(0.5, value * high) }));
    const near = cut !== null && value < cut && above(voice, value, 99) === above(voice, cut, 99); // 59.8% of 60%
    const text = near && step > 29 ? exactlyAs(voice, value) : above(voice, value, mine ? 99 : step),
      name = mine ? "mine" : "";
    const line = y(cut ?? -1), foot = y(value) - 3, struck = cut !== null && line < foot + 3 && line > foot - 11;
    if (text)
      svg.append(s("text", { class: name, x: mid, y: struck ? line - 3 : foot, "text-anchor": "middle" }, text));
    if (step > 16 || k % 4 === 0 || mine)
      svg.append(s("text", { class: name || "end", x: mid, y: high + 28, "text-anchor": "middle" }, String(k)));
    if (mine) svg.append(s("path", { class: "point", d: `M${mid} ${high + 32}l4 6h-8Z` }),
      s("text", { class: "mine", x: Math.max(14, mid), y: high + 49, "text-anchor": "middle" }, `${names[0]} ${k}`));
  });
  const plain = voice === "plain", side = (/** @type {string} */ text, /** @type {number} */ at, name = "end") =>
    s("text", { class: name, x: w - room + 3, y: at }, text);
  svg.append(side(plain ? "accepted" : "K", high + 28));
  if (cut !== null) svg.append(s("path", { class: "cut", d: `M0 ${y(cut)}H${w - room}` }),
    side(`${names[1]}${probability(voice, cut, short)}`, y(cut) + 3.5, "t"),
    plain ? side("required", y(cut) > 36 ? y(cut) - 10 : y(cut) + 17) : "");
  return h("figure", { "data-testid": "layer-width" },
    h("p", { class: "st-tails-head" }, tails_head,
      omitted(tails.length, shown.length)),
    svg,
    width < tails.length && plain
      ? h("p", { class: "st-rule", "data-testid": "layer-rule" }, ruleOf(tails, cut, width)) : null,
    h("figcaption", { class: "st-when" }, tails_say));
}
/**
 * How the width follows from the bars.
 * @param {number[]} tails @param {number | null} cut null: the width is fixed @param {number} width
 */
function ruleOf(tails, cut, width) {
  if (cut === null) return `The settings fix the width at ${width}.`;
  return tails[width] >= cut ? `${width} is the largest number whose bar reaches the required ${percent(cut)}.`
    : `The bar of ${width} does not reach the required ${percent(cut)}, but the settings allow no fewer.`;
}

/** The acceptance probability α_j of every candidate. @param {WidthPanel} panel */
function alphaChart({ alpha, alpha_say }) {
  const shown = alpha.slice(0, MOST - 1), w = 300, step = Math.min(36, (w - 4) / shown.length), high = 40;
  const svg = s("svg", { viewBox: `0 0 ${w} ${high + 30}`, class: "st-columns", role: "img",
    "aria-label": `α_j of the candidates from 1: ${shown.map((v) => num(v)).join(", ")}` });
  shown.forEach((value, k) => {
    const mid = 2 + k * step + (step - 3) / 2, y = 13 + high - value * high, text = above("exact", value, step);
    svg.append(s("rect", { x: 2 + k * step, y, width: step - 3, height: Math.max(0.5, value * high) }));
    if (text) svg.append(s("text", { x: mid, y: y - 3, "text-anchor": "middle" }, text));
    if (step > 16 || k % 4 === 0)
      svg.append(s("text", { class: "end", x: mid, y: high + 26, "text-anchor": "middle" }, String(k + 1)));
  });
  return h("figure", {}, h("figcaption", {}, alpha_say, omitted(alpha.length, shown.length)), svg);
}

/** The table P(m, k), the probability that k of the first m candidates are accepted. @param {WidthPanel} panel */
function heatMap({ table, table_say, candidates: m }) {
  const size = Math.min(17, table.length), left = 42, cell = Math.min(30, (300 - left) / size);
  const w = left + size * cell, high = size * cell, middle = { "text-anchor": "middle" };
  const svg = s("svg", { viewBox: `0 0 ${w} ${high + 30}`, class: "st-heat", role: "img", "data-testid": "layer-heat",
    "aria-label": `P(m, k), last row: ${table[table.length - 1].map((v) => num(v)).join(", ")}` });
  svg.style.maxWidth = `${w}px`;
  table.slice(0, size).forEach((row, i) => {
    const y = i * cell, name = i === m ? "mine" : "end";
    svg.append(s("text", { class: name, x: left - 6, y: y + cell / 2 + 4, "text-anchor": "end" }, String(i)));
    row.slice(0, size).forEach((value, k) => {
      const text = value >= 0.995 ? "1" : value >= 0.01 ? value.toFixed(2).slice(1) : value > 0 ? "~0" : "";
      svg.append(s("rect", { x: left + k * cell, y, width: cell - 1, height: cell - 1,
        "fill-opacity": (0.06 + 0.94 * value).toFixed(3) }, s("title", {}, `P(${i}, ${k}) = ${num(value, 3)}`)));
      if (cell >= 26 && text) svg.append(s("text", { class: value > 0.85 ? "in" : "", x: left + k * cell
        + (cell - 1) / 2,
      y: y + cell / 2 + 3.5, ...middle }, text));
    });
  });
  if (m < size) svg.append(s("rect", { class: "frame", x: left - 1, y: m * cell - 1, width: (m + 1) * cell + 1,
    height: cell + 1 }));
  for (let k = 0; k < size; k++)
    svg.append(s("text", { class: "end", x: left + k * cell + (cell - 1) / 2, y: high + 12, ...middle }, String(k)));
  svg.append(s("text", { class: "end", x: 2, y: cell / 2 + 4 }, "m ↓"),
    s("text", { class: "end", x: left, y: high + 26 }, "k →"));
  return h("figure", {}, h("figcaption", {}, table_say, omitted(table.length, size, "row")), svg);
}
