// The messages of a connection, one after another.

/**
 * @import { RoomId } from "../types/protocol.js"
 * @import { Connection, Told } from "./connection.js"
 */

/** How many messages may wait for a program. */
const MOST_WAITING = 4_096;

/** A program did not read its messages: too many were waiting. */
export class Overrun extends Error {}

/**
 * All messages from now on but replies, or those about a room. They end when the connection is stopped; throws a `Refusal` if the server does
 * not let one into that room again, and an `Overrun` if more than 4,096 are not read.
 *
 * @param {Connection} connection
 * @param {RoomId} [room]
 * @returns {AsyncGenerator<Told, void, void>}
 */
export function messages(connection, room) {
  /** @type {Told[]} */
  const waiting = [];
  let isOver = false;
  /** @type {Error | null} */
  let failure = null;
  let wake = () => {};
  const over = (/** @type {Error | null} */ why) => {
    failure ??= why;
    isOver = true;
    wake();
  };
  const ends = [
    connection.on("message", (message) => {
      if (room !== undefined && !("room" in message && message.room === room)) return;
      if (waiting.length >= MOST_WAITING) return over(new Overrun(`more than ${MOST_WAITING} messages wait`));
      waiting.push(message);
      wake();
    }),
    connection.on("out", (out) => out.room === room && over(out.refusal)),
    connection.on("state", () => connection.state === "stopped" && over(connection.refused)),
  ];
  async function* read() {
    try {
      for (;;) {
        const message = waiting.shift();
        if (message) yield message;
        else if (failure) throw failure;
        else if (isOver) return;
        else await new Promise((go) => (wake = () => go(undefined)));
      }
    } finally {
      for (const end of ends) end();
    }
  }
  return read();
}
