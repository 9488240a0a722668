// The tab "Energy".

/**
 * The traces that were picked, and what the stage shows; its name stands on its root element.
 * @param {object} _ @param {string[]} picked
 */
export function add(_, picked) {
  const root = document.querySelector("#stage [data-name]"), name = root instanceof HTMLElement ? root.dataset.name
    : "";
  return !name || picked.includes(name) ? picked : [...picked, name];
}
