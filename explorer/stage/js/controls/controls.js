// Navigation: buttons, the strip of steps, the slider, playback, the keyboard and the address bar.

import { parameters, whole, write as writeAddress } from "../address.js";
import { arrange, h, put, s, set, setText } from "../dom.js";
import { groupOf, phaseOf, stateOf } from "../marks.js";
import { decidedAt, failedAt } from "../model.js";
import { Sides } from "../sides.js";
import { newMore } from "./more.js";

/** @import { It, Model } from "../model.js" */
/**
 * The actions of the stage; `place` is a step counted over the whole run.
 * @typedef {{ phase: (by: number) => void, iteration: (by: number) => void, seek: (place: number) => void,
 *   to: (phase: number) => void, play: () => void, help: () => void, release: () => void, present: () => void,
 *   rejection: () => void, accepted: () => void, find: () => void, share: () => void,
 *   picture: (kind: "svg" | "png") => void }} Act
 */

const ICONS = {
  first: "M5 5v14M19 5l-10 7 10 7z", back2: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z", back: "M20 12H5M11 6l-6 6 6 6",
  play: "M7 4l12 8-12 8z", pause: "M7 5v14M16 5v14",
  next: "M4 12h15M13 6l6 6-6 6", next2: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
};
/** @param {keyof typeof ICONS} name */
const icon = (name) => s("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true",
  class: "st-ico" },
s("path", { d: ICONS[name] }));
const NOTICE = 6000; // ms that a notice stays
const SPEEDS = { 0.5: "½×", 1: "1×", 2: "2×", 4: "4×", 10: "10×" };
const KEYS = {
  "← →": "previous, next step", "Page Up, Page Down": "previous, next step (presenter remote)",
  "Shift + ← →": "end of the previous round, end of this or the next round",
  Space: "play, pause", F: "full screen",
  R: "first rejection", A: "next fully accepted round", "/": "find in the text", S: "share this step",
  "Home, End": "first, last step",
  "↑ ↓": "move between nodes, words or underlined terms",
  Enter: "select the focused node",
  Esc: "clear the selection", "?": "this list",
};

