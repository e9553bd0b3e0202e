// Options that several games have, as records have them.

import { oneOf } from "./readers.js";

export const ON_TIME = oneOf("lose", "move");
export const CHECK = oneOf("enforce", "table");
