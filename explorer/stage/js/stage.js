// The stage: shows one run at one step and connects all parts of the page around it.

import { parameters } from "./address.js";
import { Attention } from "./panels/attention.js";
import { Controls, addressWriter, listen, opens, readAddress, roundFrom, waitAfter } from "./controls/controls.js";
import { afterPaint, fill, h, pointer, put, setText } from "./dom.js";
import { newFind } from "./controls/find.js";
import { newGlossary } from "./words/glossary.js";
import { Graph } from "./picture/graph.js";
import { Inspector } from "./panels/inspector.js";
import { firstRejection, nextAccepted } from "./controls/jumps.js";
import { early } from "./panels/judged.js";
import { mainPart, partOf, partsOf } from "./panels/parts.js";
import { newLegend, newTable } from "./controls/legend.js";
import { Lessons } from "./words/lesson.js";
import { failedAt, judgedIn, Model } from "./model.js";
import { keep, recall, remember } from "./memory.js";
import { calledOf } from "./marks.js";
import { PurposePicture, aimOf } from "./panels/purpose.js";
import { Messages } from "./messages.js";
import { Motion } from "./picture/motion.js";
import { drawing, pictureName, savePng, saveSvg } from "./picture/save.js";
import { Sides } from "./sides.js";
import { RunText } from "./words/text.js";
import { Timeline } from "./controls/timeline.js";
import { BeamTrace } from "./controls/beams.js";
import { newChanged } from "./panels/whatif.js";
import { newEarly } from "./early.js";
import { Share } from "./controls/share.js";

/** @import { Place } from "./controls/jumps.js" */
/** @import { It } from "./model.js" */
/** @import { View } from "./picture/motion.js" */
/** @import { Scene } from "./picture/scene.js" */
/** @import { Part } from "./panels/parts.js" */
/** @import { At, Message } from "./types.d.ts" */

const VOICES = [{ name: "plain", label: "Plain", help: "Everyday words" },
  { name: "exact", label: "Exact", help: "Symbols and formulas of the papers" }];
const KEYLINE = "← → step · ? all keys";
/** Leaves the full screen; there is nothing to leave where it was refused. */
const leaveScreen = () => void document.exitFullscreen?.().catch(() => {});
const QUICK = 220; // ms: steps that follow each other faster are not animated, as while a key is held

/**
 * Options from Gradio or an exported page, and messages as `value`. Without `asks` there is no app that could replay a
 * round. `command` records the run again; without it the app is asked for the command of the run on the stage.
 * @typedef {{ value?: string | null, url?: boolean, keys?: boolean, compact?: boolean, asks?: boolean,
 *   command?: string }} Props
 */

