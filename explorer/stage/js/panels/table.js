// The small tables of the inspector.

import { h } from "../dom.js";

/** A small table. @param {string[]} heads @param {HTMLElement[]} rows @param {string} label */
export const table = (heads, rows, label) => h("table", { class: "st-table st-tight", "aria-label": label },
  h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, ...rows));
/** The cells of a row. @param {...(Node | string | null | (Node | string | null)[])} cells */
export const cells = (...cells) => cells.map((cell) => h("td", {}, ...[cell].flat()));

/**
 * A table of numbers. A row that begins with “sum” has a line above it.
 * @param {string} id @param {string[]} heads @param {(Node | string | (Node | string)[])[][]} rows
 * @param {[string, number][]} groups names of groups of columns, each with the number of its columns
 */
export function grid(id, heads, rows, groups = []) {
  const above = !groups.length ? null : h("tr", {}, ...groups.map(([name, colspan]) =>
    h("th", { scope: "colgroup", colspan: String(colspan) }, name)));
  return h("table", { class: "st-shares", "data-testid": `inspector-${id}` },
    h("thead", {}, above, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...rows.map((row) => h("tr", { class: row[0] === "sum" ? "sum" : "" },
      ...row.map((cell) => h("td", {}, ...[cell].flat()))))));
}
