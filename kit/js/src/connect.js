// A connection of a program, which is one person for as long as it runs.

/** @import { Fields } from "./connection.js" */

import { Connection } from "./connection.js";
import { pauseAfter } from "./refusal.js";

/**
 * Connects to a server as the person with this token, or as a new guest with this name, whose token is in the answer to `hello`: it is the
 * person, so it belongs into a safe place.
 *
 * @param {string} url such as `wss://giog.example.org/ws`
 * @param {Partial<Fields<"hello">>} [hello] what `hello` says: `token`, `name`, `actions`, …
 */
export function connect(url, hello = {}) {
  let { token, name, ...more } = hello;
  const connection = new Connection(url, {
    hello: () => ({ ...more, ...(token ? { token } : name && { name }) }),
    greeted(welcome) {
      token = welcome.token ?? token;
    },
    refused: (_, refusal) => pauseAfter(refusal) !== null,
  });
  connection.connect();
  return connection;
}
