// Data in the part of a link after `#`, which browsers do not send.

/** A value as text for a link. @param {unknown} value */
export function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The value of such a text; null if it is none. @param {string} text @returns {unknown} */
export function unpacked(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))));
  } catch {
    return null;
  }
}
