// Verifies signatures of the server: Ed25519 with WebCrypto, as strictly as docs/FAIRNESS.md requires.

import { canonical } from "./canonical.js";

/** The points of small order, without their sign: with these as keys, signatures would be valid for anything. */
const WEAK_POINTS = [
  `01${"00".repeat(31)}`,
  "00".repeat(32),
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
];
const POINT_DIGITS = 64;
const SIGN_BIT = 0x80;

/**
 * Whether a signature over an object is valid; null if this browser cannot check it: without TLS, or too old.
 * @param {string} signer in hexadecimal, as the signature
 * @param {string} signature
 * @param {string} domain
 * @param {object} object
 */
export async function signed(signer, signature, domain, object) {
  if (isWeak(signer) || isWeak(signature.slice(0, POINT_DIGITS))) return false;
  if (!globalThis.crypto.subtle) return null;
  try {
    const key = await crypto.subtle.importKey("raw", bytes(signer), "Ed25519", false, ["verify"]);
    const message = new TextEncoder().encode(domain + canonical(object));
    return await crypto.subtle.verify("Ed25519", key, bytes(signature), message);
  } catch (error) {
    return error instanceof Error && error.name === "NotSupportedError" ? null : false;
  }
}

/** @param {string} point in hexadecimal */
function isWeak(point) {
  const last = parseInt(point.slice(-2), 16) & ~SIGN_BIT;
  return WEAK_POINTS.includes(point.slice(0, -2) + last.toString(16).padStart(2, "0"));
}

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
