// The curves that the chart of a lesson and the calculator of the Learn tab draw.

import { s } from "../dom.js";
import { MOST } from "./speedup.js";

/** @typedef {{ left: number, right: number, top: number, base: number }} Box edges of the plot */

/**
 * The scales of a chart, and the parts that every chart has: a horizontal line per step of the scale, the axes, and the
 * curve. A dashed line continues it after its first `known` points.
 * @param {Box} box @param {[number, number][]} points
 * @param {(value: number) => number} share where a value is on the horizontal axis, from 0 to 1
 * @param {number} highest the largest value of the scale @param {number} every the step of the scale
 * @param {number[]} labels values on the horizontal axis @param {number} [known]
 */
export function plotted({ left, right, top, base }, points, share, highest, every, labels, known = points.length) {
  const x = (/** @type {number} */ value) => left + share(value) * (right - left);
  const y = (/** @type {number} */ value) => base - (value / highest) * (base - top);
  const marks = Array.from({ length: Math.floor(highest / every) + 1 }, (_, k) => k * every);
  const grid = [
    ...marks.flatMap((value) => [s("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }),
      s("text", { x: left - 8, y: y(value) + 5, "text-anchor": "end" }, String(value))]),
    ...labels.map((value) => s("text", { x: x(value), y: base + 20, "text-anchor": "middle" }, String(value))),
    s("path", { class: "axis", d: `M${left} ${top}V${base}H${right}` }),
  ];
  const through = (/** @type {[number, number][]} */ part) => `M${part.map(([a, b]) => `${x(a)} ${y(b)}`).join("L")}`;
  const parts = /** @type {[string, [number, number][]][]} */ (
    [["curve", points.slice(0, known)], ["curve beyond", points.slice(Math.max(0, known - 1))]]);
  const drawn = parts.filter(([, part]) => part.length > 1).map(([name, part]) =>
    s("path", { class: name, d: through(part) }));
  return { x, y, grid, drawn };
}

/**
 * A chart over γ = 1 to 16 with a dot per γ.
 * @param {Box} box @param {number[]} curve its heights by γ @param {number} highest the largest value of the scale
 * @param {number} every the step of the scale @param {number[]} gammas those with a label
 * @param {number} dot radius of a dot @param {number} [known] the curve is dashed after so many γ
 */
export function overGamma(box, curve, highest, every, gammas, dot, known) {
  const { x, y, grid, drawn } = plotted(box, curve.map((value, k) => [k + 1, value]),
    (gamma) => (gamma - 1) / (MOST - 1), highest, every, gammas, known);
  const dots = curve.map((value, k) => s("circle", { class: "dot", cx: x(k + 1), cy: y(value), r: dot }));
  return { x, y, grid, drawn: [...drawn, ...dots] };
}
