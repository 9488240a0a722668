// The first view on the page: it is drawn before Gradio is loaded, and follows the run on the stage. The static site
// has the same first view.

import { parameters } from "../../stage/js/address.js";
import { opening } from "./opening.js";
import { holders } from "./page.js";

/** @import { Opening } from "./opening.js" */

const STEP = ["it", "phase", "node", "lesson"]; // parameters of an address that lead to a step or a lesson
const stage = () => holders("#stage")[0]?.stage;
const root = document.createElement("section");
root.className = "op";
root.setAttribute("aria-label", "Race of the target alone against draft and target");
let name = /** @type {string | null} */ (null); // of the run on the stage; null before the first one
let close = () => {};

/** Draws a race, or removes the last one. @param {Opening | null} message */
function show(message) {
  close();
  close = message ? opening(root, message, stage) : () => {};
  if (!message) return;
  ({ name } = message);
  const now = stage()?.state();
  if (now?.name === name && now.iterations && now.it === 1 && now.phase === 1)
    stage()?.goto({ it: 1, phase: 1 }); // the address of a race has no step
}

/** Draws the race whose data came with the page, as soon as its element exists. */
export async function early() {
  const data = document.getElementById("opening-data");
  if (!data?.textContent) return;
  // the browser draws no frame before the style sheets are loaded
  while (!document.body) await new Promise((done) => setTimeout(done, 10));
  const asked = new URLSearchParams(location.search).get("__theme");
  const dark = asked === "dark" || (asked !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.body.classList.toggle("dark", dark); // as Gradio will do
  document.body.prepend(root);
  show(JSON.parse(data.textContent));
}

/**
 * Draws the race of the run that the address names, before the stage opens the run. If the address names no run, it
 * draws the race of the page's first run. An address of a step, a lesson or another tab opens no race.
 * @param {Opening | null} message the race of the page's first run
 */
export async function begin(message) {
  const query = parameters(), named = query.get("trace");
  if (STEP.some((key) => query.has(key)) || (query.get("tab") ?? "explore") !== "explore") return;
  show(named && named !== message?.name ? await raceOf(named) : message);
}

/** The race above a run; null if the run has none. @param {string} run @returns {Promise<Opening | null>} */
async function raceOf(run) {
  try {
    const answer = await fetch(new URL(`explorer/opening/${encodeURIComponent(run)}`, document.baseURI));
    return answer.ok ? await answer.json() : null;
  } catch { return null; } // the stage works without a race
}

/** Moves the race into the page and lets it follow the stage. @param {HTMLElement} element */
export function adopt(element) {
  const bar = element.closest("#bar") ?? element;
  bar.prepend(root);
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${bar.clientHeight}px`)).observe(bar);
  document.addEventListener("stage:step", (event) => void follow(event));
}

/** Shows the race of another run that was chosen. A reader who returns to a step stays there. @param {Event} event */
async function follow(event) {
  const { detail, target } = /** @type {CustomEvent<{ name: string, chosen: boolean }>} */ (event);
  if (!(target instanceof Element) || !target.closest("#stage") || detail.name === name) return;
  const mine = detail.name;
  name = mine;
  show(null);
  if (!detail.chosen || target.classList.contains("teaching")) return;
  const message = await raceOf(mine);
  if (mine === name) show(message);
}