/** One stage. */
export class Stage {
  model = new Model();
  at = { it: 0, phase: 0, part: 0 }; // `part`: an index into the parts of a step
  hovered = -1; // the place of the node under the pointer
  picked = /** @type {number | null} */ (null); // the id of the selected node
  follow = false; // whether to show the newest step of a live run
  away = false; // whether another trace is loading after Back or Forward
  chosen = false; // while a run opens that was chosen without a step
  timer = 0; late = 0; // timers of playback and of the pictures
  stepped = 0; // when the current step was reached
  sentence = ""; // the current sentence
  /** @type {{ it: It | null, phase: number, parts: ReturnType<typeof partsOf> }} the last step with its parts */
  last = { it: null, phase: -1, parts: [] };
  setAddress = addressWriter(() => !this.away);
  setLesson = addressWriter();
  early = newEarly(); // the traces of a lesson are fetched in advance
  act = {
    /** @param {number} by */
    phase: (by) => {
      const { it, phase, part } = this.at, next = part + by;
      if (next >= 0 && next < this.parts().length) return this.goto(it, phase, null, { forward: by === 1, part: next });
      const [to, step] = this.model.at(this.within(this.model.starts[it] + phase + by));
      this.goto(to, step, null, { forward: by === 1, part: by === 1 ? 0 : Infinity });
    },
    /** Goes to the end of a round. @param {number} by */
    iteration: (by) => {
      if (!this.model.its.length) return;
      const { it, phase } = roundFrom(this.at, by, this.model.its.map(({ steps }) => steps.length));
      this.goto(it, phase, null);
    },
    /** @param {number} place */
    seek: (place) => { this.stepTo(place); },
    /** @param {number} phase */
    to: (phase) => { this.goto(this.at.it, phase, null); },
    play: () => { if (this.timer) this.pause(); else this.start(); },
    help: () => { if (this.controls.help.open) this.controls.help.close(); else this.controls.help.showModal(); },
    present: () => {
      const on = this.root.classList.toggle("present");
      if (on) this.root.requestFullscreen?.().catch(() => {}); // if refused, the stage fills the window only
      else leaveScreen();
      this.placeDecision();
      this.resized();
    },
    rejection: () => { this.jump(firstRejection(this.model)); },
    accepted: () => { this.jump(nextAccepted(this.model, this.at.it)); },
    share: () => { if (this.full && this.model.its.length) this.share.open(); },
    find: () => { if (this.full && this.model.its.length) this.find.open(); },
    /** @param {"svg" | "png"} kind */
    picture: (kind) => { void this.savePicture(kind); },
    release: () => {
      this.picked = null;
      this.hovered = -1;
      this.refresh();
      this.announce();
    },
  };
  moves = {
    /** @param {number} it @param {number} phase @param {number | null} node */
    goto: (it, phase, node) => this.goto(it, phase, node),
  };
  linked = { // the graph and the attention mask highlight the same node
    /** @param {number} place */
    pick: (place) => {
      this.picked = this.model.its[this.at.it].n.id[place];
      this.hovered = -1;
      this.refresh();
      this.announce();
    },
    /** @param {number} place */
    hover: (place) => {
      if (place === this.hovered) return;
      this.hovered = place;
      this.inspect();
      this.point();
    },
    redraw: () => this.refresh(),
    /** @param {boolean} below */
    pin: (below) => {
      if (below) this.graph.root.after(this.attention.root);
      else this.pictures.append(this.attention.root);
    },
  };
  pictures = h("div", { class: "st-pictures" });
  graph = new Graph(this.model, this.linked);
  purpose = new PurposePicture();
  attention = new Attention(this.model, this.linked);
  trace = new BeamTrace(this.model, this.moves);
  text = new RunText(this.model, this.moves);
  find = newFind(this.model, { ...this.moves, at: () => this.at.it, mark: (nodes) => this.text.mark(nodes),
    left: () => this.controls.focus() });
  timeline = new Timeline(this.model, this.moves);
  controls = new Controls(this.model, this.act);
  legend = newLegend(this.model);
  table = newTable(this.model, () => this.refresh());
  lesson = this.newLessons();
  share = new Share(this);
  badge = h("span", { class: "st-badge" });
  say = h("span", { class: "st-say" });
  said = h("div", { class: "st-said", "data-testid": "narration", "aria-live": "polite", "aria-atomic": "true" },
    this.badge, this.say);
  narration = h("div", { class: "st-narration" }, this.said);
  worth = h("b", { class: "st-worth", "data-testid": "worth" });
  about = h("span", { class: "st-about" });
  voices = VOICES.map(({ name, label, help }) => h("button", { type: "button", class: "st-btn st-small",
    "data-testid": `voice-${name}`, title: help, onclick: () => {
      keep("voice", name);
      this.speak(name);
    } }, label));
  note = h("div", { class: "st-message", "data-testid": "message", role: "status" }, "Opening the recorded run …");
  wrong = h("p", { class: "st-message", "data-testid": "wrong-step", role: "alert", hidden: true });
  end = h("section", { class: "st-end", "data-testid": "end-card", hidden: true });
  asks = h("summary");
  serves = h("p", { class: "st-serves", "data-testid": "serves" });
  facts = h("dl", { class: "st-facts" });
  run = h("details", { class: "st-card st-details", "data-testid": "run" }, h("summary", {}, "About this run"),
    this.facts);
  changed = newChanged(() => this.messages.back());
  tools = h("div", { class: "st-tools" });
  phone = matchMedia("(max-width: 640px)");
  wide = matchMedia("(min-width: 1200px)");
  roomy = matchMedia("(min-width: 901px)");
  tall = matchMedia("(min-height: 801px)");

