// The page in Firefox and in WebKitGTK, which have other engines than Chromium: a match of each kind of game by mouse and keys, its review
// and proof, the page without its server, from right to left, and on a small phone.

import { writeFileSync } from "node:fs";

import { expect, test } from "./support/test.mjs";
import { Firefox, WebKit } from "./support/engines.mjs";
import { either, english, speaking } from "./support/texts.mjs";
import { Server } from "./support/server.mjs";

const { t, like } = english;

/** How long the page may take for one thing, on a busy machine: in milliseconds. */
const SOON_MS = 60_000;
/** How long one waits before one looks again, in milliseconds. */
const LOOK_MS = 100;
/** A desktop and a small phone, in CSS pixels. */
const DESKTOP = [1280, 800];
const PHONE = [360, 640];
/** More decisions than a match of a test has. */
const MOST_DECISIONS = 300;
/** What the page complains of without its server. */
const AWAY =
  /WebSocket|NetworkError|can.t establish a connection|connection to \S+ was interrupted|Could not connect|Load failed|fetch|access control/i;

/** Waits until `work` gives something in the page, and gives it. */
async function until(engine, work, ...given) {
  let found;
  await expect
    .poll(async () => (found = await engine.run(work, ...given)), {
      timeout: SOON_MS,
      intervals: [LOOK_MS],
      message: String(work),
    })
    .toBeTruthy();
  return found;
}