export class Controls {
  play = this.button("play", "play", "Play (Space)", () => this.act.play());
  scrub = h("input", { type: "range", class: "st-scrub", "data-testid": "scrubber", min: 0, max: 0, value: 0,
    step: 1, "aria-label": "Step", oninput: () => this.act.seek(Number(this.scrub.value)) });
  speed = h("select", { class: "st-speed", "data-testid": "speed", "aria-label": "Playback speed" },
    ...Object.entries(SPEEDS).map(([value, label]) => h("option", { value, selected: value === "1" }, label)));
  where = h("output", { class: "st-where", "data-testid": "position" });
  strip = h("div", { class: "st-strip", role: "group", "aria-label": "Steps of this round",
    "data-testid": "phases" });
  help = h("dialog", { class: "st-help", "data-testid": "help-dialog", "aria-label": "Keys" },
    h("h2", {}, "Keys"),
    h("dl", {}, ...Object.entries(KEYS).map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)),
      h("dd", {}, what)))),
    h("button", { type: "button", class: "st-btn st-wide", onclick: () => this.help.close() }, "Close"));
  next = h("button", { type: "button", class: "st-btn st-next", "data-testid": "next-phase",
    title: "Next step (→)", onclick: () => this.act.phase(1) }, h("span", {}, "Next"), icon("next"));
  menu = newMore([
    { id: "to-rejection", label: "First rejection", key: "R", act: () => this.act.rejection() },
    { id: "to-accepted", label: "Next fully accepted round", key: "A", act: () => this.act.accepted() },
    { id: "open-find", label: "Find in the text", key: "/", act: () => this.act.find() },
    { id: "save-svg", label: "Save picture as SVG", act: () => this.act.picture("svg") },
    { id: "save-png", label: "Save picture as PNG", act: () => this.act.picture("png") },
    { id: "open-share", label: "Share this step", key: "S", act: () => this.act.share() },
    { id: "help", label: "Show all keys", key: "?", act: () => this.act.help() },
  ]);
  notice = h("p", { class: "st-told", role: "status", "data-testid": "told" });
  run = h("div", { class: "st-of-run" },
    this.button("first", "first", "First step (Home)", () => this.act.seek(0)),
    this.button("prev-iteration", "back2", "End of the previous round (Shift ←)", () => this.act.iteration(-1)),
    h("div", { class: "st-place" }, this.where, this.scrub),
    this.button("next-iteration", "next2", "End of this round, then of the next (Shift →)",
      () => this.act.iteration(1)),
    this.button("last", "last", "Last step (End)", () => this.act.seek(Infinity)), this.speed, this.menu.button);
  more = h("button", { type: "button", class: "st-btn st-more-controls", "data-testid": "more-controls",
    title: "More controls", "aria-label": "More controls", "aria-expanded": "false",
    onclick: () => this.unfold() },
  "⋯");
  root = h("section", { class: "st-controls", "aria-label": "Playback" },
    h("div", { class: "st-row" }, this.next, this.button("prev-phase", "back", "Previous step (←)",
      () => this.act.phase(-1)), this.play,
    this.strip, this.run, this.more), this.menu.list, this.notice, this.help);
  sides = new Sides(this.strip);
  striped = /** @type {It | null} */ (null); cells = /** @type {HTMLElement[]} */ ([]); lit = -1;
  voice = ""; // of the titles in the strip
  part = ""; // the name of the part of the current step that is shown
  reached = -1; // the last step whose outcome is shown
  fading = 0; // timer that removes the notice

  /** @param {Model} model @param {Act} act */
  constructor(model, act) {
    this.model = model; this.act = act; this.voice = model.voice;
    this.strip.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target.closest("[data-to]") : null;
      if (target) act.to(Number(target.getAttribute("data-to")));
    });
  }
  /** @param {string} id @param {keyof typeof ICONS} name @param {string} title @param {() => void} run */
  button(id, name, title, run) {
    return h("button",
      { type: "button", class: "st-btn", "data-testid": id, title, "aria-label": title, onclick: run }, icon(name));
  }

  /** Shows for a while why a jump or a picture is not possible. @param {string} text */
  notify(text) {
    clearTimeout(this.fading);
    setText(this.notice, text);
    if (text) this.fading = setTimeout(() => this.notify(""), NOTICE);
  }

  /** On a phone: shows or hides the controls of the whole run. */
  unfold() {
    const open = this.root.classList.toggle("all");
    this.more.setAttribute("aria-expanded", open ? "true" : "false");
    if (open) this.settle(); // a hidden strip cannot be scrolled
  }
  /**
   * Shows which step of the run is current.
   * @param {It} it @param {number} phase @param {string} part the name of its part, if only that is shown
   * @param {number} reached the last step whose outcome is shown
   */
  show(it, phase, part = "", reached = phase) {
    if (!this.model.live) this.notify("");
    if (this.part !== part || this.reached !== reached) this.lit = -1;
    this.part = part;
    this.reached = reached;
    const title = reached < phase ? it.steps[phase].ahead : this.titleOf(it, phase);
    const round = `Round ${it.i + 1} of ${this.model.its.length}`;
    this.scrub.max = String(this.model.total() - 1);
    this.scrub.value = String(this.model.starts[it.i] + phase);
    setText(this.where, round);
    const end = this.model.starts[it.i] + phase === this.model.total() - 1;
    this.next.setAttribute("aria-disabled", String(end)); // not `disabled`, because the button would lose the focus
    this.scrub.setAttribute("aria-valuetext", `${round}, step ${phase + 1}: ${part ? `${title}, ${part}` : title}`);
    if (this.striped !== it) this.fillStrip(it);
    if (this.voice !== this.model.voice) this.lit = -1;
    this.voice = this.model.voice;
    for (let k = Math.max(0, Math.min(this.lit, phase)); k <= Math.min(this.cells.length - 1,
      Math.max(this.lit, phase)); k++)
      this.reach(it, k, phase);
    if (this.lit < 0) this.cells.forEach((_, k) => this.reach(it, k, phase));
    this.lit = phase;
  }
  /** The title of a step in the current voice. @param {It} it @param {number} k */
  titleOf(it, k) { return (this.model.voice === "plain" ? it.steps[k].called : it.steps[k].title); }
  /**
   * Updates one cell of the strip. A step that was reached shows its outcome; a later one shows only that it will
   * come.
   * @param {It} it @param {number} k @param {number} phase
   */
  reach(it, k, phase) {
    const cell = this.cells[k], title = this.titleOf(it, k), { ahead } = it.steps[k], done = k <= this.reached;
    cell.classList.toggle("done", done);
    cell.toggleAttribute("data-failed", done && failedAt(it, k));
    if (k === phase) cell.setAttribute("aria-current", "step");
    else cell.removeAttribute("aria-current");
    const state = decidedAt(it, k);
    const sign = cell.dataset.group !== "decide" ? "" : !done ? "?" : state ? stateOf(state).sign : "●";
    setText(cell, k === phase ? this.part || title : sign);
    const label = `Step ${k + 1}: ${done ? title : ahead}`;
    set(cell, { title: label, "aria-label": label });
  }
  /** Fills the strip with the steps of a round; existing elements are used again. @param {It} it */
  fillStrip(it) {
    this.striped = it;
    this.lit = -1;
    if (document.activeElement instanceof HTMLElement && this.strip.contains(document.activeElement))
      document.activeElement.blur(); // the focused step belongs to the previous round
    const runs = /** @type {{ group: string, steps: number[] }[]} */ ([]);
    const widths = it.panels.some(({ kind }) => kind === "width"); // a second “Check” would look like another pass
    const groups = it.steps.map(({ phase }) => (phase === "layer" && widths ? "width" : phaseOf(phase).group));
    const drafts = groups.some((group, k) => group === "draft" && it.steps[k].phase !== "input");
    groups.forEach((own, k) => {
      const group = own === "draft" && !drafts ? "check" : own; // without a draft the check is the first group
      if (runs.at(-1)?.group !== group) runs.push({ group, steps: [] });
      runs[runs.length - 1].steps.push(k);
    });
    const before = /** @type {HTMLElement[]} */ ([...this.strip.children]);
    const boxes = runs.map((_, i) => before[i] ?? h("div", { class: "st-phases" }, h("span", { class: "st-group" })));
    this.cells = [];
    runs.forEach(({ group, steps }, i) => {
      const [name, ...old] = /** @type {HTMLElement[]} */ ([...boxes[i].children]);
      set(boxes[i], { "data-group": group });
      setText(name, group === "width" ? "Width" : groupOf(group));
      const mine = steps.map((_, j) => old[j] ?? h("button", { type: "button", class: "st-ph", tabindex: "-1" }));
      steps.forEach((k, j) => set(mine[j], { "data-phase": it.steps[k].phase, "data-group": group, "data-to": k }));
      arrange(boxes[i], [name, ...mine]);
      this.cells.push(...mine);
    });
    this.strip.classList.toggle("many", this.cells.length > 12);
    arrange(this.strip, boxes);
  }
  /** Scrolls the strip to the current step. It reads sizes, so it runs last. */
  settle() {
    const current = this.cells[this.lit], room = this.strip.clientWidth;
    const name = current?.parentElement?.querySelector(".st-group");
    if (!current || !name) return;
    // not offsetLeft: whether that counts from the strip itself depends on its containment
    const box = current.getBoundingClientRect(), frame = this.strip.getBoundingClientRect();
    const left = box.left - frame.left + this.strip.scrollLeft;
    this.strip.scrollLeft = centred(left, box.width, room, name.getBoundingClientRect().width);
    const edge = frame.left + 4; // a group is left out if too little of it is visible for its name
    for (const group of /** @type {Iterable<HTMLElement>} */ (this.strip.children)) {
      const { left: start, right } = group.getBoundingClientRect(), title = group.firstElementChild;
      const seen = !title || start >= edge - 1 || right - edge >= title.getBoundingClientRect().width;
      group.classList.toggle("cut", !seen);
    }
    this.sides.look();
  }
  /** Shows whether playback is on. @param {boolean} on */
  playing(on) {
    put(this.play, icon(on ? "pause" : "play"));
    this.play.title = on ? "Pause (Space)" : "Play (Space)";
    this.play.setAttribute("aria-label", this.play.title);
    this.play.setAttribute("aria-pressed", on ? "true" : "false");
  }
  reset() {
    this.striped = null;
    this.cells = [];
    this.lit = -1;
    put(this.strip);
    setText(this.where, "");
    this.scrub.max = "0";
  }
  focus() { return this.next.focus({ preventScroll: true }); }
  rate() { return Number(this.speed.value); }
}