  /**
   * @param {HTMLElement} element gets a property `stage` with which the page drives it
   * @param {(event: string, data: object) => void} trigger sends an event to Python
   * @param {Props} props @param {((key: "value", act: () => void) => void) | null} watch calls back when props change
   */
  constructor(element, trigger, props, watch) {
    this.element = element;
    this.trigger = trigger;
    this.root = /** @type {HTMLElement} */ (element.querySelector(".st") || element);
    this.options = { url: props.url !== false, keys: props.keys !== false, asks: props.asks !== false,
      command: props.command };
    this.full = props.compact !== true;
    this.messages = new Messages(this);
    this.glossary = newGlossary(this.root, () => this.model.header.method);
    this.inspector = new Inspector(this.model, this.glossary.explained,
      this.options.asks ? (query) => void this.messages.change(query) : null,
      (place, state) => this.graph.suppose(place, state), (place) => this.linked.pick(place),
      (it) => this.goto(it, 0, null));
    this.motion = new Motion(this.root, this.graph.picture, (id) => this.text.viewOf(id));
    put(this.tools, h("div", { class: "st-voices", role: "group", "aria-label": "Level of detail" }, ...this.voices),
      this.full && h("button", { type: "button", class: "st-btn st-small st-share-open", "data-testid": "share",
        title: "Share this step (S)", onclick: () => this.act.share() }, "Share"));
    this.top = h("header", { class: "st-top", hidden: true }, h("div", { class: "st-what" }, this.worth, this.about),
      this.full && h("button", { type: "button", class: "st-btn st-small st-leave", "data-testid": "leave",
        onclick: () => this.act.present() }, "Exit (F)"));
    this.why = h("details", { class: "st-why", open: true }, this.asks, this.serves, this.end, this.inspector.root);
    this.whySides = new Sides(this.why);
    this.body = this.layOut();
    this.root.classList.toggle("compact", !this.full);
    put(this.root, this.top, this.changed.root, this.note, this.wrong, this.body, this.glossary.root, this.share.root);
    remember(this.body);
    this.listen();
    this.speak(recall("voice"));
    const present = () => this.act.present();
    Object.assign(element, { stage: { focus: () => this.graph.focus(), present, state: () => this.where(),
      goto: (/** @type {At | null} */ to) => this.openAt(to),
      receive: (/** @type {Message | string} */ value) => this.messages.receive(value) } });
    watch?.("value", () => { if (props.value) this.messages.receive(props.value); });
    if (props.value) this.messages.receive(props.value);
  }
  /** Builds everything below the title. The controls come first in the tab order; the style sheet places them. */
  layOut() {
    const { full, graph, controls, text, timeline, trace, attention } = this;
    text.root.append(this.find.root);
    const left = h("div", { class: "st-left", id: full && "picture", tabindex: "-1" }, this.lesson.chart.root,
      this.purpose.root, graph.root);
    const body = h("div", { class: "st-body", hidden: true }, controls.root, full && text.root,
      h("div", { class: "st-main" }, left,
        full && h("div", { class: "st-right" }, this.lesson.root, this.why, this.whySides.sign)),
      this.narration, h("div", { class: "st-foot" }, this.legend.root,
        full && this.options.keys && h("p", { class: "st-quiet st-keyline" }, KEYLINE)));
    if (full) body.append(timeline.root, fill(this.pictures, {}, [trace.root, attention.root]), text.beams,
      this.table.root, this.run);
    return body;
  }
  /** Registers event listeners. */
  listen() {
    const { root, options } = this;
    this.phone.addEventListener("change", () => this.fold());
    this.wide.addEventListener("change", () => this.placeTools());
    this.placeTools();
    for (const size of [this.roomy, this.tall]) size.addEventListener("change", () => this.placeDecision());
    this.placeDecision();
    this.why.addEventListener("toggle", () => this.inspect());
    this.fold();
    root.addEventListener("stage:supposed", (event) => { // the recorded sentence would contradict the change
      const { sentence } = /** @type {CustomEvent<{ sentence: string }>} */ (event).detail;
      this.badge.toggleAttribute("data-supposed", sentence !== "");
      if (!sentence) return this.refresh();
      setText(this.badge, "What if?");
      put(this.say, this.sentence = sentence);
    });
    if (options.url) addEventListener("popstate", () => {
      const { trace } = readAddress();
      this.away = trace !== null && trace !== this.model.name;
      if (this.away) this.pause();
    });
    pointer.watch(root);
    if (options.keys) listen(root, this.act, (event) => this.lesson.key(event));
    root.addEventListener("fullscreenchange", () => {
      if (!root.classList.contains("present")) leaveScreen(); // it was left before the screen was filled
      else if (!document.fullscreenElement) this.act.present();
    });
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(root);
    sizes.observe(this.graph.root); // a lesson next to the graph makes it narrower, although the stage keeps its width
  }
  /** The lesson card, connected to this stage. */
  newLessons() {
    return new Lessons({
      goto: (name, at) => (name === this.model.name && this.model.its.length ? this.openAt(at)
      : void this.messages.fetch({ type: "fetch", url: `explorer/open/${name}`, at })),
      close: () => {
        this.early.clear();
        this.refresh();
      },
      shown: (open) => {
        this.root.classList.toggle("teaching", open);
        this.at.part = mainPart(this.parts());
        this.fold();
        this.placeDecision();
      },
      soon: (traces) => {
        for (const name of traces) if (name !== this.model.name) this.early.soon(`explorer/open/${name}`);
      },
      method: () => this.model.header.method,
      marker: () => this.glossary.marker(),
      changed: (slug, step) => { if (this.options.url) this.setLesson({ lesson: slug, step: slug && step }); },
    });
  }
  /** On a wide screen the list of runs is beside the title, so the title's buttons move to the row of the text. */
  placeTools() {
    if (this.full && this.wide.matches && parameters().get("embed") !== "1") this.text.root.append(this.tools);
    else this.top.insertBefore(this.tools, this.top.querySelector(".st-leave"));
  }
  /** The calculation of a step is below its sentence, or in the panel where the sentence is hidden or room is short. */
  placeDecision() {
    const { inspector, narration, root } = this, below = this.full && this.roomy.matches
      && !root.classList.contains("teaching") && (this.tall.matches || !root.classList.contains("present"));
    inspector.apart = below;
    if (below) narration.append(inspector.decision);
    else inspector.decision.remove();
    this.refresh();
  }
  /** On a phone: folds the inspector, but not during a lesson. */
  fold() {
    this.why.open = !this.phone.matches
      || this.root.classList.contains("teaching"); // a lesson refers to the inspector
  }

