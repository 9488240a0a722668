// "Figures of this run" below the stage: what the stage shows, for the server to draw.

import { holders } from "./page.js";

/** The kind stays as it was chosen; the place is the stage's own. @param {object} _ @param {string} kind */
export function asked(_, kind) {
  const { name, it, phase } = holders("#stage")[0]?.stage.state() ?? {};
  const dark = document.body.classList.contains("dark");
  return [kind, name ? JSON.stringify({ name, iteration: it, phase, dark }) : ""];
}
