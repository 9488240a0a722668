// The light or dark theme. As in the app, `__theme` in the address decides; without it, the browser's preference.

import { parameters } from "../../stage/js/address.js";

/** Sets the theme, and again when the browser's preference changes. */
export function followTheme() {
  const night = matchMedia("(prefers-color-scheme: dark)"), named = parameters().get("__theme");
  const set = () => document.body.classList.toggle("dark", named ? named === "dark" : night.matches);
  night.addEventListener("change", set);
  set();
}
