// The data of each game for tests: the folders in crates/rules/tests/games.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../../../crates/rules/tests/games");

/** The facts of a game (`facts.json`). */
export const factsOf = (game) => JSON.parse(readFileSync(path.join(FOLDER, game, "facts.json"), "utf8"));

/** The ids of the games of a family: `tricks`, `boards` or `tiles`. */
export const gamesOf = (family) => readdirSync(FOLDER).filter((game) => factsOf(game).family === family);
