// The stage put together, and the messages from Python (explorer/ui/stage.py has the protocol).

import { newAttention } from "./attention.js";
import { newControls, listen, readAddress, addressWriter } from "./controls.js";
import { fill, h, put, setText, pointer } from "./dom.js";
import { num, plural } from "./format.js";
import { newGraph } from "./graph.js";
import { newInspector } from "./inspector.js";
import { KINDS, glyphIcon } from "./marks.js";
import { newModel } from "./model.js";
import { newText } from "./text.js";
import { newTimeline } from "./timeline.js";
import { newTrace } from "./trace.js";

export function mount(element, trigger, props, watch) {
  const root = element.querySelector(".st") || element;
  const options = { url: props?.url !== false, keys: props?.keys !== false, compact: props?.compact === true };
  const model = newModel();
  let at = { it: 0, phase: 0 }, picked = null, hovered = -1, follow = false, timer = null, opening = 0, newest = 0, late = null;
  const setAddress = addressWriter();

  const legend = h("ul", { class: "st-legend", "data-testid": "legend", "aria-label": "Legend" });
  const badge = h("span", { class: "st-badge" }), say = h("span", { class: "st-say" });
  const narration = h("div", { class: "st-narration", "data-testid": "narration", "aria-live": "polite", "aria-atomic": "true" }, badge, say);
  const note = h("p", { class: "st-message", "data-testid": "message", role: "status" });
  const act = {
    phase(by) { stepTo(model.starts[at.it] + at.phase + by); },
    iteration(by) { // to the end of the next or of the previous one; at either end of the run, to its edge
      if (!model.its.length) return;
      const it = Math.min(model.its.length - 1, Math.max(0, at.it + by));
      goto(it, it === at.it && by < 0 ? 0 : Infinity, null);
    },
    seek(place) { stepTo(place); },
    to(phase) { goto(at.it, phase, null); },
    play() { timer ? pause() : start(); },
    help() { controls.help.open ? controls.help.close() : controls.help.showModal(); },
    release() { picked = null; hovered = -1; refresh(); announce(); },
  };
  const linked = { // the graph and the attention picture point at the same node
    pick(place) { picked = model.its[at.it].n.id[place]; hovered = -1; refresh(); announce(); pickEvent(place); },
    hover(place) { if (place !== hovered) { hovered = place; inspect(); point(); } },
    redraw(phase) { refresh(phase); },
  };
  const pictures = h("div", { class: "st-pictures" });
  linked.pin = (beside) => { if (beside) graph.root.after(attention.root); else pictures.append(attention.root); };
  const graph = newGraph(model, linked), attention = newAttention(model, linked), trace = newTrace(model, { goto });
  const inspector = newInspector(model), text = newText(model, { goto }), timeline = newTimeline(model, { goto }), controls = newControls(model, act);
  const summary = h("p", { "data-testid": "graph-summary" }), table = h("table", { class: "st-table", "data-testid": "graph-table" });
  const details = h("details", { class: "st-card st-details", ontoggle: () => fillTable() }, h("summary", {}, "This step as a table"), summary, h("div", { class: "st-wrap" }, table));
  const facts = h("div", { class: "st-run" });
  const stageBody = h("div", { class: "st-body", hidden: true }, narration,
    h("div", { class: "st-main" }, h("div", { class: "st-left" }, graph.root, legend, controls.root, options.compact ? null : text.root), options.compact ? null : h("div", { class: "st-right" }, inspector.root)),
    ...(options.compact ? [] : [timeline.root, fill(pictures, {}, [trace.root, attention.root]), details]));
  put(root, facts, note, stageBody);
  setText(note, "No trace is open.");

  const places = new Map();
  for (const [kind, label, why] of KINDS) {
    const item = h("li", { "data-kind": kind, title: why, class: "st-legend-k" }, glyphIcon(kind), h("span", {}, label), h("b"));
    places.set(kind, item);
    legend.append(item);
  }
  const copiesKey = h("li", { "data-kind": "copies", title: "A token that was drawn four times is one node. Where its draws fared differently, the numbers before the signs say how many." },
    h("span", { class: "st-x-key", "aria-hidden": "true" }, "×4 3● 1✕"), h("span", {}, "one node, four draws, as they fared"));
  legend.append(copiesKey);
  legend.prepend(h("li", { class: "st-legend-h", title: "How many nodes bear each mark, hidden nodes included. A node bears one: where its draws fared differently, the strongest." }, "nodes:"));

  function goto(it, phase, node) {
    if (!model.its.length) return;
    it = Math.min(model.its.length - 1, Math.max(0, it));
    phase = Math.min(model.its[it].steps.length - 1, Math.max(0, phase));
    follow = model.live && it === model.its.length - 1 && phase === model.its[it].steps.length - 1;
    at = { it, phase };
    picked = node ?? null;
    hovered = -1;
    refresh();
    announce();
  }
  function stepTo(place) {
    if (!model.its.length) return;
    goto(...model.at(Math.min(model.total() - 1, Math.max(0, place))), null);
  }

  // Draws the step. Everything here must be cheap: it runs on every key press.
  function refresh() {
    const it = model.its[at.it];
    if (!it) return;
    graph.open(it);
    const place = picked === null ? -1 : it.place.get(picked) ?? -1;
    graph.show(at.phase, place);
    const step = it.steps[at.phase];
    badge.dataset.phase = step.phase;
    setText(badge, step.phase);
    setText(say, step.say);
    controls.show(it, at.phase);
    count(it);
    if (!options.compact) {
      inspect();
      text.show(it, at.phase);
      timeline.show(it);
      late = late || requestAnimationFrame(() => setTimeout(drawPictures));
      point();
      if (details.open) fillTable();
    }
    Object.assign(root.dataset, { it: at.it + 1, phase: at.phase + 1, iterations: model.its.length, name: model.name, live: model.live ? "1" : "0" });
    graph.settle();
    controls.settle();
    if (!options.compact) timeline.settle();
  }

  // The pictures of the pass and of the whole run come once the step is painted: a key that is held never waits for them.
  function drawPictures() {
    late = null;
    const it = model.its[at.it];
    if (!it) return;
    attention.show(it, at.phase);
    trace.show(it);
    point();
    trace.settle();
    pictures.dataset.step = `${at.it + 1}.${at.phase + 1}`;
  }

  // What the pointer or the choice is on, in the graph and in the mask; without either, nothing.
  function point() {
    const it = model.its[at.it], place = hovered >= 0 ? hovered : picked === null ? -1 : it.place.get(picked) ?? -1;
    graph.light(place);
    if (!options.compact && late === null) attention.point(place);
  }

  function inspect() {
    const it = model.its[at.it];
    if (!it || options.compact) return;
    let place = hovered >= 0 ? hovered : picked === null ? -1 : it.place.get(picked) ?? -1;
    if (place < 0) { // without a choice: the node this step is about
      const step = it.steps[at.phase], judged = step.verdicts.map((v) => it.place.get(it.verdicts[v].node));
      place = judged.length ? judged[0] : step.nodes.length ? step.nodes[step.nodes.length - 1] : -1;
    }
    inspector.show(it, place, at.phase);
  }

  function count(it) { // the legend: what occurs at this step, and how often
    const found = {};
    let copied = false;
    for (let place = 0; place < it.size; place++) if (it.born[place] <= at.phase) {
      const { state } = model.fate(it, place, at.phase);
      found[state] = (found[state] || 0) + 1;
      copied = copied || it.get("count", place) > 1;
    }
    copiesKey.hidden = !copied;
    for (const [kind, item] of places) {
      item.classList.toggle("on", !!found[kind]);
      setText(item.lastChild, found[kind] ? String(found[kind]) : "");
    }
  }

  function fillTable() {
    const it = model.its[at.it];
    if (!details.open || !it) return;
    setText(summary, `${it.says} ${it.steps[at.phase].say}.`);
    const rows = [];
    for (let place = 0; place < it.size; place++) if (it.born[place] <= at.phase) {
      const fate = model.fate(it, place, at.phase), mark = fate.seen[fate.seen.length - 1], verdict = mark ? it.verdicts[mark.v] : {};
      rows.push([it.n.id[place], it.n.parent[place] < 0 ? "–" : it.n.parent[place], it.n.depth[place], model.word(it.n.token[place]), model.called(fate),
        num(verdict.q ?? it.get("q", place), 3), num(verdict.p ?? it.get("p", place), 3), num(verdict.u, 3), num(verdict.threshold, 3), verdict.reason || ""]);
    }
    put(table, h("thead", {}, h("tr", {}, ...["node", "parent", "depth", "token", "state", "q", "p", "u", "threshold", "reason"].map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, String(cell)))))));
  }

  // Playback in the browser: the next phase after a pause that the speed divides.
  function start() {
    if (!model.its.length) return;
    if (model.starts[at.it] + at.phase >= model.total() - 1) stepTo(0);
    controls.playing(true);
    tick();
  }
  function tick() {
    const wait = model.its[at.it].steps[at.phase].phase === "commit" ? 1400 : 900;
    timer = setTimeout(() => {
      if (!root.isConnected || (model.starts[at.it] + at.phase >= model.total() - 1 && !model.live)) return pause();
      act.phase(1);
      tick();
    }, wait / controls.rate());
  }
  function pause() {
    clearTimeout(timer);
    timer = null;
    controls.playing(false);
  }

  // Tells the address bar, the page and (a little later) Python where we are.
  let told = null;
  const where = () => ({ name: model.name, it: at.it + 1, phase: at.phase + 1, node: picked, iterations: model.its.length });
  function announce() {
    if (options.url && model.its.length) setAddress({ trace: model.name || null, it: at.it + 1, phase: at.phase + 1, node: picked });
    root.dispatchEvent(new CustomEvent("stage:step", { bubbles: true, detail: where() }));
    clearTimeout(told);
    told = setTimeout(() => root.isConnected && trigger("step", where()), 250);
  }
  function pickEvent(place) {
    const token = model.its[at.it].n.token[place];
    trigger("pick", { ...where(), token, text: model.text(token) });
  }

  // The step an address names; a node without its iteration is where it first occurs.
  function reached({ it, phase, node }) {
    if (it || node === null) return it ? { it, phase, node } : null;
    const first = model.its.findIndex((one) => one.place.has(node));
    return first < 0 ? { it: 1 } : { it: first + 1, phase, node };
  }
  function openAt(target) {
    if (!model.its.length) return;
    const it = Math.min(model.its.length, Math.max(1, target?.it || 1)) - 1, node = target?.node ?? null;
    let phase = target?.phase ? target.phase - 1 : null;
    if (phase === null) {
      const place = node === null ? undefined : model.its[it].place.get(node);
      phase = place !== undefined ? Math.max(model.its[it].born[place], ...model.its[it].marks[place].map((m) => m.step)) : target?.it ? model.its[it].steps.length - 1 : 0;
    }
    goto(it, phase, node);
  }

  const handlers = {
    open(message) {
      opening += 1; // what is still being fetched is no longer wanted
      pause();
      graph.reset(); text.reset(); timeline.reset(); attention.reset(); trace.reset(); controls.reset();
      delete pictures.dataset.step;
      at = { it: 0, phase: 0 };
      picked = null;
      hovered = -1;
      model.open(message);
      text.reset();
      describeRun();
      follow = model.live;
      const address = options.url ? readAddress() : {};
      shown();
      if (model.live) return model.its.length ? openAt({ it: model.its.length }) : undefined;
      openAt(message.at || (address.trace === model.name || address.trace === null ? reached(address) : null));
    },
    append(message) {
      if (message.name && message.name !== model.name) return;
      const missing = model.add(message);
      if (missing) trigger("gap", { name: model.name, have: model.its.length, want: model.its.length + missing });
      shown();
      if (follow && model.its.length && !timer) { at = { it: model.its.length - 1, phase: model.its[model.its.length - 1].steps.length - 1 }; refresh(); announce(); follow = true; }
      else if (model.its.length) refresh();
    },
    finish(message) {
      if (!model.live) return; // Stop came before anything of the new run: what is shown is another, whole one
      handlers.append(message);
      model.live = false;
      follow = false;
      root.dataset.live = "0";
      shown();
      describeRun();
    },
    goto(message) { openAt(message.at); },
    async fetch(message) {
      const mine = ++opening;
      setText(note, "Loading the trace …");
      note.hidden = false;
      try {
        const reply = await fetch(new URL(message.url, document.baseURI));
        const found = await reply.json();
        if (mine !== opening) return;
        if (message.at) found.at = message.at;
        receive(found);
      } catch {
        if (mine === opening) handlers.clear({ text: "The trace could not be loaded; reload the page to try again." });
      }
    },
    clear(message) {
      opening += 1;
      pause();
      model.open({ iterations: [] });
      graph.reset(); text.reset(); timeline.reset(); attention.reset(); trace.reset(); controls.reset();
      delete pictures.dataset.step;
      put(facts);
      shown();
      setText(note, message.text || "No trace is open.");
    },
  };

  function shown() {
    const any = model.its.length > 0;
    stageBody.hidden = !any;
    note.hidden = any;
    if (!any) setText(note, model.live ? "Waiting for the first iteration …" : model.incomplete ? "The run ended before its first iteration." : "This trace has no iterations.");
  }

  function describeRun() { // one line: what is on the stage
    const head = model.header, end = model.summary;
    if (!head.method) return put(facts);
    const parts = [h("b", {}, head.title || head.method), h("span", {}, `pair ${head.pair}`), h("span", {}, `seed ${head.seed}`)];
    for (const [key, value] of Object.entries(head.deciding || {})) parts.push(h("span", {}, `${key.replace(/_/g, " ")} ${value}`));
    if (end?.counts) parts.push(h("span", {}, `${end.counts.emitted} tokens in ${plural(end.counts.target_passes, "target pass").replace("passs", "passes")}`));
    if (model.incomplete) parts.push(h("span", { class: "st-warn" }, `incomplete: ${model.incomplete}`));
    put(facts, ...parts);
    places.get("rejected").title = head.rejection || "";
  }

  function receive(message) {
    if (typeof message === "string") {
      try { message = JSON.parse(message); } catch { return handlers.clear({ text: "The stage got a message that is not JSON." }); }
    }
    if (message?.asked < newest) return; // an older answer that comes late: what was asked for last stays
    newest = message?.asked ?? newest;
    if (message && handlers[message.type]) handlers[message.type](message);
  }

  pointer.watch(root);
  if (options.keys) listen(root, act);
  if (typeof ResizeObserver === "function") new ResizeObserver(() => { if (model.its.length && root.offsetParent !== null) { graph.resized(); if (!options.compact) { timeline.resized(); trace.resized(); } } }).observe(root);
  element.stage = { open: (m) => handlers.open(m), append: (m) => handlers.append(m), finish: (m) => handlers.finish(m), goto: openAt, next: () => act.phase(1), prev: () => act.phase(-1), receive, state: where };
  watch?.("value", () => props.value && receive(props.value));
  if (props?.value) receive(props.value);
}
