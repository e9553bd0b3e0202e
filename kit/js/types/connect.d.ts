import type { Fields } from "./connection.js";
/** @import { Fields } from "./connection.js" */
import { Connection } from "./connection.js";
/**
 * Connects to a server as the person with this token, or as a new guest with this name, whose token is in the answer to `hello`: it is the
 * person, so it belongs into a safe place.
 *
 * @param {string} url such as `wss://giog.example.org/ws`
 * @param {Partial<Fields<"hello">>} [hello] what `hello` says: `token`, `name`, `actions`, …
 */
export declare function connect(url: string, hello?: Partial<Fields<"hello">>): Connection;
