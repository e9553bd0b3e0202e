// Where the code of chuck-a-luck is: all games of dice share it.

import { DICE } from "../../tiles/dice/parts.js";

export const game = DICE;
