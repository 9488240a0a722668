// The "Traces" tab: saves the run on the stage and opens the cards of recorded runs.

import { copyLink, holders } from "./page.js";

/**
 * Downloads the run on the stage. Gradio's own download button would need a second click.
 * @param {{ kind: string }} config
 */
export function save({ kind }) {
  const name = holders("#stage")[0]?.stage.state().name;
  if (!name) return;
  const link = document.createElement("a");
  link.href = `explorer/${kind}/${encodeURIComponent(name)}`;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}

/** Copies the link to this step and says so next to the buttons. @param {{ copied: string }} config */
export function copy({ copied }) {
  const places = document.querySelectorAll("[data-copied]");
  void copyLink(location.href, copied, (text) => { for (const place of places) place.textContent = text; });
}

/**
 * Removes Gradio's label of the file field, so that voice control can use the visible text.
 * @param {HTMLElement} upload
 */
function nameUpload(upload) {
  for (const button of upload.querySelectorAll("button.upload-container")) button.removeAttribute("aria-label");
}

/**
 * Makes a click on a card open its run in place; its link also works in a new tab or as a bookmark.
 * @param {HTMLElement} element @param {(event: string, data: object) => void} trigger
 */
export function openCards(element, trigger) {
  element.addEventListener("click", (event) => {
    const card = event.target instanceof Element ? event.target.closest("a[data-trace]") : null;
    if (!(card instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    trigger("select", { name: card.dataset.trace });
  });
  for (const id of ["open-trace", "import-files"]) {
    const upload = document.getElementById(id);
    if (!upload) continue;
    nameUpload(upload);
    new MutationObserver(() => nameUpload(upload)).observe(upload, { childList: true, subtree: true });
  }
  element.dataset.opens = "here"; // before this a click reloads the page
}
