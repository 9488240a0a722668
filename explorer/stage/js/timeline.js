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

/** @param {Model} model @param {{ goto: (it: number, phase: number, node: number | null) => void }} on */
export function newTimeline(model, on) {
  const names = h("div", { class: "st-tl-names" }), track = h("div", { class: "st-tl-track", tabindex: "-1" });
  const info = h("span", { class: "st-quiet st-tl-info" }), keys = h("div", { class: "st-tl-keys" });
  const root = h("details", { class: "st-card st-details", "data-testid": "timeline", ontoggle: () => redraw() },
    h("summary", {}, "Timeline of the passes"), h("header", { class: "st-bar" }, info, keys),
    h("div", { class: "st-tl" }, names, track));
  const cursor = s("rect", { class: "st-tl-now", y: 0, rx: 3 });
  let drawn = 0, current = -1, step = 16, width = 0, narrow = false, last = /** @type {It | null} */ (null);

  const most = (/** @type {(it: It) => number} */ of, least = 1) => Math.max(least, ...model.its.map(of));
  const drafts = () => model.its.some(({ bar }) => bar.drafted > 0);
  const layers = () => most(({ bar }) => bar.widths.length, 0);
  const alone = () => model.its.some(({ bar }) => bar.widths.some(([, , , outcome]) => UNDRAFTED.has(outcome || "")));
  // Measured joules are the run's total shared out by time; modelled ones are another row in another colour.
  const spent = () => model.summary?.joules || 0, band = () => model.summary?.energy.band || 0;
  const perSecond = () => spent() / Math.max(model.summary?.energy.seconds || 0, sum(model.its, wall), 1e-12);
  const measured = (/** @type {It} */ it) => wall(it) * perSecond();
  /**
   * The bars are what each iteration took, the line is what all took so far.
   * @param {number} top @param {(it: It) => number} of @param {number} about @param {string | null | undefined} how
   */
  const upTo = (top, of, about, how) => `bars to ${joules(top)}, line to ${joules(sum(model.its, of))}`
    + (about ? ` ± ${joules(about)}` : "") + (narrow ? "" : `, ${how}`); // on a phone the line above has it

  /** @type {Row[]} */
  const ROWS = [
    { key: "tokens", label: "tokens per iteration", high: () => 40, shown: () => true,
      top: () => most(({ bar }) => bar.emitted),
      note: (top) => `${model.multi() ? "best beam, " : ""}to ${top}`,
      paint: (g, { bar: { kept, emitted } }, y, high, top) =>
        pile(g, y + high, high / top, [["kept", kept], ["own", emitted - kept]]) },
    { key: "drafted", label: "drafted, of which wasted", high: () => 34, shown: drafts,
      top: () => most(({ bar }) => bar.drafted),
      note: (top) => `nodes, to ${top}`,
      paint: (g, { bar: { used, wasted } }, y, high, top) => pile(g, y + high, high / top,
        [["kept", used], ["waste", wasted]]) },
    { key: "widths", label: "width by layer", shown: () => layers() > 0,
      high: () => Math.max(layers() * 13 + 2, (narrow ? 50 : 28) + (alone() ? 18 : 0)),
      top: () => most(({ bar }) => Math.max(0, ...bar.widths.map(([, wide]) => wide))),
      note: () => (drafts() ? `W_L; dashed: fewer were accepted${alone() ? "; blue: drawn from p alone" : ""}`
      : "live beams"),
      paint: (g, it, y, _high, top) => widths(g, it, y, top) },
    { key: "time", label: "time: draft, target, rest", high: () => 34, shown: () => true, top: slowest,
      note: (top) => `to ${seconds(top)}`,
      paint(g, it, y, high, top) {
        const over = wall(it) > top * 1.001;
        pile(g, y + high, high / (over ? wall(it) : top), shares(it));
        if (over) g.append(s("path", { class: "st-tl-over",
          d: `M0 ${y + 5}L${step} ${y + 1}M0 ${y + 9}L${step} ${y + 5}` }));
      } },
    { key: "joules", label: "measured energy", high: () => 50, shown: () => spent() > 0,
      top: () => most(measured, 1e-12),
      note: (top) => upTo(top, measured, band(), model.header.energy?.method), joules: measured,
      paint: (g, it, y, high, top) => pile(g, y + high, (high / top) * perSecond(), shares(it)) },
    { key: "modelled", label: "modelled energy", high: () => 50,
      shown: () => model.its.some(({ bar }) => bar.modelled !== undefined),
      top: () => most(computed, 1e-12), note: (top) => upTo(top, computed, 0, model.header.energy?.model),
      joules: computed,
      paint: (g, { bar: { modelled } }, y, high, top) => pile(g, y + high, high / top,
        modelled ? [["modelled-target", modelled.target], ["modelled-draft", modelled.draft]] : []) },
    { key: "kv", label: "KV tokens", high: () => 22, shown: () => model.its.some(({ bar }) => bar.kv > 0),
      top: () => most(({ bar }) => bar.kv), note: (top) => `to ${top}`,
      paint: (g, { bar }, y, high, top) => pile(g, y + high, high / top, [["kv", bar.kv]]) },
  ];

  /** @param {It} it @returns {[string, number][]} */
  const shares = ({ bar }) => SHARES.map((name) => [name === "other" ? "rest" : name, bar[name]]);
  /**
   * Bars on top of each other, the first one lowest.
   * @param {SVGElement} g @param {number} base @param {number} unit @param {[string, number][]} parts
   */
  function pile(g, base, unit, parts) {
    let y = base;
    for (const [kind, value] of parts) {
      const tall = value * unit;
      y -= tall;
      if (tall > 0.2) g.append(s("rect", { class: "st-b", "data-of": kind, x: 1.5, y, width: step - 3,
        height: tall }));
    }
  }
  /** @param {SVGElement} g @param {It} it @param {number} y @param {number} top */
  function widths(g, it, y, top) {
    it.bar.widths.forEach(([, wide, accepted, outcome], k) => {
      const alone_ = UNDRAFTED.has(outcome || ""), low = !alone_ && accepted !== null && accepted < wide;
      const opacity = low ? 1 : alone_ ? 0.3 : (0.15 + (0.5 * wide) / top).toFixed(2);
      g.append(s("rect", { class: `st-w${low ? " low" : alone_ ? " drawn" : ""}`, x: 1.5, y: y + k * 13 + 0.5,
        width: step - 3,
        height: 11, "fill-opacity": opacity }));
      if (step >= 11) g.append(s("text", { class: `st-tl-t${low ? " low" : ""}`, x: step / 2, y: y + k * 13 + 9.5,
        "text-anchor": "middle" }, String(wide)));
    });
  }
  /** One slow first pass should not flatten all others: the scale ends at the second slowest where it stands out. */
  function slowest() {
    const [first = 0, second = 0, ...more] = model.its.map((it) => it.seconds).sort((a, b) => b - a);
    return Math.max(1e-9, more.length > 1 && first > 3 * second ? second : first);
  }

  const stamp = () => model.its.length + (model.summary ? 0.5 : 0); // the summary brings the measured row
  function draw() {
    const { its } = model;
    width = track.clientWidth || 600;
    narrow = width < 360;
    step = Math.max(layers() ? 12 : 9, Math.min(30, Math.floor((width - 8) / Math.max(1, its.length))));
    const rows = ROWS.filter((row) => row.shown()), whole = rows.reduce((all, row) => all + row.high() + 16, 0);
    const svg = s("svg", { width: its.length * step + 8, height: whole, class: "st-tl-svg", role: "group",
      "aria-label": "Iterations" });
    cursor.setAttribute("width", String(step));
    cursor.setAttribute("height", String(whole));
    svg.append(cursor);
    const columns = its.map((it) => s("g", { "data-bar": it.i + 1, transform: `translate(${4 + it.i * step} 0)`,
      class: "st-tl-it" }));
    const curves = s("g", { class: "st-tl-curves" });
    let y = 8;
    put(names);
    for (const row of rows) {
      const tall = row.high(), top = row.top();
      const words = h("div", { class: "st-tl-name" }, row.label, h("small", {}, row.note(top)));
      words.style.height = `${tall + 16}px`;
      names.append(words);
      svg.append(s("path", { class: "st-tl-base", d: `M0 ${y + tall + 0.5}H${its.length * step + 8}` }));
      its.forEach((it, k) => row.paint(columns[k], it, y, tall, top));
      if (row.joules) curves.append(...curve(row.key, row.joules, y, tall));
      y += tall + 16;
    }
    its.forEach((it, k) => columns[k].append(s("rect", { class: "st-tl-hit", x: 0, y: 0, width: step, height: whole },
      s("title", {}, describe(it)))));
    svg.append(...columns, curves);
    put(track, svg);
    sayKeys(rows);
    drawn = stamp();
    current = -1;
  }
  /** @param {Row[]} rows */
  function sayKeys(rows) {
    const modelled = rows.some((row) => row.key === "modelled"), any = drafts();
    const shown = /** @type {[string, string, boolean][]} */ ([["kept", "accepted drafts", any],
      ["own", "target's own", true],
      ["waste", "wasted", any], ["draft", "draft time", any], ["target", "target time", true], ["rest", "rest", true],
      ["modelled-target", "target, modelled", modelled], ["modelled-draft", "draft, modelled", modelled && any],
      ["sum", "joules so far", rows.some((row) => row.joules)]]);
    put(keys, ...shown.map(([kind, label, here]) => here && h("span", { "data-of": kind }, label)));
  }
  /**
   * A total is known to one update of its counter, and so is every part of it: the band.
   * @param {string} key @param {(it: It) => number} of @param {number} y @param {number} high
   */
  function curve(key, of, y, high) {
    const about = key === "joules" ? band() : 0, unit = high / Math.max(1e-12, sum(model.its, of) + about);
    const points = [{ x: 4, value: 0 }];
    model.its.forEach((it, k) => points.push({ x: 4 + (k + 1) * step, value: points[k].value + of(it) }));
    const way = (/** @type {typeof points} */ list, /** @type {number} */ off) => list.map(({ x, value }) =>
      `${x} ${y + high - Math.min(high, Math.max(0, (value + off) * unit))}`).join("L");
    const line = s("path", { class: "st-tl-sum", "data-of": key, d: `M${way(points, 0)}` });
    if (!about) return [line];
    return [s("path", { class: "st-tl-band", d: `M${way(points, about)}L${way([...points].reverse(), -about)}Z` }),
      line];
  }

  /** Cumulative joules and joules per token up to here, with how they are known. @param {It} it */
  function energy(it) {
    const its = model.its.slice(0, it.i + 1), tokens = sum(its, ({ bar }) => bar.emitted),
      { method, model: by } = model.header.energy || {};
    const say = (/** @type {number} */ all,
      /** @type {string} */ how) => `; ${joules(all)} ${how}, ${tokens ? joules(all / tokens) : "–"} per token`;
    const made = spent()
      ? say(sum(its, measured), `measured so far (${method}, by time${band() ? `, ± ${joules(band())}` : ""})`) : "";
    return made + (it.bar.modelled ? say(sum(its, computed), `modelled so far (${by})`) : "");
  }
  /** @param {It} it */
  function describe(it) {
    const { emitted, used, drafted, draws, wasted, draft, target, other, kv } = it.bar;
    const copies = draws === drafted ? "" : ` (${draws} draws)`;
    return `Iteration ${it.i + 1}: ${plural(emitted, "token")}, ${used} of ${plural(drafted, "drafted node")}${copies} used, `
      + `${wasted} wasted; draft ${seconds(draft)}, target ${seconds(target)}, rest ${seconds(other)}; ${kv} KV tokens${energy(it)}`;
  }

  /** @param {It} it */
  function show(it) {
    last = it;
    if (!root.open) return;
    if (drawn !== stamp()) draw();
    if (it.i === current) return;
    current = it.i;
    cursor.setAttribute("x", String(4 + it.i * step));
    setText(info, describe(it));
  }
  function redraw() {
    if (!last || !root.open) return;
    show(last);
    settle();
  }
  function settle() { // asks for sizes, so it comes last
    const x = current * step, left = track.scrollLeft;
    if (x < left || x + step * 2 > left + width) track.scrollLeft = x - width / 2;
  }
  root.addEventListener("click", (event) => {
    const g = event.target instanceof Element ? event.target.closest("[data-bar]") : null;
    if (g) on.goto(Number(g.getAttribute("data-bar")) - 1, Infinity, null);
  });
  return {
    root, show, settle,
    resized() {
      if (!drawn || !root.open || Math.abs(width - track.clientWidth) <= 30) return;
      drawn = -1;
      show(model.its[current]);
    },
    reset() {
      drawn = 0;
      current = -1;
      last = null;
      for (const part of [track, names, keys]) put(part);
      setText(info, "");
    },
  };
}
