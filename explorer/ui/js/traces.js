// The "Traces" tab: saves the run on the stage and opens the cards of recorded runs.

import { write } from "../../stage/js/address.js";
import { copyLink, download, holders } from "./page.js";

/**
 * Downloads the run on the stage. Gradio's own download button would need a second click.
 * @param {{ kind: string }} config
 */
export function save({ kind }) {
  const name = holders("#stage")[0]?.stage.state().name;
  if (name) download(`explorer/${kind}/${encodeURIComponent(name)}`);
}

/** Copies the link to this step and says so next to the buttons. @param {{ copied: string }} config */
export function copy({ copied }) {
  const places = document.querySelectorAll("[data-copied]");
  void copyLink(location.href, copied, (text) => { for (const place of places) place.textContent = text; });
}

/**
 * Removes Gradio's label of a file field, so that voice control can use the visible text, and describes the field.
 * @param {Element} upload
 */
function nameUpload(upload) {
  for (const button of upload.querySelectorAll("button.upload-container")) {
    button.removeAttribute("aria-label");
    button.setAttribute("title", upload.querySelector("label")?.textContent?.trim() ?? "");
  }
}

/**
 * Makes a plain click on a link act on this page. The link also works in a new tab or as a bookmark.
 * @param {HTMLElement} element @param {string} links @param {(link: HTMLAnchorElement) => void} act
 */
function inPlace(element, links, act) {
  element.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(links) : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button)
      return;
    event.preventDefault();
    act(link);
  });
}

/**
 * Scrolls the report of new files into view. When a field changes the report, unfolded sections stay unfolded.
 * @param {HTMLElement} element
 */
function showArrived(element) {
  let waiting = false, drawn = /** @type {Element | null} */ (null);
  const open = /** @type {Set<number>} */ (new Set());
  const folded = () => [...element.querySelectorAll("details")];
  document.addEventListener("import:files", () => { waiting = true; open.clear(); });
  element.addEventListener("click", ({ target }) => { // the click comes before the details change
    const details = target instanceof Element ? target.closest("summary")?.parentElement : null;
    if (!(details instanceof HTMLDetailsElement)) return;
    const at = folded().indexOf(details);
    if (details.open) open.delete(at);
    else open.add(at);
  });
  new MutationObserver(() => {
    const report = element.querySelector(".imported");
    if (!report || report === drawn) return;
    drawn = report;
    for (const [at, details] of folded().entries()) if (open.has(at)) details.open = true;
    if (waiting) report.scrollIntoView({ block: "start" });
    waiting = false;
  }).observe(element, { childList: true, subtree: true });
}

/**
 * Makes the links of an import report open a request in the stage, a run in the calculator, a tab or a field.
 * @param {HTMLElement} element @param {(event: string, data?: object) => void} trigger
 */
export function openImported(element, trigger) {
  inPlace(element, "a[data-trace]", (link) => trigger("select", { name: link.dataset.trace }));
  toTab(element, trigger);
  showArrived(element);
  inPlace(element, "a[data-field]", (link) => {
    const place = document.querySelector(link.hash);
    place?.querySelector("details")?.setAttribute("open", "");
    const field = place?.querySelector("textarea, input:not([type=file]), button, summary");
    if (field instanceof HTMLElement) field.focus();
  });
}

/**
 * Makes a link with a tab in its address open this tab.
 * @param {HTMLElement} element @param {(event: string) => void} trigger
 */
export function toTab(element, trigger) {
  inPlace(element, "a[data-worth], a[data-tab]", (link) => {
    document.getElementById("close-form")?.click();
    write(Object.fromEntries(new URL(link.href).searchParams), true);
    trigger("click");
  });
}

/**
 * Makes a click on a card open its run.
 * @param {HTMLElement} element @param {(event: string, data: object) => void} trigger
 */
export function openCards(element, trigger) {
  inPlace(element, "a[data-trace]", (card) => trigger("select", { name: card.dataset.trace }));
  for (const upload of document.querySelectorAll("#import-files, #import-field-6")) {
    nameUpload(upload);
    new MutationObserver(() => nameUpload(upload)).observe(upload, { childList: true, subtree: true });
  }
  element.dataset.opens = "here"; // before this, a click reloads the page
}
