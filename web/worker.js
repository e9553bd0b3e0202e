// The service worker for the page without a network: it caches the page's files, and finished matches that were looked at. The server
// prepends `PAGE`: the digest of this version, the files to cache, and what each other module imports.
//
// Only public data is cached: files of the page, and answers about finished matches in public lists, which are requested without a token.
// Requests with a token or `as=`, and those about guests and rooms, are not handled by the worker.

/* global PAGE */

/** The path before all addresses of this server on its host (`root.js`). */
const ROOT = location.pathname.slice(0, location.pathname.lastIndexOf("/"));
/** What the names of the caches begin with: other pages of this host have their own. */
const CACHES = `giog${ROOT}-`;
const PAGES = `${CACHES}page-`;
const SHELL = PAGES + PAGE.digest;
const MATCHES = `${CACHES}matches`;
const ASSETS = `${ROOT}/assets/`;
const BASE = `${ASSETS}${PAGE.digest}/`;
/** The document. */
const START = `${ROOT}/`;
/** The places of the page, which all have the same document. */
const PLACES = /^\/($|new|room|change|learn|lesson|matches|match|about)(\/|$)/;
/** The requests about matches that are cached. */
const MATCH = /^\/api\/v1\/matches\/[0-9a-f-]{36}(\/record|\/events)?$/;
/** The most answers about matches in the cache, about a hundred matches; the oldest are removed first. */
const MOST_ANSWERS = 300;

/** The cache with the texts of notifications, in the language of the page. */
const WORDS = `${CACHES}words`;
/** A room's id. */
const ROOM = /^[0-9a-f-]{36}$/;
/** How long a window may take to tell what it shows: after a click, browsers allow focusing a window for a few seconds only. */
const ANSWER_MS = 500;

/** Grows when all caches are emptied: answers to earlier requests are then not cached. */
let emptied = 0;

addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

addEventListener("message", (event) => {
  if (event.data?.words) event.waitUntil(keepWords(event.data.words));
  else if (event.data?.empty) event.waitUntil(empty());
  else if (Array.isArray(event.data?.keep)) event.waitUntil(keepFiles(event.data.keep));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { headers } = request;
  if (request.method !== "GET" || url.origin !== location.origin || url.search) return;
  if (headers.has("Authorization") || headers.has("Giog-Token") || !url.pathname.startsWith(START)) return;
  const path = onServer(url.pathname);
  if (request.mode === "navigate") {
    if (PLACES.test(path)) event.respondWith(place(request));
  } else if (url.pathname.startsWith(BASE)) event.respondWith(file(request));
  else if (MATCH.test(path)) event.respondWith(match(request));
});

addEventListener("push", (event) => {
  event.waitUntil(notify(event.data));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.room));
});

/** Stores the texts for notifications, for the time when no page is open. @param {object} words */
async function keepWords(words) {
  const cache = await caches.open(WORDS);
  await cache.put(START, new Response(JSON.stringify(words)));
}

/**
 * Shows the notification that a table waits, or that a friend invites, with the stored texts. Browsers require that every push message shows
 * something, unless the page is in view, which shows invitations itself.
 */
async function notify(data) {
  const kept = await caches.match(START, { cacheName: WORDS });
  const words = kept ? await kept.json() : {};
  let told;
  try {
    told = data.json();
  } catch {
    told = {};
  }
  if (told.wanted === "invitation") {
    const windows = await clients.matchAll({ type: "window" });
    if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  }
  const by = new Date(told.by);
  const format = { weekday: "short", hour: "numeric", minute: "2-digit" };
  const time = Number.isNaN(by.getTime()) ? "" : by.toLocaleString(words.language, format);
  const room = ROOM.test(told.room) ? told.room : "";
  const from = String(told.from ?? "");
  await registration.showNotification(words[told.wanted]?.replace("{name}", () => from) ?? "Giog", {
    body: time && words.until ? words.until.replace("{time}", time) : time,
    tag: `giog-${room}`,
    renotify: true,
    lang: words.language ?? "",
    icon: `${BASE}pieces/mark.svg`,
    data: { room },
  });
}

/** The path of this server for a path on its host. @param {string} pathname */
const onServer = (pathname) => (pathname.startsWith(START) ? pathname.slice(ROOT.length) : pathname);

