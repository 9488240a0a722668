// The tab "Traces": saving what the stage shows, and the cards of the gallery.

import { copyLink, holders } from "./page.js";

/**
 * A link with `download` saves at the first click, which Gradio's own download button does not.
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

/** Copies the link to this step, and says so beside the buttons. @param {{ copied: string }} config */
export function copy({ copied }) {
  const places = document.querySelectorAll("[data-copied]");
  void copyLink(location.href, copied, (text) => { for (const place of places) place.textContent = text; });
}

/**
 * The field for files is called what is written in it, so that one can ask for it by voice; Gradio calls it otherwise.
 * @param {HTMLElement} upload
 */
function nameUpload(upload) {
  for (const button of upload.querySelectorAll("button.upload-container")) button.removeAttribute("aria-label");
}

/**
 * A click on a card opens it in place; the link itself works too (a new tab, a bookmark).
 * @param {HTMLElement} element @param {(event: string, data: object) => void} trigger
 */
export function openCards(element, trigger) {
  element.addEventListener("click", (event) => {
    const card = event.target instanceof Element ? event.target.closest("a[data-trace]") : null;
    if (!(card instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    trigger("select", { name: card.dataset.trace });
  });
  const upload = document.getElementById("open-trace");
  if (upload) {
    nameUpload(upload);
    new MutationObserver(() => nameUpload(upload)).observe(upload, { childList: true, subtree: true });
  }
  element.dataset.opens = "here"; // until now a click loaded the page anew
}
