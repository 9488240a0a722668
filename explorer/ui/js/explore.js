// The tab "Explore": when a run is over, when it is stopped.

import { set } from "../../stage/js/dom.js";
import { chose, holders, update } from "./page.js";

/** The name of the run that has ended. */
export function ran() {
  const told = document.querySelector("#status [data-run]");
  return [told instanceof HTMLElement ? told.dataset.run : ""];
}

/** Run can be pressed again, and Stop cannot. */
export const free = () => [update({ interactive: true }), update({ interactive: false })];

/** What Stop shows at once, without asking a server. @param {{ shown: unknown }} config */
export const stop = ({ shown }) => shown;

/**
 * Says the words once more after a while, for a page that is behind, unless the start button was pressed meanwhile.
 * @param {{ start: string, words: string, wait: number }} config ms
 */
export async function sayAgain({ start, words, wait }) {
  let pressed = false;
  const button = document.getElementById(start), press = () => { pressed = true; };
  button?.addEventListener("click", press);
  await new Promise((done) => setTimeout(done, wait));
  button?.removeEventListener("click", press);
  return pressed ? undefined : words;
}

const form = () => document.getElementById("form");

/** Opens or closes the form for one's own run, and puts the focus where one goes on. @param {boolean} open */
function setForm(open) {
  const drawer = form(), opener = document.getElementById("open-form");
  if (!drawer || drawer.classList.contains("open") === open) return;
  drawer.classList.toggle("open", open);
  opener?.setAttribute("aria-expanded", open ? "true" : "false");
  const finger = matchMedia("(pointer: coarse)").matches; // its keyboard would cover half of the form
  const first = drawer.querySelector(finger ? "#close-form" : "textarea");
  if (open && first instanceof HTMLElement) first.focus({ preventScroll: true });
  else if (drawer.contains(document.activeElement)) opener?.focus({ preventScroll: true });
}

const REACHED = "a[href], button, input, select, textarea, summary, [tabindex]"; // by Tab, if not left out
/** What Tab stops at in the form, in order. @param {HTMLElement} drawer */
const stops = (drawer) => /** @type {HTMLElement[]} */ ([...drawer.querySelectorAll(REACHED)]).filter((stop) =>
  stop.tabIndex >= 0 && !stop.matches(":disabled, ul") && stop.checkVisibility({ visibilityProperty: true }));

/**
 * Where Tab leads in a dialog of so many stops from the one at `at`, where that is not simply the next one: round its
 * ends, and into it from outside (−1). @param {number} at @param {number} count @param {boolean} back
 */
export function roundTab(at, count, back) {
  if (at < 0) return back ? count - 1 : 0;
  if (back) return at === 0 ? count - 1 : null;
  return at === count - 1 ? 0 : null;
}

/** The keyboard stays in the open form; Escape closes an open list of options first. @param {KeyboardEvent} event */
function keepKeys(event) {
  const drawer = form(), here = document.activeElement;
  if (!drawer?.classList.contains("open") || !drawer.contains(here)) return;
  if (event.key === "Escape" && !drawer.querySelector("ul[role=listbox]")) setForm(false);
  if (event.key !== "Tab") return;
  const all = stops(drawer), to = roundTab(all.indexOf(/** @type {HTMLElement} */ (here)), all.length, event.shiftKey);
  if (to === null || !all.length) return;
  event.preventDefault();
  all[to].focus();
}

/** "Run yours": the form opens, as a dialog; Escape and its own button close it. */
export function openForm() {
  const drawer = form();
  if (drawer && !drawer.dataset.wired) {
    drawer.dataset.wired = "1";
    drawer.setAttribute("role", "dialog");
    drawer.setAttribute("aria-labelledby", "form-title");
    document.getElementById("close-form")?.addEventListener("click", () => setForm(false));
    document.addEventListener("keydown", keepKeys, { capture: true }); // before Gradio closes a list of options
  }
  setForm(!drawer?.classList.contains("open"));
}

/** Run was pressed: what was said of the run before goes. The form stays, because the run may be refused. */
export const started = () => "";

/** The run has begun, so the form closes; or it was refused, and the form says why. */
export function answered() {
  if (document.querySelector("#wrong .wrong")) refused();
  else setForm(false);
}

/** A run was refused or failed: the form shows the reason beside the fields. */
export function refused() {
  const wrong = document.querySelector("#wrong .wrong");
  if (!wrong) return;
  setForm(true);
  wrong.scrollIntoView({ block: "nearest" });
}

/** An example was chosen, or passed by: then what is written stays. @param {object} _ @param {unknown} text */
export const exampled = (_, text) => (chose() ? text : undefined);

/** The prompt is no longer the one that is shown as tokens. @param {{ shown: string }} config @param {string} now */
export const outdated = ({ shown }, now) => (now ? shown : undefined);

/** A run was chosen: Gradio leaves the keyboard nowhere, and what one does next is to step. */
export function onward() {
  setTimeout(() => {
    const next = document.querySelector("#stage [data-testid='next-phase']");
    if (document.activeElement === document.body && next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
}

const UNCHOSEN = ["Recorded runs", "Methods"]; // what a list of the bar says while another run is on the stage

/**
 * What the bar shows of the run on the stage: asked of the stage, as of two runs opened in quick succession the first
 * may be told last.
 * @param {{ methods: Record<string, string>, unlisted: Record<string, string> }} config methods of the recorded runs by
 *   name, and of those that only lessons open
 */
export function named({ methods, unlisted }) {
  const name = holders("#stage")[0]?.stage.state().name ?? "";
  document.querySelectorAll("#bar input").forEach((list, i) => set(list, { placeholder: UNCHOSEN[i] }));
  const ended = document.querySelector("#status [data-compares]"); // a lesson opens its runs without asking the server
  if (ended instanceof HTMLElement) ended.hidden = ended.dataset.run !== name;
  const other = name in unlisted ? [null, unlisted[name]] : [undefined, undefined];
  const shown = name in methods ? [name, methods[name]] : other;
  return [...shown, name];
}

/** The list of lessons opens beside the picture. */
export const learn = () => holders("#stage")[0]?.stage.receive({ type: "lesson" });

/** The same from another tab: the stage's comes to the front. */
export function lessons() {
  learn();
  return [update({ selected: "explore" })];
}

/** The stage fills the screen. */
export const present = () => holders("#stage")[0]?.stage.present();
