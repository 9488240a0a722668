// Bundles the browser's scripts and the stage's style sheet: `npm run build` after every change of them. What comes out
// is committed, so that the app needs no npm; with --check nothing is written, and what is not current is named.

import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { build } from "esbuild";

// What Python names (call and on_load in explorer/ui/scripts.py); they import the other modules.
const TABS = ["compare", "energy", "exactness", "explore", "figures", "first", "following", "page", "race",
  "reproduce", "runs", "toy", "traces", "worth"];
const BUNDLES = [
  { outdir: "explorer/stage/built", entryPoints: ["explorer/stage/js/stage.js", "explorer/stage/css/stage.css"],
    entryNames: "[name]" },
  { outdir: "explorer/site/built", entryPoints: ["explorer/site/js/site.js", "explorer/site/css/site.css"],
    entryNames: "[name]", format: "iife", // a page opened from a file cannot load modules
    minifyIdentifiers: true, lineLimit: 1000 }, // and every visitor of a site loads all of it
  { outdir: "explorer/ui/built", entryPoints: TABS.map((name) => `explorer/ui/js/${name}.js`) },
];
// Except for the site, names are kept and lines are short: what a browser reports can be read, and so can a difference.
const OPTIONS = { bundle: true, format: "esm", target: "esnext", charset: "utf8", minifyWhitespace: true,
  minifySyntax: true, lineLimit: 120, write: false, logLevel: "warning" };

const check = process.argv.includes("--check");
const stale = [];
for (const bundle of BUNDLES) {
  const { outputFiles } = await build({ ...OPTIONS, ...bundle });
  for (const { path, text } of outputFiles) {
    let before = null;
    try { before = readFileSync(path, "utf8"); } catch { /* it is new */ }
    if (before === text) continue;
    if (check) stale.push(relative("", path));
    else writeFileSync(path, text);
  }
}
if (stale.length) {
  console.error(`Not current: ${stale.join(", ")}. Run \`npm run build\`.`);
  process.exit(1);
}