  /** Sets the voice of all texts. @param {string} name */
  speak(name) {
    this.model.voice = name === "exact" ? "exact" : "plain";
    this.voices.forEach((button, k) => button.setAttribute("aria-pressed",
      String(VOICES[k].name === this.model.voice)));
    this.refresh();
  }

  /** Whether steps are shown in parts. A lesson shows a step at once. */
  splits() { return this.full && !this.root.classList.contains("teaching"); }
  /** The parts of the current step; none if it is shown as a whole. They are asked for often and found once. */
  parts() {
    const it = this.model.its[this.at.it], { phase } = this.at, { last } = this;
    if (!it || !this.splits()) return [];
    if (last.it !== it || last.phase !== phase) this.last = { it, phase, parts: partsOf(this.model, it, phase) };
    return this.last.parts;
  }
  /** What the current part shows; null if it shows what the step shows. */
  shown() {
    const it = this.model.its[this.at.it];
    return partOf(this.model, it, this.at.phase, this.parts()[this.at.part],
      (panel) => this.inspector.inVoice(panel));
  }
  /**
   * Shows a step. Only a single step forward moves to it; everything else shows its picture at once.
   * @param {number} it @param {number} phase @param {number | null} node
   * @param {{ forward?: boolean, part?: number | null }} how without a part, the main part of the step
   */
  goto(it, phase, node, { forward = false, part = null } = {}) {
    if (!this.model.its.length) return;
    const { scene, frame } = this.graph, before = { ...this.at, drawn: this.graph.step };
    this.motion.stop();
    const unmerges = this.model.its[it]?.steps[phase]?.phase === "unmerge"; // the layout changes
    const view = forward && unmerges ? this.graph.view() : null;
    const last = this.model.its.length - 1, to = Math.min(last, Math.max(0, it)),
      end = this.model.its[to].steps.length - 1;
    this.at = { it: to, phase: Math.min(end, Math.max(0, phase)), part: 0 };
    const parts = this.parts();
    this.at.part = Math.min(part ?? mainPart(parts), Math.max(0, parts.length - 1));
    this.follow = this.model.live && to === last && this.at.phase === end;
    this.picked = node;
    this.hovered = -1;
    this.answer("");
    this.refresh();
    const now = performance.now(), calm = now - this.stepped > QUICK, after = this.graph.scene;
    this.stepped = now;
    const next = forward && calm && this.at.it === before.it;
    if (next && this.at.phase === before.phase && parts[this.at.part] === "left") this.motion.leftover(this.rate());
    else if (next && this.drawn() === before.drawn + 1 && scene && after)
      this.move(scene, after, this.graph.frame === frame, view);
    this.announce();
  }
  /**
   * Moves to the step that is drawn.
   * @param {Scene} scene before @param {Scene} after @param {boolean} same whether the layout is the same
   * @param {View | null} view before a change of the layout
   */
  move(scene, after, same, view) {
    const { phase } = this.model.its[this.at.it].steps[this.at.phase], rate = this.rate();
    if (same) return this.motion.play(scene, after, phase, rate);
    const drawn = view && this.graph.view();
    if (view && drawn) this.motion.split(view, drawn, rate);
  }
  /** The speed of movements: that of playback while it is on. */
  rate() { return this.timer ? this.controls.rate() : 1; }
  /** A step counted over the whole run, if there is such a step, or else the nearest one. @param {number} place */
  within(place) { return Math.min(this.model.total() - 1, Math.max(0, place)); }
  /** Shows a step counted over the whole run. @param {number} place */
  stepTo(place) {
    if (!this.model.its.length) return;
    const [it, phase] = this.model.at(this.within(place));
    this.goto(it, phase, null);
  }
  /** Jumps to a step, or shows why there is none. @param {Place | string} place */
  jump(place) {
    if (!this.model.its.length) return;
    if (typeof place === "string") this.controls.notify(place);
    else this.goto(place.it, place.phase, place.node);
  }
  /** Saves the graph, the sentence and the legend of this step as a file. @param {"svg" | "png"} kind */
  async savePicture(kind) {
    if (!this.model.its.length) return;
    this.motion.stop();
    const { title = "", method } = this.model.header, name = pictureName(method, this.at.it + 1);
    const step = this.model.its[this.at.it].steps[this.at.phase], part = this.shown(),
      called = (this.model.voice === "plain" ? step.called : step.title) + (part?.name ? `, ${part.name.toLowerCase()}` : "");
    const picture = drawing({ stage: this.root, graph: this.graph.svg, legend: this.legend.root,
      sentence: this.say.textContent,
      title: `${title || method} · round ${this.at.it + 1} of ${this.model.its.length} · ${called}` });
    if (kind === "svg") saveSvg(picture, name);
    else if (!await savePng(picture, name))
      this.controls.notify("This browser could not draw the PNG. Save the picture as SVG instead.");
  }
  /** The node under the pointer, or the selected one; −1 for none. */
  pointed() {
    return (this.hovered >= 0 ? this.hovered : this.picked === null ? -1
      : this.model.its[this.at.it].place.get(this.picked) ?? -1);
  }

