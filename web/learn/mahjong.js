// Mahjong for players: docs/TILES.md §4.

import { text } from "./parts.js";

/** @type {import("./parts.js").Section[]} */
export const sections = [{ title: "learn.end", blocks: [text("learn.short.mahjong")] }];
