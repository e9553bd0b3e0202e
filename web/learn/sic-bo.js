// Sic-bo for players: docs/TILES.md §3, §5.

import { text } from "./parts.js";

/** @type {import("./parts.js").Section[]} */
export const sections = [{ title: "learn.end", blocks: [text("learn.short.sic-bo")] }];
