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
 * @param {Driver} stage @param {HTMLElement} told @param {object} [more]
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

/** The link past the tabs and lists puts the keyboard on the picture. @param {HTMLElement} element of the title */
export function skip(element) {
  element.querySelector("#skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    holders("#stage")[0]?.stage.focus();
  });
}
