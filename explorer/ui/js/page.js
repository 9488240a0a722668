// Functions that the scripts of all tabs share: the stages on the page, answers to Gradio, number fields, tabs and
// links.

import { h } from "../../stage/js/dom.js";

const LONGEST = 40; // maximum number of characters of a text from the address that are shown
/**
 * The interface of a stage for the page (explorer/ui/stage.py).
 * @typedef {{ state: () => { name: string, it: number, phase: number, iterations: number },
 *   goto: (at: { it: number, phase?: number }) => void, present: () => void, focus: () => void,
 *   receive: (message: object) => void }} Driver
 * @typedef {HTMLElement & { stage?: Driver }} Holder
 */

/**
 * The elements with a stage inside `place`, in the order of the page.
 * @param {string} place @returns {(Holder & { stage: Driver })[]}
 */
export function holders(place) {
  const elements = [...document.querySelectorAll(`${place} [data-testid="stage"]`)].map((root) => {
    let holder = /** @type {Holder | null} */ (root);
    while (holder && !holder.stage) holder = holder.parentElement;
    return holder;
  });
  return /** @type {(Holder & { stage: Driver })[]} */ (elements.filter((holder) => holder?.stage));
}

/** Fills in the slots of a sentence. @param {string} text @param {Record<string, string | number>} values */
export const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** Downloads a file. @param {string} href @param {string} name empty: the name that the server gives */
export function download(href, name = "") {
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

/** An answer to Gradio that changes a component. @param {object} properties */
export const update = (properties) => ({ __type__: "update", ...properties });

/**
 * Makes a stage fetch a run if it shows another one or lacks iterations: a busy browser may have missed messages of a
 * fast run. `row` is the element that names the run.
 * @param {Driver} stage @param {{ dataset: DOMStringMap }} row @param {object} [more]
 */
export function catchUp(stage, { dataset: { run, iterations } }, more = {}) {
  const shown = stage.state();
  if (run && (shown.name !== run || shown.iterations < Number(iterations)))
    stage.receive({ type: "fetch", url: `explorer/open/${run}`, ...more });
}

const WAIT = 2500;
let fading = 0; // timer that clears the last notice
/**
 * Copies a link and shows a notice for a while. If the clipboard is not allowed, the link itself is shown.
 * @param {string} href @param {string} copied the notice @param {(text: string) => void} notify
 */
export async function copyLink(href, copied, notify) {
  clearTimeout(fading);
  try {
    await navigator.clipboard.writeText(href);
    notify(copied);
    fading = setTimeout(() => notify(""), WAIT);
  } catch { notify(href); }
}

/**
 * Notes stored on the page, because each script has its own copy of this file. `explorerChose`: whether an option was
 * chosen since a list got the focus; `explorerChoices`: how many were chosen; `explorerGiven`: the last choice that
 * each list has passed on. `explorerTab` is the selected tab. `explorerNamed` are tabs that the address has opened
 * since then, because their events may arrive late.
 * @returns {{ explorerChose?: boolean, explorerChoices?: number, explorerGiven?: Record<string, number>,
 *   explorerTab?: string, explorerNamed?: string[] }}
 */
const noted = () => /** @type {any} */ (window);
/**
 * Whether an option was chosen since a list got the focus; Gradio also reports lists that were only passed with Tab.
 */
export const chose = () => noted().explorerChose === true;
/**
 * The values that an event of a list passes on; null instead of the option if the list was only passed with Tab. Gradio
 * reports a chosen option again when the list loses the focus; the second report is also ignored.
 * @param {{ list: string }} config @param {unknown} option @param {...unknown} rest
 */
export function taken({ list }, option, ...rest) {
  const given = noted().explorerGiven ??= {}, choice = noted().explorerChoices ?? 0;
  if (!chose() || given[list] === choice) return [null, ...rest];
  given[list] = choice;
  return [option, ...rest];
}
/** Notes whether options are chosen. */
function watchChoices() {
  const note = (/** @type {string} */ kind, /** @type {(event: Event) => boolean | null} */ chosen) =>
    document.addEventListener(kind, (event) => {
      const now = chosen(event);
      if (now) noted().explorerChoices = (noted().explorerChoices ?? 0) + 1;
      noted().explorerChose = now ?? chose();
    }, { capture: true });
  const on = (/** @type {Event} */ { target }, /** @type {string} */ place) => target instanceof Element
    && target.closest(place) !== null;
  note("focusin", (event) => (on(event, "input[role=listbox], input[role=combobox]") ? false : null));
  note("pointerdown", (event) => (on(event, "[role=option]") ? true : null));
  note("keydown", (event) => (event instanceof KeyboardEvent && event.key === "Enter" ? true : null));
}

/**
 * The tab to which a key leads; null for other keys.
 * @param {string} key @param {number} at @param {number} count
 */
export function tabAfter(key, at, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  return by && count ? (at + by + count) % count : null;
}

/**
 * Makes the tabs a single stop of the Tab key; ←, →, Home and End move between them. `hints` are the tabs' hints, by
 * name.
 * @param {HTMLElement} list @param {Record<string, string>} [hints]
 */
export function roving(list, hints = {}) {
  const tabs = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const set = () => {
    for (const tab of tabs()) {
      tab.tabIndex = tab.getAttribute("aria-selected") === "true" ? 0 : -1;
      const hint = hints[tab.textContent?.trim() ?? ""];
      if (hint) tab.title = hint;
    }
  };
  new MutationObserver(set).observe(list, { subtree: true, childList: true, attributeFilter: ["aria-selected"] });
  set();
  list.addEventListener("keydown", (event) => {
    const seen = tabs().filter((tab) => tab.checkVisibility()), at = seen.findIndex((tab) => tab === event.target);
    const to = at < 0 ? null : tabAfter(event.key, at, seen.length);
    if (to === null) return;
    event.preventDefault();
    seen[to].click();
    seen[to].focus();
  });
}

/**
 * The file name of a saved figure without extension: its title in lower case, as in explorer/figures/look.py.
 * @param {string} title may contain the HTML tags that plotly allows
 */
export const figureName = (title) => title.replace(/<[^>]*>/g, " ").toLowerCase().replace(/[^a-z0-9]+/g, "-")
  .slice(0, 60).replace(/^-+|-+$/g, "") || "figure";
/** Names the file that a figure's camera button saves: plotly reads the property `fn`. */
function nameFigures() {
  document.addEventListener("click", ({ target }) => {
    const plot = target instanceof Element && target.closest(".modebar") ? target.closest(".js-plotly-plot") : null;
    const title = /** @type {any} */ (plot)?.layout?.title?.text;
    if (plot) Object.assign(plot, { fn: figureName(String(title ?? "")) });
  }, { capture: true });
}

/**
 * The meaning of a number with a comma: a decimal comma becomes a point. Empty if it is ambiguous, such as "1,000".
 * @param {string} text
 */
export function numberMeant(text) {
  const plain = text.trim().replace("−", "-");
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return plain;
  return /^[-+]?\d*,\d+$/.test(plain) && !/,\d{3}$/.test(plain) ? plain.replace(",", ".") : "";
}

/**
 * The message about a number outside its range, which Gradio's sliders replace by the nearest allowed one, or about a
 * fraction in a field for whole numbers. Empty for a valid number.
 * @param {{ label: string, value: string, min: string, max: string, step?: string }} field its attributes; an empty
 *   one means that there is no bound
 */
export function outside({ label, value, min, max, step }) {
  const number = Number(value);
  if (value !== "" && max !== "" && number > Number(max)) return `${label} cannot be ${value}. The maximum is ${max}.`;
  if (value !== "" && min !== "" && number < Number(min)) return `${label} cannot be ${value}. The minimum is ${min}.`;
  return step === "1" && !Number.isInteger(number) ? `${label} cannot be ${value}. Enter a whole number.` : "";
}

/** The number field of an event, null for other elements. @param {EventTarget | null} target */
const numberField = (target) => (target instanceof HTMLInputElement && target.type === "number" ? target : null);
/**
 * Shows a message below a number field; an empty text removes it.
 * @param {HTMLInputElement} field @param {string} text
 */
function sayBelow(field, text) {
  const block = field.closest(".block") ?? field.parentElement;
  let line = /** @type {HTMLElement | null} */ (block?.querySelector(".number-said") ?? null);
  if (!text) return line?.remove();
  if (!line) {
    line = h("p", { class: "number-said", role: "status" });
    block?.append(line);
  }
  line.textContent = text;
}

/**
 * Handles number fields. Browsers drop a comma, so that 12,5 would become 125; here it becomes a point, also in pasted
 * numbers. A message appears for a fraction in a field for whole numbers and for a value outside the range.
 */
function watchNumbers() {
  document.addEventListener("beforeinput", (event) => {
    const field = numberField(event.target), text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (!field || !text.includes(",")) return;
    event.preventDefault();
    const meant = text === "," ? "." : numberMeant(text);
    if (!meant) return sayBelow(field, `“${text}” is not a number. Use a point for decimals and no thousands separator.`);
    sayBelow(field, "");
    document.execCommand("insertText", false, meant);
  }, { capture: true });
  document.addEventListener("input", (event) => { // while 1e3 is typed, Gradio would empty the field at 1e
    if (numberField(event.target)?.validity.badInput) event.stopImmediatePropagation();
  }, { capture: true });
  document.addEventListener("blur", ({ target }) => { // before Gradio changes the value
    const field = numberField(target);
    if (!field) return;
    if (field.validity.badInput) {
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return sayBelow(field, "This is not a number, so the field was emptied. Enter a number.");
    }
    const { value, min, max, step } = field, named = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent;
    const label = (named ?? "").replace(/^number input for /, "").trim();
    const problem = outside({ label, value, min, max, step });
    setTimeout(() => { // after Gradio has changed it
      const now = field.value;
      sayBelow(field, problem && now !== value ? `${problem} It was set to ${now}.` : problem);
    }, 50);
  }, { capture: true });
}

/**
 * Reduces the picture's height by that of the line about a run, so that the buttons stay on the screen. The first view
 * over the stage begins below this line, and below the line of a run in the background.
 */
function watchDoing() {
  for (const [id, name] of [["doing", "--doing"], ["own-panel", "--behind"]]) {
    const line = document.getElementById(id);
    if (line) new ResizeObserver(() => {
      const high = line.offsetHeight && line.offsetHeight + 8; // including the gap below
      document.documentElement.style.setProperty(name, `${high}px`);
    }).observe(line);
  }
}

const STARTING = 50; // how often to look for the first line of a start, ten times per second

/** Scrolls to the line about a start, which may be below the screen on a phone. */
function watchStarts() {
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("button[id$='-run']") : null;
    const line = button && document.getElementById(button.id.replace(/run$/, "status"));
    if (!line) return;
    for (let looks = 0; looks < STARTING && !line.offsetHeight; looks++)
      await new Promise((done) => setTimeout(done, 100));
    if (line.offsetHeight && line.getBoundingClientRect().bottom > innerHeight * 0.8) line.scrollIntoView();
  });
}

