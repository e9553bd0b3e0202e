// What came of the last deal stays on the table while the next one has already begun: first hidden, then turned up, until whoever plays
// goes on, or somebody who watches has had time to look. For the eye alone: the match does not wait for it.

import { sound } from "../sound.js";
import { calm } from "../views/motion.js";

/** How long what was laid is seen face down, and how long it takes to turn up. */
const DOWN_MS = 250;
/** How long somebody who decides nothing looks at a result at least. */
const HOLD_MS = 3_000;

export class Showing {
  /** `down`: about to turn up; `up`: all is seen. Null where nothing is shown. @type {"down" | "up" | null} */
  stage = null;
  #number = 0;
  #until = 0;
  #redraw;
  #moves;

  /** @param {() => void} redraw @param {number} [moves] how long it takes until all is seen, in milliseconds */
  constructor(redraw, moves = DOWN_MS) {
    this.#redraw = redraw;
    this.#moves = moves;
  }

  /** A deal has ended. @param {() => void} told what is to be done when all is seen */
  begin(told) {
    const number = ++this.#number;
    this.#until = performance.now() + this.#moves + HOLD_MS;
    const up = () => {
      if (number !== this.#number || this.stage === "up") return;
      this.stage = "up";
      sound("flip");
      told();
      this.#redraw();
    };
    this.stage = "down";
    this.#turn = up;
    if (calm.matches || document.hidden) up();
    else setTimeout(up, this.#moves);
  }

  /** Shows the rest at once. @type {() => void} */
  #turn = () => {};

  /** A tap: the rest at once; where all is seen, on with the next deal. */
  skip() {
    if (this.stage === "down") return this.#turn();
    this.end();
  }

  /** Whether the result is still to be seen by somebody who has not decided in the next deal, or who does not play. @param {boolean} plays @param {boolean} decided */
  isOn(plays, decided) {
    if (!this.stage) return false;
    if (this.stage === "up" && (plays ? decided : performance.now() > this.#until)) this.stage = null;
    return this.stage !== null;
  }

  /** Nothing is shown any more. */
  end() {
    this.#number++;
    this.stage = null;
    this.#redraw();
  }
}