/**
 * How far a strip is scrolled to centre a step, in px. The name of its group stays at the left edge and takes some of
 * the room.
 * @param {number} left of the step @param {number} wide @param {number} room of the strip @param {number} name
 */
export const centred = (left, wide, room, name) => Math.max(0, left + wide / 2 - (room + name) / 2);

/**
 * Where Shift with an arrow key leads. Forward: to the end of this round, from there to the end of the next one.
 * Back: to the end of the previous round, in the first round to the start of the run. Rounds and phases count from 0.
 * @param {{ it: number, phase: number }} at @param {number} by 1 or −1 @param {number[]} steps phases of each round
 */
export function roundFrom({ it, phase }, by, steps) {
  if (by > 0 && phase < steps[it] - 1) return { it, phase: steps[it] - 1 };
  if (by < 0 && it === 0) return { it, phase: 0 };
  const to = Math.min(steps.length - 1, it + by);
  return { it: to, phase: steps[to] - 1 };
}

const READING = 45; // ms per character
/**
 * How long playback stays at a step, in ms. Drafts are short. A decision needs time for its movements and for
 * reading, and a long sentence needs more.
 * @param {string} phase @param {string | undefined} before the phase of the step before @param {number} length of the
 *   sentence
 */
export function waitAfter(phase, before, length) {
  const reading = 300 + READING * length, { group } = phaseOf(phase);
  if (group === "draft") return length > 60 ? reading : before === phase ? 1100 : 2000;
  return Math.max(phase === "verify" || phase === "unused" ? 4000 : 4200, reading);
}

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, "
  + "[contenteditable=''], [contenteditable=true]";
