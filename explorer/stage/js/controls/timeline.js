// The timeline: one column per round and one row per measure. A click on a column goes to that round.

import { h, put, s, setText } from "../dom.js";
import { num, plural, seconds } from "../format.js";

/** @import { It, Model } from "../model.js" */
/**
 * A row. `top` is the value at its full height; `joules` (energy rows) is the energy of one round.
 * @typedef {{ key: string, label: string, high: () => number, shown: () => boolean, top: () => number,
   note: (top: number) => string,
 *   paint: (g: SVGElement, it: It, y: number, high: number, top: number) => void, joules?: (it: It) => number }} Row
 * @typedef {"draft" | "target" | "other"} Share
 */

const SHARES = /** @type {Share[]} */ (["target", "draft", "other"]); // from the bottom
const UNDRAFTED = new Set(["extra", "final"]); // layers without a draft

/** Seconds of a round. @param {It} it */
const wall = ({ bar }) => bar.draft + bar.target + bar.other;
/** Modelled joules of a round. @param {It} it */
const computed = ({ bar }) => (bar.modelled ? bar.modelled.draft + bar.modelled.target : 0);
/** An energy with its unit. @param {number} value in joules */
const joules = (value) => (value >= 1 ? `${num(value)} J` : `${num(value * 1000)} mJ`);
/** The sum of a measure over rounds. @param {It[]} its @param {(it: It) => number} of */
const sum = (its, of) => its.reduce((all, it) => all + of(it), 0);

