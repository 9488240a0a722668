// The beams over the whole run. Depth runs to the right, every branch has a lane, the best beam the topmost;
// below it how far every live beam is behind the most probable one, in log p. A click goes to the iteration.

import { h, s, put, setText } from "./dom.js";
import { clip, plural } from "./format.js";
import { SQUARE } from "./marks.js";

export function newTrace(model, on) {
  const info = h("p", { class: "st-mask-say", "data-testid": "trace-say", "aria-live": "polite" });
  const wordy = h("button", { type: "button", class: "st-btn st-small", "data-testid": "trace-words", "aria-pressed": "false", title: "Write the tokens at the lanes", onclick: () => { words = !words; wordy.setAttribute("aria-pressed", words ? "true" : "false"); redo(); } }, "Words");
  const keys = h("div", { class: "st-mask-keys st-trace-keys" }, ...[["best", "best beam"], ["alive", "alive at the end"], ["dropped", "dropped: no beam goes on from ✕"]].map(([kind, label]) =>
    h("span", {}, s("svg", { width: 26, height: 10, "aria-hidden": "true" }, s("path", { class: "st-tr-e", "data-of": kind, d: "M1 5H25" })), label)), h("span", {}, "number: copies of a beam"));
  const box = h("div", { class: "st-trace", "data-testid": "trace", tabindex: "0", role: "group" });
  const root = h("details", { class: "st-card st-details", open: true, hidden: true, "data-testid": "beam-trace", ontoggle: () => redo() }, h("summary", {}, "Beams over the whole run"),
    h("div", { class: "st-bar st-mask-bar" }, wordy, keys), box, info);
  const LANE = 26, GUTTER = 78, TOP = 20, CHART = 84;
  let drawn = -1, current = -1, room = 0, words = false, cursor = null, bands = [], dots = [], edge = 0;

  const mean = (beam) => (beam.logp === null ? -Infinity : beam.logp / Math.max(1, beam.size));
  const wanted = () => ["beams", "forest"].includes(model.header.view) && model.its.length > 0;

  // The tree of everything that ever was a live beam: depth, children, and the fate of each branch.
  function grow() {
    const nodes = new Map();
    for (const one of model.lineage.values()) {
      const up = nodes.get(one.parent), node = { ...one, depth: up ? up.depth + 1 : 1, up: up || null, below: [], kind: "dropped", reach: 0, lane: 0 };
      node.reach = node.depth;
      nodes.set(one.node, node);
      if (up) up.below.push(node);
    }
    for (const node of [...nodes.values()].reverse()) if (node.up) node.up.reach = Math.max(node.up.reach, node.reach);
    const last = model.its[model.its.length - 1].beams, best = last.reduce((a, b) => (mean(b) > mean(a) ? b : a), last[0]);
    const climb = (id, kind) => { for (let node = nodes.get(id); node; node = node.up) node.kind = kind; };
    for (const beam of last) climb(beam.node, "alive");
    if (best) climb(best.node, "best");
    return { nodes, best };
  }

  // Branches as chains; each gets the first lane that is free for all of its length, the best one the topmost.
  const RANK = { best: 0, alive: 1, dropped: 2 };
  function lanes(nodes) {
    const heads = [...nodes.values()].filter((node) => !node.up), chains = [], waiting = [];
    const heir = (list) => list.reduce((a, b) => (RANK[b.kind] - RANK[a.kind] || a.reach - b.reach) < 0 ? b : a, list[0]);
    if (heads.length) {
      const first = heir(heads);
      waiting.push(first, ...heads.filter((one) => one !== first));
    }
    while (waiting.length) {
      const chain = [];
      for (let node = waiting.shift(); node;) {
        chain.push(node);
        const next = node.below.length ? heir(node.below) : null;
        waiting.push(...node.below.filter((one) => one !== next));
        node = next;
      }
      chains.push(chain);
    }
    chains.sort((a, b) => RANK[a[0].kind] - RANK[b[0].kind] && (a[0].kind === "best" ? -1 : b[0].kind === "best" ? 1 : 0) || a[0].depth - b[0].depth);
    const taken = []; // per lane the depth up to which it is used
    for (const chain of chains) {
      const from = chain[0].depth - 1, to = chain[chain.length - 1].depth;
      let lane = chain[0].kind === "best" ? 0 : 1;
      while (taken[lane] !== undefined && taken[lane] > from) lane++;
      taken[lane] = to + 0.5;
      for (const node of chain) node.lane = lane;
    }
    return taken.length;
  }

  // Which live beams of every iteration came to an end there: nothing in the next iteration grew from them.
  function lives(nodes) {
    const depths = [], found = [];
    let deepest = 0;
    model.its.forEach((it, k) => {
      const next = model.its[k + 1], kept = new Set(next ? next.from : []);
      const groups = new Map();
      it.beams.forEach((beam, slot) => {
        const known = groups.get(beam.node) || { it: k, node: nodes.get(beam.node), id: beam.node, beam, slots: [], kept: !next, up: null };
        known.slots.push(slot);
        known.kept = known.kept || kept.has(slot);
        groups.set(beam.node, known);
      });
      const before = found[k - 1];
      for (const one of groups.values()) {
        const from = it.from[one.slots[0]];
        one.up = before && from !== null && from !== undefined ? before.find((old) => old.slots.includes(from)) || null : null;
        if (one.node) deepest = Math.max(deepest, one.node.depth);
      }
      found.push([...groups.values()]);
      depths.push(deepest);
    });
    return { found, depths };
  }

  function draw() {
    const { nodes, best } = grow(), count = Math.max(1, lanes(nodes)), { found, depths } = lives(nodes), deep = Math.max(1, depths[depths.length - 1]);
    room = box.clientWidth || 700;
    const fit = Math.floor((room - GUTTER - 118) / deep), col = words ? 74 : Math.max(13, Math.min(64, fit)), named = words || col >= 56;
    const lane = named ? LANE + 14 : LANE, x = (depth) => GUTTER + (depth - 0.5) * col, y = (row) => TOP + 8 + (row + 0.5) * lane;
    const high = TOP + 12 + count * lane, width = GUTTER + deep * col + 112, total = high + CHART + 22;
    const svg = s("svg", { width, height: total, viewBox: `0 0 ${width} ${total}`, class: "st-tr", role: "img", "aria-label": `${plural(model.its.length, "iteration")}, ${count} lanes` });
    cursor = s("rect", { class: "st-tl-now", y: 0, height: total, rx: 3 });
    let striped = "";
    edge = GUTTER;
    bands = depths.map((depth, k) => {
      const from = GUTTER + (k ? depths[k - 1] : 0) * col, to = GUTTER + depth * col;
      if (k % 2) striped += `M${from} 0H${to}V${total}H${from}Z`;
      return { from, to: Math.max(to, from + 3) };
    });
    svg.append(s("path", { class: "st-tr-stripe", d: striped }), cursor);
    const every = Math.max(1, Math.ceil(22 / (bands.reduce((sum, one) => sum + one.to - one.from, 0) / bands.length)));
    bands.forEach((one, k) => { if (k % every === 0) svg.append(s("text", { class: "st-tr-n", x: (one.from + one.to) / 2, y: 12, "text-anchor": "middle" }, String(k + 1))); });
    svg.append(s("text", { class: "st-tr-n", x: 2, y: 12 }, "iteration"), s("text", { class: "st-tr-n", x: 2, y: y(0) + 4 }, "best beam"), s("text", { class: "st-tr-n", x: 2, y: high + 20 }, "log p behind"), s("text", { class: "st-tr-n", x: 2, y: high + 33 }, "the leader"));
    edges(svg, nodes, x, y);
    marks(svg, found, best, x, y, named);
    if (named) for (const node of nodes.values()) svg.append(s("text", { class: "st-tr-w", "data-of": node.kind, x: x(node.depth), y: y(node.lane) - 11, "text-anchor": "middle" }, s("title", {}, word(node.token)), clip(word(node.token), Math.floor(col / 8.2))));
    chart(svg, found, x, high + 10, GUTTER + deep * col);
    put(box, svg);
    const dropped = found.flat().filter((one) => !one.kept).length, forks = [...nodes.values()].filter((node) => node.below.length > 1).length;
    Object.assign(root.dataset, { lanes: count, dropped, forks, iterations: model.its.length });
    box.setAttribute("aria-label", `Beam trace over ${plural(model.its.length, "iteration")}: ${plural(forks, "fork")}, ${plural(dropped, "beam")} dropped. ↑ and ↓ go to the previous and the next iteration.`);
    drawn = model.its.length;
    current = -1;
  }
  const word = (token) => model.word(token);

  function edges(svg, nodes, x, y) {
    const d = { dropped: "", alive: "", best: "" };
    for (const node of nodes.values()) {
      const x0 = node.up ? x(node.up.depth) : x(0.55), y0 = node.up ? y(node.up.lane) : y(0), x1 = x(node.depth), y1 = y(node.lane);
      d[node.kind] += y0 === y1 ? `M${x0} ${y0}H${x1}` : `M${x0} ${y0}C${(x0 + x1) / 2} ${y0} ${(x0 + x1) / 2} ${y1} ${x1} ${y1}`;
    }
    for (const kind of ["dropped", "alive", "best"]) svg.append(s("path", { class: "st-tr-e", "data-of": kind, d: d[kind] }));
    svg.append(s("path", { class: "st-g", "data-kind": "input", d: SQUARE, transform: `translate(${x(0.55)} ${y(0)}) scale(4)` }));
  }

  // One dot per live beam at the end of its iteration, with the number of its copies; ✕ where no beam goes on.
  function marks(svg, found, best, x, y, named) {
    const all = found.flat(), few = all.length <= 900;
    let plain = "", cross = "";
    dots = [];
    for (const one of all) {
      if (!one.node) continue;
      const cx = x(one.node.depth), cy = y(one.node.lane), r = one.slots.length > 1 && few ? 6.5 : 3.6;
      dots.push({ x: cx, y: cy, it: one.it, id: one.id });
      if (!one.kept) { cross += `M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8`; continue; }
      if (one.slots.length > 1 && few) svg.append(s("circle", { class: "st-tr-d", "data-of": one.node.kind, cx, cy, r }), s("text", { class: "st-tr-c", "data-of": one.node.kind, x: cx, y: cy + 3.4, "text-anchor": "middle" }, String(one.slots.length)));
      else plain += `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }
    svg.append(s("path", { class: "st-tr-d", d: plain }), s("path", { class: "st-tr-x", d: cross }));
    for (const one of found[found.length - 1]) if (one.node) svg.append(s("text", { class: "st-tr-l" + (one.id === best.node ? " best" : ""), x: x(one.node.depth) + 12, y: y(one.node.lane) + 4 }, `log p ${one.beam.logp === null ? "–" : one.beam.logp.toFixed(1)}${one.id === best.node ? " · best" : ""}`));
  }

  function chart(svg, found, x, y0, right) {
    const all = found.flat().filter((one) => one.node && one.beam.logp !== null);
    if (!all.length) return;
    const lead = found.map((group) => Math.max(...group.map((one) => one.beam.logp ?? -Infinity)));
    const behind = (one) => one.beam.logp - lead[one.it], sorted = all.map(behind).sort((a, b) => a - b);
    const low = Math.min(-0.5, sorted[Math.floor(sorted.length * 0.03)]); // the few that are further down stand at the floor
    const y = (one) => (y0 + 6 + (Math.max(low, behind(one)) / low) * (CHART - 12)).toFixed(1);
    const d = { dropped: "", alive: "", best: "" };
    for (const one of all) if (one.up?.node && one.up.beam.logp !== null && one.up.id !== one.id) d[one.node.kind] += `M${x(one.up.node.depth)} ${y(one.up)}L${x(one.node.depth)} ${y(one)}`;
    svg.append(s("path", { class: "st-tl-base", d: `M${GUTTER} ${y0 - 4}H${right}` }), s("text", { class: "st-tr-n", x: right + 6, y: y0 + 10 }, "0: the leader"), s("text", { class: "st-tr-n", x: right + 6, y: y0 + CHART - 3 }, `${low.toFixed(1)} or less`));
    for (const kind of ["dropped", "alive", "best"]) svg.append(s("path", { class: "st-tr-e thin", "data-of": kind, d: d[kind] }));
    const points = { dropped: "", alive: "", best: "" };
    for (const one of all) points[one.node.kind] += `M${x(one.node.depth) - 2} ${y(one)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;
    for (const kind of ["dropped", "alive", "best"]) svg.append(s("path", { class: "st-tr-p", "data-of": kind, d: points[kind] }));
  }

  function describe(it) {
    const next = model.its[it.i + 1], groups = new Map();
    it.beams.forEach((beam, slot) => groups.set(beam.node, [...(groups.get(beam.node) || []), slot]));
    const beams = [...groups.values()].map((slots) => {
      const beam = it.beams[slots[0]], from = [...new Set(slots.map((slot) => it.from[slot]))].map((one) => (one === null ? "the start" : `beam ${one + 1}`)).join(", ");
      const gone = next && !slots.some((slot) => next.from.includes(slot));
      return `${slots.length > 1 ? `beams ${slots.map((one) => one + 1).join(", ")} (copies)` : `beam ${slots[0] + 1}`} from ${from}, log p ${beam.logp === null ? "–" : beam.logp.toFixed(2)}${gone ? ", dropped next" : ""}`;
    });
    return `Iteration ${it.i + 1}: ${beams.slice(0, 8).join("; ")}${beams.length > 8 ? `; ${beams.length - 8} more` : ""}.`;
  }

  function redo() {
    drawn = -1;
    if (model.its[current] || wanted()) show(model.its[Math.max(0, lastShown)]);
    settle();
  }
  let lastShown = 0;
  function show(it) {
    root.hidden = !wanted();
    if (root.hidden || !it) return;
    lastShown = it.i;
    if (!root.open) return;
    if (drawn !== model.its.length) draw();
    if (current === it.i) return;
    current = it.i;
    cursor.setAttribute("x", bands[it.i].from);
    cursor.setAttribute("width", bands[it.i].to - bands[it.i].from);
    setText(info, (model.multi() ? "" : "No more than one beam was alive at the end of any iteration. ") + describe(it));
  }
  function settle() { // asks for sizes, so it comes last
    const one = bands[current];
    if (!one || root.hidden || !root.open) return;
    if (one.from < box.scrollLeft + GUTTER || one.to > box.scrollLeft + room) box.scrollLeft = one.from - room / 2;
  }
  box.addEventListener("click", (event) => {
    const svg = box.firstChild;
    if (!svg) return;
    const rect = svg.getBoundingClientRect(), x = event.clientX - rect.left, y = event.clientY - rect.top;
    const dot = dots.find((one) => Math.hypot(one.x - x, one.y - y) < 8);
    if (dot) return on.goto(dot.it, Infinity, dot.id);
    const k = bands.findIndex((one) => x >= one.from && x < one.to);
    if (k >= 0) on.goto(k, Infinity, null);
  });
  box.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    on.goto(lastShown + by, Infinity, null);
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    root, show, settle,
    resized() { if (drawn > 0 && !root.hidden && Math.abs(room - box.clientWidth) > 30) redo(); },
    reset() { drawn = current = -1; lastShown = 0; bands = []; dots = []; put(box); setText(info, ""); root.hidden = true; },
  };
}
