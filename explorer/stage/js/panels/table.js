// The small tables of the inspector.

import { h } from "../dom.js";
import { gauge } from "./gauge.js";

/** A small table. @param {string[]} heads @param {HTMLElement[]} rows @param {string} label */
export const table = (heads, rows, label) => h("table", { class: "st-table st-tight", "aria-label": label },
  h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, ...rows));
/** The cells of a row. @param {...(Node | string | null | (Node | string | null)[])} cells */
export const cells = (...cells) => cells.map((cell) => h("td", {}, ...[cell].flat()));

/**
 * A threshold as a bar that ends there, and a random number as a dot, as at the nodes of the graph.
 * @param {number} threshold @param {number | null} number
 */
export function toss(threshold, number) {
  const view = gauge(threshold, threshold, 1, "yes"), dot = h("em");
  if (number === null) return view;
  dot.style.left = `${(100 * number).toFixed(1)}%`;
  view.append(dot);
  return view;
}
