// What a pressed key means to the page, whichever keyboard it is on: digits of every script, and letters by their place where the layout
// has no Latin ones; and whether keys are used at all.

/** A pressed key, as events of the browser have it. @typedef {Pick<KeyboardEvent, "key"> & Partial<Pick<KeyboardEvent, "code" | "shiftKey">>} Pressed */

const DIGIT = /^\p{Nd}$/u;
const LATIN = /\p{Script=Latin}/u;
/** Letters, and what stands in place of some: the marks of Thai and the scripts of India. */
const WRITTEN = /[\p{L}\p{M}]/u;
/** The question marks of other scripts, and what Russian layouts have in the place of the Latin one. */
const ASKS = { signs: ["?", "؟", "\u037e"], place: "Slash", instead: "," };

/** The value of a decimal digit of any script: each script has its ten in a row. @param {string} digit */
function numberOf(digit) {
  const code = digit.codePointAt(0) ?? 0;
  let above = 0;
  while (DIGIT.test(String.fromCodePoint(code - above - 1))) above++;
  return above % 10;
}

/**
 * The key as a Latin keyboard has it: `1` for `۱`, and for the key of 1 on French keyboards; `h` where Russian ones have `р`; `?` for `؟`.
 * All other keys mean what they say.
 *
 * @param {Pressed} pressed
 */
export function meant({ key, code = "", shiftKey = false }) {
  if (DIGIT.test(key)) return String(numberOf(key));
  // French keyboards have digits only with Shift, and Czech ones other letters there.
  if (!shiftKey && /^Digit\d$/.test(code)) return code.slice(-1);
  if (ASKS.signs.includes(key) || (shiftKey && code === ASKS.place && key === ASKS.instead)) return "?";
  const byPlace = /^Key[A-Z]$/.test(code) && WRITTEN.test(key) && !LATIN.test(key);
  if (!byPlace) return key;
  const letter = code.slice(-1);
  return shiftKey ? letter : letter.toLowerCase();
}

/** A text with the digits that Latin keyboards have, in place of those of other scripts. @param {string} text */
export const withDigits = (text) => text.replace(/\p{Nd}/gu, (digit) => String(numberOf(digit)));

/** Keys that do nothing by themselves. */
const HELD_DOWN = ["Shift", "Control", "Alt", "AltGraph", "Meta"];

/** Marks the document while keys are used: only then rings show what has the focus. @param {HTMLElement} root */
export function markKeys(root) {
  const mark = (/** @type {boolean} */ used) => root.toggleAttribute("data-keyed", used);
  addEventListener("keydown", ({ key }) => HELD_DOWN.includes(key) || mark(true), { capture: true });
  addEventListener("pointerdown", () => mark(false), { capture: true });
}