/** The timeline of a run. */
export class Timeline {
  names = h("div", { class: "st-tl-names" });
  track = h("div", { class: "st-tl-track", tabindex: "-1" });
  info = h("span", { class: "st-quiet st-tl-info" }); keys = h("div", { class: "st-tl-keys" });
  root = h("details", { class: "st-card st-details", "data-testid": "timeline", ontoggle: () => this.redraw() },
    h("summary", {}, "Timeline"), h("header", { class: "st-bar" }, this.info, this.keys),
    h("div", { class: "st-tl" }, this.names, this.track));
  cursor = s("rect", { class: "st-tl-now", y: 0, rx: 3 }); drawn = 0; current = -1; step = 16; width = 0;
  narrow = false; last = /** @type {It | null} */ (null);
  /** @type {Row[]} */
  ROWS = [
    { key: "tokens", label: "tokens per round", high: () => 40, shown: () => true,
      top: () => this.most(({ bar }) => bar.emitted),
      note: (top) => `${this.model.multi() ? "best beam, " : ""}up to ${top}`,
      paint: (g, { bar: { kept, emitted } }, y, high, top) =>
        this.pile(g, y + high, high / top, [["kept", kept], ["own", emitted - kept]]) },
    { key: "drafted", label: "draft tokens, unused ones marked", high: () => 34, shown: () => this.drafts(),
      top: () => this.most(({ bar }) => bar.drafted),
      note: (top) => `nodes, up to ${top}`,
      paint: (g, { bar: { used, wasted } }, y, high, top) => this.pile(g, y + high, high / top,
        [["kept", used], ["waste", wasted]]) },
    { key: "widths", label: "width per layer", shown: () => this.layers() > 0,
      high: () => Math.max(this.layers() * 13 + 2, (this.narrow ? 50 : 28) + (this.alone() ? 18 : 0)),
      top: () => this.most(({ bar }) => Math.max(0, ...bar.widths.map(([, wide]) => wide))),
      note: () => (this.drafts() ? `target width; dashed: fewer accepted${this.alone() ? "; blue: sampled by the target" : ""}`
      : "active beams"),
      paint: (g, it, y, _high, top) => this.widths(g, it, y, top) },
    { key: "time", label: "time: draft, target, other", high: () => 34,
      shown: () => this.model.its.some((it) => wall(it) > 0), top: () => this.slowest(),
      note: (top) => `up to ${seconds(top)}`,
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
      top: () => this.most(({ bar }) => bar.kv), note: (top) => `up to ${top}`,
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
  /** The largest value of a measure. @param {(it: It) => number} of */
  most(of, least = 1) { return Math.max(least, ...this.model.its.map(of)); }
  /** Whether anything was drafted in this run. */
  drafts() { return this.model.its.some(({ bar }) => bar.drafted > 0); }
  /** The largest number of layers in a round. */
  layers() { return this.most(({ bar }) => bar.widths.length, 0); }
  /** Whether the target sampled any layer without a draft. */
  alone() {
    return this.model.its.some(({ bar }) => bar.widths.some(([, , , outcome]) => UNDRAFTED.has(outcome || "")));
  }
  /**
   * The measured joules of the whole run. They are divided among rounds by time; modelled joules have their own row.
   */
  spent() { return this.model.summary?.joules || 0; }
  /** The uncertainty of the measured joules. */
  band() { return this.model.summary?.energy.band || 0; }
  /** Measured joules per second. */
  perSecond() {
    return this.spent() / Math.max(this.model.summary?.energy.seconds || 0, sum(this.model.its, wall), 1e-12);
  }
  /** A round's part of the measured joules. @param {It} it */
  measured(it) { return wall(it) * this.perSecond(); }
  /**
   * The scale of an energy row: its bars are single rounds, its line is the total so far.
   * @param {number} top @param {(it: It) => number} of @param {number} about @param {string | null | undefined} how
   */
  upTo(top, of, about, how) {
    return `bars up to ${joules(top)}, line up to ${joules(sum(this.model.its, of))}`
      + (about ? ` ± ${joules(about)}` : "") + (this.narrow ? "" : `, ${how}`); // on a phone the line above names the method
  }
  /** The parts of a round's time. @param {It} it @returns {[string, number][]} */
  shares({ bar }) { return SHARES.map((name) => [name === "other" ? "rest" : name, bar[name]]); }
  /**
   * A stack of bars, the first one at the bottom.
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
  /** The widths of a round's layers. @param {SVGElement} g @param {It} it @param {number} y @param {number} top */
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
  /**
   * The end of the time scale: the slowest round, or the second slowest if one round (often the first) is far slower.
   */
  slowest() {
    const [first = 0, second = 0, ...more] = this.model.its.map((it) => it.seconds).sort((a, b) => b - a);
    return Math.max(1e-9, more.length > 1 && first > 3 * second ? second : first);
  }
  /** What the drawing depends on: the number of rounds, and whether the run has ended, which adds measured energy. */
  stamp() { return this.model.its.length + (this.model.summary ? 0.5 : 0); }
  /** Draws all rows. */
  draw() {
    const { its } = this.model;
    this.width = this.track.clientWidth || 600;
    this.narrow = this.width < 360;
    this.step = Math.max(this.layers() ? 12 : 9, Math.min(30, Math.floor((this.width - 8) / Math.max(1, its.length))));
    const rows = this.ROWS.filter((row) => row.shown()), whole = rows.reduce((all, row) => all + row.high() + 16, 0);
    const svg = s("svg", { width: its.length * this.step + 8, height: whole, class: "st-tl-svg", role: "group",
      "aria-label": "Rounds" });
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
  /** Shows the colour keys. @param {Row[]} rows */
  sayKeys(rows) {
    const modelled = rows.some((row) => row.key === "modelled"), any = this.drafts();
    const shown = /** @type {[string, string, boolean][]} */ ([["kept", "accepted draft tokens", any],
      ["own", "target’s own", true], ["waste", "unused draft tokens", any], ["draft", "draft time", any],
      ["target", "target time", true], ["rest", "other time", true],
      ["modelled-target", "target (modelled)", modelled], ["modelled-draft", "draft (modelled)", modelled && any],
      ["sum", "total so far", rows.some((row) => row.joules)]]);
    put(this.keys, ...shown.map(([kind, label, here]) => here && h("span", { "data-of": kind }, label)));
  }
  /**
   * The line of the total so far. The band shows the uncertainty, which is one update of the counter for the total
   * and for every part.
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

  /** The energy up to a round, in all and per token, with the method. @param {It} it */
  energy(it) {
    const its = this.model.its.slice(0, it.i + 1), tokens = sum(its, ({ bar }) => bar.emitted),
      { method, model: by } = this.model.header.energy || {};
    const say = (/** @type {string} */ kind, /** @type {number} */ all, /** @type {string} */ how) =>
      ` ${kind} so far: ${joules(all)} (${how}), ${tokens ? joules(all / tokens) : "–"} per token.`;
    const about = this.band() ? `, ± ${joules(this.band())}` : "";
    const known = this.spent()
      ? say("Measured", sum(its, (each) => this.measured(each)), `${method}, divided by time${about}`) : "";
    return known + (it.bar.modelled ? say("Modelled", sum(its, computed), String(by)) : "");
  }
  /** The numbers of a round in words. @param {It} it */
  describe(it) {
    const { emitted, used, drafted, draws, draft, target, other, kv } = it.bar;
    const copies = draws === drafted ? "" : ` (${plural(draws, "draw")})`;
    const drafts = drafted ? ` ${used} of ${plural(drafted, "draft token")}${copies} used.` : "";
    const said = `Round ${it.i + 1}: ${plural(emitted, "token")}.${drafts}`;
    if (!wall(it) && !kv) return `${said} Times and KV tokens were not recorded.`;
    const spent = drafted ? `Draft ${seconds(draft)}, target` : "Target";
    return `${said} ${spent} ${seconds(target)}, other ${seconds(other)}. ${plural(kv, "KV token")}.${this.energy(it)}`;
  }

  /** Marks a round. @param {It} it */
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
  /** Scrolls to the current round. It reads sizes, so it runs last. */
  settle() {
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
