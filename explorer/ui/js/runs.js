// The runs of this browser: followed wherever they are, listed, opened again; explorer/ui/own_runs.py answers.

import { catchUp, holders, update } from "./page.js";
import { h, setText } from "../../stage/js/dom.js";
import { called, draw } from "./own-list.js";
import { newLine, newPanel } from "./own-panel.js";
import { add, change, onChange, read, remove } from "./own-store.js";
import { brief } from "./own-words.js";

/** @import { Entry, State } from "./own-store.js" */
/** @import { Going } from "./own-list.js" */
/** @import { About } from "./own-panel.js" */
/**
 * How a run is, as the server says it: own_runs.Look.
 * @typedef {Going & { state: State, version: number, iterations: number, html: string, error: string,
 *   about: About }} Look
 * @typedef {{ runs: Record<string, Look>, gone: string[],
 *   follow?: { name: string, messages: string[], have: number, lacks: boolean } }} Answer
 */
const PAUSE = 200; // ms between two questions: a browser that gets more only drops pictures
const RETRY = [500, 1000, 2000, 4000, 8000]; // ms, after a connection was lost
const DONE = 15_000; // ms for which it is said that a run in the background has ended

/** @type {((event: string, data?: object) => void) | null} */
let tell = null;
const looks = /** @type {Map<string, Look>} */ (new Map()), places = /** @type {Element[]} */ ([]);
const have = /** @type {Map<string, number>} */ (new Map()); // messages that the stage got, by run
let opener = /** @type {HTMLButtonElement | null} */ (null), count = /** @type {HTMLElement | null} */ (null);
let panel_ = /** @type {ReturnType<typeof newPanel> | null} */ (null);
let line = /** @type {ReturnType<typeof newLine> | null} */ (null);
let looping = false, failures = 0, checked = false, wake = () => {}, cut = new AbortController();
// What Gradio fetches of an event.
let news = { html: /** @type {string | undefined} */ (""), running: false }, wrong = "";
let ended = /** @type {{ entry: Entry, until: number } | null} */ (null); // in the background

const stage = () => holders("#stage")[0]?.stage;
/** The run on the stage. */
const shown = () => stage()?.state().name ?? "";
const own = (/** @type {string} */ name) => read().find((entry) => entry.name === name);

/** @param {string} what @param {object} body */
async function post(what, body) {
  const address = new URL(`explorer/runs/${what}`, document.baseURI), { signal } = cut;
  const reply = await fetch(address, { method: "POST", body: JSON.stringify(body), signal,
    headers: { "Content-Type": "application/json" } });
  if (!reply.ok) throw new Error(String(reply.status));
  return reply.json();
}

/** The runs that are asked for: those of the list that go on, and the one on the stage, whoever's it is. */
function asked() {
  const name = shown(), runs = /** @type {Record<string, [string, number]>} */ ({});
  for (const entry of read().filter(({ state }) => state === "running"))
    runs[entry.name] = [entry.key, looks.get(entry.name)?.version ?? 0];
  const known = looks.get(name)?.state ?? own(name)?.state ?? "running";
  const follow = name.startsWith("run-") && known === "running" ? name : "";
  if (follow && !(follow in runs)) runs[follow] = [own(follow)?.key ?? "", looks.get(follow)?.version ?? 0];
  const kept = checked ? [] : read().filter(({ state }) => state !== "running").map((entry) => entry.name);
  return { runs, follow, have: have.get(follow) ?? 0, kept };
}

/** Asks the server as long as there is something to ask. */
async function loop() {
  if (looping) return;
  looping = true;
  for (;;) {
    const question = asked();
    if (!Object.keys(question.runs).length && !question.kept.length) break;
    cut = new AbortController();
    try {
      take(await post("look", question));
      [failures, checked] = [0, true];
    } catch (error) {
      if (!(error instanceof DOMException)) failures += 1; // one that was cut off asks again with what is shown now
    }
    render();
    const pause = failures ? RETRY[Math.min(failures, RETRY.length) - 1] : PAUSE;
    await new Promise((done) => {
      const timer = setTimeout(() => done(0), pause);
      wake = () => { clearTimeout(timer); done(0); };
    });
  }
  looping = false;
  render();
}

/** Something else is shown, or goes on: the question that waits for news is asked anew. */
function again() {
  cut.abort();
  wake();
  void loop();
}

/** @param {Answer} answer */
function take({ runs, gone, follow }) {
  for (const name of gone) change(name, { state: "gone" });
  // Not stopped here meanwhile.
  const goesOn = (/** @type {string} */ name) => (looks.get(name)?.state ?? "running") === "running";
  if (follow && follow.name === shown() && goesOn(follow.name)) deliver(follow, runs[follow.name].state === "running");
  for (const [name, look] of Object.entries(runs)) {
    if (!goesOn(name)) continue;
    const before = looks.get(name);
    if ("version" in look) looks.set(name, look);
    if (name === shown() && "version" in look && look.version !== before?.version) tellOf(name, look);
    if (look.state !== "running") over(name, look);
  }
}