const tabOf = (/** @type {string} */ href) => new URL(href).searchParams.get("tab");
/**
 * Writes the selected tab into the address, unless it is the first tab. When the page opens, the first tab is selected
 * just before the tab that the address names.
 * @param {{ tab: string, first: string }} config
 */
export function cameTo({ tab, first }) {
  const url = new URL(location.href), opening = noted().explorerTab === undefined;
  const named = noted().explorerNamed ?? [], at = named.indexOf(tab);
  noted().explorerTab = tab;
  if (!opening) noteTab(null, null, "");
  noted().explorerNamed = named.slice(at + 1);
  if (at >= 0 || (tabOf(url.href) ?? first) === tab || (opening && tab === first)) return;
  if (tab === first) url.searchParams.delete("tab");
  else url.searchParams.set("tab", tab);
  history.pushState(history.state, "", url);
}
/**
 * Says below an element that the address names a tab that does not exist, or removes this line.
 * @param {Element | null} above @param {string | null} wrong the name of that tab @param {string} words
 */
export function noteTab(above, wrong, words) {
  document.getElementById("wrong-tab")?.remove();
  if (wrong !== null)
    above?.after(h("p", { id: "wrong-tab", class: "wrong", role: "alert" },
      say(words, { tab: wrong.slice(0, LONGEST) })));
}
/**
 * The tab that the address names, otherwise `first`. If no tab has this name, the line `wrong` is shown, if it is
 * given.
 * @param {{ tabs: string[], first: string | null, wrong?: string }} config
 */