  /** Draws the step. It runs on every key press, so it must be fast. */
  refresh() {
    const it = this.model.its[this.at.it];
    if (!it) return;
    this.graph.open(it);
    const step = it.steps[this.at.phase], part = this.shown(), says = part?.says ?? step[this.model.voice];
    const drawn = this.drawn(), next = drawn < this.at.phase ? this.subject(it) : -1; // tested, but not yet decided
    this.graph.show(drawn, this.view(), this.picked === null ? next : it.place.get(this.picked) ?? -1,
      this.full ? this.pointed() : undefined);
    // not in an outcome's colour
    this.narration.dataset.phase = early(this.parts()[this.at.part]) ? "target" : step.phase;
    this.narration.toggleAttribute("data-failed", drawn === this.at.phase && failedAt(it, drawn));
    setText(this.asks, step.phase === "input" && this.model.header.round?.length ? "How a round works" : "Why?");
    setText(this.badge, part?.name || calledOf(step.phase, this.model.voice));
    this.purpose.show(this.model.header.purpose, aimOf(this.parts()[this.at.part]));
    this.serve(step.phase);
    if (this.sentence !== says) put(this.say, ...this.glossary.explained(this.sentence = says));
    this.controls.show(it, this.at.phase, part?.name, drawn);
    this.legend.show(it, drawn);
    if (this.full) {
      this.inspect(part);
      this.text.show(it, drawn);
      this.timeline.show(it);
      this.late ||= afterPaint(() => this.drawPictures());
      this.point();
      this.table.show(it, drawn);
    }
    this.root.toggleAttribute("data-calculates", this.inspector.apart && this.model.calculates);
    Object.assign(this.root.dataset, { it: this.at.it + 1, phase: this.at.phase + 1,
      shows: this.parts()[this.at.part] ?? "", iterations: this.model.its.length, name: this.model.name,
      live: this.model.live ? "1" : "0" });
    this.graph.settle();
    this.controls.settle();
    this.glossary.gone();
    if (!this.full) return;
    this.timeline.settle();
    this.text.settle();
    this.whySides.look();
  }

