// The runs of this browser: follows them, lists them and opens them again. explorer/ui/own_runs.py answers the
// requests.

import { catchUp, holders, update } from "./page.js";
import { h, setText } from "../../stage/js/dom.js";
import { whole } from "../../stage/js/address.js";
import { called, draw } from "./own-list.js";
import { newLine, newPanel } from "./own-panel.js";
import { add, change, onChange, read, remove } from "./own-store.js";
import { brief } from "./own-words.js";

/** @import { Entry, State } from "./own-store.js" */
/** @import { Going } from "./own-list.js" */
/** @import { About } from "./own-panel.js" */
/**
 * The state of a run, as sent by the server (own_runs.Look).
 * @typedef {Going & { state: State, version: number, iterations: number, html: string, error: string,
 *   about: About }} Look
 * @typedef {{ runs: Record<string, Look>, gone: string[],
 *   follow?: { name: string, messages: string[], have: number, lacks: boolean } }} Answer
 */
const PAUSE = 200; // ms between two requests; a browser could not draw more
const RETRY = [500, 1000, 2000, 4000, 8000]; // ms before the next request after a failed one
const DONE = 15_000; // ms for which the line about a finished background run is shown

/** @type {((event: string, data?: object) => void) | null} */
let send = null; // sends an event to Gradio
const looks = /** @type {Map<string, Look>} */ (new Map()), places = /** @type {Element[]} */ ([]);
const have = /** @type {Map<string, number>} */ (new Map()); // number of messages that the stage has received, by run
let opener = /** @type {HTMLButtonElement | null} */ (null), count = /** @type {HTMLElement | null} */ (null);
let panel_ = /** @type {ReturnType<typeof newPanel> | null} */ (null);
let line = /** @type {ReturnType<typeof newLine> | null} */ (null);
let looping = false, failures = 0, checked = false, wake = () => {}, cut = new AbortController();
// The values that Gradio fetches after an event.
let news = { html: /** @type {string | undefined} */ (""), running: false }, wrong = "";
let ended = /** @type {{ entry: Entry, until: number } | null} */ (null); // the run that ended in the background
// the run that Back or Forward leads to, until it is on the stage; until then, news is about the previous run
let heading = "";

const stage = () => holders("#stage")[0]?.stage;
/** The name of the run on the stage. */
const shown = () => stage()?.state().name ?? "";
const own = (/** @type {string} */ name) => read().find((entry) => entry.name === name);

/** Sends a request to the server. @param {string} route @param {object} body @param {AbortSignal} [signal] */
async function post(route, body, signal) {
  const address = new URL(`explorer/runs/${route}`, document.baseURI);
  const reply = await fetch(address, { method: "POST", body: JSON.stringify(body), signal,
    headers: { "Content-Type": "application/json" } });
  if (!reply.ok) throw new Error(String(reply.status));
  return reply.json();
}

/** The content of the next request: the runs in progress in the list, and the run on the stage. */
function asked() {
  const name = shown(), runs = /** @type {Record<string, [string, number]>} */ ({});
  for (const entry of read().filter(({ state }) => state === "running"))
    runs[entry.name] = [entry.key, looks.get(entry.name)?.version ?? 0];
  const phase = looks.get(name)?.state ?? own(name)?.state ?? "running";
  const follow = name.startsWith("run-") && phase === "running" ? name : "";
  if (follow && !(follow in runs)) runs[follow] = [own(follow)?.key ?? "", looks.get(follow)?.version ?? 0];
  const kept = checked ? [] : read().filter(({ state }) => state !== "running").map((entry) => entry.name);
  return { runs, follow, have: have.get(follow) ?? 0, kept };
}

/** Asks the server for news while a run is in progress. */
async function loop() {
  if (looping) return;
  looping = true;
  for (;;) {
    const question = asked();
    if (!Object.keys(question.runs).length && !question.kept.length) break;
    cut = new AbortController();
    try {
      take(await post("look", question, cut.signal));
      [failures, checked] = [0, true];
    } catch (error) {
      if (!(error instanceof DOMException)) failures += 1; // an interrupted request is repeated at once
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

/** Repeats the waiting request, because another run is shown or running. */
function again() {
  cut.abort();
  wake();
  void loop();
}

/** Handles an answer. @param {Answer} answer */
function take({ runs, gone, follow }) {
  for (const name of gone) change(name, { state: "gone" });
  // Whether the run has not been stopped here in the meantime.
  const continues = (/** @type {string} */ name) => (looks.get(name)?.state ?? "running") === "running";
  if (follow && follow.name === shown() && !heading && continues(follow.name))
    deliver(follow, runs[follow.name].state === "running");
  for (const [name, look] of Object.entries(runs)) {
    if (!continues(name)) continue;
    const before = looks.get(name);
    if ("version" in look) looks.set(name, look);
    if (name === shown() && "version" in look && look.version !== before?.version) report(name, look);
    if (look.state !== "running") over(name, look);
  }
}

/** Passes new messages to the stage. @param {NonNullable<Answer["follow"]>} follow @param {boolean} live */
function deliver({ name, messages, have: now, lacks }, live) {
  const on = stage();
  if (lacks) on?.receive({ type: "fetch", url: `explorer/open/${name}`, live });
  else for (const message of messages) on?.receive(JSON.parse(message));
  have.set(name, now);
}

/** Updates the line below the bar for the run on the stage. @param {string} name @param {Look} look */
function report(name, look) {
  const running = look.state === "running" && !!own(name);
  if (look.html || running !== news.running) {
    news = { html: look.html || (running ? undefined : ""), running };
    send?.("news");
  }
}

/** Ends a run on the stage. @param {string} name */
const finish = (name) => stage()?.receive({ type: "finish", name, iterations: [], texts: {}, summary: null,
  incomplete: "it was stopped" });

/** Handles the end of a run. @param {string} name @param {Look} look */
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
    send?.("failed");
  }
}

/** Draws the lists, the button, the panel and the line. */
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
  if (failures) line?.("The connection is lost. Your runs continue, and this page tries to connect again.");
  else if (other) {
    const going = looks.get(other.name);
    const far = going?.wanted ? brief(going.loading, going.tokens, going.wanted) : "starting";
    line?.(`Your run “${cutShort(called(other))}” continues: ${far}`, "Show run", () => acts.open(other.name));
  } else if (ended && ended.until > Date.now() && ended.entry.name !== name) {
    const { entry } = ended;
    line?.(`Your run “${cutShort(called(entry))}” ${entry.state === "finished" ? "has finished" : `ended: ${entry.state}`}.`,
      "Show run", () => acts.open(entry.name));
  } else line?.("");
}
/** The beginning of a long name. @param {string} text */
const cutShort = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

