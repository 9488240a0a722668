// Stepping: buttons, the strip of phases, the scrubber, playback, the keyboard, the address bar.

import { h, put, s, setText } from "./dom.js";

/** @import { It, Model } from "./model.js" */
/**
 * What can be done with the stage; `place` is a step counted over the whole run.
 * @typedef {{ phase: (by: number) => void, iteration: (by: number) => void, seek: (place: number) => void,
 *   to: (phase: number) => void, play: () => void, help: () => void, release: () => void }} Act
 */

const ICONS = {
  first: "M5 5v14M19 5l-10 7 10 7z", back2: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z", back: "M16 5l-9 7 9 7z",
  play: "M7 4l12 8-12 8z", pause: "M7 5v14M16 5v14", next: "M8 5l9 7-9 7z", next2: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
};
/** @param {keyof typeof ICONS} name */
const icon = (name) => s("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true",
  class: "st-ico" },
s("path", { d: ICONS[name] }));
const SPEEDS = { 0.5: "½×", 1: "1×", 2: "2×", 4: "4×", 10: "10×" };
const KEYS = {
  "← →": "previous, next phase", "Shift + ← →": "previous, next iteration", Space: "play, pause",
  "Home, End": "first, last step", "↑ ↓": "move between nodes, when one has the focus",
  Enter: "choose the focused node",
  Esc: "let go of the chosen node", "?": "this list",
};
const MANY = 24; // steps, beyond which only the current one says its name

/** @param {Model} model @param {Act} act */
export function newControls(model, act) {
  /** @param {string} id @param {keyof typeof ICONS} name @param {string} title @param {() => void} run */
  const button = (id, name, title, run) => h("button",
    { type: "button", class: "st-btn", "data-testid": id, title, "aria-label": title, onclick: run }, icon(name));
  const play = button("play", "play", "Play (Space)", () => act.play());
  const scrub = h("input", { type: "range", class: "st-scrub", "data-testid": "scrubber", min: 0, max: 0,
    value: 0,
    step: 1, "aria-label": "Step of the run", oninput: () => act.seek(Number(scrub.value)) });
  const speed = h("select", { class: "st-speed", "data-testid": "speed", "aria-label": "Speed of playback" },
    ...Object.entries(SPEEDS).map(([value, label]) => h("option", { value, selected: value === "1" }, label)));
  const where = h("output", { class: "st-where", "data-testid": "position" });
  const strip = h("div", { class: "st-strip", role: "group", "aria-label": "Phases of this iteration",
    "data-testid": "phases" });
  const help = h("dialog", { class: "st-help", "data-testid": "help-dialog", "aria-label": "Keys" },
    h("h3", {}, "Keys"),
    h("dl", {}, ...Object.entries(KEYS).map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)),
      h("dd", {}, what)))),
    h("button", { type: "button", class: "st-btn st-wide", onclick: () => help.close() }, "Close"));
  const ask = h("button", { type: "button", class: "st-btn", "data-testid": "help", title: "Keys (?)",
    "aria-label": "Keys",
    onclick: () => act.help() }, "?");
  const root = h("section", { class: "st-controls", "aria-label": "Step through the run" }, strip,
    h("div", { class: "st-row" },
      button("first", "first", "First step (Home)", () => act.seek(0)),
      button("prev-iteration", "back2", "Previous iteration (Shift ←)", () => act.iteration(-1)),
      button("prev-phase", "back", "Previous phase (←)", () => act.phase(-1)),
      play,
      button("next-phase", "next", "Next phase (→)", () => act.phase(1)),
      button("next-iteration", "next2", "Next iteration (Shift →)", () => act.iteration(1)),
      button("last", "last", "Last step (End)", () => act.seek(Infinity)),
      scrub, speed, ask), where, help);
  let striped = /** @type {It | null} */ (null), buttons = /** @type {HTMLElement[]} */ ([]), lit = -1;

  /** @param {It} it @param {number} phase */
  function show(it, phase) {
    const many = it.steps.length > MANY, { title } = it.steps[phase];
    scrub.max = String(model.total() - 1);
    scrub.value = String(model.starts[it.i] + phase);
    const words = `Iteration ${it.i + 1} of ${model.its.length} · phase ${phase + 1} of ${it.steps.length} · ${title}`;
    setText(where, words);
    scrub.setAttribute("aria-valuetext", words);
    if (striped !== it) fillStrip(it, many);
    for (let k = Math.max(0, Math.min(lit, phase)); k < Math.max(lit, phase); k++) buttons[k].classList.toggle("done",
      k < phase);
    if (lit >= 0) {
      buttons[lit].removeAttribute("aria-current");
      if (many) setText(buttons[lit], "");
    }
    lit = phase;
    buttons[phase].setAttribute("aria-current", "step");
    if (many) setText(buttons[phase], title);
  }
  /** @param {It} it @param {boolean} many */
  function fillStrip(it, many) {
    striped = it;
    lit = -1;
    strip.classList.toggle("many", many);
    buttons = it.steps.map(({ phase, title }, k) => h("button",
      { type: "button", class: "st-ph", "data-phase": phase,
        "data-to": k, title: many && title, "aria-label": `Phase ${k + 1}: ${title}`, tabindex: "-1" }, !many
        && title));
    put(strip, ...buttons);
  }
  function settle() { // asks for sizes, so it comes last
    const current = buttons[lit], room = strip.clientWidth;
    if (!current) return;
    // The current phase in the middle, and on the left the beginning of one: a label without its first word is another.
    const at = (/** @type {HTMLElement} */ button_) => button_.offsetLeft - buttons[0].offsetLeft,
      last = buttons[buttons.length - 1];
    const whole = at(last) + last.offsetWidth, middle = at(current) + current.offsetWidth / 2 - room / 2;
    const want = Math.max(0, Math.min(at(current), middle, whole - room)),
      first = buttons.find((each) => at(each) >= want) || current;
    const rest = Math.max(0, whole > room ? at(first) + room - whole : 0);
    // so that the last ones can be scrolled so far
    strip.style.setProperty("--st-rest", `${rest}px`);
    strip.scrollLeft = at(first);
  }
  strip.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-to]") : null;
    if (target) act.to(Number(target.getAttribute("data-to")));
  });
  /** @param {boolean} on */
  function playing(on) {
    put(play, icon(on ? "pause" : "play"));
    play.title = on ? "Pause (Space)" : "Play (Space)";
    play.setAttribute("aria-label", play.title);
    play.setAttribute("aria-pressed", on ? "true" : "false");
  }
  function reset() {
    striped = null;
    buttons = [];
    lit = -1;
    put(strip);
    setText(where, "");
    scrub.max = "0";
  }
  return { root, show, settle, playing, help, rate: () => Number(speed.value), reset };
}

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, "
  + "[contenteditable=''], [contenteditable=true]";