/** @param {NonNullable<Answer["follow"]>} follow @param {boolean} live */
function deliver({ name, messages, have: now, lacks }, live) {
  const on = stage();
  if (lacks) on?.receive({ type: "fetch", url: `explorer/open/${name}`, live });
  else for (const message of messages) on?.receive(JSON.parse(message));
  have.set(name, now);
}

/** The line below the bar, for the run on the stage. @param {string} name @param {Look} look */
function tellOf(name, look) {
  const running = look.state === "running" && !!own(name);
  if (look.html || running !== news.running) {
    news = { html: look.html || (running ? undefined : ""), running };
    tell?.("news");
  }
}

/** Nothing more comes of a run. @param {string} name */
const finish = (name) => stage()?.receive({ type: "finish", name, iterations: [], texts: {}, summary: null,
  incomplete: "stopped" });

/** A run has ended. @param {string} name @param {Look} look */
function over(name, look) {
  const entry = own(name), was = entry?.state;
  looks.set(name, { ...look, loading: null });
  if (was === "running") change(name, { state: look.state, why: look.error ?? "" });
  if (name !== shown()) {
    if (entry && was === "running") ended = { entry: { ...entry, state: look.state }, until: Date.now() + DONE };
    if (ended) setTimeout(render, DONE + 100);
    return;
  }
  const on = stage(), { iterations } = look;
  if (look.state !== "finished") finish(name);
  else if (on && iterations) catchUp(on, { dataset: { run: name, iterations: String(iterations) } });
  if (look.state === "failed" && entry) {
    wrong = look.error;
    tell?.("failed");
  }
}

/** Draws what is known now: lists, button, panel, line. */
function render() {
  const entries = read(), name = shown(), look = looks.get(name);
  for (const place of places) if (!place.closest("[hidden]")) draw(place, entries, name, looks, acts);
  const running = entries.filter(({ state }) => state === "running");
  if (opener && count) {
    opener.hidden = !entries.length;
    setText(count, String(entries.length));
    opener.toggleAttribute("data-running", running.length > 0);
  }
  if (look?.loading && look.state === "running") panel_?.show(look.about, look.loading);
  else panel_?.hide();
  const other = running.find((entry) => entry.name !== name);
  if (failures) line?.("The connection is lost. Your runs go on, and this page tries again.");
  else if (other) {
    const going = looks.get(other.name);
    const far = going?.wanted ? brief(going.loading, going.tokens, going.wanted) : "starting";
    line?.(`Your run “${cutShort(called(other))}” goes on: ${far}`, "Show it", () => acts.open(other.name));
  } else if (ended && ended.until > Date.now() && ended.entry.name !== name) {
    const { entry } = ended;
    line?.(`Your run “${cutShort(called(entry))}” ${entry.state === "finished" ? "has finished" : `ended: ${entry.state}`}.`,
      "Show it", () => acts.open(entry.name));
  } else line?.("");
}
/** @param {string} text */
const cutShort = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

const acts = {
  /** @param {string} name */
  open(name) {
    setOpen(false);
    have.delete(name);
    tell?.("select", { name });
  },
  /** @param {string} name @param {string} label */
  rename(name, label) {
    change(name, { label });
    for (const place of places) place.replaceChildren();
    render();
  },
  /** @param {string} name */
  stop(name) {
    const entry = own(name);
    if (!entry) return;
    change(name, { state: "stopped" });
    const look = looks.get(name);
    if (look) looks.set(name, { ...look, state: "stopped", loading: null });
    void post("stop", { name, key: entry.key }).catch(() => { // it goes on
      change(name, { state: "running" });
      looks.delete(name);
    }).finally(again);
    if (name === shown()) finish(name);
    render();
  },
  /** @param {string} name */
  delete(name) {
    const entry = own(name);
    remove(name);
    looks.delete(name);
    for (const made of document.querySelectorAll(".own-list [data-sure]")) made.removeAttribute("data-sure");
    if (entry) void post("delete", { name, key: entry.key }).catch(() => {}); // then the app deletes it in time
    render();
    if (read().length) return;
    setOpen(false); // the button of the empty list is gone, and the keyboard with it
    if (document.activeElement === document.body) document.getElementById("open-form")?.focus();
  },
};

