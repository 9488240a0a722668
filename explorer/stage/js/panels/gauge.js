// A value as a bar, in tables and rows of the inspector.

import { h } from "../dom.js";

/** A value as a bar with its threshold as a line. @param {number | null} value @param {number | null} cut */
export function gauge(value, cut, top = 1, look = "p") {
  const mark = (/** @type {number} */ v) => `${(100 * Math.min(1, Math.max(0, v / top))).toFixed(1)}%`;
  const line = h("i"), stroke = h("b");
  line.style.width = mark(value ?? Infinity);
  if (cut !== null) stroke.style.left = mark(cut);
  return h("span", { class: "st-meter", "data-of": look }, line, cut !== null && cut < top ? stroke : null);
}
