// What keys mean on the keyboards of the world: `node --test web/tests/keyboard.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import { meant, withDigits } from "../keyboard.js";

/** What is pressed: the key as its layout has it, its place, and Shift; and what it means. */
const LAYOUTS = {
  "Persian digits": [
    ["۱", "Digit1", "1"],
    ["۰", "Digit0", "0"],
    ["۹", "Numpad9", "9"],
  ],
  "Arabic digits": [
    ["١", "Digit1", "1"],
    ["٤", "Digit4", "4"],
  ],
  "digits of India, which begin elsewhere in their blocks": [
    ["१", "Digit1", "1"],
    ["৯", "Digit9", "9"],
  ],
  "French keys, which have digits with Shift": [
    ["&", "Digit1", "1"],
    ["é", "Digit2", "2"],
    ["2", "Digit2", "2", true],
  ],
  "Persian letters": [
    ["ا", "KeyH", "h"],
    ["ف", "KeyT", "t"],
    ["م", "KeyL", "l"],
    ["ل", "KeyG", "g"],
  ],
  "two letters on one Arabic key": [["لا", "KeyB", "b"]],
  "Russian letters": [
    ["р", "KeyH", "h"],
    ["Д", "KeyL", "L", true],
  ],
  "Greek letters": [
    ["σ", "KeyS", "s"],
    ["λ", "KeyL", "l"],
  ],
  "question marks": [
    ["؟", "Slash", "?", true],
    [",", "Slash", "?", true],
    ["?", "Digit7", "?", true],
  ],
  "Latin letters, wherever they are": [
    ["h", "KeyJ", "h"],
    ["ö", "KeyO", "ö"],
    ["q", "KeyA", "q"],
    ["'", "KeyQ", "'"],
  ],
  "keys of other kinds": [
    ["Enter", "Enter", "Enter"],
    ["!", "Digit1", "!", true],
    [",", "Comma", ","],
    ["+", "BracketRight", "+"],
  ],
};

for (const [layout, keys] of Object.entries(LAYOUTS)) {
  test(`keys mean the same on every keyboard: ${layout}`, () => {
    for (const [key, code, meaning, shiftKey = false] of keys)
      assert.equal(meant({ key, code, shiftKey }), meaning, `${key} at ${code}`);
  });
}

test("digits of every script are read in typed moves", () => {
  assert.equal(withDigits("h۲e۲"), "h2e2");
  assert.equal(withDigits("b٨c١٠"), "b8c10");
});
