// The timeline. One column per iteration, one row per measure; a click goes there.

import { h, put, s, setText } from "./dom.js";
import { num, plural, seconds } from "./format.js";

/** @import { It, Model } from "./model.js" */
/**
 * A row: `top` is the value that its height stands for, `joules` (rows of energy) what an iteration took.
 * @typedef {{ key: string, label: string, high: () => number, shown: () => boolean, top: () => number,
   note: (top: number) => string,
 *   paint: (g: SVGElement, it: It, y: number, high: number, top: number) => void, joules?: (it: It) => number }} Row
 * @typedef {"draft" | "target" | "other"} Share
 */

const SHARES = /** @type {Share[]} */ (["target", "draft", "other"]); // from below
const UNDRAFTED = new Set(["extra", "final"]); // no draft stood in such a layer that could fail

/** @param {It} it */
const wall = ({ bar }) => bar.draft + bar.target + bar.other;
/** @param {It} it */
const computed = ({ bar }) => (bar.modelled ? bar.modelled.draft + bar.modelled.target : 0);
/** @param {number} value */
const joules = (value) => (value >= 1 ? `${num(value)} J` : `${num(value * 1000)} mJ`);
/** @param {It[]} its @param {(it: It) => number} of */
const sum = (its, of) => its.reduce((all, it) => all + of(it), 0);

export class Timeline {
  names = h("div", { class: "st-tl-names" });
  track = h("div", { class: "st-tl-track", tabindex: "-1" });
  info = h("span", { class: "st-quiet st-tl-info" }); keys = h("div", { class: "st-tl-keys" });
  root = h("details", { class: "st-card st-details", "data-testid": "timeline", ontoggle: () => this.redraw() },
    h("summary", {}, "Timeline of the passes"), h("header", { class: "st-bar" }, this.info, this.keys),
    h("div", { class: "st-tl" }, this.names, this.track));
  cursor = s("rect", { class: "st-tl-now", y: 0, rx: 3 }); drawn = 0; current = -1; step = 16; width = 0;
  narrow = false; last = /** @type {It | null} */ (null);
  /** @type {Row[]} */
  ROWS = [
    { key: "tokens", label: "tokens per iteration", high: () => 40, shown: () => true,
      top: () => this.most(({ bar }) => bar.emitted),
      note: (top) => `${this.model.multi() ? "best beam, " : ""}to ${top}`,
      paint: (g, { bar: { kept, emitted } }, y, high, top) =>
        this.pile(g, y + high, high / top, [["kept", kept], ["own", emitted - kept]]) },
    { key: "drafted", label: "drafted, of which wasted", high: () => 34, shown: () => this.drafts(),
      top: () => this.most(({ bar }) => bar.drafted),
      note: (top) => `nodes, to ${top}`,
      paint: (g, { bar: { used, wasted } }, y, high, top) => this.pile(g, y + high, high / top,
        [["kept", used], ["waste", wasted]]) },
    { key: "widths", label: "width by layer", shown: () => this.layers() > 0,
      high: () => Math.max(this.layers() * 13 + 2, (this.narrow ? 50 : 28) + (this.alone() ? 18 : 0)),
      top: () => this.most(({ bar }) => Math.max(0, ...bar.widths.map(([, wide]) => wide))),
      note: () => (this.drafts() ? `W_L; dashed: fewer were accepted${this.alone() ? "; blue: drawn from p alone" : ""}`
      : "live beams"),
      paint: (g, it, y, _high, top) => this.widths(g, it, y, top) },
    { key: "time", label: "time: draft, target, rest", high: () => 34, shown: () => true, top: () => this.slowest(),
      note: (top) => `to ${seconds(top)}`,
      paint: (g, it, y, high, top) => {
        const over = wall(it) > top * 1.001;
        this.pile(g, y + high, high / (over ? wall(it) : top), this.shares(it));
        if (over) g.append(s("path", { class: "st-tl-over",
          d: `M0 ${y + 5}L${this.step} ${y + 1}M0 ${y + 9}L${this.step} ${y + 5}` }));
      } },
    { key: "joules", label: "measured energy", high: () => 50, shown: () => this.spent() > 0,
      top: () => this.most((it) => this.measured(it), 1e-12),
      note: (top) => this.upTo(top, (it) => this.measured(it), this.band(), this.model.header.energy?.method),
      joules: (it) => this.measured(it),
      paint: (g, it, y, high, top) => this.pile(g, y + high, (high / top) * this.perSecond(), this.shares(it)) },
    { key: "modelled", label: "modelled energy", high: () => 50,
      shown: () => this.model.its.some(({ bar }) => bar.modelled !== undefined),
      top: () => this.most(computed, 1e-12), joules: computed,
      note: (top) => this.upTo(top, computed, 0, this.model.header.energy?.model),
      paint: (g, { bar: { modelled } }, y, high, top) => this.pile(g, y + high, high / top,
        modelled ? [["modelled-target", modelled.target], ["modelled-draft", modelled.draft]] : []) },
    { key: "kv", label: "KV tokens", high: () => 22, shown: () => this.model.its.some(({ bar }) => bar.kv > 0),
      top: () => this.most(({ bar }) => bar.kv), note: (top) => `to ${top}`,
      paint: (g, { bar }, y, high, top) => this.pile(g, y + high, high / top, [["kv", bar.kv]]) },
  ];