const WIDGETS = "[role=tablist],[role=slider],[role=listbox]"; // these elements use the same keys themselves

const SLIDE = ["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]; // keys that move a slider

/** @typedef {"present" | "rejection" | "accepted" | "find" | "share" | "help"} Letter an action with its own key */
/** Single keys and their actions. @type {Map<string, Letter>} */
const LETTERS = new Map([["f", "present"], ["r", "rejection"], ["a", "accepted"], ["/", "find"], ["s", "share"],
  ["?", "help"]]);

/** Whether the stage is full screen; otherwise Page Up and Page Down scroll. @param {HTMLElement} root */
const presenting = (root) => root.classList.contains("present");

/**
 * Handles the keys of the whole page. It does nothing if a text field has the focus, a dialog is open or the stage is
 * not visible.
 * @param {HTMLElement} root @param {Act} act
 * @param {(event: KeyboardEvent) => boolean} taken whether the open lesson used the key; it is asked first
 */
export function listen(root, act, taken) {
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (!root.isConnected) return document.removeEventListener("keydown", onKey);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !root.checkVisibility()) return;
    const at = event.target instanceof Element ? event.target : document.body, { key, shiftKey } = event;
    if (at.closest(TYPING) || document.querySelector("dialog[open]") || at.closest(WIDGETS)) return;
    if (!root.contains(at) && at.closest("input, button, a, summary") && [" ", "Home", "End"].includes(key)) return;
    if (SLIDE.includes(key) && at.matches("input[type=range]") && !at.closest(".st-controls")) return;
    if (taken(event)) return;
    const by = key === "ArrowRight" || key === "PageDown" ? 1 : -1;
    if (key === "ArrowRight" || key === "ArrowLeft") act[shiftKey ? "iteration" : "phase"](by);
    else if (presenting(root) && (key === "PageDown" || key === "PageUp")) act.phase(by);
    else if (LETTERS.has(key.toLowerCase())) act[LETTERS.get(key.toLowerCase()) ?? "help"]();
    else if (key === " " && !(at.closest("button, summary") && root.contains(at))) act.play();
    else if (key === "Home") act.seek(0);
    else if (key === "End") act.seek(Infinity);
    else if (key === "Escape") act.release();
    else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", onKey);
}