const WIDGETS = "[role=tablist],[role=slider],[role=listbox]"; // have keys of their own

/**
 * Keys of the whole page, unless someone types, another dialog is open, or the stage cannot be seen.
 * @param {HTMLElement} root @param {Act} act
 * @param {(event: KeyboardEvent) => boolean} taken by the lesson, which is asked first
 */
export function listen(root, act, taken) {
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (!root.isConnected) return document.removeEventListener("keydown", onKey);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || root.offsetParent === null) return;
    const at = event.target instanceof Element ? event.target : document.body, { key, shiftKey } = event;
    if (at.closest(TYPING) || document.querySelector("dialog[open]") || at.closest(WIDGETS)) return;
    if (!root.contains(at) && at.closest("input, button, a, summary") && [" ", "Home", "End"].includes(key)) return;
    if (taken(event)) return;
    const by = key === "ArrowRight" ? 1 : -1;
    if (key === "ArrowRight" || key === "ArrowLeft") act[shiftKey ? "iteration" : "phase"](by);
    else if (key === " " && !(at.closest("button, summary") && root.contains(at))) act.play();
    else if (key === "Home") act.seek(0);
    else if (key === "End") act.seek(Infinity);
    else if (key === "?") act.help();
    else if (key === "Escape") act.release();
    else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", onKey);
}

/** The address: ?trace=NAME&it=12&phase=3&node=47, counted from 1. Other parameters stay. */
export function readAddress() {
  const query = new URLSearchParams(location.search || location.hash.replace("#", "?"));
  const whole = (/** @type {string} */ key) => {
    const value = parseInt((query.get(key) || "").replace(/^n/, ""), 10);
    return Number.isFinite(value) ? value : null;
  };
  return { trace: query.get("trace"), it: whole("it"), phase: whole("phase"), node: whole("node") };
}
/** A function that writes these into the address a little later, the last ones it was given. */
export function addressWriter() {
  let waiting = 0, next = /** @type {Record<string, string | number | null>} */ ({});
  function write() {
    waiting = 0;
    const url = new URL(location.href);
    for (const [key, value] of Object.entries(next)) {
      if (value === null || value === "") url.searchParams.delete(key);
      else url.searchParams.set(key, String(value));
    }
    if (url.href === location.href) return;
    try { history.replaceState(history.state, "", url); } catch { // a file: only its fragment may change
      history.replaceState(history.state, "", `#${url.searchParams}`);
    }
  }
  return (/** @type {typeof next} */ values) => {
    next = values;
    waiting ||= setTimeout(write, 120);
  };
}
