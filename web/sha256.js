// SHA-256 (FIPS 180-4). Browsers offer it only to pages that came over TLS; a server at home has none.

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** The digest of some bytes, in lower-case hexadecimal. */
export function sha256(...parts) {
  const bytes = joined(parts);
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...START];
  for (let block = 0; block < blocks; block++) mix(hash, view, block * 64);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mix(hash, view, from) {
  const w = new Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(from + i * 4);
  for (let i = 16; i < 64; i++) {
    const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** Bytes one after another: texts, hexadecimal ones in `{hex}`, and single bytes as numbers. */
function joined(parts) {
  const bytes = [];
  for (const part of parts) {
    if (typeof part === "number") bytes.push(part);
    else if (typeof part === "string") bytes.push(...new TextEncoder().encode(part));
    else for (let at = 0; at < part.hex.length; at += 2) bytes.push(parseInt(part.hex.slice(at, at + 2), 16));
  }
  return Uint8Array.from(bytes);
}