  /** @param {Model} model @param {{ goto: (it: number, phase: number, node: number | null) => void }} on */
  constructor(model, on) {
    this.model = model; this.on = on;
    this.root.addEventListener("click", (event) => {
      const g = event.target instanceof Element ? event.target.closest("[data-bar]") : null;
      if (g) on.goto(Number(g.getAttribute("data-bar")) - 1, Infinity, null);
    });
  }
  /** @param {(it: It) => number} of */
  most(of, least = 1) { return Math.max(least, ...this.model.its.map(of)); }
  drafts() { return this.model.its.some(({ bar }) => bar.drafted > 0); }
  layers() { return this.most(({ bar }) => bar.widths.length, 0); }
  alone() {
    return this.model.its.some(({ bar }) => bar.widths.some(([, , , outcome]) => UNDRAFTED.has(outcome || "")));
  }
  // Measured joules are the run's total shared out by time; modelled ones are another row in another colour.
  spent() { return this.model.summary?.joules || 0; }
  band() { return this.model.summary?.energy.band || 0; }
  perSecond() {
    return this.spent() / Math.max(this.model.summary?.energy.seconds || 0, sum(this.model.its, wall), 1e-12);
  }
  /** @param {It} it */
  measured(it) { return wall(it) * this.perSecond(); }
  /**
   * The bars are what each iteration took, the line is what all took so far.
   * @param {number} top @param {(it: It) => number} of @param {number} about @param {string | null | undefined} how
   */
  upTo(top, of, about, how) {
    return `bars to ${joules(top)}, line to ${joules(sum(this.model.its, of))}`
      + (about ? ` ± ${joules(about)}` : "") + (this.narrow ? "" : `, ${how}`); // on a phone the line above has it
  }
  /** @param {It} it @returns {[string, number][]} */
  shares({ bar }) { return SHARES.map((name) => [name === "other" ? "rest" : name, bar[name]]); }
  /**
   * Bars on top of each other, the first one lowest.
   * @param {SVGElement} g @param {number} base @param {number} unit @param {[string, number][]} parts
   */
  pile(g, base, unit, parts) {
    let y = base;
    for (const [kind, value] of parts) {
      const tall = value * unit;
      y -= tall;
      if (tall > 0.2) g.append(s("rect", { class: "st-b", "data-of": kind, x: 1.5, y, width: this.step - 3,
        height: tall }));
    }
  }
  /** @param {SVGElement} g @param {It} it @param {number} y @param {number} top */
  widths(g, it, y, top) {
    it.bar.widths.forEach(([, wide, accepted, outcome], k) => {
      const alone_ = UNDRAFTED.has(outcome || ""), low = !alone_ && accepted !== null && accepted < wide;
      const opacity = low ? 1 : alone_ ? 0.3 : (0.15 + (0.5 * wide) / top).toFixed(2);
      g.append(s("rect", { class: `st-w${low ? " low" : alone_ ? " drawn" : ""}`, x: 1.5, y: y + k * 13 + 0.5,
        width: this.step - 3,
        height: 11, "fill-opacity": opacity }));
      if (this.step >= 11) g.append(s("text", { class: `st-tl-t${low ? " low" : ""}`, x: this.step / 2,
        y: y + k * 13 + 9.5,
        "text-anchor": "middle" }, String(wide)));
    });
  }
  /** One slow first pass should not flatten all others: the scale ends at the second slowest where it stands out. */
  slowest() {
    const [first = 0, second = 0, ...more] = this.model.its.map((it) => it.seconds).sort((a, b) => b - a);
    return Math.max(1e-9, more.length > 1 && first > 3 * second ? second : first);
  }
  stamp() { return this.model.its.length + (this.model.summary ? 0.5 : 0); } // the summary brings the measured row
  draw() {
    const { its } = this.model;
    this.width = this.track.clientWidth || 600;
    this.narrow = this.width < 360;
    this.step = Math.max(this.layers() ? 12 : 9, Math.min(30, Math.floor((this.width - 8) / Math.max(1, its.length))));
    const rows = this.ROWS.filter((row) => row.shown()), whole = rows.reduce((all, row) => all + row.high() + 16, 0);
    const svg = s("svg", { width: its.length * this.step + 8, height: whole, class: "st-tl-svg", role: "group",
      "aria-label": "Iterations" });
    this.cursor.setAttribute("width", String(this.step));
    this.cursor.setAttribute("height", String(whole));
    svg.append(this.cursor);
    const columns = its.map((it) => s("g", { "data-bar": it.i + 1, transform: `translate(${4 + it.i * this.step} 0)`,
      class: "st-tl-it" }));
    const curves = s("g", { class: "st-tl-curves" });
    let y = 8;
    put(this.names);
    for (const row of rows) {
      const tall = row.high(), top = row.top();
      const words = h("div", { class: "st-tl-name" }, row.label, h("small", {}, row.note(top)));
      words.style.height = `${tall + 16}px`;
      this.names.append(words);
      svg.append(s("path", { class: "st-tl-base", d: `M0 ${y + tall + 0.5}H${its.length * this.step + 8}` }));
      its.forEach((it, k) => row.paint(columns[k], it, y, tall, top));
      if (row.joules) curves.append(...this.curve(row.key, row.joules, y, tall));
      y += tall + 16;
    }
    its.forEach((it, k) => columns[k].append(s("rect", { class: "st-tl-hit", x: 0, y: 0, width: this.step,
      height: whole },
    s("title", {}, this.describe(it)))));
    svg.append(...columns, curves);
    put(this.track, svg);
    this.sayKeys(rows);
    this.drawn = this.stamp();
    this.current = -1;
  }
  /** @param {Row[]} rows */
  sayKeys(rows) {
    const modelled = rows.some((row) => row.key === "modelled"), any = this.drafts();
    const shown = /** @type {[string, string, boolean][]} */ ([["kept", "accepted drafts", any],
      ["own", "target's own", true],
      ["waste", "wasted", any], ["draft", "draft time", any], ["target", "target time", true], ["rest", "rest", true],
      ["modelled-target", "target, modelled", modelled], ["modelled-draft", "draft, modelled", modelled && any],
      ["sum", "joules so far", rows.some((row) => row.joules)]]);
    put(this.keys, ...shown.map(([kind, label, here]) => here && h("span", { "data-of": kind }, label)));
  }
  /**
   * A total is known to one update of its counter, and so is every part of it: the band.
   * @param {string} key @param {(it: It) => number} of @param {number} y @param {number} high
   */
  curve(key, of, y, high) {
    const about = key === "joules" ? this.band() : 0, unit = high / Math.max(1e-12, sum(this.model.its, of) + about);
    const points = [{ x: 4, value: 0 }];
    this.model.its.forEach((it, k) => points.push({ x: 4 + (k + 1) * this.step, value: points[k].value + of(it) }));
    const way = (/** @type {typeof points} */ list, /** @type {number} */ off) => list.map(({ x, value }) =>
      `${x} ${y + high - Math.min(high, Math.max(0, (value + off) * unit))}`).join("L");
    const line = s("path", { class: "st-tl-sum", "data-of": key, d: `M${way(points, 0)}` });
    if (!about) return [line];
    return [s("path", { class: "st-tl-band", d: `M${way(points, about)}L${way([...points].reverse(), -about)}Z` }),
      line];
  }

