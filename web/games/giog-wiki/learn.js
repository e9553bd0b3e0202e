// Giog as the wiki has it, for players: docs/RULES.md §5.

import { giog } from "../giog/learn.js";

export const sections = giog("learn.ban.last");
