// Requests that a server refused, over the socket or by REST.

/** @import { ErrorCode, ErrorReply, ProblemCode } from "../types/protocol.js" */

/**
 * @typedef {ErrorCode | ProblemCode | "connection_lost"} RefusedFor
 *
 * @typedef {Omit<ErrorReply, "code" | "re"> & { code: RefusedFor }} Refused
 */

/** Temporary refusals, after which the same request may be sent again. */
const PASSING = ["busy", "rate_limited", "storage_unavailable", "shutting_down"];
/** The pause before that, if the server gives none, in milliseconds. */
const AGAIN_MS = 1_000;

/** A request that the server refused: its `code` is for programs, its `message` for people. */
export class Refusal extends Error {
  /** @param {Refused} reply */
  constructor(reply) {
    super(reply.message);
    this.code = reply.code;
    this.reply = reply;
  }
}

/** After how many milliseconds a refused request may be sent again; null if that is of no use. @param {unknown} error */
export function pauseAfter(error) {
  return error instanceof Refusal && PASSING.includes(error.code) ? (error.reply.wait_ms ?? AGAIN_MS) : null;
}
