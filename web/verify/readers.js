// Readers of JSON values: each takes a value and returns what belongs to the format, or throws if the value has another form.

/** Thrown for a value of another form than required. */
export class BadForm extends Error {}

/** @param {boolean} holds */
export function need(holds) {
  if (!holds) throw new BadForm();
}

/**
 * Parses a value; throws if it has another form.
 * @typedef {(value: unknown) => unknown} Reader
 * @typedef {{ [name: string]: Reader }} Fields
 */

/** @param {number} from @param {number} to @returns {Reader} */
export const integer = (from, to) => (value) => {
  need(typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= to);
  return value;
};

/** @param {RegExp} pattern */
export const matching = (pattern) => (/** @type {unknown} */ value) => {
  if (typeof value !== "string" || !pattern.test(value)) throw new BadForm();
  return value;
};

/** @param {unknown[]} values @returns {Reader} */
export const oneOf =
  (...values) =>
  (value) => {
    need(values.includes(value));
    return value;
  };

/** @param {Reader} read @returns {Reader} */
export const nullable = (read) => (value) => (value === null ? null : read(value));
/** @param {Reader} read @returns {Reader} */
export const optional = (read) => (value) => (value === undefined ? undefined : read(value));

/**
 * A field that is left out if its value is the default.
 * @param {(value: unknown) => boolean} saysNothing
 * @param {Reader} read
 * @returns {Reader}
 */
export const unless = (saysNothing, read) => (value) => (saysNothing(value) ? undefined : optional(read)(value));

/** @param {unknown} value */
export function isEmptyList(value) {
  return Array.isArray(value) && value.length === 0;
}

/** @param {Reader} read @param {number} [most] @returns {Reader} */
export const list =
  (read, most = Infinity) =>
  (value) => {
    if (!Array.isArray(value) || value.length > most) throw new BadForm();
    return value.map((one) => read(one));
  };

/** @param {Fields} fields */
export const object = (fields) => (/** @type {unknown} */ value) => {
  const given = new Map(Object.entries(own(value)));
  const entries = Object.entries(fields).map(([name, read]) => [name, read(given.get(name))]);
  return Object.fromEntries(entries.filter(([, read]) => read !== undefined));
};

/** An object that is not a list. @param {unknown} value @returns {object} */
export function own(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BadForm();
  return value;
}

/** An object in the first of these forms whose named field it has. @param {{ [name: string]: (value: unknown) => Object }} forms */
export const either = (forms) => (/** @type {unknown} */ value) => {
  const [, read] = Object.entries(forms).find(([name]) => Object.hasOwn(own(value), name)) ?? [];
  if (!read) throw new BadForm();
  return read(value);
};

export const anyText = matching(/^\P{Surrogate}*$/u);
/** An integer that JavaScript has exactly. */
export const number = integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
