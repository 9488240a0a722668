// The curve over γ that the chart of a lesson and the calculator of the tab Learn draw.

import { s } from "./dom.js";
import { MOST } from "./speedup.js";

/**
 * The scales of a chart over γ = 1 to 16, and the parts that every such chart has: a horizontal line per step of the
 * scale, the axes, and the curve with a dot per γ.
 * @param {{ left: number, right: number, top: number, base: number }} box edges of the plot
 * @param {number[]} curve its heights by γ @param {number} highest the largest value of the scale
 * @param {number} every the step of the scale @param {number[]} gammas those with a label
 * @param {number} dot radius of a dot
 */
export function overGamma({ left, right, top, base }, curve, highest, every, gammas, dot) {
  const x = (/** @type {number} */ gamma) => left + ((gamma - 1) / (MOST - 1)) * (right - left);
  const y = (/** @type {number} */ value) => base - (value / highest) * (base - top);
  const marks = Array.from({ length: Math.floor(highest / every) + 1 }, (_, k) => k * every);
  const grid = [
    ...marks.flatMap((value) => [s("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }),
      s("text", { x: left - 8, y: y(value) + 5, "text-anchor": "end" }, String(value))]),
    ...gammas.map((gamma) => s("text", { x: x(gamma), y: base + 20, "text-anchor": "middle" }, String(gamma))),
    s("path", { class: "axis", d: `M${left} ${top}V${base}H${right}` }),
  ];
  const drawn = [
    s("path", { class: "curve", d: `M${curve.map((value, k) => `${x(k + 1)} ${y(value)}`).join("L")}` }),
    ...curve.map((value, k) => s("circle", { class: "dot", cx: x(k + 1), cy: y(value), r: dot })),
  ];
  return { x, y, grid, drawn };
}