  /** Says what the step contributes to the purpose of the method. @param {string} phase */
  serve(phase) {
    const serves = this.splits() ? this.model.header.purpose?.serves : undefined, part = this.parts()[this.at.part];
    const says = serves?.[part ?? ""] ?? serves?.[phase] ?? "";
    this.serves.hidden = !says;
    put(this.serves, h("b", {}, "What for?"), " ", ...this.glossary.explained(says));
  }

  /** Draws the pictures of the pass and of the whole run after the step is painted, so that a held key stays fast. */
  drawPictures() {
    this.late = 0;
    const it = this.model.its[this.at.it];
    if (!it) return;
    this.attention.show(it, this.drawn());
    this.trace.show(it);
    this.point();
    this.trace.settle();
    this.pictures.dataset.step = `${this.at.it + 1}.${this.at.phase + 1}`;
  }

  /** Highlights the node under the pointer or the selected node in the graph and in the mask. */
  point() {
    this.graph.light(this.pointed());
    if (this.full && !this.late) this.attention.point(this.pointed());
  }
  /** Fills the inspector. @param {Part | null} [part] what the current part shows */
  inspect(part) {
    const it = this.model.its[this.at.it];
    if (!it || !this.full || !this.why.open) return; // a folded inspector is filled when it opens
    const over = this.ended() && this.picked === null;
    this.end.hidden = !over;
    this.inspector.root.hidden = over && this.hovered < 0;
    const subject = this.subject(it), place = this.pointed();
    this.inspector.part = this.splits() ? this.parts()[this.at.part] ?? "whole" : null;
    const other = place >= 0 && place !== subject; // nothing tells the outcome before its part
    this.inspector.show(it, other ? place : subject, other ? this.drawn() : this.at.phase, subject,
      aimOf(this.parts()[this.at.part]) >= 0 ? null : part === undefined ? this.shown() : part);
    this.glossary.gone();
  }
  /**
   * The node that the step is about, if none is selected. −1 for steps about a width or about the whole round.
   * @param {It} it
   */
  subject(it) {
    const { now, phase, layer, about } = it.steps[this.at.phase];
    const drawn = now.filter((place) => this.graph.draws(place));
    const widens = phase === "layer" && it.panels.some((panel) => panel.kind === "width" && panel.layer === layer);
    if (phase === "commit" || widens) return -1;
    if (about !== undefined && this.graph.draws(about)) return about;
    const grown = drawn.filter((place) => it.n.role[place] !== "input"), shown = grown.length ? grown : drawn;
    return shown[0] ?? now[0] ?? -1;
  }
  /** Starts playback. */
  start() {
    if (!this.model.its.length) return;
    if (this.atEnd()) this.stepTo(0);
    this.controls.playing(true);
    this.tick();
  }
  /** Whether the last step of a finished run is shown. */
  ended() { return this.atEnd() && !this.model.live && !!this.model.summary; }
  atEnd() { return this.model.starts[this.at.it] + this.at.phase >= this.model.total() - 1; }
  /** Waits as long as the step needs, divided by the speed, then goes to the next step. */
  tick() {
    const { steps } = this.model.its[this.at.it], { phase } = this.at;
    const wait = waitAfter(steps[phase].phase, steps[phase - 1]?.phase, this.sentence.length);
    this.timer = setTimeout(() => {
      if (!this.root.isConnected || (this.atEnd() && !this.model.live)) return this.pause();
      this.act.phase(1);
      this.tick();
    }, wait / this.controls.rate());
  }
  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.controls.playing(false);
  }
  /** The number of the current part, counted from 1; null for the main part of a step. */
  named() { return this.at.part === mainPart(this.parts()) ? null : this.at.part + 1; }
  /** The step whose picture is drawn: before its outcome, that of the step before. */
  drawn() { return this.at.phase - (early(this.parts()[this.at.part]) ? 1 : 0); }
  /** How much of the current step the picture shows; a test shows nothing of what its rejection leaves. */
  view() {
    const part = this.parts()[this.at.part];
    const leaf = part === "left" && judgedIn(this.model.its[this.at.it])?.ratios !== undefined;
    return !this.splits() ? null : early(part) ? "early" : part === "through" ? "test" : leaf ? "unscaled"
      : part === "test" || part === "deleted" || part === "check" || part === "plan" ? part : "left";
  }
  /** The current position, counted from 1. */
  where() {
    return ({ name: this.model.name, it: this.at.it + 1, phase: this.at.phase + 1, part: this.named(),
      node: this.picked, iterations: this.model.its.length });
  }
  /** Writes the position into the address bar and reports it to the page. */
  announce() {
    this.lesson.stands(this.where());
    this.moved(); // first: it may end the first view
    const { it, phase, part, node } = this.where();
    const place = opens() ? { it: null, phase: null, part: null, node: null } : { it, phase, part, node };
    if (this.options.url && this.model.its.length && !this.away)
      this.setAddress({ trace: this.model.name || null, ...place });
  }
  moved() {
    const detail = { ...this.where(), title: this.model.header.title ?? "", chosen: this.chosen };
    this.root.dispatchEvent(new CustomEvent("stage:step", { bubbles: true, detail }));
  }

  /**
   * The step of an address. A node without an iteration means its first occurrence.
   * @param {ReturnType<typeof readAddress>} address @returns {At | null}
   */
  reached({ it, phase, part, node }) {
    if (it ?? phase) return { it: it ?? 1, phase, part, node };
    if (node === null) return null;
    const first = this.model.its.findIndex((each) => each.place.has(node));
    return first < 0 ? { it: 1 } : { it: first + 1, phase, node };
  }
  /** Says until the next step what is wrong with the address; an empty text removes it. @param {string} text */
  answer(text) {
    setText(this.wrong, text);
    this.wrong.hidden = !text;
  }
  /** Opens a step; without a target the start of the run. @param {At | null | undefined} target */
  openAt(target) {
    if (!this.model.its.length) return;
    const number = Math.min(this.model.its.length, Math.max(1, target?.it || 1)) - 1, it = this.model.its[number];
    const named = target?.node ?? -1, node = this.model.its.some((each) => each.place.has(named)) ? named : null;
    const place = node === null ? undefined : it.place.get(node);
    if (target?.phase) return this.goto(number, target.phase - 1, node, { part: target.part && target.part - 1 });
    if (place !== undefined) return this.goto(number, it.fates[place].at(-1)?.step ?? 0, node);
    this.goto(number, target?.it ? Infinity : 0, node);
  }

  resized() {
    if (!this.model.its.length || !this.root.checkVisibility()) return;
    const { frame } = this.graph;
    this.lesson.measure();
    this.graph.resized();
    if (this.graph.frame !== frame) this.motion.stop();
    if (!this.full) return;
    this.inspector.fit();
    this.timeline.resized();
    this.text.resized();
    this.trace.resized();
  }
}

/** Draws the stage into `element`. @param {ConstructorParameters<typeof Stage>} given */
export function mount(...given) { new Stage(...given); }
