// Stepping: buttons, the strip of phases, the scrubber, playback, the keyboard, the address bar.

import { h, s, put, setText } from "./dom.js";

const ICONS = {
  first: "M5 5v14M19 5l-10 7 10 7z", back2: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z", back: "M16 5l-9 7 9 7z",
  play: "M7 4l12 8-12 8z", pause: "M7 5v14M16 5v14", next: "M8 5l9 7-9 7z", next2: "M4 5l8 7-8 7zM12 5l8 7-8 7z", last: "M19 5v14M5 5l10 7-10 7z",
};
const icon = (name) => s("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true", class: "st-ico" }, s("path", { d: ICONS[name] }));
const SPEEDS = [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["10", "10×"]];
const KEYS = [
  ["← →", "previous, next phase"], ["Shift + ← →", "previous, next iteration"], ["Space", "play, pause"], ["Home, End", "first, last step"],
  ["↑ ↓", "move between nodes, when one has the focus"], ["Enter", "choose the focused node"], ["Esc", "let go of the chosen node"], ["?", "this list"],
];

export function newControls(model, act) {
  const button = (id, name, title, run) => h("button", { type: "button", class: "st-btn", "data-testid": id, title, "aria-label": title, onclick: run }, icon(name));
  const play = button("play", "play", "Play (Space)", () => act.play());
  const scrub = h("input", { type: "range", class: "st-scrub", "data-testid": "scrubber", min: 0, max: 0, value: 0, step: 1, "aria-label": "Step of the run", oninput: (event) => act.seek(+event.target.value) });
  const speed = h("select", { class: "st-speed", "data-testid": "speed", "aria-label": "Speed of playback" }, ...SPEEDS.map(([value, label]) => h("option", { value, selected: value === "1" }, label)));
  const where = h("output", { class: "st-where", "data-testid": "position" });
  const strip = h("div", { class: "st-strip", role: "group", "aria-label": "Phases of this iteration", "data-testid": "phases" });
  const help = h("dialog", { class: "st-help", "data-testid": "help-dialog", "aria-label": "Keys" }, h("h3", {}, "Keys"),
    h("dl", {}, ...KEYS.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)))),
    h("button", { type: "button", class: "st-btn st-wide", onclick: () => help.close() }, "Close"));
  const ask = h("button", { type: "button", class: "st-btn", "data-testid": "help", title: "Keys (?)", "aria-label": "Keys", onclick: () => act.help() }, "?");
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
  let striped = null, lit = -1, many = false;

  function show(it, phase) {
    const total = model.total();
    if (+scrub.max !== total - 1) scrub.max = total - 1;
    scrub.value = model.starts[it.i] + phase;
    const words = `Iteration ${it.i + 1} of ${model.its.length} · phase ${phase + 1} of ${it.steps.length} · ${it.steps[phase].title}`;
    setText(where, words);
    scrub.setAttribute("aria-valuetext", words);
    if (striped !== it) {
      striped = it;
      lit = -1;
      strip.classList.toggle("many", it.steps.length > 24);
      many = it.steps.length > 24; // then only the current phase says its name
      put(strip, ...it.steps.map((step, k) => h("button", { type: "button", class: "st-ph", "data-phase": step.phase, "data-to": k, title: many ? null : step.title, "aria-label": `Phase ${k + 1}: ${step.title}`, tabindex: "-1" }, many ? null : step.title)));
      for (let k = 0; k < phase; k++) strip.children[k].classList.add("done");
    } else for (let k = Math.min(lit, phase); k < Math.max(lit, phase); k++) strip.children[k].classList.toggle("done", k < phase);
    if (lit >= 0) {
      strip.children[lit].removeAttribute("aria-current");
      if (many) setText(strip.children[lit], "");
    }
    lit = phase;
    strip.children[phase].setAttribute("aria-current", "step");
    if (many) setText(strip.children[phase], it.steps[phase].title);
  }
  function settle() { // asks for sizes, so it comes last
    const one = strip.children[lit], room = strip.clientWidth, first = strip.children[0];
    if (!one) return;
    // The current phase in the middle, and on the left the beginning of a phase: a label without its first word is another.
    const at = (child) => child.offsetLeft - first.offsetLeft, whole = at(strip.lastChild) + strip.lastChild.offsetWidth;
    const want = Math.max(0, Math.min(at(one), at(one) + one.offsetWidth / 2 - room / 2, whole - room));
    const start = [...strip.children].find((child) => at(child) >= want);
    strip.style.setProperty("--st-rest", `${Math.max(0, whole > room ? at(start) + room - whole : 0)}px`); // so that the last ones can be scrolled so far
    strip.scrollLeft = at(start);
  }
  strip.addEventListener("click", (event) => {
    const one = event.target.closest?.("[data-to]");
    if (one) act.to(+one.dataset.to);
  });
  function playing(on) {
    put(play, icon(on ? "pause" : "play"));
    play.setAttribute("aria-label", on ? "Pause (Space)" : "Play (Space)");
    play.title = on ? "Pause (Space)" : "Play (Space)";
    play.setAttribute("aria-pressed", on ? "true" : "false");
  }
  return { root, show, settle, playing, help, rate: () => +speed.value, reset() { striped = null; put(strip); setText(where, ""); scrub.max = 0; } };
}

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=''], [contenteditable=true]";

// Keys of the whole page, unless someone types, another dialog is open, or the stage cannot be seen.
export function listen(root, act) {
  const onKey = (event) => {
    if (!root.isConnected) return document.removeEventListener("keydown", onKey);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || root.offsetParent === null) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest(TYPING) || document.querySelector("dialog[open]") || at.closest("[role=tablist],[role=slider],[role=listbox]")) return;
    if (!root.contains(at) && at.closest("input, button, a, summary") && (event.key === " " || event.key === "Home" || event.key === "End")) return;
    if (event.key === "ArrowRight") event.shiftKey ? act.iteration(1) : act.phase(1);
    else if (event.key === "ArrowLeft") event.shiftKey ? act.iteration(-1) : act.phase(-1);
    else if (event.key === " " && !(at.closest("button, summary") && root.contains(at))) act.play();
    else if (event.key === "Home") act.seek(0);
    else if (event.key === "End") act.seek(Infinity);
    else if (event.key === "?") act.help();
    else if (event.key === "Escape") act.release();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
}

// The address: ?trace=NAME&it=12&phase=3&node=47, counted from 1. Other parameters stay.
export function readAddress() {
  const query = new URLSearchParams(location.search || location.hash.replace("#", "?")), whole = (key) => {
    const value = parseInt((query.get(key) || "").replace(/^n/, ""), 10);
    return Number.isFinite(value) ? value : null;
  };
  return { trace: query.get("trace"), it: whole("it"), phase: whole("phase"), node: whole("node") };
}
export function addressWriter() {
  let waiting = null, next = null;
  const write = () => {
    waiting = null;
    const url = new URL(location.href);
    for (const [key, value] of Object.entries(next)) value === null || value === "" ? url.searchParams.delete(key) : url.searchParams.set(key, value);
    if (url.href === location.href) return;
    try { history.replaceState(history.state, "", url); }
    catch { history.replaceState(history.state, "", "#" + url.searchParams); } // a file: only its fragment may change
  };
  return (values) => { next = values; waiting = waiting || setTimeout(write, 120); };
}
