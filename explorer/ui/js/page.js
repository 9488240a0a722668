// What the scripts of the tabs share: the stages on the page, and what Gradio takes as an answer.

/**
 * What a stage offers to the page (explorer/ui/stage.py).
 * @typedef {{ state: () => { name: string, it: number, phase: number, iterations: number },
 *   goto: (at: { it: number }) => void, present: () => void, focus: () => void,
 *   receive: (message: object) => void }} Driver
 * @typedef {HTMLElement & { stage?: Driver }} Holder
 */

/**
 * The holders of the stages below `place`, in the order of the page.
 * @param {string} place @returns {(Holder & { stage: Driver })[]}
 */
export function holders(place) {
  const found = [...document.querySelectorAll(`${place} [data-testid="stage"]`)].map((root) => {
    let holder = /** @type {Holder | null} */ (root);
    while (holder && !holder.stage) holder = holder.parentElement;
    return holder;
  });
  return /** @type {(Holder & { stage: Driver })[]} */ (found.filter((holder) => holder?.stage));
}

/** A sentence with its numbers. @param {string} text @param {Record<string, string | number>} values */
export const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** An answer that changes a component. @param {object} properties */
export const update = (properties) => ({ __type__: "update", ...properties });

/**
 * Has a stage fetch a run of which it has another or fewer iterations: a browser that was busy may have missed messages
 * of a fast run. `told` is the element that names the run.
 * @param {Driver} stage @param {{ dataset: DOMStringMap }} told @param {object} [more]
 */
export function catchUp(stage, { dataset: { run, iterations } }, more = {}) {
  const shown = stage.state();
  if (run && (shown.name !== run || shown.iterations < Number(iterations)))
    stage.receive({ type: "fetch", url: `explorer/open/${run}`, ...more });
}

const WAIT = 2500;
let fading = 0; // of what was said last
/**
 * Copies a link and says so for a while; where nothing may be written to the clipboard, the link itself is shown.
 * @param {string} href @param {string} copied what is said of a copy @param {(text: string) => void} tell
 */
export async function copyLink(href, copied, tell) {
  clearTimeout(fading);
  try {
    await navigator.clipboard.writeText(href);
    tell(copied);
    fading = setTimeout(() => tell(""), WAIT);
  } catch { tell(href); }
}

/**
 * Of the lists of options, on the page as each script has its own copy of this file: whether one was taken since the
 * keyboard came to a list, how many were taken, and which of them each list has given on. `explorerTab` is the tab in
 * front, `explorerNamed` those that the address has called there since: who goes back twice is told late of the first.
 * @returns {{ explorerChose?: boolean, explorerChoices?: number, explorerGiven?: Record<string, number>,
 *   explorerTab?: string, explorerNamed?: string[] }}
 */
const noted = () => /** @type {any} */ (window);
/** Whether an option was taken since the keyboard came to a list: Gradio tells so of one that was only passed, too. */
export const chose = () => noted().explorerChose === true;
/**
 * What an event of a list gives on, without the option where the list was only passed: then nothing changes. Gradio
 * tells of an option that was taken twice, the second time when the list is left: what has been written since stays.
 * @param {{ list: string }} config @param {unknown} option @param {...unknown} rest
 */
export function taken({ list }, option, ...rest) {
  const given = noted().explorerGiven ??= {}, choice = noted().explorerChoices ?? 0;
  if (!chose() || given[list] === choice) return [null, ...rest];
  given[list] = choice;
  return [option, ...rest];
}
function watchChoices() {
  const note = (/** @type {string} */ kind, /** @type {(event: Event) => boolean | null} */ said) =>
    document.addEventListener(kind, (event) => {
      const now = said(event);
      if (now) noted().explorerChoices = (noted().explorerChoices ?? 0) + 1;
      noted().explorerChose = now ?? chose();
    }, { capture: true });
  const on = (/** @type {Event} */ { target }, /** @type {string} */ place) => target instanceof Element
    && target.closest(place) !== null;
  note("focusin", (event) => (on(event, "input[role=listbox], input[role=combobox]") ? false : null));
  note("pointerdown", (event) => (on(event, "[role=option]") ? true : null));
  note("keydown", (event) => (event instanceof KeyboardEvent && event.key === "Enter" ? true : null));
}

