import { hex } from "./sha256.js";

/** A new random key for requests that must be carried out only once, however often they are sent. */
export function newKey() {
  return hex(crypto.getRandomValues(new Uint8Array(12)));
}
