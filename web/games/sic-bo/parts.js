// Where the code of sic bo is: all games of dice share it.

import { DICE } from "../../tiles/dice/parts.js";

export const game = DICE;
