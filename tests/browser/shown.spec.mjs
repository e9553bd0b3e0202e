// Nothing on the page depends on a result before its reveal has shown it: of each kind of game, two pages are told the same session of
// docs/sessions, but for the result, which one of them is told otherwise. Until it is shown both say the same: all text, also that for
// screen readers, the title, and what sounded. No game is played: the messages are given to the page, whose time stands still.
//
//   GIOG_TEST_SHOWN=all tests/page shown     all games, in place of one of each kind

import { readFileSync } from "node:fs";
import path from "node:path";

import { factsOf, gamesOf } from "./support/games.mjs";
import { stopClock, withClock } from "./support/clock.mjs";
import { expect, test } from "./support/test.mjs";

const SESSIONS = path.join(import.meta.dirname, "../../docs/sessions");
/** Longer than any reveal takes and is held, in milliseconds. */
const HELD_MS = 15_000;
/** The time between two moments at which the pages are compared, in milliseconds. */
const STEP_MS = 160;

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** What the first who followed a session was told of its room. */
function told(name) {
  const lines = readFileSync(path.join(SESSIONS, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const follower = lines.find(({ got }) => got?.type === "snapshot").who;
  return lines.flatMap(({ who, got }) =>
    who === follower && got && "room" in got && ["snapshot", "event", "now"].includes(got.type) ? [got] : [],
  );
}

/** A play of pieces of the other colour. */
const turnedOver = (play) =>
  [...play].map((code) => (code === code.toLowerCase() ? code.toUpperCase() : code.toLowerCase())).join("");
const turned = (values) => [...values.slice(1), values[0]];
const negated = (values) => values.map((value) => -value - 1);

/** Other results of a deal or a match, by the kind of their event. */
const OTHERWISE = {
  trick: (event, seats) => ({
    ...event,
    winner: ((event.winner ?? 0) + 1) % seats,
    won_by: "order",
    captured: turned(event.captured),
    beheaded: [event.leader],
  }),
  plays: (event, you) => ({
    ...event,
    plays: event.plays.map((play, seat) => (seat === you ? play : turnedOver(play))),
  }),
  dice: (event) => ({
    ...event,
    dice: event.dice.map((die) => (die % 6) + 1),
    points: negated(event.points),
    scores: negated(event.scores),
  }),
  splits: (event) => ({ ...event, points: negated(event.points), scores: negated(event.scores) }),
  over: (event) => ({
    ...event,
    winners: turned(event.captured.map((_, seat) => seat)).slice(0, 1),
    captured: turned(event.captured),
  }),
  ended: (event) => ({
    ...event,
    end: "draw",
    winners: event.winners.length === 1 ? [event.winners[0] === 0 ? 1 : 0] : [0],
    scores: event.scores && negated(event.scores),
    gains: event.gains && negated(event.gains),
  }),
  series: (event) => ({ ...event, rows: event.rows.map((row) => ({ ...row, won: row.won + 7, score: -99 })) }),
};

/** Whose turn it is after a trick that another seat has won. */
function askedOtherwise(now, seats, you) {
  const [asked] = now.deciding;
  if (!asked || now.deciding.length > 1) return now;
  const seat = (asked.seat + 1) % seats;
  const lead = { do: "play", must: true, stage: "play", lead: true, trick: 1, type: null, count: null };
  const decision = { ...lead, generals: "free", plays: ["K"], default: { do: "play", pieces: "K" } };
  return {
    ...now,
    deciding: [{ ...asked, seat }],
    you: now.you && { ...now.you, decision: seat === you ? decision : null },
  };
}

/** A page at the table of a session, which no server has. */
async function pageAt(context, room) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.heard = [];
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...at) {
      window.heard.push(this.buffer.duration.toFixed(2));
      return start.apply(this, at);
    };
  });
  await withClock(page);
  await page.goto("/");
  await page.evaluate(async (room) => {
    const { session, settings } = await window.running();
    // The server knows nothing of this table.
    session.enter = async () => {};
    session.request = async () => ({});
    settings.set("hints", true);
    window.told = (messages) => {
      for (const detail of messages) session.connection.dispatchEvent(new CustomEvent("message", { detail }));
    };
    location.hash = `#/room/${room}`;
  }, room);
  await expect(page.locator("giog-table")).toBeAttached();
  // Sounds play from the first touch on.
  await page.mouse.click(2, 2);
  return page;
}

/** What a page says, and how far the result is shown. */
const said = (page) =>
  page.evaluate(async () => {
    // The page draws itself once before the next task.
    await new Promise((go) => queueMicrotask(go));
    const texts = [];
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest("script, style")) continue;
      texts.push(...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()));
      for (const name of ["aria-label", "title", "alt"]) texts.push(element.getAttribute(name));
    }
    const { reveal = null, holds } = document.querySelector("giog-table");
    return {
      stage: reveal ?? (holds ? "held" : null),
      // The messages came to each page at another time.
      text: texts.filter(Boolean).map((text) => text.replace(/\d+:\d\d/, "0:00")),
      title: document.title,
      heard: [...window.heard],
    };
  });

/** Lets the time of both pages pass. */
const pass = (pages, ms) => Promise.all(pages.map((page) => page.clock.runFor(ms)));

