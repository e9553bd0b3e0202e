// The canonical form of JSON: RFC 8785.

/**
 * The canonical JSON of a value, which is signed and sent: RFC 8785, no spaces, keys sorted. Texts and integers are as in JavaScript.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  const sorted = fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(",")}}`;
}
