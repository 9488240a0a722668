// The beams over the whole run. Depth runs to the right, and every branch has a lane, the best beam the topmost one.
// Below it: log p of every active beam minus that of the best. A click goes to the round.

import { h, put, s, setText } from "../dom.js";
import { clip, plural } from "../format.js";
import { shapeOf } from "../marks.js";

/** @import { It, Made, Model } from "../model.js" */
/** @import { Beam } from "../types.d.ts" */
/**
 * A token that was in an active beam at any time. `reach`: the depth of its deepest descendant.
 * @typedef {"best" | "alive" | "dropped"} Kind
 * @typedef {Made & { depth: number, up: Grown | null, below: Grown[], kind: Kind, reach: number, lane: number }} Grown
 * An active beam with its duplicates at the end of iteration `it`; `kept`: the next iteration continues it.
 * @typedef {{ it: number, node: Grown | undefined, beam: Beam, slots: number[], kept: boolean, up: Life | null }} Life
 * @typedef {(value: number) => number} Scale
 */

const LANE = 26, GUTTER = 78, TOP = 20, CHART = 84;
const KINDS = /** @type {Kind[]} */ (["dropped", "alive", "best"]); // in drawing order
const RANK = { best: 0, alive: 1, dropped: 2 };

/** The picture of all beams of a run. */
export class BeamTrace {
  info = h("p", { class: "st-mask-say", "data-testid": "trace-say", "aria-live": "polite" });
  wordy = h("button", { type: "button", class: "st-btn st-small", "data-testid": "trace-words",
    "aria-pressed": "false",
    title: "Show the tokens along the lanes", onclick: () => this.toggle() }, "Show tokens");
  named = { best: "best beam", alive: "still active at the end", dropped: "✕ not continued" };
  keys = h("div", { class: "st-mask-keys st-trace-keys" }, ...Object.entries(this.named).map(([kind, label]) =>
    h("span", {}, s("svg", { width: 26, height: 10, "aria-hidden": "true" },
      s("path", { class: "st-tr-e", "data-of": kind, d: "M1 5H25" })), label)),
  h("span", {}, "number: duplicates"));
  box = h("div", { class: "st-trace", "data-testid": "trace", tabindex: "0", role: "group" });
  root = h("details", { class: "st-card st-details", hidden: true, "data-testid": "beam-trace",
    ontoggle: () => this.redo() }, h("summary", {}, "Beams over the whole run"),
  h("div", { class: "st-bar st-mask-bar" }, this.wordy, this.keys), this.box, this.info);
  cursor = s("rect", { class: "st-tl-now", y: 0, rx: 3 }); drawn = -1; current = -1; lastShown = 0; room = 0;
  words = false;
  bands = /** @type {{ from: number, to: number }[]} */ ([]); // px of each round
  dots = /** @type {{ x: number, y: number, it: number, id: number }[]} */ ([]);