/** Where the middle of the first element is that can be pressed and has this selector, and name if one is given. */
function middle(selector, name) {
  const named = name && new RegExp(name, "s");
  const elements = [...document.querySelectorAll(selector)];
  const element = elements.find((element) => {
    const called = (element.ariaLabel ?? element.textContent).trim();
    return element.checkVisibility() && !element.disabled && (!named || named.test(called));
  });
  if (!element) return null;
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** Taps what has this selector, and this name (a text or an expression) if one is given, as soon as it can be pressed. */
async function tap(engine, selector, name) {
  const wanted = name instanceof RegExp ? name.source : name && `^${escaped(name)}$`;
  await engine.tap(...(await until(engine, middle, selector, wanted)));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Waits until the page has what has this selector. */
const there = (engine, selector) => until(engine, (selector) => Boolean(document.querySelector(selector)), selector);

/** Waits until the page shows this text. */
const shows = (engine, text) => until(engine, (text) => document.body.innerText.includes(text), text);

/** Goes somewhere within the page. */
const follow = (engine, place) => engine.run((place) => void (location.hash = `#/${place}`), place);

/** Makes a table with bots and begins, as the page does; gives its id. */
async function begin(engine, settings) {
  const room = await engine.run(async (settings) => {
    const { session } = await window.running();
    while (session.connection.state !== "open") await new Promise((go) => setTimeout(go, 20));
    const room = await session.create({ access: "public", reveal_pause_ms: 0, clock: { kind: "none" }, ...settings });
    await session.request("add_bot", { room, all: true });
    location.hash = `#/room/${room}`;
    return room;
  }, settings);
  await tap(engine, "button", t("gather.ready"));
  return room;
}

/** Waits for a decision after this turn; gives it with its turn, or null when the match is over. */
async function asked(engine, room, after) {
  const { decision } = await until(
    engine,
    async (id, after) => {
      const { session } = await window.running();
      const room = session.rooms.get(id);
      if (!room?.state || (room.now && room.now.seq < room.seq)) return null;
      if (!room.match && room.finished) return { decision: null };
      const { turn, decision } = room.now?.you ?? {};
      return room.match && decision?.must && turn > after ? { decision: { ...decision, turn } } : null;
    },
    room,
    after,
  );
  return decision;
}

/** Whether the page knows of no such turn of its player any more. */
async function taken(id, turn) {
  const { session } = await window.running();
  const { match, now } = session.rooms.get(id);
  return !match || now?.you?.turn !== turn;
}

/** Decides with `decide` until the match is over, or until it gives `true`; then gives the last turn, else null. */
async function play(engine, room, decide, after = -1) {
  let turn = after;
  for (let n = 0; n < MOST_DECISIONS; n++) {
    const decision = await asked(engine, room, turn);
    if (!decision) return null;
    turn = decision.turn;
    if (await decide(decision, n)) return turn;
  }
  throw new Error(`not over after ${MOST_DECISIONS} decisions`);
}

/** Sends an answer to a decision as the page would. */
function send(engine, room, turn, answer) {
  return engine.run(
    async (id, turn, answer) => {
      const { session } = await window.running();
      const { match_id } = session.rooms.get(id).match.start;
      await session.request("act", { room: id, match_id, turn, ...answer });
    },
    room,
    turn,
    answer,
  );
}

/** From the end of a match to its review: verifies it, and goes through it by keys to its end. */
async function review(engine, proof) {
  await tap(engine, "a", t("score.review"));
  await there(engine, 'input[type="range"]');
  await tap(engine, "button", t("review.on"));
  await tap(engine, "button", t("verify.do"));
  await shows(engine, proof);
  expect(await engine.run((fail) => document.body.innerText.includes(fail), t("verify.fail"))).toBe(false);
}

/** How much wider the page is than the window, in CSS pixels. */
const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** A picture of something, in which not everything has one colour: such a picture is packed to almost nothing. */
async function expectPicture(engine) {
  expect((await engine.picture()).length).toBeGreaterThan(10_000);
}

/** Those that are not there on purpose: `firefox`, `webkit`. */
const WITHOUT = (process.env.GIOG_TEST_ENGINES_WITHOUT ?? "").split(" ");

for (const [id, name, Engine] of [
  ["firefox", "Firefox", Firefox],
  ["webkit", "WebKitGTK", WebKit],
]) {
  if (WITHOUT.includes(id)) continue;
  test.describe(name, () => {
    // One browser, and one server, for all of them.
    test.describe.configure({ mode: "default" });
    let engine;
    let server;

    test.beforeAll(async () => {
      server = await Server.start(["bot_delay_ms = 0"]);
      engine = await Engine.start();
      await engine.size(...DESKTOP);
      await engine.open(server.url);
      console.log(`tests of the page in ${await engine.version()}`);
    });

    test.beforeEach(async () => {
      engine.faults.length = 0;
    });

    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
    test.afterEach(async ({}, info) => {
      if (info.errors.length) writeFileSync(info.outputPath("picture.png"), await engine.picture());
      expect(engine.faults, "what the page complains of").toEqual([]);
    });

    test.afterAll(async () => {
      await engine?.close();
      await server?.remove();
    });

    test("giog is played by mouse to its end, looked at again and proven", async () => {
      const room = await begin(engine, { variant: "giog", seats: 3, ceremony: "server" });
      const lay = either(like("hand.lay"), like("hand.lay.n"));
      await asked(engine, room, -1);
      await expectPicture(engine);
      await play(engine, room, async ({ turn }) => {
        // What the page suggests by itself, or picked a moment ago, may be picked or not by now.
        const laid = async () => {
          const at =
            (await engine.run(middle, "button", lay.source)) ??
            (await engine.run(middle, "button", like("hand.suggest").source));
          if (at) await engine.tap(...at);
          return engine.run(taken, room, turn);
        };
        await expect.poll(laid, { timeout: SOON_MS, intervals: [LOOK_MS] }).toBe(true);
      });
      await review(engine, t("verify.pass"));
    });

    test("xiangqi is played by mouse, given up and looked at again", async () => {
      const room = await begin(engine, { variant: "xiangqi", seats: 2 });
      const turn = await play(engine, room, async (decision, n) => {
        const [from, to] = decision.may[0].choices[0].match(/[a-i]\d+/g);
        for (const point of [from, to]) await tap(engine, `[role="grid"] [data-point="${point}"]`);
        return n === 2;
      });
      await expectPicture(engine);
      await asked(engine, room, turn).then((decision) => send(engine, room, decision.turn, { do: "resign" }));
      await review(engine, t("verify.boards"));
    });

    test("mahjong is played by mouse, and to the end of a hand", async () => {
      await engine.run(() => localStorage.setItem("giog.mahjong.pass", "off"));
      await engine.open(server.url);
      const room = await begin(engine, { variant: "mahjong", seats: 4, options: { length: "hand", min_faan: 0 } });
      const turn = await play(engine, room, async (decision) => {
        if (decision.do === "claim") return void (await tap(engine, "button", t("mj.do.pass")));
        await tap(engine, ".mj-rack button");
        await tap(engine, ".mj-rack button");
        return true;
      });
      const quickly = (decision) => send(engine, room, decision.turn, decision.default);
      if (turn !== null) await play(engine, room, async (decision) => void (await quickly(decision)), turn);
      await review(engine, t("verify.unknown"));
    });

    test("pai gow is played by keys, looked at again and proven", async () => {
      const room = await begin(engine, { variant: "pai-gow", seats: 3, options: { rounds: 1 } });
      await there(engine, ".tile-button");
      await play(engine, room, async () => {
        for (const key of ["1", "2", "Enter"]) await engine.key(key);
      });
      await review(engine, t("verify.came.pass"));
    });

    test("sic bo is played by mouse, looked at again and proven", async () => {
      const room = await begin(engine, { variant: "sic-bo", seats: 2, options: { rounds: 2 } });
      await play(engine, room, async () => {
        await tap(engine, '.area[data-on="small"]');
        await tap(engine, "button", t("dice.lay"));
      });
      await review(engine, t("verify.came.pass"));
    });

    test("the past matches are listed, from right to left and on a small phone too", async () => {
      await follow(engine, "matches");
      await shows(engine, t("matches.title"));
      await expectPicture(engine);
      const persian = await speaking("fa");
      await engine.run(() => localStorage.setItem("giog.language", "fa"));
      await engine.size(...PHONE);
      await engine.open(`${server.url}/#/matches`);
      await shows(engine, persian.t("matches.title"));
      expect(await engine.run(() => document.documentElement.dir)).toBe("rtl");
      expect(await engine.run(tooWide)).toBe(0);
      await expectPicture(engine);
      await engine.run(() => localStorage.setItem("giog.language", "en"));
    });

    test("on a small phone a hand lies in sight, and its pieces can be tapped", async () => {
      await engine.size(...PHONE);
      await engine.open(server.url);
      const room = await begin(engine, { variant: "giog", seats: 4, ceremony: "server" });
      await asked(engine, room, -1);
      await there(engine, ".rack .held");
      expect(await engine.run(tooWide)).toBe(0);
      const outside = await engine.run(() =>
        [...document.querySelectorAll(".rack .held")]
          .map((held) => held.getBoundingClientRect())
          .filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
          .map((box) => JSON.stringify(box)),
      );
      expect(outside).toEqual([]);
      // A suggestion that is on its way would pick others instead; then it is tapped again.
      const key = await until(engine, () => document.querySelector('.held[aria-pressed="false"]')?.dataset.key);
      const free = `.held[data-key="${key}"][aria-pressed="false"]`;
      const picked = async () => {
        const at = await engine.run(middle, free);
        if (at) await engine.tap(...at);
        return (await engine.run(middle, free)) === null;
      };
      await expect.poll(picked, { timeout: SOON_MS, intervals: [LOOK_MS] }).toBe(true);
      await expectPicture(engine);
      await engine.size(...DESKTOP);
    });

    test("without its server the page has the rules", async () => {
      await engine.open(server.url);
      await until(engine, async () => {
        if (!navigator.serviceWorker.controller) return false;
        for (const name of await caches.keys())
          if ((await (await caches.open(name)).keys()).some(({ url }) => url.includes("/learn/texts/en.js")))
            return true;
        return false;
      });
      await server.kill();
      await engine.open(`${server.url}/learn/giog`);
      await shows(engine, t("game.giog"));
      await there(engine, "main h2");
      engine.faults.splice(0, Infinity, ...engine.faults.filter((fault) => !AWAY.test(fault)));
    });
  });
}