  /** Cumulative joules and joules per token up to here, with how they are known. @param {It} it */
  energy(it) {
    const its = this.model.its.slice(0, it.i + 1), tokens = sum(its, ({ bar }) => bar.emitted),
      { method, model: by } = this.model.header.energy || {};
    const say = (/** @type {number} */ all,
      /** @type {string} */ how) => `; ${joules(all)} ${how}, ${tokens ? joules(all / tokens) : "–"} per token`;
    const made = this.spent()
      ? say(sum(its, (it) => this.measured(it)),
        `measured so far (${method}, by time${this.band() ? `, ± ${joules(this.band())}` : ""})`) : "";
    return made + (it.bar.modelled ? say(sum(its, computed), `modelled so far (${by})`) : "");
  }
  /** @param {It} it */
  describe(it) {
    const { emitted, used, drafted, draws, wasted, draft, target, other, kv } = it.bar;
    const copies = draws === drafted ? "" : ` (${draws} draws)`;
    return `Iteration ${it.i + 1}: ${plural(emitted, "token")}, ${used} of ${plural(drafted, "drafted node")}${copies} used, `
      + `${wasted} wasted; draft ${seconds(draft)}, target ${seconds(target)}, rest ${seconds(other)}; ${kv} KV tokens${this.energy(it)}`;
  }

  /** @param {It} it */
  show(it) {
    this.last = it;
    if (!this.root.open) return;
    if (this.drawn !== this.stamp()) this.draw();
    if (it.i === this.current) return;
    this.current = it.i;
    this.cursor.setAttribute("x", String(4 + it.i * this.step));
    setText(this.info, this.describe(it));
  }
  redraw() {
    if (!this.last || !this.root.open) return;
    this.show(this.last);
    this.settle();
  }
  settle() { // asks for sizes, so it comes last
    const x = this.current * this.step, left = this.track.scrollLeft;
    if (x < left || x + this.step * 2 > left + this.width) this.track.scrollLeft = x - this.width / 2;
  }
  resized() {
    if (!this.drawn || !this.root.open || Math.abs(this.width - this.track.clientWidth) <= 30) return;
    this.drawn = -1;
    this.show(this.model.its[this.current]);
  }
  reset() {
    this.drawn = 0;
    this.current = -1;
    this.last = null;
    for (const part of [this.track, this.names, this.keys]) put(part);
    setText(this.info, "");
  }
}
