// The "Energy" tab.

/**
 * Adds the run on the stage to the chosen traces.
 * @param {object} _ @param {string[]} picked
 */
export function add(_, picked) {
  const root = document.querySelector("#stage [data-name]"), name = root instanceof HTMLElement ? root.dataset.name
    : "";
  return !name || picked.includes(name) ? picked : [...picked, name];
}
