// The legend with what occurs at a step and how often, and the step as a table.

import { h, put, setText } from "./dom.js";
import { num } from "./format.js";
import { STATES, glyphIcon, labelOf, stateOf } from "./marks.js";

/** @import { It, Model } from "./model.js" */

/** @param {Model} model */
export function newLegend(model) {
  const counts = new Map([...STATES.keys()].map((name) => [name, h("b")]));
  const labels = new Map([...STATES.keys()].map((name) => [name, h("span")]));
  const items = new Map([...STATES.values()].map(({ name, help }) => [name,
    h("li", { "data-kind": name, title: help, class: "st-legend-k" }, glyphIcon(name), labels.get(name),
      counts.get(name))]));
  const sign = h("span", { class: "st-x-key", "aria-hidden": "true" }), told = h("span");
  const copies = h("li", { "data-kind": "copies", title: "A token that was drawn several times is one node. Where its "
    + "draws fared differently, the numbers before the signs say how many." }, sign, told);
  const root = h("ul", { class: "st-legend", "data-testid": "legend", "aria-label": "Marks used here" },
    ...items.values(), copies);

  return {
    root,
    /** Why a draft is rejected in this run. @param {string} words */
    rejection: (words) => items.get("rejected")?.setAttribute("title", words || stateOf("rejected").help),
    /** Only the marks of this step, each with how many nodes bear it. @param {It} it @param {number} phase */
    show(it, phase) {
      const found = model.marks(it, phase), often = model.drawnOften(it, phase);
      copies.hidden = !often;
      setText(sign, often?.times ?? "");
      setText(told, often?.told ?? "");
      for (const [name, item] of items) item.hidden = !found.has(name);
      for (const [name, label] of labels) setText(label, labelOf(name, model.voice));
      for (const [name, count] of counts) setText(count, String(found.get(name) ?? ""));
    },
  };
}

const HEADS = ["node", "parent", "depth", "token", "state"], JUDGED = ["u", "threshold", "reason"];

/** @param {Model} model @param {() => void} opened what to do when one opens it */
export function newTable(model, opened) {
  const summary = h("p", { "data-testid": "graph-summary" }),
    table = h("table", { class: "st-table st-stacked", "data-testid": "graph-table" });
  const root = h("details", { class: "st-card st-details", "data-testid": "table", ontoggle: opened },
    h("summary", {}, "This step as a table"), summary, h("div", { class: "st-wrap", tabindex: "0", role: "group",
      "aria-label": "This step as a table" }, table));

  /** @param {It} it @param {number} place @param {number} phase */
  function row(it, place, phase) {
    const verdict = it.verdicts[model.decided(it, place, phase).at(-1) ?? -1], up = it.n.parent[place];
    return [it.n.id[place], up < 0 ? "–" : up, it.n.depth[place], model.word(it.n.token[place]),
      model.called(model.fate(it, place, phase)), num(verdict?.q ?? model.get(it, "q", place), 3),
      num(verdict?.p ?? model.get(it, "p", place), 3), num(verdict?.u, 3), num(verdict?.a, 3), verdict?.exact ?? ""];
  }
  return {
    root,
    /** @param {It} it @param {number} phase */
    show(it, phase) {
      if (!root.open) return;
      setText(summary, `${phase >= it.commit ? `${it.says} ` : ""}${it.steps[phase].exact}`); // it sums the round up
      const rows = model.bornBy(it, phase).map((place) => row(it, place, phase));
      const heads = [...HEADS, ...it.heads.map(([name]) => name), ...JUDGED];
      put(table, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells.map((cell, k) =>
          h("td", { "data-head": heads[k] }, String(cell)))))));
    },
  };
}
