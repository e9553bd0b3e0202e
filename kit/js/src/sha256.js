// SHA-256 (FIPS 180-4). Browsers offer it only to pages that came over TLS; a server at home has none.

/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
/** @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
/** @typedef {[number, number, number, number, number, number, number, number]} State */
const START = /** @type {State} */ (PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))));

/**
 * Bytes: a text, a hexadecimal one, or a single byte.
 * @typedef {string | { hex: string } | number} Bytes
 */

/** The digest of some bytes, in lower-case hexadecimal. @param {Bytes[]} parts one after another */
export function sha256(...parts) {
  const bytes = joined(parts);
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  let hash = START;
  for (let block = 0; block < blocks; block++) hash = mixed(hash, view, block * 64);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Bytes in lower-case hexadecimal. @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a block makes of a state. @param {State} hash @param {DataView} view @param {number} from */
function mixed(hash, view, from) {
  let [a, b, c, d, e, f, g, h] = hash;
  const words = schedule(view, from);
  for (let i = 0; i < words.length; i++) {
    const t1 =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (words[i] ?? 0)) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const [A, B, C, D, E, F, G, H] = hash;
  return /** @type {State} */ ([A + a, B + b, C + c, D + d, E + e, F + f, G + g, H + h].map((word) => word | 0));
}

/** The words of a block, and those that follow from them. @param {DataView} view @param {number} from */
function schedule(view, from) {
  const words = new Int32Array(K.length);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(from + i * 4);
  for (let i = 16; i < words.length; i++) {
    const [far, near] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
    const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[i] = (words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1;
  }
  return words;
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Bytes[]} parts */
function joined(parts) {
  const bytes = [];
  for (const part of parts) {
    if (typeof part === "number") bytes.push(part);
    else if (typeof part === "string") bytes.push(...new TextEncoder().encode(part));
    else for (let at = 0; at < part.hex.length; at += 2) bytes.push(parseInt(part.hex.slice(at, at + 2), 16));
  }
  return Uint8Array.from(bytes);
}
