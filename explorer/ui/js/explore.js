// The tab "Explore": when a run is over, when it is stopped.

import { catchUp, chose, holders, update } from "./page.js";
import { mine } from "./following.js";

/** The run is over: the stage gets it whole, unless another trace was opened while it ran. */
export function afterRun() {
  refused();
  const told = document.querySelector("#status [data-run]"), [holder] = holders("#stage"), { stage, ran } = mine();
  if (stage === ran && told instanceof HTMLElement && holder) catchUp(holder.stage, told);
}

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
  if (open) drawer.querySelector("textarea")?.focus({ preventScroll: true });
  else if (drawer.contains(document.activeElement)) opener?.focus({ preventScroll: true });
}

/** "Run yours": the form opens; Escape and its own button close it. */
export function openForm() {
  const drawer = form();
  if (drawer && !drawer.dataset.wired) {
    drawer.dataset.wired = "1";
    document.getElementById("close-form")?.addEventListener("click", () => setForm(false));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && drawer.contains(document.activeElement)) setForm(false);
    });
    const status = document.getElementById("status");
    if (status) new MutationObserver(begun).observe(status, { childList: true, subtree: true });
  }
  setForm(!drawer?.classList.contains("open"));
}

let pressed = false; // Run was, and whether anything runs is not told yet
/** Run was pressed: the form stays until the run has begun, as it may be refused. */
export function started() { pressed = true; }

/** A run has begun: the picture is what matters now. */
function begun() {
  if (!pressed || !document.querySelector("#status .run-status")) return;
  pressed = false;
  setForm(false);
}

/** A run was refused: the reason stands in the form, beside what can be mended. */
function refused() {
  pressed = false;
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

/**
 * What the bar shows of the run on the stage: asked of the stage, as of two runs opened in quick succession the first
 * may be told last.
 * @param {{ methods: Record<string, string> }} config of the recorded runs, by name
 */
export function named({ methods }) {
  const name = holders("#stage")[0]?.stage.state().name ?? "";
  return [...(name in methods ? [name, methods[name]] : [undefined, undefined]), name];
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
