// The static site: the app's own scripts on one page, with recorded runs instead of a server. For an address with
// `embed=1`, the app sends the same page without data files. The page then fetches from the app.

import { parameters } from "../../stage/js/address.js";
import { h, setText } from "../../stage/js/dom.js";
import { mount } from "../../stage/js/stage.js";
import { afterRuns, lockStep, named } from "../../ui/js/compare.js";
import { adopt, begin } from "../../ui/js/first.js";
import { holders } from "../../ui/js/page.js";
import { race } from "../../ui/js/race.js";
import { reproduce } from "../../ui/js/reproduce.js";
import { toy } from "../../ui/js/toy.js";
import { openCards } from "../../ui/js/traces.js";
import { worth } from "../../ui/js/worth.js";
import { answer } from "./answers.js";
import { openFiles } from "./files.js";
import { newTabs } from "./tabs.js";
import { followTheme } from "./theme.js";

/** @import { Opening } from "../../ui/js/opening.js" */
/**
 * The data of the page from Python (explorer/site/page.py): the stage's first message, the race above its run, the data
 * file of each address (null on a page of the app), and the comparison that is shown first.
 * @typedef {{ start: string, race: Opening | null, files: Record<string, string[]> | null, comparison: string }} Given
 */

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const list = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (document.getElementById(id));
const silent = () => {}; // without a server, no Python code listens to events

/** Shows the table of a comparison, its race and its stages. @param {string} name */
function compare(name) {
  const template = document.getElementById(`table-${name}`), table = element("compare-table");
  document.dispatchEvent(new Event("race:begun"));
  // for a visitor's comparison in the app, only the race is shown
  table.replaceChildren(template instanceof HTMLTemplateElement ? template.content.cloneNode(true)
    : h("div", { "data-comparison": name }));
  const runs = table.querySelectorAll("tr[data-run]").length;
  document.querySelectorAll("#compare .slot").forEach((slot, place) => slot.toggleAttribute("hidden", place >= runs));
  if (template) list("comparisons").value = name;
  afterRuns();
}

/** Starts the "Compare" tab when it is first opened. @param {string} first the comparison that is shown first */
function startCompare(first) {
  const slots = document.querySelector(".slots template"); // stages that most visitors never see
  if (slots instanceof HTMLTemplateElement) slots.replaceWith(slots.content);
  race(element("race"));
  for (const slot of document.querySelectorAll("#compare .slot"))
    mount(/** @type {HTMLElement} */ (slot), silent, { url: false, keys: false, compact: true, asks: false }, null);
  lockStep(element("compare"), silent);
  list("comparisons").addEventListener("change", () => compare(list("comparisons").value));
  compare(named() || first);
}

/** Starts the page. @param {Given} given */
async function start({ start: message, race: opening, files, comparison }) {
  followTheme();
  const embedded = parameters().get("embed") === "1";
  document.body.classList.toggle("embed", embedded);
  if (files) answer(files);
  const stage = element("stage"), runs = list("runs");
  const started = /** @type {Set<string>} */ (new Set());
  if (!embedded) {
    adopt(element("bar"));
    await begin(opening);
  }
  mount(stage, silent, { value: message, asks: false }, null);
  const tabs = newTabs(element("tablist"), (tab) => {
    if (started.has(tab)) return;
    started.add(tab);
    if (tab === "learn") {
      toy(element("learn-toy"));
      worth(element("learn-worth"));
    } else if (tab === "compare") startCompare(comparison);
  });
  /** Shows a recorded run. @param {object} what a message of the stage */
  function show(what) {
    tabs.go("explore");
    holders("#stage")[0]?.stage.receive(what);
  }
  const open = (/** @type {string} */ name) =>
    show({ type: "fetch", url: `explorer/open/${encodeURIComponent(name)}`, at: { it: 1, phase: 1 },
      chosen: true });
  runs.addEventListener("change", () => open(runs.value));
  addEventListener("popstate", () => { // Back to another run
    const name = parameters().get("trace"), shown = holders("#stage")[0]?.stage;
    if (name && name !== shown?.state().name) shown?.receive({ type: "start", trace: name, chosen: true });
  });
  stage.addEventListener("stage:step", (event) => {
    const { name, title } = /** @type {CustomEvent<{ name: string, title: string }>} */ (event).detail;
    const listed = [...runs.options].some(({ value, hidden }) => value === name && !hidden);
    runs.value = listed ? name : ""; // the hidden option, which names a run of a lesson or of a file
    if (!listed) setText(element("unlisted"), title || "Another run");
  });
  for (const button of document.querySelectorAll("[data-lessons]"))
    button.addEventListener("click", () => show({ type: "lesson" }));
  element("present").addEventListener("click", () => holders("#stage")[0]?.stage.present());
  reproduce(element("reproduce"));
  openCards(element("traces"), (_, data) => open(/** @type {{ name: string }} */ (data).name));
  openFiles(/** @type {HTMLInputElement} */ (element("file")), show, (why) => setText(element("refused"), why));
  if (embedded) lead(/** @type {HTMLAnchorElement} */ (element("whole")));
}

/** Keeps the link of an embedded page to the whole page on the current step. @param {HTMLAnchorElement} link */
function lead(link) {
  const set = () => {
    const url = new URL(location.href), query = parameters();
    query.delete("embed");
    url.hash = "";
    url.search = query.toString();
    link.href = url.href;
  };
  for (const when of ["pointerdown", "focus"]) link.addEventListener(when, set);
  set();
}

void start(JSON.parse(element("given").textContent ?? ""));
