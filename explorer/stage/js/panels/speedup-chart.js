// The chart of a lesson in place of the graph: the expected speed-up over the draft length, with its sliders.

import { overGamma } from "./curve.js";
import { h, put, s, setText } from "../dom.js";
import { IDLE, MOST, checkTime, expectedSpeedup, expectedTokens, roofline } from "./speedup.js";

/** @import { LessonChart } from "../types.d.ts" */
/** @typedef {{ input: HTMLInputElement, output: HTMLOutputElement, box: HTMLElement, places: number }} Slider */

const W = 640, H = 260, LEFT = 44, RIGHT = 14, TOP = 14, BASE = 214;
const MODEL = "Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·c + check). "
  + "c and check are in target passes. "
  + "check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). "
  + "With as many positions as the idle limit, calculating takes as long as reading the weights.";

/** The curve over γ = 1 to 16. @param {{ alpha: number, c: number, batch: number, idle: number }} at */
export const curveOf = ({ alpha, c, batch, idle }) => Array.from({ length: MOST }, (_, i) =>
  expectedSpeedup(alpha, i + 1, c, checkTime(i + 1, batch, roofline(idle))));

const EVEN_WIDE = 216; // px: the words on the line of no gain
const SIDES = [[10, -12], [-10, -12], [10, 24], [-10, 24]]; // of the chosen point, where its value may be
/**
 * Finds the first of several places for a text that the curve does not cross. A place is the text's left end and base
 * line.
 * @param {number[]} curve @param {(value: number) => number} y
 * @returns {(wide: number, places: number[][]) => number[]}
 */
export function roomBy(curve, y) {
  const height = (/** @type {number} */ at) => {
    const gamma = Math.min(MOST, Math.max(1, 1 + ((at - LEFT) / (W - RIGHT - LEFT)) * (MOST - 1)));
    const k = Math.min(MOST - 1, Math.floor(gamma));
    return y(curve[k - 1] + (gamma - k) * (curve[k] - curve[k - 1]));
  };
  const free = (/** @type {number} */ wide, /** @type {number[]} */ [left, base]) => left >= LEFT
    && Array.from({ length: Math.ceil(wide / 4) + 1 }, (_, k) => height(left + 4 * k))
      .every((line) => line < base - 15 || line > base + 6);
  return (wide, places) => places.find((place) => free(wide, place)) ?? places[0];
}

let made = 0; // a page may have several stages

export class SpeedupChart {
  id = `st-speedup-${made += 1}`;
  alpha = this.slider("alpha", "Acceptance rate α", 0, 0.99, 0.01, 2);
  gamma = this.slider("gamma", "Draft tokens γ", 1, MOST, 1, 0);
  c = this.slider("c", "Cost of a draft pass c", 0, 1, 0.01, 2);
  batch = this.slider("batch", "Batch (users)", 1, 256, 1, 0);
  idle = this.slider("idle", "Idle limit (positions)", 32, 512, 16, 0);
  svg = s("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "data-testid": "speedup-chart" });
  says = h("p", { class: "st-speedup-says", role: "status", "data-testid": "speedup-says" });
  root = h("section", { class: "st-speedup st-card", "aria-label": "Speed-up chart", hidden: true,
    "data-testid": "speedup" }, this.svg, this.says,
  h("div", { class: "st-speedup-sliders" }, this.alpha.box, this.gamma.box, this.c.box, this.batch.box, this.idle.box),
  h("p", { class: "st-quiet" }, MODEL));

  /**
   * @param {string} name @param {string} label @param {number} min @param {number} max @param {number} step
   * @param {number} places decimals @returns {Slider}
   */
  slider(name, label, min, max, step, places) {
    const id = `${this.id}-${name}`, output = h("output", { for: id });
    const input = h("input", { type: "range", id, min, max, step, "data-testid": `speedup-${name}`,
      oninput: () => this.draw() });
    return { input, output, places, box: h("label", { for: id }, h("span", {}, label, " ", output), input) };
  }
  /** Shows the chart, which starts with these values. Without values, hides it. @param {LessonChart | null} values */
  show(values) {
    this.root.hidden = !values;
    if (!values) return;
    this.alpha.input.value = String(values.alpha);
    this.gamma.input.value = String(values.gamma);
    this.c.input.value = String(values.c);
    this.batch.input.value = String(values.batch);
    this.idle.input.value = String(IDLE);
    this.draw();
  }
  draw() {
    const value = (/** @type {Slider} */ { input, output, places }) => {
      setText(output, Number(input.value).toFixed(places));
      return Number(input.value);
    };
    const [alpha, gamma, c, batch, idle] = [this.alpha, this.gamma, this.c, this.batch, this.idle].map(value);
    const curve = curveOf({ alpha, c, batch, idle }), speed = curve[gamma - 1];
    const text = `With γ = ${gamma}: ${expectedTokens(alpha, gamma).toFixed(2)} tokens per target pass, a check takes `
      + `${checkTime(gamma, batch, roofline(idle)).toFixed(2)} passes, speed-up ${speed.toFixed(2)}${speed < 1 ? " (slower)" : ""}.`;
    setText(this.says, text);
    this.svg.setAttribute("aria-label", `Speed-up over γ, from 1 to ${MOST}. ${text}`);
    this.plot(curve, gamma);
  }
  /** @param {number[]} curve @param {number} gamma */
  plot(curve, gamma) {
    const top = Math.max(2, ...curve) * 1.08, every = top > 8 ? 2 : top > 4 ? 1 : 0.5;
    const { x, y, grid, drawn } = overGamma({ left: LEFT, right: W - RIGHT, top: TOP, base: BASE }, curve, top, every,
      [1, 2, 4, 6, 8, 10, 12, 14, 16], 3);
    const at = curve[gamma - 1], room = roomBy(curve, y);
    const [vx, vy] = room(50, SIDES.map(([dx, dy]) => [x(gamma) + dx - (dx < 0 ? 50 : 0), y(at) + dy]));
    const [ex, ey] = room(EVEN_WIDE, [W - RIGHT - EVEN_WIDE - 2, LEFT + 8].flatMap((left) =>
      [[left, y(1) + 17], [left, y(1) - 7]]));
    put(this.svg,
      ...grid,
      s("text", { x: (LEFT + W - RIGHT) / 2, y: H - 8, "text-anchor": "middle" }, "draft tokens per round, γ"),
      s("line", { class: "even", x1: LEFT, x2: W - RIGHT, y1: y(1), y2: y(1) }),
      s("text", { x: ex, y: ey }, "as fast as without a draft model"),
      ...drawn,
      s("circle", { class: "chosen", cx: x(gamma), cy: y(at), r: 7 }),
      s("text", { class: "value", x: vx + (vx < x(gamma) ? 50 : 0), y: vy,
        "text-anchor": vx < x(gamma) ? "end" : "start" }, at.toFixed(2)));
  }
}
