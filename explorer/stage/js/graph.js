// The graph. Built once per iteration; a step only changes attributes of nodes whose looks change.

import { h, s, put, setText, measure, pointer } from "./dom.js";
import { clip, short } from "./format.js";
import { LABEL, STRENGTH, SIGN, GLYPH } from "./marks.js";
import { newRecurring } from "./recurring.js";

// How much a node says depends on how many there are. Sizes in px.
const MODES = [
  { name: "rich", upTo: 26, row: 52, high: 42, gap: 50, font: 15, chars: 18, r: 6, text: true, ring: true },
  { name: "chip", upTo: 64, row: 36, high: 28, gap: 40, font: 13.5, chars: 16, r: 5, text: true, ring: true },
  { name: "line", upTo: 160, row: 21, high: 18, gap: 34, font: 12, chars: 14, r: 4.2, text: true },
  { name: "dots", upTo: Infinity, row: 15, high: 13, gap: 34, font: 12, chars: 14, r: 4.2, text: false },
];
const PAD = 16, NARROW = 560, TALL = 520;

export function newGraph(model, on) {
  const scroll = h("div", { class: "st-scroll", "data-testid": "graph", tabindex: "-1" });
  const svg = s("svg", { class: "st-svg", role: "group", "aria-label": "Graph of this iteration" });
  const hidden = h("span", { class: "st-hidden", "data-testid": "hidden-count" });
  const all = h("button", { type: "button", class: "st-btn st-small", "data-testid": "show-all", hidden: true, onclick: () => toggleAll() });
  const repeats = newRecurring(model, () => { if (it) { const phase = shownPhase; build(it); on.redraw(phase); } });
  const zooms = h("div", { class: "st-zoom" }, repeats.toggle, repeats.sizes, h("span", { class: "st-space" }), hidden, all,
    button("−", "zoom-out", "Zoom out", () => zoomTo(zoom / 1.25)),
    button("fit", "zoom-fit", "Fit the graph into the panel", () => zoomTo(0)),
    button("1:1", "zoom-one", "Zoom to 100 %", () => zoomTo(1)),
    button("+", "zoom-in", "Zoom in", () => zoomTo(zoom * 1.25)));
  const root = h("div", { class: "st-graph" }, scroll, repeats.say, zooms);
  scroll.append(svg);

  let it = null, mode = null, views = [], arcs = [], zoom = 1, chosen = 0, box = { w: 0, h: 0 }, narrow = false, expanded = new Set();
  let now = [], picked = -1, roving = -1, shownPhase = -1, overlay = null, links = null, lit = [], tallest = 0, stretched = 0, looked = false, wanted = null;

  function button(label, id, title, act) {
    return h("button", { type: "button", class: "st-btn st-small", "data-testid": id, "aria-label": title, title, onclick: act }, label);
  }
  const zoomTo = (value) => { chosen = value; setZoom(value); };
  function setZoom(value) {
    const fit = Math.min(1, (room.w - 4) / box.w, Math.max(0.2, (room.h - 4) / box.h));
    zoom = Math.min(4, Math.max(0.15, value || fit));
    svg.setAttribute("width", Math.ceil(box.w * zoom));
    svg.setAttribute("height", Math.ceil(box.h * zoom));
  }
  function toggleAll() {
    if (expanded.has(it.i)) expanded.delete(it.i);
    else expanded.add(it.i);
    const phase = shownPhase;
    build(it);
    on.redraw(phase);
  }

  // Words and their widths; the second line of a rich chip is as wide as it will ever be.
  let typeface = "sans-serif", room = { w: 800, h: 300 }; // read once, and when the size changes: asking costs a layout
  const family = () => typeface;
  function look() {
    typeface = getComputedStyle(root).fontFamily || "sans-serif";
    room = { w: scroll.clientWidth, h: scroll.clientHeight };
  }
  function label(place) {
    const token = it.n.token[place];
    const input = it.get("role", place) === "input";
    if (input && it.n.parent[place] < 0) return "start";
    return clip(model.word(token), mode.chars);
  }
  function second(place, fate) { // the numbers behind a node, in few characters
    const q = it.get("q", place), p = it.get("p", place);
    const verdict = fate.top === null ? null : it.verdicts[fate.top];
    if (verdict && verdict.u !== undefined && verdict.threshold !== undefined)
      return `u ${short(verdict.u)} ${verdict.u < verdict.threshold ? "<" : "≥"} ${short(verdict.threshold)}`;
    if (fate.state === "pending" && fate.prefix) return `p/q ${short(fate.prefix.ratio)} ${fate.prefix.passed ? ">" : "≤"} ${short(fate.prefix.threshold)}`;
    if (fate.state === "input") return it.n.parent[place] < 0 ? "after the prompt" : "text so far";
    if (fate.state === "residual" && verdict?.p_used !== undefined) return `p′ ${short(verdict.p_used)}`;
    if (["residual", "bonus", "fill", "drawn", "greedy", "committed"].includes(fate.state) && (verdict?.p ?? p) !== null)
      return `${model.joint(verdict) ? "p_beam" : "p"} ${short(verdict?.p ?? p)}`;
    return q === null ? (p === null ? "" : `p ${short(p)}`) : `q ${short(q)}`;
  }

  const kinds = (place) => new Set(it.marks[place].map((mark) => SIGN[mark.decision])).size;
  // The fullest way of drawing for which the nodes are few enough, and low enough to be seen at once.
  function modeOf(lay) {
    const mode = MODES.find((one) => lay.at.length <= one.upTo);
    const low = narrow ? lay.at.length <= 10 : lay.rows * mode.row <= TALL;
    return mode.name === "rich" && !low ? MODES[1] : mode;
  }
  // The panel is as tall as the tallest iteration needs, so that what is below it stays where it is.
  function stretch() {
    for (; stretched < model.its.length; stretched++) {
      const one = model.its[stretched], lay = one.core || one.lay, rows = narrow ? lay.at.length : lay.rows, mode = modeOf(lay);
      tallest = Math.max(tallest, Math.min(narrow ? 360 : TALL, 2 * PAD + mode.high + (rows - 1) * mode.row + 6));
    }
    const want = `${Math.max(150, tallest)}px`;
    if (scroll.style.minHeight !== want) scroll.style.minHeight = want;
  }

  function build(iteration) {
    it = iteration;
    if (!looked) look();
    looked = true;
    const wide = !narrow;
    narrow = room.w > 0 && room.w < NARROW;
    if (narrow === wide) tallest = stretched = 0;
    const partly = it.core && !expanded.has(it.i);
    const lay = partly ? it.core : it.lay;
    const count = lay.at.length;
    mode = modeOf(lay);
    const font = `700 ${mode.font}px ${family()}`, small = `11.5px ${family()}`;
    views = new Array(it.size).fill(null);
    const widths = new Array(lay.cols).fill(0);
    const chain = mode.name === "rich";
    const items = lay.at.map((place, k) => {
      const word = label(place), copies = it.get("count", place) || 1;
      const named = mode.text || it.onPath[place];
      let wide = mode.r * 2 + 14;
      if (named) wide += 6 + measure(word, font) + (copies > 1 ? measure("×" + copies + (it.marks[place].length > 1 ? ` 0✕ 0●${kinds(place) > 2 ? " 0○" : ""}` : ""), small) + 8 : 0);
      if (chain) wide = Math.max(wide, 40 + measure(it.marks[place].length ? "u 0.00 ≥ 0.00" : second(place, model.fate(it, place, -1)), small));
      wide = Math.ceil(wide + (mode.name === "dots" ? 2 : 10));
      widths[lay.col[k]] = Math.max(widths[lay.col[k]], wide);
      return { place, word, copies, named, wide, col: lay.col[k], y: lay.y[k], row: lay.row[k] };
    });
    const left = [PAD], taken = widths.reduce((sum, w) => sum + w, 0) + 2 * PAD + 26; // what room is left goes between columns
    const gap = Math.max(mode.gap * 0.6, Math.min(96, Math.floor((room.w - taken) / Math.max(1, lay.cols - 1))));
    for (let c = 0; c < lay.cols; c++) left.push(left[c] + widths[c] + gap);
    const indent = mode.name === "rich" || mode.name === "chip" ? 22 : 14;
    for (const one of items) {
      one.x = narrow ? PAD + one.col * indent : left[one.col];
      one.cy = PAD + mode.high / 2 + (narrow ? one.row : one.y) * mode.row;
      one.edge = left[one.col] + widths[one.col];
    }
    box.w = Math.max(...items.map((one) => one.x + one.wide)) + PAD + 26;
    box.h = Math.max(...items.map((one) => one.cy)) + mode.high / 2 + PAD;
    paint(items, chain);
    const missing = it.size - count;
    setText(hidden, missing ? `${missing} hidden` : "");
    all.hidden = !it.core;
    const merged = it.replicas && lay.at.length <= 300;
    if (merged) setText(all, partly ? `Unmerged tree (${it.replicas} replicas)` : "Merged graph");
    else setText(all, partly ? `Show all ${it.size}` : "Committed path and siblings only");
    svg.setAttribute("viewBox", `0 0 ${box.w} ${box.h}`);
    setZoom(chosen || Math.max(0.78, Math.min(1, (room.w - 2) / box.w))); // a little smaller rather than cut off
    stretch();
    now = [];
    lit = [];
    picked = roving = shownPhase = -1;
  }

  function paint(items, chain) {
    const edges = s("g", { class: "st-edges" }), marks = s("g", { class: "st-nodes" }), over = s("g", { class: "st-arcs" });
    const spot = new Map(items.map((one) => [one.place, one]));
    arcs = [];
    for (const one of items) {
      const up = spot.get(it.place.get(it.n.parent[one.place]));
      const view = { ...one, edgePath: null, was: "" };
      if (up) {
        view.edgePath = s("path", { class: "st-e", d: wire(up, one), visibility: "hidden" });
        edges.append(view.edgePath);
      }
      views[one.place] = view;
      marks.append(nodeView(view, chain));
      const target = spot.get(it.place.get(it.get("merge", one.place)));
      if (target) {
        const arc = s("path", { class: "st-merge", d: arcOf(one, target), "marker-end": "url(#st-arrow)", visibility: "hidden" });
        arcs.push([one.place, it.place.get(it.get("merge", one.place)), arc]);
        over.append(arc);
      }
    }
    overlay = s("g", { class: "st-float", visibility: "hidden", "aria-hidden": "true" }, s("rect", { rx: 4, height: 20 }), s("text", { y: 14, x: 6 }));
    const arrow = s("marker", { id: "st-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerUnits: "userSpaceOnUse", markerWidth: 10, markerHeight: 10, orient: "auto" }, s("path", { d: "M0 0L8 4L0 8Z", class: "st-arrow" }));
    links = s("g", { class: "st-links", "aria-hidden": "true" });
    put(svg, s("defs", {}, arrow), edges, over, links, marks, overlay);
    repeats.paint(it, views, edges, mode);
  }

  // Straight through its own column, then a curve in the gutter: so an edge never runs behind a word.
  function wire(a, b) {
    if (narrow) return `M${a.x + mode.r + 7} ${a.cy + mode.high / 2}V${b.cy - 6}Q${a.x + mode.r + 7} ${b.cy} ${a.x + mode.r + 13} ${b.cy}H${b.x}`;
    const from = a.x + a.wide, turn = a.edge + 4, mid = (turn + b.x) / 2;
    return `M${from} ${a.cy}H${turn}C${mid} ${a.cy} ${mid} ${b.cy} ${b.x} ${b.cy}`;
  }
  function arcOf(a, b) {
    const side = Math.max(a.x + a.wide, b.x + b.wide) + (narrow ? 22 : 30);
    return `M${a.x + a.wide} ${a.cy}C${side} ${a.cy} ${side} ${b.cy} ${b.x + b.wide + 1} ${b.cy}`;
  }

  function nodeView(view, chain) {
    const { place, x, cy, wide, word, copies, named } = view, high = mode.high, r = mode.r;
    const id = it.n.id[place];
    const g = s("g", { class: "st-n" + (it.copied(place) ? " replica" : ""), "data-node": id, "data-shown": "0", transform: `translate(${x} ${cy})`, visibility: "hidden", role: "button", tabindex: "-1" });
    g.append(s("rect", { class: "st-box", x: 0, y: -high / 2, width: wide, height: high, rx: mode.name === "dots" ? high / 2 : Math.min(9, high / 2) }));
    const chance = it.get("q", place) ?? it.get("p", place), cx = r + 9;
    if (chance !== null && mode.ring) { // how probable it was, as part of a circle
      const R = r + 4, full = 2 * Math.PI * R;
      g.append(s("circle", { class: "st-track", cx, r: R }), s("circle", { class: "st-ring", r: R, "stroke-dasharray": `${(chance * full).toFixed(1)} ${full.toFixed(1)}`, transform: `translate(${cx} 0) rotate(-90)` }));
    }
    view.glyph = s("path", { class: "st-g", transform: `translate(${cx} 0) scale(${r})` });
    g.append(view.glyph);
    if (named) {
      const tx = r * 2 + 20;
      view.label = s("text", { class: "st-w", x: tx, y: chain ? -3 : mode.font * 0.36, "font-size": mode.font }, word);
      g.append(view.label);
      if (copies > 1) {
        view.times = s("text", { class: "st-x", x: tx + measure(word, `700 ${mode.font}px ${family()}`) + 6, y: chain ? -3 : mode.font * 0.36 }, "×" + copies);
        view.told = s("title", {});
        g.append(view.times, view.told);
      }
      if (chain) g.append((view.second = s("text", { class: "st-s", x: tx, y: 14 })));
    }
    view.g = g;
    return g;
  }

  // Brings the drawing to a phase; `pick` is the place of the chosen node or -1.
  function show(phase, pick) {
    if (!it) return;
    const done = phase >= it.commit;
    for (const view of views) {
      if (!view) continue;
      const place = view.place, born = it.born[place] <= phase;
      const fate = born ? model.fate(it, place, phase) : null;
      const path = born && done && it.onPath[place];
      const gone = born && done && !it.onPath[place];
      const key = born ? `${fate.state}|${!!fate.prefix}|${fate.seen.length}|${path}|${gone}` : "";
      if (key === view.was) continue;
      view.was = key;
      dress(view, born, fate, path, gone);
    }
    for (const [from, to, arc] of arcs) {
      const on = it.born[from] <= phase && (it.marks[from].every((m) => m.decision !== "merged") || it.marks[from].some((m) => m.decision === "merged" && m.step <= phase));
      arc.setAttribute("visibility", on && views[to] ? "visible" : "hidden");
    }
    repeats.show(phase);
    for (const place of now) views[place]?.g.classList.remove("now");
    const step = it.steps[phase];
    const judged = step.verdicts.map((v) => it.place.get(it.verdicts[v].node));
    now = judged.length ? judged : step.nodes;
    for (const place of now) views[place]?.g.classList.add("now");
    choose(pick);
    if (roving < 0 || it.born[roving] > phase || !views[roving]) rove(pick >= 0 && views[pick] ? pick : firstShown(phase));
    if (phase !== shownPhase) wanted = pick >= 0 ? [pick] : now;
    shownPhase = phase;
  }
  const firstShown = (phase) => views.findIndex((view) => view && it.born[view.place] <= phase);

  function dress(view, born, fate, path, gone) {
    const g = view.g;
    g.setAttribute("visibility", born ? "visible" : "hidden");
    g.setAttribute("data-shown", born ? "1" : "0");
    view.edgePath?.setAttribute("visibility", born ? "visible" : "hidden");
    if (!born) return g.removeAttribute("data-state");
    g.setAttribute("data-state", fate.state);
    g.classList.toggle("path", !!path);
    for (const [name, on] of [["passes", true], ["fails", false]]) g.classList.toggle(name, fate.state === "pending" && fate.prefix?.passed === on);
    view.glyph.setAttribute("d", GLYPH[fate.state]);
    view.glyph.setAttribute("data-kind", fate.state);
    if (view.edgePath) {
      view.edgePath.setAttribute("data-state", fate.state);
      view.edgePath.classList.toggle("path", !!path);
      if (path || STRENGTH[fate.state] > 5) view.edgePath.parentNode.append(view.edgePath); // above its siblings
    }
    if (view.second) setText(view.second, second(view.place, fate));
    const copies = view.times ? copiesOf(view, fate) : null;
    if (copies) {
      setText(view.times, copies.text);
      setText(view.told, copies.told);
    }
    g.classList.toggle("gone", fate.state === "input" && gone);
    g.setAttribute("aria-label", `${model.word(it.n.token[view.place])}, ${model.called(fate)}, ${second(view.place, fate)}${copies?.told ? `, ${copies.told}` : ""}${it.copied(view.place) ? `, replica of node ${it.get("origin", view.place)}` : ""}`);
  }

  // How often a node was drawn, and how many of these draws fared how, where they fared differently: ×4 3● 1✕.
  // What the target brings is counted as it comes.
  function copiesOf(view, fate) {
    const target = it.get("role", view.place) === "target" && it.marks[view.place].length >= view.copies;
    const times = target ? fate.seen.length : view.copies, signs = new Map(), words = new Map();
    for (const { decision } of fate.seen) {
      signs.set(SIGN[decision], (signs.get(SIGN[decision]) || 0) + 1);
      words.set(decision, (words.get(decision) || 0) + 1);
    }
    const fared = [...words].map(([decision, count]) => `${count} ${LABEL[decision]}`).join(", ");
    const what = it.get("role", view.place) === "input" ? `${times} copies of this beam` : `one node, ${times} draws`;
    return {
      text: (times > 1 ? "×" + times : "") + (signs.size > 1 ? [...signs].map(([sign, count]) => ` ${count}${sign}`).join("") : ""),
      told: times > 1 ? what + (fared && words.size ? `: ${fared}` : "") : "",
    };
  }

  function choose(place) {
    if (picked >= 0) views[picked]?.g.classList.remove("picked");
    picked = place;
    if (picked >= 0) views[picked]?.g.classList.add("picked");
  }
  // A node and its ancestors, as the attention picture points at them; a replica that is not drawn stands at its origin.
  function light(place) {
    for (const view of lit) view.g.classList.remove("lit", "lit-end");
    lit = [];
    repeats.point(place);
    if (links && (it.replicas || links.firstChild)) put(links, ...origins(place));
    for (let at = place; at !== undefined && at >= 0; at = it.place.get(it.n.parent[at])) {
      const view = views[at] || views[it.place.get(it.get("origin", at))];
      if (!view) continue;
      view.g.classList.add(at === place ? "lit-end" : "lit");
      lit.push(view);
    }
  }
  // In the unmerged tree: from a replica to its origin, and from an origin to its replicas.
  function origins(place) {
    if (place < 0 || !views[place]) return [];
    const own = it.get("origin", place) ?? it.n.id[place], first = it.place.get(own);
    const ends = it.copied(place) ? [place] : views.filter((view) => view && it.copied(view.place) && it.get("origin", view.place) === own).map((view) => view.place);
    return ends.filter((end) => views[end] && views[first] && it.born[end] <= shownPhase).map((end) => s("path", { class: "st-origin", d: arcOf(views[end], views[first]), "marker-end": "url(#st-arrow)" }));
  }
  function rove(place) {
    if (roving >= 0) views[roving]?.g.setAttribute("tabindex", "-1");
    roving = place;
    if (roving >= 0) views[roving]?.g.setAttribute("tabindex", "0");
  }
  function move(by) { // the next or previous node that is shown, in the order of an outline
    const list = views.filter((view) => view && view.g.getAttribute("data-shown") === "1").sort((a, b) => a.row - b.row);
    const at = list.findIndex((view) => view.place === roving), to = list[Math.min(list.length - 1, Math.max(0, at + by))];
    if (to) { rove(to.place); to.g.focus({ preventScroll: true }); reveal([to.place]); }
  }

  // Scrolls the panel, and only the panel, so that these nodes can be seen.
  function reveal(places) {
    let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
    for (const place of places) {
      const view = views[place];
      if (!view) continue;
      x0 = Math.min(x0, view.x); x1 = Math.max(x1, view.x + view.wide);
      y0 = Math.min(y0, view.cy - mode.high); y1 = Math.max(y1, view.cy + mode.high);
    }
    if (x0 === Infinity) return;
    const margin = 12, w = room.w, hh = room.h, sx = scroll.scrollLeft, sy = scroll.scrollTop;
    if ((x1 - x0) * zoom > w) scroll.scrollLeft = x1 * zoom - w + margin; // too long a path: its end is what is new
    else if (x1 * zoom > sx + w) scroll.scrollLeft = Math.min(x0 * zoom - margin, x1 * zoom - w + margin);
    else if (x0 * zoom < sx) scroll.scrollLeft = x0 * zoom - margin;
    if (y1 * zoom > sy + hh) scroll.scrollTop = Math.min(y0 * zoom - margin, y1 * zoom - hh + margin);
    else if (y0 * zoom < sy) scroll.scrollTop = y0 * zoom - margin;
  }

  function float(place) { // the word of a node that has no room for it
    const view = place >= 0 ? views[place] : null;
    if (!view || view.named || view.g.getAttribute("data-shown") !== "1") return overlay?.setAttribute("visibility", "hidden");
    const word = label(place);
    overlay.lastChild.textContent = word;
    overlay.firstChild.setAttribute("width", measure(word, `13px ${family()}`) + 14);
    overlay.setAttribute("transform", `translate(${view.x + view.wide + 2} ${view.cy - 10})`);
    overlay.setAttribute("visibility", "visible");
  }

  const placeOf = (event) => {
    const g = event.target.closest?.("[data-node]");
    return g ? it.place.get(+g.getAttribute("data-node")) : -1;
  };
  svg.addEventListener("click", (event) => { const place = placeOf(event); if (place >= 0) { rove(place); on.pick(place); } });
  svg.addEventListener("mouseover", (event) => { if (!pointer.moved(event)) return; const place = placeOf(event); float(place); on.hover(place); });
  svg.addEventListener("mouseleave", (event) => { if (pointer.moved(event)) { float(-1); on.hover(-1); } });
  svg.addEventListener("focusin", (event) => { const place = placeOf(event); if (place >= 0) { float(place); on.hover(place); } });
  svg.addEventListener("focusout", () => { float(-1); on.hover(-1); });
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { const place = placeOf(event); if (place >= 0) on.pick(place); }
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    root, show, choose, light,
    settle() { if (wanted) reveal(wanted); wanted = null; },
    open(iteration) { if (it !== iteration) { scroll.scrollLeft = scroll.scrollTop = 0; build(iteration); } },
    reset() { it = null; lit = []; looked = false; repeats.reset(); tallest = stretched = 0; expanded.clear(); put(svg); scroll.style.minHeight = ""; },
    resized() {
      const before = room.w;
      look();
      if (it && Math.abs(room.w - before) > 24) { tallest = stretched = 0; const phase = shownPhase; build(it); on.redraw(phase); }
    },
  };
}
