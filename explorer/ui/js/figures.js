// "Figures of this run" below the stage: sends the server the run and the step to draw.

import { holders } from "./page.js";

/** The chosen kind of figure, and the run and step on the stage. @param {object} _ @param {string} kind */
export function asked(_, kind) {
  const { name, it, phase } = holders("#stage")[0]?.stage.state() ?? {};
  const dark = document.body.classList.contains("dark");
  return [kind, name ? JSON.stringify({ name, iteration: it, phase, dark }) : ""];
}
