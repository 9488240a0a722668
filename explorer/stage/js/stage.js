// The stage put together, and the messages from Python (explorer/ui/stage.py has the protocol).

import { newAttention } from "./attention.js";
import { addressWriter, listen, newControls, readAddress, roundFrom } from "./controls.js";
import { afterPaint, fill, h, pointer, put, setText } from "./dom.js";
import { newFind } from "./find.js";
import { newGlossary } from "./glossary.js";
import { newGraph } from "./graph.js";
import { newInspector } from "./inspector.js";
import { firstRejection, nextAccepted } from "./jumps.js";
import { newLegend, newTable } from "./legend.js";
import { lessonUrl, newLesson, wanted } from "./lesson.js";
import { newModel } from "./model.js";
import { keep, recall, remember, visitor } from "./memory.js";
import { calledOf } from "./marks.js";
import { drawing, pictureName, savePng, saveSvg } from "./picture.js";
import { newText } from "./text.js";
import { newTimeline } from "./timeline.js";
import { newTrace } from "./trace.js";
import { newChanged } from "./whatif.js";
import { newEarly } from "./early.js";

/** @import { Place } from "./jumps.js" */
/** @import { It } from "./model.js" */
/** @import { At, Message } from "./types.d.ts" */

const VOICES = [{ name: "plain", label: "Plain", help: "In everyday words" },
  { name: "exact", label: "Exact", help: "With the papers’ symbols and the formula’s numbers" }];
const KEYLINE = "Keys: ← → step · ↑ ↓ go between nodes · ? all";
const PICTURE = 100; // ms that a picture has for itself: to tell Python of it keeps Gradio as busy as to draw it
const SLOW = 400; // ms without an answer until the page says that it waits for one
const READING = 45; // ms for a character: playback waits until the sentence can have been read

/**
 * What Gradio, or the exported page, gives: options, and messages as `value`. Without `asks` there is no app that could
 * run anything again.
 * @typedef {{ value?: string | null, url?: boolean, keys?: boolean, compact?: boolean, asks?: boolean }} Props
 */

/**
 * Draws the stage into `element`.
 * @param {HTMLElement} element gets a property `stage`, to drive it from the page
 * @param {(event: string, data: object) => void} trigger tells Python
 * @param {Props} props @param {((key: "value", act: () => void) => void) | null} watch calls when props have changed
 */