/** @param {boolean} open */
function setOpen(open) {
  const list = document.getElementById("own-pop");
  if (!list || !opener || list.hidden === !open) return;
  list.hidden = !open;
  opener.setAttribute("aria-expanded", String(open));
  render();
  if (open) list.querySelector("button")?.focus({ preventScroll: true });
  else if (document.activeElement === document.body || list.contains(document.activeElement)) opener.focus();
}

/**
 * The button with the list in the bar, and all that follows runs.
 * @param {HTMLElement} element @param {(event: string, data?: object) => void} trigger
 */
export function mount(element, trigger) {
  tell = trigger;
  count = h("span", { class: "own-count" });
  opener = h("button", { type: "button", id: "open-runs", class: "own-opener", hidden: true, "aria-expanded": "false",
    "aria-controls": "own-pop", onclick: () => setOpen(document.getElementById("own-pop")?.hidden === true) },
  "Your runs ", count);
  const list = h("div", { class: "own-list" });
  const pop = h("div", { id: "own-pop", role: "dialog", "aria-label": "Your runs", hidden: true },
    h("h2", {}, "Your runs"), list);
  places.push(list);
  element.append(opener, pop);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !pop.hidden) setOpen(false);
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !element.contains(target)) setOpen(false);
  });
  document.addEventListener("stage:step", ({ target }) => {
    if (target instanceof Element && target.closest("#stage")) moved();
  });
  addEventListener("popstate", () => {
    const query = new URLSearchParams(location.search), name = query.get("trace");
    if (!name || name === shown() || query.has("lesson")) return;
    const at = Object.fromEntries(["it", "phase", "node"].flatMap((key) => {
      const value = parseInt((query.get(key) ?? "").replace(/^n/, ""), 10);
      return Number.isFinite(value) ? [[key, value]] : [];
    }));
    have.delete(name);
    trigger("restore", { name, ...at });
  });
  onChange(again);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  render();
  void loop();
}

/**
 * Runs that another form made and that have finished: `props.value` is a JSON list of their entries, which grows.
 * @param {HTMLElement} _ @param {unknown} _trigger @param {{ value: string }} props
 * @param {(key: string, act: () => void) => void} watch
 */
export function finished(_, _trigger, props, watch) {
  const listed = /** @type {Set<string>} */ (new Set()); // one that was deleted here meanwhile does not come back
  watch("value", () => {
    for (const entry of props.value ? JSON.parse(props.value) : []) {
      if (listed.has(entry.name)) continue;
      listed.add(entry.name);
      add({ ...entry, label: "", state: "finished", why: "" });
    }
    render();
  });
}

let before = ""; // the run that was on the stage
/** Something has been opened on the stage, perhaps another run. */
function moved() {
  const name = shown();
  if (name === before) return;
  have.delete(before);
  before = name;
  if (news.running && !asked().follow) {
    news = { html: undefined, running: false };
    tell?.("news");
  }
  again();
  render();
}

/** The same list as a section of another tab. @param {HTMLElement} element */
export function section(element) {
  const list = h("div", { class: "own-list" });
  element.append(h("h2", {}, "Your runs"), list);
  places.push(list);
  render();
}

/** @param {HTMLElement} element */
export function panel(element) {
  panel_ = newPanel(element);
  line = newLine(element);
  render();
}

/**
 * A run has begun: it is listed, the stage waits for it, and the page follows it. Its line below the bar is empty.
 * @param {object} _ @param {string} answer
 */
export function begin(_, answer) {
  const given = answer ? JSON.parse(answer) : null, entry = add({ ...given, label: "", state: "running", why: "" });
  if (!entry) return [undefined, undefined, undefined, undefined];
  // It is asked for here even if another tab of this browser has heard its end first.
  looks.set(entry.name, { state: "running", version: 0, tokens: 0, wanted: 0, iterations: 0, html: "", error: "",
    loading: null, about: entry });
  stage()?.receive({ type: "begin", name: entry.name, asked: given.asked });
  news = { html: "", running: true };
  before = shown();
  again();
  render();
  return before === entry.name ? ["", update({ interactive: true }), null, entry.method]
    : [undefined, undefined, undefined, undefined];
}

/** For Gradio: the line below the bar, and whether Stop can be pressed. */
export const told = () => [news.html, update({ interactive: news.running })];

/** For Gradio: why the run on the stage failed; it cannot be stopped any more. */
export function failure() {
  const text = document.createElement("p");
  text.className = "wrong";
  text.setAttribute("role", "alert");
  text.textContent = wrong;
  return [text.outerHTML, update({ interactive: false })];
}

/** Stop: the run on the stage ends at once. @param {{ words: string }} config */
export function stop({ words }) {
  const name = shown();
  news = { html: "", running: false };
  acts.stop(name);
  return [words, update({ interactive: false })];
}
