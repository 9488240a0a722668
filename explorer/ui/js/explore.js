// The tab "Explore": when a run is over, when it is stopped.

import { catchUp, holders, update } from "./page.js";
import { mine } from "./following.js";

/** The run is over: the stage gets it whole, unless another trace was opened while it ran. */
export function afterRun() {
  const told = document.querySelector("#status [data-run]"), [holder] = holders("#stage"), { stage, ran } = mine();
  if (stage === ran && told instanceof HTMLElement && holder) catchUp(holder.stage, told);
}

/** Run can be pressed again, and Stop cannot. */
export const free = () => [update({ interactive: true }), update({ interactive: false })];

/** What Stop shows at once, without asking a server. @param {{ shown: unknown }} config */
export const stop = ({ shown }) => shown;

/**
 * Says the words once more after a while, for a page that is behind, unless the start button was pressed meanwhile.
 * @param {{ start: string, words: string, wait: number }} config ms
 */
export async function sayAgain({ start, words, wait }) {
  let pressed = false;
  const button = document.getElementById(start), press = () => { pressed = true; };
  button?.addEventListener("click", press);
  await new Promise((done) => setTimeout(done, wait));
  button?.removeEventListener("click", press);
  return pressed ? undefined : words;
}
