// What the tests take from Node, without its types: those would replace the browser's in the stage's own modules.
declare module "node:assert/strict";
declare module "node:console";
declare module "node:fs";
declare module "node:process";
declare module "node:test";
