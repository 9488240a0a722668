// The random number u on an axis from 0 to 1: a number below the threshold accepts, any other rejects.

import { h, s } from "../dom.js";
import { num } from "../format.js";

/**
 * Draws u and its threshold, the acceptance probability.
 * @param {"plain" | "exact"} voice @param {number} a the threshold @param {number | undefined} u the random number
 */
export function axis(voice, a, u) {
  const w = 300, x = (/** @type {number} */ v) => 8 + v * (w - 16);
  const anchor = a < 0.14 ? "start" : a > 0.86 ? "end" : "middle", middle = { "text-anchor": "middle" };
  const plain = voice === "plain", close = u !== undefined && num(u) === num(a) && u !== a;
  const written = (/** @type {number} */ value) => (close ? num(value, 3) : num(value)); // so that the two differ
  const described = u === undefined ? `Threshold ${num(a)}.`
    : `Random number ${num(u)}; accepted below ${num(a)}, rejected from ${num(a)} on.`;
  const svg = s("svg", { viewBox: `0 -12 ${w} 78`, class: "st-axis", role: "img", "aria-label": described },
    s("rect", { class: "yes", x: x(0), y: 24, width: x(a) - x(0), height: 16 }),
    s("rect", { class: "no", x: x(a), y: 24, width: x(1) - x(a), height: 16 }));
  if (a > 0.22) svg.append(s("text", { class: "in", x: x(a / 2), y: 36, ...middle }, "accept"));
  if (a < 0.78) svg.append(s("text", { class: "in", x: x((1 + a) / 2), y: 36, ...middle }, "reject"));
  svg.append(s("path", { class: "cut", d: `M${x(a)} 20V44` }),
    s("text", { x: x(a), y: 58, "text-anchor": anchor }, `threshold ${written(a)}`));
  if (u !== undefined) {
    const half = plain ? 86 : 38, at = Math.min(w - half, Math.max(half, x(u))); // px: no label leaves the picture
    svg.append(s("path", { class: "coin", d: `M${x(u)} 42V18l-5 -7h10l-5 7` }),
      s("text", { class: "u", x: at, y: 4, ...middle }, `${plain ? "random number" : "u ="} ${written(u)}`));
  }
  if (a > 0.2) svg.append(s("text", { class: "end", x: x(0), y: 58, "text-anchor": "start" }, "0"));
  if (a < 0.8) svg.append(s("text", { class: "end", x: x(1), y: 58, "text-anchor": "end" }, "1"));
  return svg;
}

/**
 * The same on one line, with the comparison below it in words, beside the calculation of the threshold.
 * @param {"plain" | "exact"} voice @param {number} a the threshold @param {number | undefined} u the random number
 * @param {string | null} told the threshold as it is written elsewhere; null if its calculation stands beside the axis
 */
export function shortAxis(voice, a, u, told = "") {
  const w = 300, x = (/** @type {number} */ v) => 6 + v * (w - 12), plain = voice === "plain";
  const close = u !== undefined && num(u) === num(a) && u !== a, digits = close ? 3 : 2;
  const named = told === null ? `${plain ? "the " : ""}threshold` : `threshold ${told || num(a, digits)}`, below = u !== undefined && u < a;
  const svg = s("svg", { viewBox: `0 0 ${w} 22`, class: "st-axis", "aria-hidden": "true" },
    s("rect", { class: "yes", x: x(0), y: 8, width: x(a) - x(0), height: 11 }),
    s("rect", { class: "no", x: x(a), y: 8, width: x(1) - x(a), height: 11 }),
    s("path", { class: "cut", d: `M${x(a)} 5V22` }));
  if (u === undefined) return h("div", {}, svg, h("p", { class: "st-axis-say" }, named));
  svg.append(s("path", { class: "coin", d: `M${x(u)} 19V7l-4 -6h8l-4 6` }));
  const compared = plain ? `is ${below ? "" : "not "}below ${told ? named : "the threshold"}` : `${below ? "<" : "≥"} ${named}`;
  return h("div", {}, svg, h("p", { class: "st-axis-say" },
    h("b", {}, `${plain ? "random number" : "u ="} ${num(u, digits)}`), ` ${compared}`));
}
