export type State = [number, number, number, number, number, number, number, number];
export type Bytes = string | {
    hex: string;
} | number;
/**
 * Bytes: a text, a hexadecimal one, or a single byte.
 * @typedef {string | { hex: string } | number} Bytes
 */
/** The digest of some bytes, in lower-case hexadecimal. @param {Bytes[]} parts one after another */
export declare function sha256(...parts: Bytes[]): string;
/** Bytes in lower-case hexadecimal. @param {Uint8Array} bytes */
export declare const hex: (bytes: Uint8Array) => string;
