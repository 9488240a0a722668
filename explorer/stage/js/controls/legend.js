// The legend, with the marks of a step and their counts, and the step as a table.

import { arrange, h, put, setText } from "../dom.js";
import { num, probability } from "../format.js";
import { STATES, glyphIcon, labelOf, stateOf } from "../marks.js";

/** @import { It, Model } from "../model.js" */

/** The list of marks below the graph. @param {Model} model */
export function newLegend(model) {
  const counts = new Map([...STATES.keys()].map((name) => [name, h("b")]));
  const labels = new Map([...STATES.keys()].map((name) => [name, h("span")]));
  const draws = new Map([...STATES.keys()].map((name) => [name, h("small")]));
  const items = new Map([...STATES.values()].map(({ name, help }) => [name,
    h("li", { "data-kind": name, title: help, class: "st-legend-k" }, glyphIcon(name), labels.get(name),
      counts.get(name), draws.get(name))]));
  const sign = h("span", { class: "st-x-key", "aria-hidden": "true" }), words = h("span");
  const copies = h("li", { "data-kind": "copies", title: "A token that was sampled several times is one node. "
    + "Every draw has a mark; of many draws, the numbers before the marks say how many." }, sign, words);
  const paths = h("b"), copied = h("li", { "data-kind": "copy", title: "A guess that was copied below a merged one, so "
    + "that each path has its own." }, h("i", { class: "st-legend-copy", "aria-hidden": "true" }),
  "copies, included: ", paths);
  const meant = h("span"), ratio = h("li", { "data-testid": "legend-ratio",
    title: "A leaf passes if its random number is below its running ratio." },
  h("i", { class: "st-legend-ratio", "aria-hidden": "true" }), meant);
  const scope = h("li", {}, "This round:"); // the summary counts all rounds
  const root = h("ul", { class: "st-legend", "data-testid": "legend", "aria-label": "Legend" }, scope,
    ...items.values(), ratio, copied, copies);
  /** @type {{ it: It | null, since: Map<string, number> }} the first step of every mark of a round */
  let known = { it: null, since: new Map() };

  /**
   * The first step at which every mark of a round is drawn. Marks have this order and stay, so that none of them moves.
   * @param {It} it
   */
  function sinceOf(it) {
    if (known.it === it) return known.since;
    const since = /** @type {Map<string, number>} */ (new Map());
    it.steps.forEach((_, k) => {
      const marks = model.marks(it, k);
      for (const name of items.keys()) if (marks.has(name) && !since.has(name)) since.set(name, k);
    });
    known = { it, since };
    arrange(root, [scope, ...[...since.keys()].map((name) => /** @type {HTMLElement} */ (items.get(name))),
      ...[...items].filter(([name]) => !since.has(name)).map(([, item]) => item), ratio, copied, copies]);
    return since;
  }

  return {
    root,
    /** Sets the help of the mark “rejected” to the rule of this run. @param {string} rule */
    rejection: (rule) => items.get("rejected")?.setAttribute("title", rule || stateOf("rejected").help),
    /** Shows the marks of this step, each with its number of nodes. @param {It} it @param {number} phase */
    show(it, phase) {
      const marks = model.marks(it, phase), often = model.drawnOften(it, phase);
      copies.hidden = !often;
      const repeated = model.bornBy(it, phase).filter((place) => model.copied(it, place)).length;
      copied.hidden = !repeated;
      setText(paths, String(repeated));
      ratio.hidden = it.lay.kind === "chain" || !it.panels.some((panel) => panel.kind === "judged"
        && panel.ratios?.some(({ step }) => step <= phase));
      setText(meant, model.voice === "plain" ? "running ratio: target ÷ draft, multiplied along the path, at most 1"
        : "running ratio α = min(α·p′/q, 1) along the path");
      setText(sign, often?.times ?? "");
      setText(words, often?.told ?? "");
      const since = sinceOf(it);
      for (const [name, item] of items) {
        item.hidden = (since.get(name) ?? Infinity) > phase;
        item.classList.toggle("none", !marks.has(name));
      }
      for (const [name, label] of labels) setText(label, labelOf(name, model.voice));
      for (const [name, count] of counts) {
        const nodes = marks.get(name) ?? 0, of = model.drawsOf(it, name, phase), more = draws.get(name);
        setText(count, String(nodes));
        if (more) setText(more, nodes && of > nodes ? `(${of} draws)` : "");
      }
    },
  };
}

const HEADS = ["node", "parent", "depth", "token", "state"], JUDGED = ["u", "threshold", "reason"];

/** The step as a table. @param {Model} model @param {() => void} opened called when a reader opens it */
export function newTable(model, opened) {
  const summary = h("p", { "data-testid": "graph-summary" }),
    table = h("table", { class: "st-table st-stacked", "data-testid": "graph-table" });
  const root = h("details", { class: "st-card st-details", "data-testid": "table", ontoggle: opened },
    h("summary", {}, "This step as a table"), summary, h("div", { class: "st-wrap", tabindex: "0", role: "group",
      "aria-label": "This step as a table" }, table));

  /** The cells of a node. @param {It} it @param {number} place @param {number} phase */
  function row(it, place, phase) {
    const verdict = it.verdicts[model.decided(it, place, phase).at(-1) ?? -1], up = it.n.parent[place];
    const of = (/** @type {"q" | "p"} */ series) => probability(model.voice,
      verdict?.[series] ?? model.get(it, series, place), (value) => num(value, 3));
    return [it.n.id[place], up < 0 ? "–" : up, it.n.depth[place], model.word(it.n.token[place]),
      model.called(model.fate(it, place, phase)), of("q"), of("p"), num(verdict?.u, 3), num(verdict?.a, 3),
      verdict?.[model.voice] ?? ""];
  }
  return {
    root,
    /** Fills the table, if it is open. @param {It} it @param {number} phase */
    show(it, phase) {
      if (!root.open) return;
      const says = phase >= it.commit ? `${it.says} ` : ""; // sums up the round, so not before its end
      setText(summary, `${says}${it.steps[phase][model.voice]}`);
      const rows = model.bornBy(it, phase).map((place) => row(it, place, phase));
      const series = it.heads.map(([name, , plain]) => (model.voice === "plain" ? plain : name));
      const heads = [...HEADS, ...series, ...JUDGED];
      put(table, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells.map((cell, k) =>
          h("td", { "data-head": heads[k] }, String(cell)))))));
    },
  };
}