export function tabNamed({ tabs, first, wrong }) {
  const named = tabOf(location.href) ?? first;
  const unknown = named && !tabs.includes(named) ? named : null;
  if (wrong) noteTab(document.querySelector("#tabs > .tab-wrapper"), unknown, wrong);
  if (named === null || !tabs.includes(named)) return undefined;
  const awaited = noted().explorerNamed ?? [];
  if (named !== (awaited.at(-1) ?? noted().explorerTab)) noted().explorerNamed = [...awaited, named];
  return update({ selected: named });
}

/**
 * Sets up the page: the skip link moves the focus to the picture, and Back and Forward open the tab in the address.
 * @param {HTMLElement} element of the title @param {(event: string) => void} trigger
 */
export function skip(element, trigger) {
  addEventListener("popstate", () => trigger("click"));
  element.querySelector("#skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    holders("#stage")[0]?.stage.focus();
  });
  const list = document.querySelector("#tabs [role=tablist]");
  const hints = element.querySelector("h1")?.dataset.hints ?? "{}";
  if (list instanceof HTMLElement) roving(list, JSON.parse(hints));
  watchChoices();
  nameFigures();
  watchNumbers();
  watchDoing();
  for (const field of document.querySelectorAll("#bar input")) // an empty list shows its label
    field.setAttribute("placeholder", field.getAttribute("aria-label") ?? "");
  watchStarts();
  document.addEventListener("keydown", ({ key }) => { // Tab skips an open list of options
    const open = key === "Tab" ? document.querySelectorAll("ul[role=listbox]") : [];
    for (const options of open) options.setAttribute("tabindex", "-1");
  }, { capture: true });
}
