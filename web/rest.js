// REST requests with the token of this browser's person.

/**
 * @import { Answer } from "./client/rest.js"
 * @import { ServerInfo } from "./types/protocol.js"
 */

import { Refusal } from "./client/refusal.js";
import * as rest from "./client/rest.js";
import { loadedAnew, renewed } from "./parts.js";
import { onHost } from "./root.js";
import { forget, keep, kept, keptKeys, keptObject } from "./storage.js";

/** The storage key of the token. */
export const TOKEN = "giog.token";

/**
 * The JSON answer to a request under `/api/v1`; throws a `Refusal`.
 *
 * @template {string} Path
 * @param {Path} path
 * @param {{ method?: string, body?: object }} [request]
 * @returns {Promise<Answer<Path>>}
 */
export async function ask(path, { method = "GET", body } = {}) {
  return rest.ask(onHost(""), path, { method, token: kept(TOKEN), body });
}

/**
 * As `ask`, for public data, which the worker can answer without a network if it was requested before. If it turns out not to be public,
 * it is requested again with the token.
 *
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<Answer<Path>>}
 */
export async function askOpenly(path) {
  try {
    return await rest.ask(onHost(""), path);
  } catch (error) {
    if (error instanceof rest.Deleted || (error instanceof Refusal && error.code === "connection_lost")) throw error;
    return ask(path);
  }
}

/** How long an answer of `askSeldom` may be reused, in milliseconds. */
const NEW_ENOUGH_MS = 5 * 60 * 1_000;
/** What the storage keys of these answers begin with. */
const ANSWER = "giog.answer.";

/**
 * As `askOpenly`, for data that need not be new: an answer from a short time ago is reused.
 *
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<Answer<Path>>}
 */
export async function askSeldom(path) {
  const key = ANSWER + path;
  const before = keptObject(key);
  const age = Date.now() - Number(before?.at);
  if (before?.answer instanceof Object && age >= 0 && age < NEW_ENOUGH_MS) return before.answer;
  const answer = await askOpenly(path);
  keep(key, JSON.stringify({ at: Date.now(), answer }));
  return answer;
}

/** Forgets the answers that `askSeldom` would reuse: a person in one of them may have another name. */
export function forgetAnswers() {
  for (const key of keptKeys(ANSWER)) forget(key);
}

/**
 * The answer, or that the match was deleted.
 *
 * @template Got
 * @param {Promise<Got>} coming
 * @returns {Promise<Got | rest.Deleted>}
 */
export async function orLeft(coming) {
  try {
    return await coming;
  } catch (error) {
    if (error instanceof rest.Deleted) return error;
    throw error;
  }
}

/** The bytes at a path of the REST API; throws a `Refusal`. @param {"/guests/me/export" | `/matches/${string}/record`} path */
export async function bytesAt(path) {
  const answer = await rest.send(onHost(""), path, { token: kept(TOKEN) });
  return new Uint8Array(await rest.reached(answer.arrayBuffer()));
}

/**
 * Changes the resource at a path; there is no answer. Throws a `Refusal`.
 *
 * @param {"/guests/me/push" | "/guests/me/rating" | "/guests/me/findable" | "/guests/me/friends" | "/guests/me/invitations" | `/guests/me/blocks/${string}`} path
 * @param {"PUT" | "PATCH" | "POST"} method
 * @param {object} [body]
 */
export async function change(path, method, body) {
  await rest.send(onHost(""), path, { method, token: kept(TOKEN), body });
}

/** Sends something to a path that answers nothing. Throws a `Refusal`. @param {`/puzzles/${string}/report`} path */
export async function post(path) {
  await rest.send(onHost(""), path, { method: "POST", token: kept(TOKEN) });
}

/**
 * Deletes the resource at a path, with the own token or another one; throws a `Refusal`.
 *
 * @param {"/guests/me" | "/guests/me/push" | "/guests/me/devices" | `/guests/me/devices/${string}` | `/guests/me/friends/${string}` | `/guests/me/blocks/${string}` | `/guests/me/invitations/${string}`} path
 * @param {string | null} [token]
 */
export async function end(path, token = kept(TOKEN)) {
  await rest.send(onHost(""), path, { method: "DELETE", token });
}

/** Whether a part of the page failed to load before. */
let missed = false;

/**
 * A part of the page that is imported when needed; throws a `Refusal` if it cannot be loaded.
 *
 * @template Got
 * @param {Promise<Got>} coming
 * @returns {Promise<Got>}
 */
export function part(coming) {
  return rest.reached(
    coming.catch(async (error) => {
      await renewed();
      if (missed) await loadedAnew();
      missed = true;
      throw error;
    }),
  );
}

/**
 * A module with which views draw, and which is loaded when the first of them needs it: `for` returns it, or null while it is loaded; the
 * view is drawn again then, or offers to try again.
 *
 * @template Got
 * @param {() => Promise<Got>} bring
 */
export function later(bring) {
  /** @type {Got | null} */
  let got = null;
  /** The views that have asked for it. @type {WeakSet<object>} */
  const asking = new WeakSet();
  const load = async () => {
    got = await part(bring());
  };
  return {
    load,
    /** @param {{ load: (get: () => Promise<unknown>) => unknown }} view */
    for(view) {
      if (!got && !asking.has(view)) {
        asking.add(view);
        view.load(load);
      }
      return got;
    },
  };
}

/** @type {Promise<ServerInfo> | null} */
let info = null;

/** The server's description of itself: `name`, `notice`, `contact`, `public_url`, `version`, … */
export function server() {
  info ??= ask("/server").catch((error) => {
    info = null;
    throw error;
  });
  return info;
}
