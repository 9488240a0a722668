// What Python sends to a stage (explorer/ui/stage.py has the protocol), and what a stage asks of it.

import { describeRun } from "./about.js";
import { readAddress } from "./controls.js";
import { setText } from "./dom.js";
import { lessonUrl, wanted } from "./lesson.js";
import { visitor } from "./memory.js";

/** @import { Stage } from "./stage.js" */
/** @import { At, Message } from "./types.d.ts" */

const PICTURE = 100; // ms that a picture has for itself: to tell Python of it keeps Gradio as busy as to draw it
const SLOW = 400; // ms without an answer until the page says that it waits for one
const TYPES = new Set(["open", "append", "finish", "begin", "start", "lesson", "fetch", "clear"]);

export class Messages {
  opening = 0; // the last trace that was asked for
  newest = 0; // the highest number a message carried
  // What was asked for here: the recorded run, what its round added, and the name of the run that was made of it.
  recorded = /** @type {{ of: string, at: At, text: string, name?: string } | null} */ (null);

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.begun = !stage.full; // whether the address was asked for a lesson
  }

  /** @param {Message | string} value */
  receive(value) {
    let message = /** @type {Message} */ (value);
    if (typeof value === "string") {
      try { message = JSON.parse(value); } catch {
        return this.clear({ type: "clear", text: "The stage got a message that is not JSON." });
      }
    }
    if (message.asked !== undefined && message.asked < this.newest) return; // late: what was asked for last stays
    this.newest = message.asked ?? this.newest;
    if (TYPES.has(message.type)) void this[message.type](message);
    const taught = this.begun || !this.stage.options.url ? null : wanted(location.search);
    this.begun = true;
    if (taught) void this.stage.lesson.load(lessonUrl(taught.slug), taught.step); // replaces the first message
  }

  /** Another run is shown from here on. @param {Message} message */
  fill(message) {
    const { stage } = this;
    Object.assign(stage, { at: { it: 0, phase: 0 }, picked: null, hovered: -1 });
    stage.model.open(message);
    if (this.recorded?.name !== stage.model.name) this.recorded = null;
    stage.text.reset();
    stage.find.reset();
    describeRun(stage, this.recorded);
  }
  /** @param {Message} message */
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
    stage.openAt(message.at || (address && [name, null].includes(address.trace) ? stage.reached(address) : null));
  }
  /** @param {Message} message */
  append(message) {
    const { stage } = this, { name, its } = stage.model;
    if (message.name && message.name !== name) return;
    const missing = stage.model.add(message);
    if (missing) stage.trigger("gap", { name, have: its.length, want: its.length + missing });
    this.shown();
    if (stage.follow && !stage.timer) stage.goto(its.length - 1, Infinity, null);
    else stage.refresh();
  }
  /** @param {Message} message */
  finish(message) {
    const { stage } = this, there = stage.follow;
    if (message.name && message.name !== stage.model.name) return;
    if (!stage.model.live) return; // Stop came before anything of the new run: what is shown is another, whole one
    this.append(message);
    stage.model.live = stage.follow = false;
    stage.root.dataset.live = "0";
    this.shown();
    describeRun(stage, this.recorded);
    if (there && message.at) stage.openAt(message.at); // where there is most to see
  }
  /** A run has begun that has no iteration yet: what was shown is not its answer. @param {Message} message */
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
  /** The page was opened. @param {Message} message */
  start({ trace: first, text: none }) {
    const { trace: named, it, node } = readAddress(), name = named || first, at = { it: 1, phase: 1 };
    if (!name) return this.clear({ type: "clear", text: none });
    const url = `explorer/open/${encodeURIComponent(name)}`;
    void this.fetch(it || node !== null ? { type: "fetch", url } : { type: "fetch", url, at });
  }
  /** A lesson by its route, or the list of them. @param {Message} message */
  lesson({ url }) { void (url ? this.stage.lesson.load(url) : this.stage.lesson.showList()); }
  /** @param {Message} message */
  async fetch(message) {
    const mine = ++this.opening, { note, root, model, early } = this.stage;
    this.stage.pause();
    setText(note, "Opening the recorded run …");
    root.removeAttribute("data-empty");
    note.hidden = model.its.length > 0; // a picture that is there only fades until the next one comes
    root.setAttribute("aria-busy", "true");
    try {
      const found = JSON.parse(await early.get(message.url || ""));
      const live = message.live && found.type === "open" ? { live: true, summary: null, incomplete: null } : {};
      if (mine === this.opening) this.receive({ ...found, ...live, ...(message.at ? { at: message.at } : {}) });
    } catch {
      if (mine === this.opening) this.clear({ type: "clear",
        text: "The trace could not be loaded; reload the page to try again." });
    }
  }
  /** @param {Message} message */
  clear(message) {
    this.reset();
    this.stage.root.dataset.empty = "1"; // nothing to save, repeat or measure
    this.fill({ type: "open" });
    this.shown();
    setText(this.stage.note, message.text || "Choose a recorded run above, or press “Run yours”.");
  }

  /** What if: this round runs again with one thing changed. @param {Record<string, string | number>} query */
  async change(query) {
    const { at: { it, phase }, model, changed } = this.stage, mine = ++this.opening;
    const asked = new URLSearchParams({ visitor: visitor(), it: String(it + 1) });
    for (const [key, value] of Object.entries(query)) asked.set(key, String(value));
    const from = { of: model.name, at: { it: it + 1, phase: phase + 1 }, text: model.added(it) };
    const waiting = setTimeout(() => mine === this.opening && changed.wait(), SLOW);
    try {
      const reply = await fetch(new URL(`explorer/whatif/${from.of}?${asked}`, document.baseURI), { method: "POST" });
      const found = await reply.json();
      if (mine !== this.opening) return;
      if (!reply.ok) return changed.refuse(found.text);
      this.recorded = { ...this.recorded ?? from, name: found.name };
      this.receive(found);
    } catch {
      if (mine === this.opening)
        changed.refuse("The app does not answer; look whether it still runs, then try again.");
    } finally {
      clearTimeout(waiting);
    }
  }
  /** From a run that was changed to the recorded one. */
  back() {
    const { name = "", at } = this.stage.model.header.recorded ?? {};
    const { of, at: to } = this.recorded ?? { of: name, at };
    void this.fetch({ type: "fetch", url: `explorer/open/${encodeURIComponent(of)}`, at: to });
  }

  reset() {
    const { stage } = this, { graph, timeline, attention, trace, controls } = stage;
    this.opening += 1; // what is still being fetched is no longer wanted
    stage.away = false;
    delete stage.root.dataset.begun;
    delete stage.root.dataset.empty;
    stage.inspector.leave();
    for (const part of [graph, timeline, attention, trace, controls]) part.reset();
    stage.pause();
    stage.root.removeAttribute("aria-busy");
    delete stage.pictures.dataset.step;
  }
  /** Whether there is anything to see, and if not, why. */
  shown() {
    const { root, body, note, model } = this.stage, any = model.its.length > 0;
    body.hidden = !any;
    note.hidden = any;
    if (!model.live) delete root.dataset.begun;
    root.toggleAttribute("data-empty", !any && !model.live); // nothing will come: no boxes where it would be drawn
    if (!any) setText(note, model.live ? "Waiting for the first iteration …"
      : model.incomplete ? "The run ended before its first iteration." : "This trace has no iterations.");
  }
}