  /** @param {Model} model @param {{ goto: (it: number, phase: number, node: number | null) => void }} on */
  constructor(model, on) {
    this.model = model; this.on = on;
    this.box.addEventListener("click", (event) => {
      if (!this.box.firstElementChild) return;
      const rect = this.box.firstElementChild.getBoundingClientRect(), x = event.clientX - rect.left,
        y = event.clientY - rect.top;
      const dot = this.dots.find((each) => Math.hypot(each.x - x, each.y - y) < 8),
        k = this.bands.findIndex(({ from, to }) => x >= from && x < to);
      if (dot) on.goto(dot.it, Infinity, dot.id);
      else if (k >= 0) on.goto(k, Infinity, null);
    });
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      on.goto(this.lastShown + (event.key === "ArrowDown" ? 1 : -1), Infinity, null);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Shows or hides the tokens. */
  toggle() {
    this.words = !this.words;
    this.wordy.setAttribute("aria-pressed", this.words ? "true" : "false");
    this.redo();
  }
  /** Whether the method has beams. */
  wanted() { return ["beams", "forest"].includes(this.model.header.view || "") && this.model.its.length > 0; }

  /** The tree of all tokens that were in an active beam, each with the fate of its branch. */
  grow() {
    const nodes = /** @type {Map<number, Grown>} */ (new Map());
    for (const made of this.model.lineage.values()) {
      const up = nodes.get(made.parent) || null, depth = up ? up.depth + 1 : 1;
      const node = /** @type {Grown} */ ({ ...made, depth, up, below: [], kind: "dropped", reach: depth, lane: 0 });
      nodes.set(made.node, node);
      up?.below.push(node);
    }
    for (const node of [...nodes.values()].reverse()) if (node.up) node.up.reach = Math.max(node.up.reach, node.reach);
    const ended = this.model.its[this.model.its.length - 1].beams; // the best beam comes last: it overwrites the others
    const last = [...ended].sort((a, b) => Number(a.best) - Number(b.best));
    for (const beam of last)
      for (let node = nodes.get(beam.node) || null; node; node = node.up) node.kind = beam.best ? "best" : "alive";
    return nodes;
  }

  /**
   * Splits the tree into chains and gives each the first lane that is free along it. Returns the number of lanes.
   * @param {Map<number, Grown>} nodes
   */
  lanes(nodes) {
    const heir = (/** @type {Grown[]} */ list) => list.reduce((a,
      b) => ((RANK[b.kind] - RANK[a.kind] || a.reach - b.reach) < 0 ? b : a));
    const chains = /** @type {Grown[][]} */ ([]), heads = [...nodes.values()].filter((node) => !node.up), waiting = [];
    if (heads.length) waiting.push(heir(heads), ...heads.filter((node) => node !== heir(heads)));
    for (let head = waiting.shift(); head; head = waiting.shift()) {
      const chain = [head];
      for (let node = head; node.below.length; node = chain[chain.length - 1]) {
        const next = heir(node.below);
        waiting.push(...node.below.filter((other) => other !== next));
        chain.push(next);
      }
      chains.push(chain);
    }
    const late = (/** @type {Grown[]} */ chain) => (chain[0].kind === "best" ? -1 : chain[0].depth);
    chains.sort((a, b) => late(a) - late(b));
    const taken = /** @type {number[]} */ ([]); // the last used depth per lane
    for (const chain of chains) {
      const from = chain[0].depth - 1;
      let lane = chain[0].kind === "best" ? 0 : 1;
      while (taken[lane] !== undefined && taken[lane] > from) lane++;
      taken[lane] = chain[chain.length - 1].depth + 0.5;
      for (const node of chain) node.lane = lane;
    }
    return Math.max(1, taken.length);
  }

  /** The active beams after every iteration, and the depth of the deepest one. @param {Map<number, Grown>} nodes */
  lives(nodes) {
    const depths = /** @type {number[]} */ ([]), found = /** @type {Life[][]} */ ([]);
    this.model.its.forEach((it, k) => {
      const next = this.model.its[k + 1], before = found[k - 1] || [];
      const groups = this.model.beamsOf(it).map(({ beam, slots }) => {
        const from = it.from[slots[0]], up = before.find((old) => from !== null && old.slots.includes(from)) || null;
        const kept = !next || slots.some((slot) => next.from.includes(slot));
        return { it: k, node: nodes.get(beam.node), beam, slots, kept, up };
      });
      found.push(groups);
      depths.push(Math.max(depths[k - 1] || 0, ...groups.map((life) => life.node?.depth || 0)));
    });
    return { found, depths };
  }

  draw() {
    const nodes = this.grow(), count = this.lanes(nodes), { found, depths } = this.lives(nodes),
      deep = Math.max(1, depths[depths.length - 1]);
    this.room = this.box.clientWidth || 700;
    const fit = Math.floor((this.room - GUTTER - 130) / deep), col = this.words ? 74 : Math.max(13, Math.min(64, fit));
    const spelt = this.words || col >= 56, lane = spelt ? LANE + 14 : LANE;
    const x = (/** @type {number} */ depth) => GUTTER + (depth - 0.5) * col;
    const y = (/** @type {number} */ row) => TOP + 8 + (row + 0.5) * lane;
    const high = TOP + 12 + count * lane, width = GUTTER + deep * col + 124, total = high + CHART + 22;
    const svg = s("svg", { width, height: total, viewBox: `0 0 ${width} ${total}`, class: "st-tr", role: "img",
      "aria-label": `${plural(this.model.its.length, "round")}, ${plural(count, "lane")}` });
    this.cursor.setAttribute("height", String(total));
    this.bands = depths.map((depth, k) => {
      const from = GUTTER + (k ? depths[k - 1] : 0) * col;
      return { from, to: Math.max(GUTTER + depth * col, from + 3) };
    });
    this.rulers(svg, total, y(0), high);
    this.edges(svg, nodes, x, y);
    this.marks(svg, found, x, y);
    if (spelt) for (const node of nodes.values()) svg.append(s("text", { class: "st-tr-w", "data-of": node.kind,
      x: x(node.depth), y: y(node.lane) - 11, "text-anchor": "middle" },
    s("title", {}, this.model.word(node.token)), clip(this.model.word(node.token), Math.floor(col / 8.2))));
    this.chart(svg, found, x, high + 10, GUTTER + deep * col);
    put(this.box, svg);
    const dropped = found.flat().filter((life) => !life.kept).length;
    const forks = [...nodes.values()].filter((node) => node.below.length > 1).length;
    Object.assign(this.root.dataset, { lanes: count, dropped, forks, iterations: this.model.its.length });
    this.box.setAttribute("aria-label",
      `Beams over ${plural(this.model.its.length, "round")}: ${plural(forks, "fork")}, ${plural(dropped, "beam")} not continued. `
      + "Use ↑ and ↓ to change rounds.");
    this.drawn = this.model.its.length;
    this.current = -1;
  }

  /**
   * Stripes and numbers of the rounds, and the names of the rows.
   * @param {SVGElement} svg @param {number} total @param {number} first @param {number} high
   */
  rulers(svg, total, first, high) {
    const striped = this.bands.map(({ from, to }, k) => (k % 2 ? `M${from} 0H${to}V${total}H${from}Z` : "")).join("");
    svg.append(s("path", { class: "st-tr-stripe", d: striped }), this.cursor);
    const wide = this.bands.reduce((sum, { from, to }) => sum + to - from, 0) / this.bands.length,
      every = Math.max(1, Math.ceil(26 / wide));
    this.bands.forEach(({ from, to }, k) => {
      if (k % every === 0) svg.append(s("text", { class: "st-tr-n", x: (from + to) / 2, y: 12,
        "text-anchor": "middle" }, String(k + 1)));
    });
    const rows = /** @type {[number, string][]} */ ([[12, "round"], [first + 4, "best beam"],
      [high + 20, "log p minus"], [high + 33, "the best"]]);
    for (const [y, text] of rows) svg.append(s("text", { class: "st-tr-n", x: 2, y }, text));
  }

  /** The branches. @param {SVGElement} svg @param {Map<number, Grown>} nodes @param {Scale} x @param {Scale} y */
  edges(svg, nodes, x, y) {
    const d = { dropped: "", alive: "", best: "" };
    for (const node of nodes.values()) {
      const x0 = node.up ? x(node.up.depth) : x(0.55), y0 = y(node.up ? node.up.lane : 0), x1 = x(node.depth),
        y1 = y(node.lane);
      const mid = (x0 + x1) / 2;
      d[node.kind] += y0 === y1 ? `M${x0} ${y0}H${x1}` : `M${x0} ${y0}C${mid} ${y0} ${mid} ${y1} ${x1} ${y1}`;
    }
    for (const kind of KINDS) svg.append(s("path", { class: "st-tr-e", "data-of": kind, d: d[kind] }));
    svg.append(s("path", { class: "st-g", "data-kind": "input", d: shapeOf("input"),
      transform: `translate(${x(0.55)} ${y(0)}) scale(4)` }));
  }

  /**
   * One dot per active beam at the end of a round, with its number of duplicates; ✕ if the beam is not continued.
   * @param {SVGElement} svg @param {Life[][]} found @param {Scale} x @param {Scale} y
   */
  marks(svg, found, x, y) {
    const all = found.flat(), few = all.length <= 900;
    let plain = "", cross = "";
    this.dots = [];
    for (const { node, it, kept, slots } of all) {
      if (!node) continue;
      const cx = x(node.depth), cy = y(node.lane), numbered = slots.length > 1 && few, r = numbered ? 8 : 3.6;
      this.dots.push({ x: cx, y: cy, it, id: node.node });
      if (!kept) cross += `M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8`;
      else if (numbered) svg.append(s("circle", { class: "st-tr-d", "data-of": node.kind, cx, cy, r }),
        s("text", { class: "st-tr-c", "data-of": node.kind, x: cx, y: cy + 4.2, "text-anchor": "middle" },
          String(slots.length)));
      else plain += `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }
    svg.append(s("path", { class: "st-tr-d", d: plain }), s("path", { class: "st-tr-x", d: cross }));
    for (const { node, beam } of found[found.length - 1]) if (node) svg.append(
      s("text", { class: "st-tr-l" + (beam.best ? " best" : ""), x: x(node.depth) + 12, y: y(node.lane) + 4 },
        `log p ${beam.logp?.toFixed(1) ?? "–"}${beam.best ? " · best" : ""}`));
  }

  /**
   * The chart of log p relative to the best beam.
   * @param {SVGElement} svg @param {Life[][]} found @param {Scale} x @param {number} y0 @param {number} right
   */
  chart(svg, found, x, y0, right) {
    const lead = found.map((group) => Math.max(...group.map(({ beam }) => beam.logp ?? -Infinity)));
    const all = found.flat().flatMap(({ node, beam, it, up }) => (node && beam.logp !== null
      ? [{ node, up, behind: beam.logp - lead[it] }] : []));
    if (!all.length) return;
    const sorted = all.map(({ behind }) => behind).sort((a, b) => a - b);
    const low = Math.min(-0.5, sorted[Math.floor(sorted.length * 0.03)]);
    // the few lower values are drawn at the bottom
    const y = (/** @type {number} */ behind) => (y0 + 6 + (Math.max(low, behind) / low) * (CHART - 12)).toFixed(1);
    const d = { dropped: "", alive: "", best: "" }, points = { dropped: "", alive: "", best: "" };
    for (const { node, up, behind } of all) {
      if (up?.node && up.beam.logp !== null && up.node !== node)
        d[node.kind] += `M${x(up.node.depth)} ${y(up.beam.logp - lead[up.it])}L${x(node.depth)} ${y(behind)}`;
      points[node.kind] += `M${x(node.depth) - 2} ${y(behind)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;
    }
    svg.append(s("path", { class: "st-tl-base", d: `M${GUTTER} ${y0 - 4}H${right}` }),
      s("text", { class: "st-tr-n", x: right + 6, y: y0 + 10 }, "0: the best"),
      s("text", { class: "st-tr-n", x: right + 6, y: y0 + CHART - 3 }, `${low.toFixed(1)} or less`));
    for (const kind of KINDS) svg.append(s("path", { class: "st-tr-e thin", "data-of": kind, d: d[kind] }));
    for (const kind of KINDS) svg.append(s("path", { class: "st-tr-p", "data-of": kind, d: points[kind] }));
  }

  /** The beams of a round in words. @param {It} it */
  describe(it) {
    const next = this.model.its[it.i + 1], beams = this.model.beamsOf(it).map(({ beam, slots }) => {
      const from = new Set(slots.map((slot) => it.from[slot])), gone = next
        && !slots.some((slot) => next.from.includes(slot));
      const parents = [...from].map((slot) => (slot === null ? "the start" : `beam ${slot + 1}`)).join(", ");
      const numbers = slots.map((slot) => slot + 1).join(", ");
      return `${slots.length > 1 ? `beams ${numbers} (duplicates)` : `beam ${numbers}`} from ${parents}, `
        + `log p ${beam.logp?.toFixed(2) ?? "–"}${gone ? ", not continued" : ""}`;
    });
    return `Round ${it.i + 1}: ${beams.slice(0, 8).join("; ")}${beams.length > 8 ? `; ${beams.length - 8} more` : ""}.`;
  }

  redo() {
    this.drawn = -1;
    if (this.wanted()) this.show(this.model.its[this.lastShown]);
    this.settle();
  }
  /** Marks a round. @param {It | undefined} it */
  show(it) {
    this.root.hidden = !this.wanted();
    if (this.root.hidden || !it) return;
    this.lastShown = it.i;
    if (!this.root.open) return;
    if (this.drawn !== this.model.its.length) this.draw();
    if (this.current === it.i) return;
    this.current = it.i;
    const { from, to } = this.bands[it.i];
    this.cursor.setAttribute("x", String(from));
    this.cursor.setAttribute("width", String(to - from));
    setText(this.info, (this.model.multi() ? "" : "Every round ended with one beam. ")
      + this.describe(it));
  }
  /** Scrolls to the current round. It reads sizes, so it runs last. */
  settle() {
    const band = this.bands[this.current];
    if (!band || this.root.hidden || !this.root.open) return;
    if (band.from < this.box.scrollLeft + GUTTER || band.to > this.box.scrollLeft
      + this.room) this.box.scrollLeft = band.from - this.room / 2;
  }
  resized() { if (this.drawn > 0 && !this.root.hidden && Math.abs(this.room - this.box.clientWidth) > 30) this.redo(); }
  reset() {
    this.drawn = this.current = -1;
    this.lastShown = 0;
    this.bands = [];
    this.dots = [];
    put(this.box);
    setText(this.info, "");
    this.root.hidden = true;
  }
}
