// Asking REST, as who one is.

import { Refusal } from "./connection.js";

/** Where the token of who one is stands in `localStorage`. */
export const TOKEN = "giog.token";

/** What REST answers to a request under `/api/v1`, read from its JSON; throws a `Refusal`. */
export async function ask(path, { method = "GET", body } = {}) {
  const token = localStorage.getItem(TOKEN);
  const answer = await fetch(`/api/v1${path}`, {
    method,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Refusal({ code: told.code, message: told.detail ?? told.title });
  return told;
}

let info = null;

/** What the server says of itself: `name`, `notice`, `contact`, `public_url`, `version`, … */
export function server() {
  info ??= ask("/server").catch((error) => {
    info = null;
    throw error;
  });
  return info;
}
