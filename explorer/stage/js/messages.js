// The messages between Python and a stage; explorer/ui/stage.py describes the protocol.

import { describeRun } from "./words/about.js";
import { parameters } from "./address.js";
import { readAddress, wrongPart } from "./controls/controls.js";
import { setText } from "./dom.js";
import { lessonUrl, wanted } from "./words/lesson.js";
import { visitor } from "./memory.js";

/** @import { Stage } from "./stage.js" */
/** @import { At, Message } from "./types.d.ts" */

const PICTURE = 100; // ms before Python is notified of a new picture, because the event takes Gradio as long as drawing
const SLOW = 400; // ms without an answer before the page says that it is waiting
const TYPES = new Set(["open", "append", "finish", "begin", "start", "lesson", "fetch", "clear"]);

/** Handles the messages of one stage. */
export class Messages {
  opening = 0; // number of the latest request for a trace
  newest = 0; // the highest number of a message
  // The recorded run that was replayed, the text of its round, and the name of the replay.
  recorded = /** @type {{ of: string, at: At, text: string, name?: string } | null} */ (null);

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.begun = !stage.full; // whether the address was searched for a lesson
  }

  /** Handles a message. @param {Message | string} value */
  receive(value) {
    let message = /** @type {Message} */ (value);
    if (typeof value === "string") {
      try { message = JSON.parse(value); } catch {
        return this.clear({ type: "clear", text: "The app sent a message that cannot be read. Reload the page." });
      }
    }
    if (message.asked !== undefined && message.asked < this.newest) return; // too late: a newer request was answered
    this.newest = message.asked ?? this.newest;
    if (TYPES.has(message.type)) void this[message.type](message);
    const lesson = this.begun || !this.stage.options.url ? null : wanted(parameters());
    this.begun = true;
    if (lesson) void this.stage.lesson.load(lessonUrl(lesson.slug), lesson.step); // replaces the first message
  }

  /** Replaces the run on the stage. @param {Message} message */
  fill(message) {
    const { stage } = this;
    Object.assign(stage, { at: { it: 0, phase: 0 }, picked: null, hovered: -1 });
    stage.model.open(message);
    if (this.recorded?.name !== stage.model.name) this.recorded = null;
    stage.text.reset();
    stage.find.reset();
    describeRun(stage, this.recorded);
  }
  /** Opens a run. @param {Message} message */
  open(message) {
    const { stage } = this, { model } = stage;
    this.reset();
    this.fill(message);
    const { name } = model;
    stage.lesson.moved(model.header.recorded?.name ?? name);
    setTimeout(() => stage.trigger("opened", { name }), PICTURE);
    stage.follow = model.live;
    this.shown();
    if (model.live) return stage.openAt({ it: model.its.length });
    const address = stage.options.url ? readAddress() : null;
    stage.chosen = message.chosen === true;
    stage.openAt(message.at || (address && [name, null].includes(address.trace) ? stage.reached(address) : null));
    stage.chosen = false;
    if (address && [name, null].includes(address.trace))
      stage.answer(wrongPart(parameters(), model.its));
  }
  /** Adds new rounds of a live run. @param {Message} message */
  append(message) {
    const { stage } = this, { name, its } = stage.model;
    if (message.name && message.name !== name) return;
    const missing = stage.model.add(message);
    if (missing) stage.trigger("gap", { name, have: its.length, want: its.length + missing });
    this.shown();
    if (stage.follow && !stage.timer) stage.goto(its.length - 1, Infinity, null);
    else stage.refresh();
  }
  /** Ends a live run. @param {Message} message */
  finish(message) {
    const { stage } = this, there = stage.follow;
    if (message.name && message.name !== stage.model.name) return;
    if (!stage.model.live) return; // stopped before the new run began, so the stage still shows a finished one
    this.append(message);
    stage.model.live = stage.follow = false;
    stage.root.dataset.live = "0";
    this.shown();
    describeRun(stage, this.recorded);
    if (there && message.at) stage.openAt(message.at); // the most instructive step
  }
  /** Clears the stage for a new run that has no round yet. @param {Message} message */
  begin({ name = "" }) {
    const { stage } = this;
    this.reset();
    this.recorded = null;
    this.fill({ type: "open", name, incomplete: null, live: true });
    stage.lesson.moved(name);
    stage.follow = true;
    Object.assign(stage.root.dataset, { begun: "1", name, live: "1", iterations: "0" });
    this.shown();
    if (stage.options.url) stage.setAddress({ trace: name, it: null, phase: null, node: null });
    setTimeout(() => stage.trigger("opened", { name }), PICTURE);
    stage.moved();
  }
  /** Shows the first run of the page, or the one that the address names. @param {Message} message */
  start({ trace: first, text: none, chosen = false }) {
    const { trace: named, it, phase, node } = readAddress(), name = named || first;
    if (!name) return this.clear({ type: "clear", text: none });
    const url = `explorer/open/${encodeURIComponent(name)}`;
    void this.fetch(it || phase || node !== null ? { type: "fetch", url }
      : { type: "fetch", url, at: { it: 1, phase: 1 }, chosen });
  }
  /** Opens a lesson by its route, or the list of lessons. @param {Message} message */
  lesson({ url }) { void (url ? this.stage.lesson.load(url) : this.stage.lesson.showList()); }
  /** Fetches a run and shows it. @param {Message} message */
  async fetch(message) {
    const mine = ++this.opening, { note, root, model, early } = this.stage;
    this.stage.pause();
    setText(note, "Opening the recorded run …");
    root.removeAttribute("data-empty");
    note.hidden = model.its.length > 0; // a picture on the stage only fades until the next one comes
    root.setAttribute("aria-busy", "true");
    try {
      const answer = JSON.parse(await early.get(message.url || ""));
      const live = message.live && answer.type === "open" ? { live: true, summary: null, incomplete: null } : {};
      if (mine === this.opening) this.receive({ ...answer, ...live, ...(message.at ? { at: message.at } : {}),
        ...(message.chosen ? { chosen: true } : {}) });
    } catch {
      if (mine === this.opening) this.clear({ type: "clear",
        text: "The trace could not be loaded. Reload the page to try again." });
    }
  }
  /** Shows a sentence instead of a run. @param {Message} message */
  clear(message) {
    this.reset();
    this.stage.root.dataset.empty = "1"; // hides the sections that need a run
    this.fill({ type: "open" });
    this.shown();
    setText(this.stage.note, message.text || "Choose a recorded run above, or press “Run your own”.");
  }

  /** Replays the current round with one change (What if?). @param {Record<string, string | number>} query */
  async change(query) {
    const { at: { it, phase }, model, changed } = this.stage, mine = ++this.opening;
    const asked = new URLSearchParams({ visitor: visitor(), it: String(it + 1) });
    for (const [key, value] of Object.entries(query)) asked.set(key, String(value));
    const from = { of: model.name, at: { it: it + 1, phase: phase + 1 }, text: model.added(it) };
    const waiting = setTimeout(() => mine === this.opening && changed.wait(), SLOW);
    try {
      const reply = await fetch(new URL(`explorer/whatif/${from.of}?${asked}`, document.baseURI), { method: "POST" });
      const answer = await reply.json();
      if (mine !== this.opening) return;
      if (!reply.ok) return changed.refuse(answer.text);
      this.recorded = { ...this.recorded ?? from, name: answer.name };
      this.receive(answer);
    } catch {
      if (mine === this.opening)
        changed.refuse("The app does not respond. Check that it is still running, then try again.");
    } finally {
      clearTimeout(waiting);
    }
  }
  /** Goes from a replay back to the recorded run. */
  back() {
    const { name = "", at } = this.stage.model.header.recorded ?? {};
    const { of, at: to } = this.recorded ?? { of: name, at };
    void this.fetch({ type: "fetch", url: `explorer/open/${encodeURIComponent(of)}`, at: to });
  }

  /** Clears everything that is drawn. */
  reset() {
    const { stage } = this, { graph, timeline, attention, trace, controls } = stage;
    this.opening += 1; // ignore answers that are still on their way
    stage.away = false;
    delete stage.root.dataset.begun;
    delete stage.root.dataset.empty;
    stage.inspector.leave();
    for (const part of [graph, timeline, attention, trace, controls]) part.reset();
    stage.pause();
    stage.root.removeAttribute("aria-busy");
    delete stage.pictures.dataset.step;
  }
  /** Shows the run, or the reason why there is nothing to show. */
  shown() {
    const { root, body, note, model } = this.stage, any = model.its.length > 0;
    body.hidden = !any;
    note.hidden = any;
    root.style.setProperty("--columns", String(model.columns));
    if (!model.live) delete root.dataset.begun;
    root.toggleAttribute("data-empty", !any && !model.live); // without a run its boxes are hidden
    if (!any) setText(note, model.live ? "Waiting for the first round …"
      : model.incomplete ? "The run ended before its first round." : "This trace contains no rounds.");
  }
}
