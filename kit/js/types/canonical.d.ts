/**
 * The canonical JSON of a value, which is signed and sent: RFC 8785, no spaces, keys sorted. Texts and integers are as in JavaScript.
 * @param {unknown} value
 * @returns {string}
 */
export declare function canonical(value: unknown): string;