/** Shows a table: in the window that has it, or else in a new one. @param {string} room */
async function show(room) {
  const path = room ? `/room/${room}` : "/";
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const places = await Promise.all(windows.map(placeOf));
  const there = windows[places.indexOf(path)];
  await (there ? there.focus() : clients.openWindow(ROOT + path));
}

/**
 * The path that a window shows now. The window is asked (`offline.js` answers), because a worker knows only the address with which its
 * document was loaded. That address is used if there is no answer, as from a window that the browser has frozen.
 */
function placeOf(client) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    client.postMessage({ where: true }, [port2]);
    setTimeout(() => resolve(onServer(new URL(client.url).pathname)), ANSWER_MS);
  });
}

/** Caches the files of this version, all or none. */
async function fill() {
  const shell = await caches.open(SHELL);
  const page = await fetch(START, { cache: "no-store" });
  // The server may already have another version, which has its own worker.
  if (!page.ok || !(await page.clone().text()).includes(BASE)) throw new Error("another version of the page");
  await shell.put(START, page);
  await shell.addAll(PAGE.files.map((path) => BASE + path));
  for (const path of await before()) {
    // A cached file that this version does not have any more is not needed.
    if (!(await shell.match(path))) await shell.add(path).catch(() => {});
  }
}

/**
 * The addresses in this version of files that the former version had cached when they were used, such as the games of past matches, with
 * what they import now.
 */
async function before() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PAGES) && name !== SHELL);
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const used = kept.flat().flatMap(({ url }) => {
    const { pathname } = new URL(url);
    const path = pathname.startsWith(ASSETS) && /^[0-9a-f]+\/(.+)$/.exec(pathname.slice(ASSETS.length))?.[1];
    return path && (path in PAGE.imports || !path.endsWith(".js")) ? [path] : [];
  });
  const wanted = new Set(used);
  for (const path of wanted) for (const needed of PAGE.imports[path] ?? []) wanted.add(needed);
  return [...wanted].map((path) => BASE + path);
}

/** Activates this version alone, for all windows. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PAGES) && name !== SHELL).map((name) => caches.delete(name)),
  );
  await clients.claim();
}

async function empty() {
  emptied += 1;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHES)).map((name) => caches.delete(name)));
}

/** Caches files of this version that were already loaded. @param {string[]} paths */
async function keepFiles(paths) {
  const shell = await caches.open(SHELL);
  if (!(await shell.match(START))) await fill();
  for (const path of paths.filter((path) => path.startsWith(BASE))) {
    if (!(await shell.match(path))) await shell.add(path);
  }
}

/** Whether the server cannot be reached: there is no answer, or a proxy reports it. */
const isAway = (answer) => !answer || (answer.status >= 502 && answer.status <= 504);

/** The document: from the server, or from the cache if the server cannot be reached. */
async function place(request) {
  const answer = await fetch(request).catch(() => null);
  if (!isAway(answer)) return answer;
  return (await caches.match(START, { cacheName: SHELL })) ?? answer ?? Response.error();
}

/**
 * A file of this version, which never changes. It is cached while there is a cache for this version, which is deleted together with a
 * person's data.
 */
async function file(request) {
  const kept = await caches.match(request.url, { cacheName: SHELL });
  if (kept) return kept;
  const before = emptied;
  const answer = await fetch(request);
  if (answer.ok && (await caches.has(SHELL)) && before === emptied)
    (await caches.open(SHELL)).put(request.url, answer.clone());
  return answer;
}

/** A public finished match: from the server, or its last answer if the server cannot be reached. */
async function match(request) {
  const before = emptied;
  const answer = await fetch(request).catch(() => null);
  if (isAway(answer)) return (await caches.match(request.url, { cacheName: MATCHES })) ?? answer ?? Response.error();
  const open = /\bpublic\b/.test(answer.headers.get("Cache-Control") ?? "");
  if (answer.ok && open && before === emptied) await keep(request.url, answer.clone());
  return answer;
}

/** Caches an answer, and removes the oldest ones beyond the limit. */
async function keep(url, answer) {
  const cache = await caches.open(MATCHES);
  await cache.delete(url);
  await cache.put(url, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ANSWERS)).map((old) => cache.delete(old)));
}