/**
 * Reads the address: ?trace=NAME&it=12&phase=3&part=2&node=47; rounds, steps and their parts count from 1. A step that
 * is not a number means the first one, as `wrongPart` says; without a step, the end of the round is shown.
 */
export function readAddress() {
  const query = parameters();
  const place = (/** @type {string} */ key) => whole(query.get(key), key);
  return { trace: query.get("trace"), it: place("it"), phase: query.has("phase") ? place("phase") ?? 1 : null,
    part: place("part"), node: place("node") };
}
const PARTS = { it: "round", phase: "step", node: "node" };
/**
 * A sentence about an address whose round, step or node does not exist; empty if all of them can be shown.
 * @param {URLSearchParams} query @param {{ place: Map<number, number>, steps: unknown[] }[]} its the rounds of the run
 */
export function wrongPart(query, its) {
  for (const [key, noun] of Object.entries(PARTS)) {
    const named = query.get(key), value = whole(named, key), it = its[(whole(query.get("it"), "it") ?? 1) - 1];
    const late = value !== null && ((key === "it" && value > its.length)
      || (key === "phase" && value > (it ?? its[its.length - 1]).steps.length));
    const gone = key === "node" && value !== null && !its.some(({ place }) => place.has(value));
    if (named !== null && (late || gone || value === null))
      return `There is no ${noun} “${named.slice(0, 40)}”, so ${key === "node" ? "none is selected"
        : `this is the ${late ? "last" : "first"} one`}.`;
  }
  return "";
}
/**
 * Whether the page's first view is shown: a race, and below it a pass of each row (explorer/ui/js/opening.js).
 * Its address has no step, so that a reload shows it again.
 */
export const opens = () => document.querySelector("[data-opening='race']") !== null;

/**
 * A function that writes parameters into the address after a short delay, if `may` allows it; the latest values count.
 * Another trace adds an entry to the browser's history, so that Back leads to the previous one, but not in a lesson.
 * @param {() => boolean} may
 */
export function addressWriter(may = () => true) {
  let waiting = 0, delay = 0, next = /** @type {Record<string, string | number | null>} */ ({});
  function write() {
    waiting = 0;
    if (!may()) return;
    const before = parameters(), after = { lesson: before.get("lesson"), trace: before.get("trace"), ...next };
    const another = before.has("trace") && ![null, "", before.get("trace")].includes(after.trace);
    writeAddress(next, another && !after.lesson);
  }
  return (/** @type {typeof next} */ values) => {
    next = values;
    waiting ||= setTimeout(write, delay);
    delay = 120; // but the first run is written at once, so that Back leads to it
  };
}