const acts = {
  /** @param {string} name */
  open(name) {
    setOpen(false);
    have.delete(name);
    send?.("select", { name });
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
    void post("stop", { name, key: entry.key }).catch(() => { // it continues
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
    for (const button of document.querySelectorAll(".own-list [data-sure]")) button.removeAttribute("data-sure");
    if (entry) void post("delete", { name, key: entry.key }).catch(() => {}); // the app deletes it later by itself
    render();
    if (read().length) return;
    setOpen(false); // the focused button of the empty list is gone
    if (document.activeElement === document.body) document.getElementById("open-form")?.focus();
  },
};

/** Opens or closes the list. @param {boolean} open */
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
 * Adds the button with the list to the bar, and starts following runs.
 * @param {HTMLElement} element @param {(event: string, data?: object) => void} trigger
 */
export function mount(element, trigger) {
  send = trigger;
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
    heading = name && name !== shown() && !query.has("lesson") ? name : "";
    if (!heading) return;
    const at = Object.fromEntries(["it", "phase", "part", "node"].flatMap((key) => {
      const value = whole(query.get(key), key);
      return value === null ? [] : [[key, value]];
    }));
    have.delete(heading);
    trigger("restore", { name: heading, ...at });
  });
  onChange(again);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  render();
  void loop();
}

/**
 * Adds finished runs of another form. `props.value` is a growing JSON list of their entries.
 * @param {HTMLElement} _ @param {unknown} _trigger @param {{ value: string }} props
 * @param {(key: string, act: () => void) => void} watch
 */
export function finished(_, _trigger, props, watch) {
  const listed = /** @type {Set<string>} */ (new Set()); // so that a deleted run does not come back
  watch("value", () => {
    for (const entry of props.value ? JSON.parse(props.value) : []) {
      if (listed.has(entry.name)) continue;
      listed.add(entry.name);
      add({ ...entry, label: "", state: "finished", why: "" });
    }
    render();
  });
}

let before = ""; // the previous run on the stage
/** Handles a step of the stage, perhaps of another run. */
function moved() {
  const name = shown();
  if (name === before) return;
  have.delete(before);
  [before, heading] = [name, ""];
  const look = looks.get(name);
  // the next news may take long, but Stop already belongs to this run
  if (look?.state === "running") report(name, look);
  else if (news.running && !asked().follow) {
    news = { html: undefined, running: false };
    send?.("news");
  }
  again();
  render();
}

/** Adds the list as a section of another tab. @param {HTMLElement} element */
export function section(element) {
  const list = h("div", { class: "own-list" });
  element.append(h("h2", {}, "Your runs"), list);
  places.push(list);
  render();
}

/** Adds the panel of a loading run and the line about a run in the background. @param {HTMLElement} element */
export function panel(element) {
  panel_ = newPanel(element);
  line = newLine(element);
  render();
}

/**
 * Handles the start of a run: lists it, clears the stage for it and follows it. The line below the bar is emptied.
 * @param {object} _ @param {string} answer
 */
export function begin(_, answer) {
  const given = answer ? JSON.parse(answer) : null, entry = add({ ...given, label: "", state: "running", why: "" });
  if (!entry) return [undefined, undefined, undefined];
  // This page asks for the run even if another tab of this browser already knows that it has ended.
  looks.set(entry.name, { state: "running", version: 0, tokens: 0, wanted: 0, iterations: 0, html: "", error: "",
    loading: null, about: entry });
  stage()?.receive({ type: "begin", name: entry.name, asked: given.asked });
  news = { html: "", running: true };
  [before, heading] = [shown(), ""];
  again();
  render();
  return before === entry.name ? ["", update({ interactive: true }), null]
    : [undefined, undefined, undefined];
}

/** For Gradio: the line below the bar, and whether Stop is enabled. */
export const told = () => [news.html, update({ interactive: news.running })];

/** For Gradio: why the run on the stage failed; Stop is disabled. */
export const failure = () =>
  [h("p", { class: "wrong", role: "alert" }, wrong).outerHTML, update({ interactive: false })];

/** Stops the run on the stage at once. @param {{ words: string }} config */
export function stop({ words }) {
  const name = shown();
  news = { html: "", running: false };
  acts.stop(name);
  return [words, update({ interactive: false })];
}
