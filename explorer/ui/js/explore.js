// The "Explore" tab: its buttons, its form and the end of a run.

import { set } from "../../stage/js/dom.js";
import { chose, holders, update } from "./page.js";

/** The name of the run that has ended. */
export function ran() {
  const status = document.querySelector("#status [data-run]");
  return [status instanceof HTMLElement ? status.dataset.run : ""];
}

/** Enables Run and disables Stop. */
export const free = () => [update({ interactive: true }), update({ interactive: false })];

/** The text that Stop shows immediately, without the server. @param {{ shown: unknown }} config */
export const stop = ({ shown }) => shown;

/**
 * Shows this text once more after a while, because a slow page may have overwritten it. It does nothing after a new
 * start.
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

/** Opens or closes the form for a new run and moves the focus. @param {boolean} open */
function setForm(open) {
  const drawer = form(), opener = document.getElementById("open-form");
  if (!drawer || drawer.classList.contains("open") === open) return;
  drawer.classList.toggle("open", open);
  opener?.setAttribute("aria-expanded", open ? "true" : "false");
  const finger = matchMedia("(pointer: coarse)").matches; // the screen keyboard would cover half of the form
  const first = drawer.querySelector(finger ? "#close-form" : "textarea");
  if (open && first instanceof HTMLElement) first.focus({ preventScroll: true });
  else if (drawer.contains(document.activeElement)) opener?.focus({ preventScroll: true });
}

const REACHED = "a[href], button, input, select, textarea, summary, [tabindex]"; // elements that Tab reaches
/** The elements of the form that Tab reaches, in order. @param {HTMLElement} drawer */
const stops = (drawer) => /** @type {HTMLElement[]} */ ([...drawer.querySelectorAll(REACHED)]).filter((stop) =>
  stop.tabIndex >= 0 && !stop.matches(":disabled, ul") && stop.checkVisibility({ visibilityProperty: true }));

/**
 * The stop in a dialog to which Tab must move the focus: from the last stop the first one, from the first stop
 * (backwards) the last one, and from outside (−1) the first one. Null if the browser's own next stop is right.
 * @param {number} at @param {number} count @param {boolean} back
 */
export function roundTab(at, count, back) {
  if (at < 0) return back ? count - 1 : 0;
  if (back) return at === 0 ? count - 1 : null;
  return at === count - 1 ? 0 : null;
}

/**
 * Keeps the focus in the open form. Escape first closes an open list of options, then the form.
 * @param {KeyboardEvent} event
 */
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

/** Opens the form for a new run as a dialog. Escape and the form's own button close it. */
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

/** Clears the message of the previous run. The form stays open, because the new run may be refused. */
export const started = () => "";

/** Closes the form after the run has begun, or shows why it was refused. */
export function answered() {
  if (document.querySelector("#wrong .wrong")) refused();
  else setForm(false);
}

/** Opens the form with the reason why a run was refused or failed. */
export function refused() {
  const wrong = document.querySelector("#wrong .wrong");
  if (!wrong) return;
  setForm(true);
  wrong.scrollIntoView({ block: "nearest" });
}

/**
 * The text of a chosen example; undefined if the list was only passed with Tab.
 * @param {object} _ @param {unknown} text
 */
export const exampled = (_, text) => (chose() ? text : undefined);

/**
 * Marks the tokens below a prompt as outdated after it was edited.
 * @param {{ shown: string }} config @param {string} now
 */
export const outdated = ({ shown }, now) => (now ? shown : undefined);

/** Moves the focus to Next after a run was chosen, because Gradio leaves it nowhere. */
export function onward() {
  setTimeout(() => {
    const next = document.querySelector("#stage [data-testid='next-phase']");
    if (document.activeElement === document.body && next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
}

/**
 * The bar's facts about the run on the stage. The stage itself is asked, because if two runs are opened in quick
 * succession, the report of the first run may arrive last.
 * @param {{ listed: string[], lessons: string[] }} config names of the recorded runs, and of those of lessons only
 */
export function named({ listed, lessons: hidden }) {
  const name = holders("#stage")[0]?.stage.state().name ?? "";
  const list = document.querySelector("#bar input"); // its placeholder is seen while the stage shows another run
  if (list) set(list, { placeholder: "Recorded runs" });
  const ended = document.querySelector("#status [data-compares]"); // a lesson opens its runs without the server
  if (ended instanceof HTMLElement) ended.hidden = ended.dataset.run !== name;
  return [listed.includes(name) ? name : hidden.includes(name) ? null : undefined, name];
}

/** Opens the list of lessons next to the picture. */
export const learn = () => holders("#stage")[0]?.stage.receive({ type: "lesson" });

/** Opens the list of lessons from another tab. */
export function lessons() {
  learn();
  return [update({ selected: "explore" })];
}

/** Shows the stage full screen. */
export const present = () => holders("#stage")[0]?.stage.present();