/** Compares both pages at each step until the reveal has come to a stage. How long pieces turn is not the same in both. */
async function compared(pages, until) {
  let moments = 0;
  for (let passed = 0; passed < HELD_MS; passed += STEP_MS) {
    const [one, other] = await Promise.all(pages.map(said));
    if (until(one.stage) || until(other.stage)) return moments;
    if (one.stage === other.stage) {
      expect(other, `at ${one.stage}`).toEqual(one);
      moments += 1;
    }
    await pass(pages, STEP_MS);
  }
  throw new Error("the reveal does not end");
}

/** Makes the second page the same as the first again. */
async function even(pages, room) {
  const state = await pages[0].evaluate(async (room) => {
    const table = document.querySelector("giog-table");
    table.endReveal();
    table.told = [];
    window.heard = [];
    table.redraw();
    return (await window.running()).session.rooms.get(room);
  }, room);
  await pages[1].evaluate(
    async ([room, state]) => {
      const { session } = await window.running();
      const table = document.querySelector("giog-table");
      table.endReveal();
      session.rooms.set(room, state);
      table.told = [];
      window.heard = [];
      table.redraw();
    },
    [room, state],
  );
}

/** Where the messages are divided: before each result, and after the next time that it is said what is waited for. */
function batches(messages, isResult) {
  const begins = messages.findIndex(({ event }) => event?.do === "start");
  const first = messages.findIndex(({ type }, i) => i > begins && type === "now") + 1;
  const parts = [{ messages: messages.slice(0, first), isResult: false }];
  let open = { messages: [], isResult: false };
  for (const message of messages.slice(first)) {
    if (isResult(message) && !open.isResult) {
      parts.push(open);
      open = { messages: [], isResult: true };
    }
    open.messages.push(message);
    if (!open.isResult || message.type !== "now") continue;
    parts.push(open);
    open = { messages: [], isResult: false };
  }
  return [...parts, open];
}

/**
 * Tells both pages the session. From each result on, the second one is told what `change` gives, and they are compared until the stage that
 * `until` names. Gives at how many moments they were.
 */
async function follow(context, messages, { isResult, change, until }) {
  const { room, you, state } = messages.find(({ type }) => type === "snapshot");
  const pages = [await pageAt(context, room), await pageAt(context, room)];
  const tell = (page, all) => page.evaluate((all) => window.told(all), all);
  let moments = 0;
  for (const [i, part] of batches(messages, isResult).entries()) {
    const other = part.isResult
      ? part.messages.map((message) => change(message, state.settings.seats, you))
      : part.messages;
    await Promise.all([tell(pages[0], part.messages), tell(pages[1], other)]);
    if (i === 0) {
      for (const page of pages) await expect(page.locator(".desk:not(.loading)")).toBeVisible();
      await Promise.all(pages.map(stopClock));
    }
    if (part.isResult) moments += await compared(pages, until);
    await even(pages, room);
  }
  await Promise.all(pages.map((page) => page.close()));
  return moments;
}

/** Until a result is shown. */
const shown = (stage) => stage === null || stage === "held";

/** The games that are looked at, out of these that are usual. */
const looked = (usual) =>
  process.env.GIOG_TEST_SHOWN === "all" ? ["tricks", "boards", "tiles"].flatMap(gamesOf) : usual;
/** The kind of the events of a game with results. */
function resultOf(game) {
  const { family } = factsOf(game);
  if (family !== "tiles") return { tricks: "trick", boards: "ended" }[family];
  return { "pai-gow": "splits", mahjong: "hand_over" }[game] ?? "dice";
}

/** Those whose results are hidden at first. */
for (const game of looked(["giog", "sic-bo", "pai-gow", "xiangqi"]).filter((game) => game !== "mahjong")) {
  const result = resultOf(game);
  test(`nothing of ${game} depends on a result before that is shown`, async ({ context }) => {
    const messages = told(game);
    const isResult = ({ event }) => event?.do === result;
    const moments = await follow(context, messages, {
      isResult,
      until: shown,
      change(message, seats, you) {
        if (isResult(message)) return { ...message, event: OTHERWISE[result](message.event, seats) };
        return result === "trick" && message.type === "now" ? askedOtherwise(message, seats, you) : message;
      },
    });
    expect(moments, "moments at which the pages were compared").toBeGreaterThanOrEqual(
      messages.filter(isResult).length,
    );
  });
}

test("no text tells a play that lies face down", async ({ context }) => {
  const messages = told("giog");
  const isResult = ({ event }) => event?.do === "trick";
  const moments = await follow(context, messages, {
    isResult,
    until: (stage) => stage !== "down",
    change: (message, _, you) =>
      isResult(message) ? { ...message, event: OTHERWISE.plays(message.event, you) } : message,
  });
  expect(moments, "moments at which the pages were compared").toBeGreaterThanOrEqual(messages.filter(isResult).length);
});

/** Those in which results come before the end of a match. */
for (const game of looked(["giog", "sic-bo", "pai-gow", "mahjong"]).filter((game) => resultOf(game) !== "ended")) {
  const result = resultOf(game);
  test(`nothing of ${game} depends on how a match ended while its last result is held`, async ({ context }) => {
    const messages = told(game);
    const last = messages.findLast(({ event }) => event?.do === result);
    const moments = await follow(context, messages, {
      isResult: (message) => message === last,
      until: (stage) => stage === null,
      change(message) {
        const { event } = message;
        return ["over", "ended", "series"].includes(event?.do)
          ? { ...message, event: OTHERWISE[event.do](event) }
          : message;
      },
    });
    expect(moments, "moments at which the pages were compared").toBeGreaterThan(5);
  });
}