/** The tabs are one stop of the keyboard, and ← → go between them. @param {HTMLElement} list */
function roving(list) {
  const tabs = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const set = () => {
    for (const tab of tabs()) tab.tabIndex = tab.getAttribute("aria-selected") === "true" ? 0 : -1;
  };
  new MutationObserver(set).observe(list, { subtree: true, childList: true, attributeFilter: ["aria-selected"] });
  set();
  list.addEventListener("keydown", ({ key, target }) => {
    const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const seen = tabs().filter((tab) => tab.checkVisibility()), at = seen.findIndex((tab) => tab === target);
    if (!by || at < 0) return;
    const to = seen[(at + by + seen.length) % seen.length];
    to.click();
    to.focus();
  });
}

/**
 * What a saved figure is called, without its ending: its title in small letters, as explorer/figures/look.py does.
 * @param {string} title may hold plotly's small HTML
 */
export const figureName = (title) => title.replace(/<[^>]*>/g, " ").toLowerCase().replace(/[^a-z0-9]+/g, "-")
  .slice(0, 60).replace(/^-+|-+$/g, "") || "figure";
/** A figure's camera saves it under its title: plotly takes the name from the property `fn`. */
function nameFigures() {
  document.addEventListener("click", ({ target }) => {
    const plot = target instanceof Element && target.closest(".modebar") ? target.closest(".js-plotly-plot") : null;
    const title = /** @type {any} */ (plot)?.layout?.title?.text;
    if (plot) Object.assign(plot, { fn: figureName(String(title ?? "")) });
  }, { capture: true });
}

/**
 * A number as it is meant: a comma before the decimals is a point. Empty where it can mean two things, as "1,000" can.
 * @param {string} text
 */
export function numberMeant(text) {
  const plain = text.trim().replace("−", "-");
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return plain;
  return /^[-+]?\d*,\d+$/.test(plain) && !/,\d{3}$/.test(plain) ? plain.replace(",", ".") : "";
}

/**
 * What is said of a number outside its range, which Gradio's sliders replace by the nearest that is allowed, and of a
 * fraction in a field for whole numbers.
 * @param {{ label: string, value: string, min: string, max: string, step?: string }} field as in the page; empty: no
 *   bound
 */
export function outside({ label, value, min, max, step }) {
  const number = Number(value);
  if (value !== "" && max !== "" && number > Number(max)) return `${label}: ${value} is above the maximum, ${max}.`;
  if (value !== "" && min !== "" && number < Number(min)) return `${label}: ${value} is below the minimum, ${min}.`;
  return step === "1" && !Number.isInteger(number) ? `${label}: ${value} is not a whole number.` : "";
}

/** @param {EventTarget | null} target */
const numberField = (target) => (target instanceof HTMLInputElement && target.type === "number" ? target : null);
/** A line below a number field; an empty one goes. @param {HTMLInputElement} field @param {string} text */
function sayBelow(field, text) {
  const block = field.closest(".block") ?? field.parentElement;
  let line = /** @type {HTMLElement | null} */ (block?.querySelector(".number-said") ?? null);
  if (!text) return line?.remove();
  if (!line) {
    line = document.createElement("p");
    line.className = "number-said";
    line.setAttribute("role", "status");
    block?.append(line);
  }
  line.textContent = text;
}

/**
 * Browsers drop a comma in a field for numbers: 12,5 would be 125. It becomes a point as it is typed, and a number that
 * is pasted is taken for what it means. A field for whole numbers says that it has a fraction. Nothing is clamped in
 * silence.
 */
