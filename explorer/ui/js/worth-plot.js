// The curves of “When does it pay off?” over the draft length, with the marks of runs and their names.

import { overGamma } from "../../stage/js/panels/curve.js";
import { put, s } from "../../stage/js/dom.js";
import { MOST } from "../../stage/js/panels/speedup.js";

/** @import { Point } from "./imported.js" */
/**
 * @typedef {{ label: string, y: (gamma: number) => number, line: number, cls: string, note: string,
 *   known: number, points: Point[] }} Plot
 */

export const W = 420, H = 250, LEFT = 46, BASE = 206, TOP = 14, RIGHT = 12;
const LETTER = 7.4; // about the width of a letter

// sides of a mark on which its name may be placed
const SIDES = [[12, 5], [-12, 5], [12, 22], [-12, 22], [12, -12], [-12, -12]];
/**
 * The position of a mark's name as [x, y] relative to the mark: the first side with room where it covers no line.
 * @param {number} cx @param {number} cy @param {number} wide
 * @param {((x: number) => number)[]} lines heights by x of the curves and of the names placed so far
 */
export function sideOf(cx, cy, wide, lines) {
  const free = SIDES.find(([dx, dy]) => {
    const from = dx > 0 ? cx + dx : cx + dx - wide, bottom = cy + dy + 6, top = bottom - 22;
    const at = Array.from({ length: Math.ceil(wide / 4) + 1 }, (_, i) => from + 4 * i);
    return from >= LEFT && from + wide <= W - RIGHT && top >= 0 && bottom <= BASE
      && !at.some((x) => lines.some((line) => line(x) > top && line(x) < bottom));
  });
  return free ?? SIDES[0];
}

/**
 * Draws a curve with its marks. `best` is the best γ; null if there is none or it is not drawn.
 * @param {SVGElement} svg @param {Record<string, string>} words @param {Plot} what @param {number} chosen
 * @param {number | null} best
 */
export function plot(svg, words, what, chosen, best) {
  const all = Array.from({ length: MOST }, (_, i) => i + 1);
  const top = Math.max(2, ...all.map(what.y), ...what.points.map(({ value }) => value)) * 1.08;
  const inside = what.line <= top;
  const every = [4, 2, 1].find((step) => top > 2.2 * step) ?? 0.5;
  const { x, y, grid, drawn } = overGamma({ left: LEFT, right: W - RIGHT, top: TOP, base: BASE }, all.map(what.y),
    top, every, [1, 4, 8, 12, 16], 2.5, what.known);
  const mark = /** @type {SVGElement[]} */ ([]), values = /** @type {string[]} */ ([]);
  const gammaAt = (/** @type {number} */ px) => 1 + ((px - LEFT) / (W - LEFT - RIGHT)) * (MOST - 1);
  const lines = [(/** @type {number} */ px) => y(what.y(gammaAt(px))), () => y(what.line)];
  for (const { gamma, value, name, cls } of what.points) {
    const cx = x(Math.min(MOST, Math.max(1, gamma))), cy = y(value), wide = LETTER * name.length;
    mark.push(s("circle", { class: cls, cx, cy, r: cls === "imported" ? 4.5 : 7 }));
    values.push(`${name || `γ ${gamma}`}: ${value.toFixed(2)}`);
    if (!name) continue;
    const [dx, dy] = sideOf(cx, cy, wide, lines);
    const [from, to] = dx > 0 ? [cx, cx + dx + wide] : [cx + dx - wide, cx];
    lines.push((px) => (px >= from && px <= to ? cy + dy - 5 : NaN));
    mark.push(s("text", { x: cx + dx, y: cy + dy, "text-anchor": dx < 0 ? "end" : "start" }, name));
  }
  const at = what.y(chosen);
  svg.setAttribute("aria-label", [`${what.label}: ${at.toFixed(2)}, γ ${chosen}`, ...values].join("; "));
  put(svg,
    ...grid,
    s("text", { x: (LEFT + W) / 2, y: H - 4, "text-anchor": "middle" }, words.axis),
    inside && s("line", { class: what.cls, x1: LEFT, x2: W - RIGHT, y1: y(what.line), y2: y(what.line) }),
    inside && s("text", { x: W - RIGHT - 2, y: y(what.line) + (what.y(MOST) > what.line ? 18 : -6),
      "text-anchor": "end" }, what.note),
    ...drawn,
    best !== null && best !== chosen && s("text", { x: x(best), y: y(what.y(best)) - 8,
      "text-anchor": best < 3 || what.points.some(({ cls }) => cls === "imported") ? "start" : "end" }, words.best),
    s("circle", { class: "chosen", cx: x(chosen), cy: y(at), r: 6 }), ...mark);
}
