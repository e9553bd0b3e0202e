// A program for `giog bot run` that plays every game: any legal action will do.

import { run } from "giog-client";

run(({ decision }) => decision.actions[Math.floor(Math.random() * decision.actions.length)]);