function watchNumbers() {
  document.addEventListener("beforeinput", (event) => {
    const field = numberField(event.target), text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (!field || !text.includes(",")) return;
    event.preventDefault();
    const meant = text === "," ? "." : numberMeant(text);
    if (!meant) return sayBelow(field, `“${text}” is not one number.`);
    sayBelow(field, "");
    document.execCommand("insertText", false, meant);
  }, { capture: true });
  document.addEventListener("input", (event) => { // of 1e3 begun as 1e Gradio would empty the field
    if (numberField(event.target)?.validity.badInput) event.stopImmediatePropagation();
  }, { capture: true });
  document.addEventListener("blur", ({ target }) => { // before Gradio clamps it
    const field = numberField(target);
    if (!field) return;
    if (field.validity.badInput) {
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return sayBelow(field, "What was written is not a number, so the field is empty.");
    }
    const { value, min, max, step } = field, named = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent;
    const label = (named ?? "").replace(/^number input for /, "").trim();
    const said = outside({ label, value, min, max, step });
    setTimeout(() => { // what became of it
      const now = field.value;
      sayBelow(field, said && now !== value ? `${said} It was set to ${now}.` : said);
    }, 50);
  }, { capture: true });
}

/** The line about a run takes its height from the picture, so that the buttons below it stay on the screen. */
function watchDoing() {
  const line = document.getElementById("doing");
  if (!line) return;
  new ResizeObserver(() => {
    const high = line.offsetHeight && line.offsetHeight + 8; // with the gap after it
    document.documentElement.style.setProperty("--doing", `${high}px`);
  }).observe(line);
}

const STARTING = 50; // looks, ten a second, for the first word about what was started

/** On a phone the line about what was just started lies below the screen, so the page scrolls to it. */
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
 * A tab came to the front: the address names it, but for the first. The first one comes to the front by itself when the
 * page opens, just before the one that the address names.
 * @param {{ tab: string, first: string }} config
 */
export function cameTo({ tab, first }) {
  const url = new URL(location.href), opening = noted().explorerTab === undefined;
  const named = noted().explorerNamed ?? [], known = named.indexOf(tab);
  noted().explorerTab = tab;
  noted().explorerNamed = named.slice(known + 1);
  if (known >= 0 || (tabOf(url.href) ?? first) === tab || (opening && tab === first)) return;
  if (tab === first) url.searchParams.delete("tab");
  else url.searchParams.set("tab", tab);
  history.pushState(history.state, "", url);
}
/** The tab that the address names, or else `first`. @param {{ tabs: string[], first: string | null }} config */
export function tabNamed({ tabs, first }) {
  const named = tabOf(location.href) ?? first;
  if (named === null || !tabs.includes(named)) return undefined;
  const awaited = noted().explorerNamed ?? [];
  if (named !== (awaited.at(-1) ?? noted().explorerTab)) noted().explorerNamed = [...awaited, named];
  return update({ selected: named });
}

/**
 * The link past the tabs and lists puts the keyboard on the picture; Back and Forward go to the tab they name.
 * @param {HTMLElement} element of the title @param {(event: string) => void} trigger
 */
export function skip(element, trigger) {
  addEventListener("popstate", () => trigger("click"));
  element.querySelector("#skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    holders("#stage")[0]?.stage.focus();
  });
  const list = document.querySelector("#tabs [role=tablist]");
  if (list instanceof HTMLElement) roving(list);
  watchChoices();
  nameFigures();
  watchNumbers();
  watchDoing();
  for (const field of document.querySelectorAll("#bar input")) // an empty list says what it is a list of
    field.setAttribute("placeholder", field.getAttribute("aria-label") ?? "");
  watchStarts();
  document.addEventListener("keydown", ({ key }) => { // an open list of options is no stop: one goes past it
    const open = key === "Tab" ? document.querySelectorAll("ul[role=listbox]") : [];
    for (const options of open) options.setAttribute("tabindex", "-1");
  }, { capture: true });
}