export function mount(element, trigger, props, watch) {
  const root = /** @type {HTMLElement} */ (element.querySelector(".st") || element);
  const options = { url: props.url !== false, keys: props.keys !== false, compact: props.compact === true,
    asks: props.asks !== false };
  let away = false; // Back or Forward led to another trace, which is on its way
  const model = newModel(), setAddress = addressWriter(() => !away), setLesson = addressWriter();
  let at = { it: 0, phase: 0 }, hovered = -1, follow = false; // hovered: a place
  let picked = /** @type {number | null} */ (null); // a node
  let opening = 0, newest = 0; // the last trace that was asked for; the highest number a message carried
  let timer = 0, late = 0; // of playback, of the pictures
  let sentence = ""; // the sentence that is shown
  // What was asked for here: the recorded run, what its round added, and the name of the run that was made of it.
  let recorded = /** @type {{ of: string, at: At, text: string, name?: string } | null} */ (null);

  const act = {
    /** @param {number} by */
    phase(by) { stepTo(model.starts[at.it] + at.phase + by); },
    /** To the end of a round. @param {number} by */
    iteration(by) {
      if (!model.its.length) return;
      const { it, phase } = roundFrom(at, by, model.its.map(({ steps }) => steps.length));
      goto(it, phase, null);
    },
    /** @param {number} place */
    seek(place) { stepTo(place); },
    /** @param {number} phase */
    to(phase) { goto(at.it, phase, null); },
    play() { if (timer) pause(); else start(); },
    help() { if (controls.help.open) controls.help.close(); else controls.help.showModal(); },
    present() {
      const on = root.classList.toggle("present");
      if (on) root.requestFullscreen?.().catch(() => {}); // where that is refused, it fills the window
      else if (document.fullscreenElement) document.exitFullscreen();
      resized();
    },
    rejection() { jump(firstRejection(model)); },
    accepted() { jump(nextAccepted(model, at.it)); },
    find() { if (full && model.its.length) find.open(); },
    /** @param {"svg" | "png"} kind */
    picture(kind) { void savePicture(kind); },
    release() {
      picked = null;
      hovered = -1;
      refresh();
      announce();
    },
  };
  const linked = { // the graph and the attention picture point at the same node
    /** @param {number} place */
    pick(place) {
      picked = model.its[at.it].n.id[place];
      hovered = -1;
      refresh();
      announce();
    },
    /** @param {number} place */
    hover(place) {
      if (place === hovered) return;
      hovered = place;
      inspect();
      point();
    },
    redraw: () => refresh(),
    /** @param {boolean} beside */
    pin(beside) { if (beside) graph.root.after(attention.root); else pictures.append(attention.root); },
  };
  const pictures = h("div", { class: "st-pictures" });
  const graph = newGraph(model, linked), attention = newAttention(model, linked), trace = newTrace(model, { goto });
  const glossary = newGlossary(root);
  const inspector = newInspector(model, glossary.explained, options.asks ? (query) => void change(query) : null,
    graph.suppose);
  const text = newText(model, { goto });
  const find = newFind(model, { goto, at: () => at.it, mark: text.mark, left: () => controls.focus() });
  text.root.append(find.root);
  const timeline = newTimeline(model, { goto });
  const controls = newControls(model, act), legend = newLegend(model), table = newTable(model, () => refresh());
  const lesson = newLesson({
    goto: (name, at) => (name === model.name && model.its.length ? openAt(at)
    : void handlers.fetch({ type: "fetch", url: `explorer/open/${name}`, at })),
    close() {
      early.clear();
      refresh();
    },
    shown(open) {
      root.classList.toggle("teaching", open);
      fold();
    },
    soon(traces) { for (const name of traces) if (name !== model.name) early.soon(`explorer/open/${name}`); },
    changed(slug, step) { if (options.url) setLesson({ lesson: slug, step: slug && step }); },
  });
  let begun = options.compact; // whether the address was asked for a lesson
  const early = newEarly(); // what a lesson will want is there before its step comes
  const badge = h("span", { class: "st-badge" }), say = h("span", { class: "st-say" });
  const narration = h("div", { class: "st-narration", "data-testid": "narration", "aria-live": "polite",
    "aria-atomic": "true" }, badge, say);
  const worth = h("b", { class: "st-worth", "data-testid": "worth" }), about = h("span", { class: "st-about" });
  const voices = VOICES.map(({ name, label, help }) => h("button", { type: "button", class: "st-btn st-small",
    "data-testid": `voice-${name}`, title: help, onclick() {
      keep("voice", name);
      speak(name);
    } }, label));
  const top = h("header", { class: "st-top", hidden: true }, h("div", { class: "st-what" }, worth, about),
    h("div", { class: "st-voices", role: "group", "aria-label": "How it is told" }, ...voices),
    !options.compact && h("button", { type: "button", class: "st-btn st-small st-leave", "data-testid": "leave",
      onclick: () => act.present() }, "Leave (F)"));
  const note = h("div", { class: "st-message", "data-testid": "message", role: "status" },
    "Opening the recorded run …");
  const end = h("section", { class: "st-end", "data-testid": "end-card", hidden: true });
  const asks = h("summary"), why = h("details", { class: "st-why", open: true }, asks, end, inspector.root);
  const facts = h("dl", { class: "st-facts" }), full = !options.compact;
  const run = h("details", { class: "st-card st-details", "data-testid": "run" }, h("summary", {}, "About this run"),
    facts);
  const left = h("div", { class: "st-left", id: full && "picture", tabindex: "-1" }, graph.root);
  // The buttons that step come first to the keyboard; the style sheet places them below the sentence.
  const body = h("div", { class: "st-body", hidden: true }, controls.root, full && text.root,
    h("div", { class: "st-main" }, left, full && h("div", { class: "st-right" }, lesson.root, why)),
    narration, h("div", { class: "st-foot" }, legend.root,
      full && options.keys && h("p", { class: "st-quiet st-keyline" }, KEYLINE)));
  if (full) body.append(timeline.root, fill(pictures, {}, [trace.root, attention.root]), text.beams, table.root, run);
  const changed = newChanged(() => {
    const { of, at } = recorded ?? { of: model.header.recorded?.name ?? "", at: model.header.recorded?.at };
    void handlers.fetch({ type: "fetch", url: `explorer/open/${encodeURIComponent(of)}`, at });
  });
  root.classList.toggle("compact", options.compact);
  put(root, top, changed.root, note, body, glossary.root);
  remember(body);
  const phone = matchMedia("(max-width: 640px)"), fold = () => {
    why.open = !phone.matches || root.classList.contains("teaching"); // a lesson speaks of what stands there
  };
  phone.addEventListener("change", fold);
  why.addEventListener("toggle", inspect);
  fold();

  /** In which voice everything is told. @param {string} name */
  function speak(name) {
    model.voice = name === "exact" ? "exact" : "plain";
    voices.forEach((button, k) => button.setAttribute("aria-pressed", String(VOICES[k].name === model.voice)));
    refresh();
  }

  /** @param {number} it @param {number} phase @param {number | null} node */
  function goto(it, phase, node) {
    if (!model.its.length) return;
    const last = model.its.length - 1, to = Math.min(last, Math.max(0, it)), end = model.its[to].steps.length - 1;
    at = { it: to, phase: Math.min(end, Math.max(0, phase)) };
    follow = model.live && to === last && at.phase === end;
    picked = node;
    hovered = -1;
    refresh();
    announce();
  }
  /** @param {number} place counted over the whole run */
  function stepTo(place) {
    if (!model.its.length) return;
    const [it, phase] = model.at(Math.min(model.total() - 1, Math.max(0, place)));
    goto(it, phase, null);
  }
  /** @param {Place | string} place where to, or why nowhere */
  function jump(place) {
    if (!model.its.length) return;
    if (typeof place === "string") controls.tell(place);
    else goto(place.it, place.phase, place.node);
  }
  /** What the stage shows, as a file: its graph, its sentence, its marks. @param {"svg" | "png"} kind */
  async function savePicture(kind) {
    if (!model.its.length) return;
    const { title = "", method } = model.header, name = pictureName(method, at.it + 1);
    const step = model.its[at.it].steps[at.phase], called = model.voice === "plain" ? step.called : step.title;
    const picture = drawing({ stage: root, graph: graph.svg, legend: legend.root, sentence: say.textContent,
      title: `${title || method} · round ${at.it + 1} of ${model.its.length} · ${called}` });
    if (kind === "svg") saveSvg(picture, name);
    else if (!await savePng(picture, name)) controls.tell("This browser could not draw the PNG. Save it as SVG.");
  }
  /** The place that the pointer is on, or that was chosen; −1: none. */
  const pointed = () => (hovered >= 0 ? hovered : picked === null ? -1 : model.its[at.it].place.get(picked) ?? -1);

  /** Draws the step. Everything here must be cheap: it runs on every key press. */
  function refresh() {
    const it = model.its[at.it];
    if (!it) return;
    graph.open(it);
    graph.show(at.phase, picked === null ? -1 : it.place.get(picked) ?? -1);
    const step = it.steps[at.phase];
    badge.dataset.phase = step.phase;
    setText(asks, step.phase === "input" && model.header.round?.length ? "How a round goes" : "Why?");
    setText(badge, calledOf(step.phase, model.voice));
    if (sentence !== step[model.voice]) put(say, ...glossary.explained(sentence = step[model.voice]));
    controls.show(it, at.phase);
    legend.show(it, at.phase);
    if (full) {
      inspect();
      text.show(it, at.phase);
      timeline.show(it);
      late ||= afterPaint(drawPictures);
      point();
      table.show(it, at.phase);
    }
    Object.assign(root.dataset, { it: at.it + 1, phase: at.phase + 1, iterations: model.its.length, name: model.name,
      live: model.live ? "1" : "0" });
    graph.settle();
    controls.settle();
    glossary.gone();
    if (!full) return;
    timeline.settle();
    text.settle();
  }

  /** The pictures of the pass and of the whole run come once the step is painted: a held key never waits for them. */
  function drawPictures() {
    late = 0;
    const it = model.its[at.it];
    if (!it) return;
    attention.show(it, at.phase);
    trace.show(it);
    point();
    trace.settle();
    pictures.dataset.step = `${at.it + 1}.${at.phase + 1}`;
  }

  /** What the pointer or the choice is on, in the graph and in the mask; without either, nothing. */
  function point() {
    graph.light(pointed());
    if (full && !late) attention.point(pointed());
  }
  function inspect() {
    const it = model.its[at.it];
    if (!it || !full || !why.open) return; // folded, as on a phone: it is filled when it is opened
    const over = ended() && picked === null;
    end.hidden = !over;
    inspector.root.hidden = over && hovered < 0;
    inspector.show(it, pointed() >= 0 ? pointed() : subject(it), at.phase);
    glossary.gone();
  }
  /**
   * Without a choice: the node that this step is about; none where it is about a width, or all that was written.
   * @param {It} it
   */
  function subject(it) {
    const { now, phase, layer } = it.steps[at.phase], drawn = now.filter(graph.draws);
    const widens = phase === "layer" && it.panels.some((panel) => panel.kind === "width" && panel.layer === layer);
    if (phase === "commit" || widens) return -1;
    const grown = drawn.filter((place) => it.n.role[place] !== "input"), shown = grown.length ? grown : drawn;
    return shown[0] ?? now[0] ?? -1;
  }

  /** The words that a round added. @param {number} it */
  const added = (it) => model.phrase(model.its[it].made.map(([, , token]) => token));
  /** What if: this round runs again with one thing changed. @param {Record<string, string | number>} query */
  async function change(query) {
    const asked = new URLSearchParams({ visitor: visitor(), it: String(at.it + 1) }), mine = ++opening;
    for (const [key, value] of Object.entries(query)) asked.set(key, String(value));
    const from = { of: model.name, at: { it: at.it + 1, phase: at.phase + 1 }, text: added(at.it) };
    const waiting = setTimeout(() => mine === opening && changed.wait(), SLOW);
    try {
      const reply = await fetch(new URL(`explorer/whatif/${from.of}?${asked}`, document.baseURI), { method: "POST" });
      const found = await reply.json();
      if (mine !== opening) return;
      if (!reply.ok) return changed.refuse(found.text);
      recorded = { ...recorded ?? from, name: found.name };
      receive(found);
    } catch {
      if (mine === opening) changed.refuse("The app does not answer; look whether it still runs, then try again.");
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Playback in the browser: the next phase after a pause that the speed divides. */
  function start() {
    if (!model.its.length) return;
    if (atEnd()) stepTo(0);
    controls.playing(true);
    tick();
  }
  const ended = () => atEnd() && !model.live && !!model.summary;
  const atEnd = () => model.starts[at.it] + at.phase >= model.total() - 1;
  function tick() {
    const wait = Math.max(900, 300 + READING * model.its[at.it].steps[at.phase][model.voice].length);
    timer = setTimeout(() => {
      if (!root.isConnected || (atEnd() && !model.live)) return pause();
      act.phase(1);
      tick();
    }, wait / controls.rate());
  }
  function pause() {
    clearTimeout(timer);
    timer = 0;
    controls.playing(false);
  }

  const where = () => ({ name: model.name, it: at.it + 1, phase: at.phase + 1, node: picked,
    iterations: model.its.length });
  /** Tells the address bar and the page where we are. */
  function announce() {
    if (options.url && model.its.length && !away) setAddress({ trace: model.name || null, it: at.it + 1,
      phase: at.phase + 1, node: picked });
    lesson.stands(where());
    moved();
  }
  function moved() {
    root.dispatchEvent(new CustomEvent("stage:step", { bubbles: true, detail: where() }));
  }

  /**
   * The step an address names; a node without its iteration is where it first occurs.
   * @param {ReturnType<typeof readAddress>} address @returns {At | null}
   */
  function reached({ it, phase, node }) {
    if (it) return { it, phase, node };
    if (node === null) return null;
    const first = model.its.findIndex((each) => each.place.has(node));
    return first < 0 ? { it: 1 } : { it: first + 1, phase, node };
  }
  /** @param {At | null | undefined} target null: the start of the run */
  function openAt(target) {
    if (!model.its.length) return;
    const number = Math.min(model.its.length, Math.max(1, target?.it || 1)) - 1, it = model.its[number];
    const node = target?.node ?? null, place = node === null ? undefined : it.place.get(node);
    if (target?.phase) return goto(number, target.phase - 1, node);
    if (place !== undefined) return goto(number, it.fates[place].at(-1)?.step ?? 0, node);
    goto(number, target?.it ? Infinity : 0, node);
  }

  function reset() {
    opening += 1; // what is still being fetched is no longer wanted
    away = false;
    delete root.dataset.begun;
    delete root.dataset.empty;
    inspector.leave();
    for (const part of [graph, timeline, attention, trace, controls]) part.reset();
    pause();
    root.removeAttribute("aria-busy");
    delete pictures.dataset.step;
  }
  const handlers = {
    /** @param {Message} message */
    open(message) {
      reset();
      at = { it: 0, phase: 0 };
      picked = null;
      hovered = -1;
      model.open(message);
      if (recorded?.name !== model.name) recorded = null;
      text.reset();
      find.reset();
      describeRun();
      lesson.moved(model.header.recorded?.name ?? model.name);
      const { name } = model;
      setTimeout(() => trigger("opened", { name }), PICTURE);
      follow = model.live;
      shown();
      if (model.live) return openAt({ it: model.its.length });
      const address = options.url ? readAddress() : null;
      openAt(message.at || (address && [model.name, null].includes(address.trace) ? reached(address) : null));
    },
    /** @param {Message} message */
    append(message) {
      if (message.name && message.name !== model.name) return;
      const missing = model.add(message);
      if (missing) trigger("gap", { name: model.name, have: model.its.length, want: model.its.length + missing });
      shown();
      if (follow && !timer) goto(model.its.length - 1, Infinity, null);
      else refresh();
    },
    /** @param {Message} message */
    finish(message) {
      if (message.name && message.name !== model.name) return;
      if (!model.live) return; // Stop came before anything of the new run: what is shown is another, whole one
      handlers.append(message);
      const there = follow;
      model.live = false;
      follow = false;
      root.dataset.live = "0";
      shown();
      describeRun();
      if (there && message.at) openAt(message.at); // where there is most to see
    },
    /** A run has begun that has no iteration yet: what was shown is not its answer. @param {Message} message */
    begin({ name = "" }) {
      reset();
      picked = null;
      hovered = -1;
      model.open({ type: "open", name, incomplete: null, live: true });
      recorded = null;
      text.reset();
      describeRun();
      lesson.moved(name);
      follow = true;
      Object.assign(root.dataset, { begun: "1", name, live: "1", iterations: "0" });
      shown();
      if (options.url) setAddress({ trace: name, it: null, phase: null, node: null });
      setTimeout(() => trigger("opened", { name }), PICTURE);
      moved();
    },
    /** The page was opened. @param {Message} message */
    start({ trace: first, text: none }) {
      const { trace: named, it, node } = readAddress(), name = named || first, at = { it: 1, phase: 1 };
      if (!name) return handlers.clear({ type: "clear", text: none });
      const url = `explorer/open/${encodeURIComponent(name)}`;
      void handlers.fetch(it || node !== null ? { type: "fetch", url } : { type: "fetch", url, at });
    },
    /** A lesson by its route, or the list of them. @param {Message} message */
    lesson({ url }) { void (url ? lesson.load(url) : lesson.list()); },
    /** @param {Message} message */
    async fetch(message) {
      const mine = ++opening;
      pause();
      setText(note, "Opening the recorded run …");
      root.removeAttribute("data-empty");
      note.hidden = model.its.length > 0; // a picture that is there only fades until the next one comes
      root.setAttribute("aria-busy", "true");
      try {
        const found = JSON.parse(await early.get(message.url || ""));
        const live = message.live && found.type === "open" ? { live: true, summary: null, incomplete: null } : {};
        if (mine === opening) receive({ ...found, ...live, ...(message.at ? { at: message.at } : {}) });
      } catch {
        if (mine === opening) handlers.clear({ type: "clear",
          text: "The trace could not be loaded; reload the page to try again." });
      }
    },
    /** @param {Message} message */
    clear(message) {
      reset();
      root.dataset.empty = "1"; // nothing to save, repeat or measure
      model.open({ type: "open" });
      text.reset();
      find.reset();
      describeRun();
      shown();
      setText(note, message.text || "Choose a recorded run above, or press “Run yours”.");
    },
  };

  function shown() {
    const any = model.its.length > 0;
    body.hidden = !any;
    note.hidden = any;
    if (!model.live) delete root.dataset.begun;
    root.toggleAttribute("data-empty", !any && !model.live); // nothing will come: no boxes where it would be drawn
    if (any) return;
    setText(note, model.live ? "Waiting for the first iteration …"
      : model.incomplete ? "The run ended before its first iteration." : "This trace has no iterations.");
  }

  /** What this run was worth, what its method does, and below it what was run. */
  function describeRun() {
    const { title, about: said, pair_name: pair, draft_notes: noted, seed, prompt, deciding,
      rejection } = model.header;
    legend.rejection(rejection);
    setText(worth, model.summary?.worth || title || "");
    top.hidden = !worth.textContent;
    if (options.compact) { // several stand side by side: what reads them out must tell them apart
      const number = [...document.querySelectorAll(".st.compact")].indexOf(root) + 1;
      root.setAttribute("aria-label", `Run ${number}: ${title || "none"}, step by step`);
      controls.root.setAttribute("aria-label", `Step through run ${number}`);
    }
    const exact = [said?.law, said?.rounding].filter(Boolean).join(" "); // too long for the line under the title
    const what = options.compact ? title || "" : [said?.line, said?.law, said?.rules].filter(Boolean).join(" ");
    const cut = model.incomplete ? `This run is incomplete: ${model.incomplete}. ` : "";
    put(about, h("span", { class: "st-warn" }, cut), ...glossary.explained(what, false)); // the end may be cut off
    const rows = /** @type {[string, string | undefined][]} */ ([["Method", title], ["Paper", said?.paper],
      ["Law of the output", exact], ["Models", pair], ["Draft", noted],
      ["Model’s own rules", said?.rules],
      ["Prompt", prompt], ["Seed", seed?.toString()],
      ...Object.entries(deciding).map(([key, value]) => [key.replace(/_/g, " "), String(value)])]);
    const { whatif = "" } = model.header, last = model.its.length - 1;
    changed.show(whatif, whatif && recorded ? { recorded: recorded.text, now: added(last) } : null,
      options.asks && !!model.header.recorded?.name);
    put(facts, ...rows.flatMap(([name, value]) => (value ? [factRow(name, value)] : [])));
    put(end, h("h2", {}, "The whole run"), h("p", { class: "st-worth" }, model.summary?.worth || ""),
      h("dl", { class: "st-facts" }, ...(model.summary?.card || []).map(([name, value]) => factRow(name, value))),
      h("button", { type: "button", class: "st-btn st-wide", onclick: () => stepTo(0) }, "Start again"));
  }
  /** @param {string} name @param {string} value */
  const factRow = (name, value) => h("div", {}, h("dt", {}, ...glossary.explained(name)), h("dd", {}, value));

  /** @param {Message | string} value */
  function receive(value) {
    let message = /** @type {Message} */ (value);
    if (typeof value === "string") {
      try { message = JSON.parse(value); } catch {
        return handlers.clear({ type: "clear", text: "The stage got a message that is not JSON." });
      }
    }
    if (message.asked !== undefined && message.asked < newest) return; // late: what was asked for last stays
    newest = message.asked ?? newest;
    handlers[message.type]?.(message);
    const taught = begun || !options.url ? null : wanted(location.search); // after the first message, which it replaces
    begun = true;
    if (taught) void lesson.load(lessonUrl(taught.slug), taught.step);
  }
  function resized() {
    if (!model.its.length || !root.checkVisibility()) return;
    graph.resized();
    if (!full) return;
    timeline.resized();
    text.resized();
    trace.resized();
  }

  root.addEventListener("stage:supposed", (event) => { // the recorded sentence would contradict what is supposed
    const { told } = /** @type {CustomEvent<{ told: string }>} */ (event).detail;
    badge.toggleAttribute("data-supposed", told !== "");
    if (!told) return refresh();
    setText(badge, "What if?");
    put(say, sentence = told);
  });
  if (options.url) addEventListener("popstate", () => {
    const { trace: named } = readAddress();
    away = named !== null && named !== model.name;
    if (away) pause();
  });
  pointer.watch(root);
  if (options.keys) listen(root, act, lesson.key);
  root.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement && root.classList.contains("present")) act.present();
  });
  speak(recall("voice"));
  const sizes = new ResizeObserver(resized);
  sizes.observe(root);
  sizes.observe(graph.root); // a lesson beside it takes of its width, and the stage is as wide as before
  Object.assign(element, { stage: { focus: graph.focus, goto: openAt, present: act.present, receive, state: where } });
  watch?.("value", () => { if (props.value) receive(props.value); });
  if (props.value) receive(props.value);
}
