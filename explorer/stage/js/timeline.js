// The timeline. One column per iteration, one row per measure; a click goes there.

import { h, s, put, setText, measure } from "./dom.js";
import { num, seconds, plural } from "./format.js";

export function newTimeline(model, on) {
  const names = h("div", { class: "st-tl-names" }), track = h("div", { class: "st-tl-track", tabindex: "-1" });
  const info = h("span", { class: "st-quiet st-tl-info" });
  const keys = h("div", { class: "st-tl-keys" });
  const root = h("section", { class: "st-card", "data-testid": "timeline", "aria-label": "Timeline of iterations" },
    h("header", { class: "st-bar" }, h("h3", {}, "Timeline"), info, keys), h("div", { class: "st-tl" }, names, track));
  let drawn = 0, current = -1, cursor = null, step = 16, svg = null, width = 0, narrow = false;

  const ROWS = [
    { key: "tokens", label: "tokens per iteration", high: 40, when: () => true },
    { key: "drafted", label: "drafted, of which wasted", high: 34, when: (its) => its.some((it) => it.bar.drafted) },
    { key: "widths", label: "width by layer", high: 0, when: (its) => its.some((it) => it.bar.widths.length) },
    { key: "time", label: "time: draft, target, rest", high: 34, when: () => true },
    // Measured joules are the run's total shared out by time; modelled ones are another row in another colour.
    // The bars are what each iteration took, the line is what all took so far, up to the run's total.
    { key: "joules", label: "measured energy", high: 50, when: () => model.summary?.joules > 0 },
    { key: "modelled", label: "modelled energy", high: 50, when: (its) => its.some((it) => it.bar.modelled) },
    { key: "kv", label: "KV tokens", high: 22, when: (its) => its.some((it) => it.bar.kv) },
  ];

  const undrafted = (outcome) => outcome === "extra" || outcome === "final"; // no draft stood in such a layer that could fail
  const alone = () => model.its.some((it) => it.bar.widths.some((one) => undrafted(one[3])));
  const stamp = () => model.its.length + (model.summary ? 0.5 : 0); // the summary brings the measured row
  const wall = (it) => it.bar.draft + it.bar.target + it.bar.other;
  const perSecond = () => (model.summary?.joules > 0 ? model.summary.joules / Math.max(model.summary.energy?.seconds || 0, model.its.reduce((sum, it) => sum + wall(it), 0)) : 0);
  const computed = (it) => (it.bar.modelled ? it.bar.modelled.draft + it.bar.modelled.target : 0);
  const joules = (value) => (value >= 1 ? `${num(value)} J` : `${num(value * 1000)} mJ`);
  const band = () => model.summary?.energy?.band || 0;
  const known = { joules: (it) => wall(it) * perSecond(), modelled: computed };
  const total = (key) => model.its.reduce((sum, it) => sum + known[key](it), 0);
  const upTo = (key, how) => `bars to ${joules(top(key))}, line to ${joules(total(key))}${key === "joules" && band() ? ` ± ${joules(band())}` : ""}${from(how)}`;
  const top = (key) => Math.max(1e-12, ...model.its.map(known[key]));
  const from = (how) => (narrow ? "" : `, ${how}`); // on a phone there is no room for it; the line above has it
  const note = (row, tops) => ({
    tokens: () => (model.multi() ? `best beam, to ${tops.tokens}` : `to ${tops.tokens}`),
    time: () => `to ${seconds(tops.time)}`, drafted: () => `nodes, to ${tops.drafted}`, widths: () => (model.its.some((it) => it.bar.drafted) ? `W_L; dashed: fewer were accepted${alone() ? "; blue: drawn from p alone" : ""}` : "live beams"),
    joules: () => upTo("joules", model.header.energy?.method), modelled: () => upTo("modelled", model.header.energy?.model),
  }[row.key] || (() => `to ${tops[row.key]}`))();

  function draw() {
    const its = model.its, room = track.clientWidth || 600;
    width = room;
    narrow = room < 360;
    step = Math.max(its.some((it) => it.bar.widths.length) ? 12 : 9, Math.min(30, Math.floor((room - 8) / Math.max(1, its.length))));
    const rows = ROWS.filter((row) => row.when(its)), layers = Math.max(0, ...its.map((it) => it.bar.widths.length));
    const high = (row) => (row.key === "widths" ? Math.max(layers * 13 + 2, (narrow ? 50 : 28) + (alone() ? 18 : 0)) : row.high);
    const whole = rows.reduce((sum, row) => sum + high(row) + 16, 0);
    svg = s("svg", { width: its.length * step + 8, height: whole, class: "st-tl-svg", role: "group", "aria-label": "Iterations" });
    cursor = s("rect", { class: "st-tl-now", y: 0, width: step, height: whole, rx: 3 });
    svg.append(cursor);
    const tops = {
      tokens: Math.max(1, ...its.map((it) => it.bar.emitted)),
      drafted: Math.max(1, ...its.map((it) => it.bar.drafted)),
      time: slowest(its), kv: Math.max(1, ...its.map((it) => it.bar.kv)),
      joules: top("joules"), modelled: top("modelled"),
      widths: Math.max(1, ...its.flatMap((it) => it.bar.widths.map((w) => w[1] ?? 0))),
    };
    const columns = its.map((it) => s("g", { "data-bar": it.i + 1, transform: `translate(${4 + it.i * step} 0)`, class: "st-tl-it" }));
    const curves = s("g", { class: "st-tl-curves" });
    let y = 0;
    put(names);
    for (const row of rows) {
      const tall = high(row);
      const words = h("div", { class: "st-tl-name" }, row.label, h("small", {}, note(row, tops)));
      words.style.height = `${tall + 16}px`;
      names.append(words);
      svg.append(s("path", { class: "st-tl-base", d: `M0 ${y + 8 + tall + 0.5}H${its.length * step + 8}` }));
      its.forEach((it, k) => PAINT[row.key](columns[k], it, y + 8, tall, tops[row.key]));
      if (known[row.key]) curves.append(...curve(row.key, y + 8, tall));
      y += tall + 16;
    }
    its.forEach((it, k) => {
      columns[k].append(s("rect", { class: "st-tl-hit", x: 0, y: 0, width: step, height: whole }, s("title", {}, describe(it))));
    });
    svg.append(...columns, curves);
    put(track, svg);
    const drafts = its.some((it) => it.bar.drafted);
    put(keys, ...[["kept", "accepted drafts", 1], ["own", "target's own"], ["waste", "wasted", 1], ["draft", "draft time", 1], ["target", "target time"], ["rest", "rest"],
      ...(rows.some((row) => row.key === "modelled") ? [["modelled-target", "target, modelled"], ["modelled-draft", "draft, modelled", 1]] : []), ...(rows.some((row) => known[row.key]) ? [["sum", "joules so far"]] : [])].filter((one) => drafts || !one[2]).map(([kind, label]) => h("span", { "data-of": kind }, label)));
    drawn = stamp();
    current = -1;
  }
  // A total is known to one update of its counter, and so is every part of it: the band.
  function curve(key, y, high) {
    const about = key === "joules" ? band() : 0, unit = high / Math.max(1e-12, total(key) + about);
    const at = (value) => y + high - Math.min(high, Math.max(0, value * unit)), points = [[4, 0]];
    for (const it of model.its) points.push([4 + (it.i + 1) * step, points[points.length - 1][1] + known[key](it)]);
    const way = (list, off) => list.map(([x, value]) => `${x} ${at(value + off)}`).join("L");
    const line = s("path", { class: "st-tl-sum", "data-of": key, d: `M${way(points, 0)}` });
    return about ? [s("path", { class: "st-tl-band", d: `M${way(points, about)}L${way([...points].reverse(), -about)}Z` }), line] : [line];
  }
  // One slow first pass should not flatten all others: the scale ends at the second slowest where it stands out.
  function slowest(its) {
    const all = its.map((it) => it.seconds).sort((a, b) => b - a);
    return Math.max(1e-9, all.length > 3 && all[0] > 3 * all[1] ? all[1] : all[0] || 0);
  }
  const bar = (g, kind, y, tall) => { if (tall > 0.2) g.append(s("rect", { class: "st-b", "data-of": kind, x: 1.5, y, width: step - 3, height: tall })); };
  const PAINT = {
    tokens(g, it, y, high, top) {
      const kept = it.bar.kept, own = it.bar.emitted - kept, unit = high / top;
      bar(g, "kept", y + high - kept * unit, kept * unit);
      bar(g, "own", y + high - (kept + own) * unit, own * unit);
    },
    drafted(g, it, y, high, top) {
      const unit = high / top;
      bar(g, "kept", y + high - it.bar.used * unit, it.bar.used * unit);
      bar(g, "waste", y + high - it.bar.drafted * unit, it.bar.wasted * unit);
    },
    time(g, it, y, high, top) {
      let at = y + high;
      const over = (it.bar.draft + it.bar.target + it.bar.other) > top * 1.001, unit = high / (over ? it.bar.draft + it.bar.target + it.bar.other : top);
      for (const kind of ["target", "draft", "other"]) { at -= it.bar[kind] * unit; bar(g, kind === "other" ? "rest" : kind, at, it.bar[kind] * unit); }
      if (over) g.append(s("path", { class: "st-tl-over", d: `M0 ${y + 5}L${step} ${y + 1}M0 ${y + 9}L${step} ${y + 5}` }));
    },
    widths(g, it, y, high, top) {
      it.bar.widths.forEach(([, width, accepted, outcome], k) => {
        const drawn = undrafted(outcome);
        const low = !drawn && accepted !== null && accepted !== undefined && accepted < width;
        g.append(s("rect", { class: "st-w" + (low ? " low" : drawn ? " drawn" : ""), x: 1.5, y: y + k * 13 + 0.5, width: step - 3, height: 11, "fill-opacity": low ? 1 : drawn ? 0.3 : (0.15 + 0.5 * ((width ?? 0) / top)).toFixed(2) }));
        if (step >= 11) g.append(s("text", { class: "st-tl-t" + (low ? " low" : ""), x: step / 2, y: y + k * 13 + 9.5, "text-anchor": "middle" }, String(width)));
      });
    },
    joules(g, it, y, high, top) {
      let at = y + high;
      const unit = (high / top) * perSecond();
      for (const kind of ["target", "draft", "other"]) { at -= it.bar[kind] * unit; bar(g, kind === "other" ? "rest" : kind, at, it.bar[kind] * unit); }
    },
    modelled(g, it, y, high, top) {
      let at = y + high;
      for (const kind of it.bar.modelled ? ["target", "draft"] : []) { const tall = (it.bar.modelled[kind] / top) * high; at -= tall; bar(g, `modelled-${kind}`, at, tall); }
    },
    kv(g, it, y, high, top) { bar(g, "kv", y + high - (it.bar.kv / top) * high, (it.bar.kv / top) * high); },
  };
  function spent(it) { // cumulative joules and joules per token up to here, with how they are known
    const its = model.its.slice(0, it.i + 1), tokens = its.reduce((sum, one) => sum + one.bar.emitted, 0);
    const say = (total, how) => `; ${joules(total)} ${how}, ${tokens ? joules(total / tokens) : "–"} per token`;
    const measured = its.reduce((sum, one) => sum + wall(one), 0) * perSecond();
    const made = measured ? say(measured, `measured so far (${model.header.energy?.method}, by time${band() ? `, ± ${joules(band())}` : ""})`) : "";
    return made + (it.bar.modelled ? say(its.reduce((sum, one) => sum + computed(one), 0), `modelled so far (${model.header.energy?.model})`) : "");
  }
  function describe(it) {
    const b = it.bar;
    return `Iteration ${it.i + 1}: ${plural(b.emitted, "token")}, ${b.used} of ${plural(b.drafted, "drafted node")}${b.draws === b.drafted ? "" : ` (${b.draws} draws)`} kept, ${b.wasted} wasted; draft ${seconds(b.draft)}, target ${seconds(b.target)}, rest ${seconds(b.other)}; ${b.kv} KV tokens${spent(it)}`;
  }

  function show(it) {
    if (drawn !== stamp()) draw();
    if (it.i === current) return;
    current = it.i;
    cursor.setAttribute("x", 4 + it.i * step);
    setText(info, describe(it));
  }
  function settle() { // asks for sizes, so it comes last
    const x = current * step, left = track.scrollLeft;
    if (x < left || x + step * 2 > left + width) track.scrollLeft = x - width / 2;
  }
  root.addEventListener("click", (event) => {
    const g = event.target.closest?.("[data-bar]");
    if (g) on.goto(g.getAttribute("data-bar") - 1, Infinity, null);
  });
  return { root, show, settle, resized() { if (drawn && Math.abs(width - track.clientWidth) > 30) { drawn = -1; show(model.its[current]); } }, reset() { drawn = 0; current = -1; put(track); put(names); put(keys); setText(info, ""); } };
}
