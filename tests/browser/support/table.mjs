// Plays at a table of the page with what it shows: tables are created, decisions are awaited and made with the mouse. Decisions are read
// from the page's own session; actions use the buttons that the page shows.

import { evaluateLong } from "./parts.mjs";
import { expect } from "./test.mjs";
import { either, english } from "./texts.mjs";

/** The longest wait for a decision, in milliseconds: bots pause after a trick, and on a busy machine they think for a long time. */
const WAIT_MS = 60_000;
/** The page ignores a second tap so soon after one that laid, in milliseconds. */
const DOUBLE_TAP_MS = 270;
/** How long the chosen pieces of a play may take to be shown, in milliseconds; then they are chosen again. */
const PICKED_MS = 3_000;
/** When a play was last made on a page. */
const laidAt = new WeakMap();

/** The page's state of the room that it shows. */
export function roomOf(page) {
  return page.evaluate(async () => {
    const { session } = await window.running();
    const { id, seq, you, state, match, finished, now } = session.rooms.get(location.pathname.split("/").at(-1));
    return {
      id,
      seq,
      you,
      state,
      view: (match ?? finished)?.view ?? null,
      match_id: (match ?? finished)?.start.match_id,
      now,
    };
  });
}

/**
 * Waits for a decision of this page's player; returns it with its `turn`, or null once the match is over.
 * `after` is the turn that was taken last.
 */
export function asked(page, after = -1) {
  return evaluateLong(
    page,
    async ([after, ms]) => {
      const { session } = await window.running();
      const shown = () => session.rooms.get(location.pathname.split("/").at(-1));
      const look = () => {
        const room = shown();
        if (!room?.state || (room.now && room.now.seq < room.seq)) return undefined;
        if (!room.match && room.finished) return null;
        const { turn, decision } = room.now?.you ?? {};
        return room.match && decision?.must && turn > after ? { ...decision, turn } : undefined;
      };
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`nothing was asked after ${ms} ms: ${JSON.stringify(shown()?.now)}`)),
          ms,
        );
        const check = () => {
          const found = look();
          if (found === undefined) return;
          clearTimeout(timer);
          session.removeEventListener("change", check);
          resolve(found);
        };
        session.addEventListener("change", check);
        check();
      });
    },
    [after, WAIT_MS],
  );
}

/** Creates a table as the page does, with these settings, and shows it; bots do not pause after tricks by default. */
export async function table(page, settings, { bots = true, texts = english } = {}) {
  if (page.url() === "about:blank") await page.goto("/");
  await evaluateLong(
    page,
    async ([settings, bots]) => {
      const { session } = await window.running();
      while (session.connection.state !== "open") await new Promise((go) => setTimeout(go, 20));
      const room = await session.create({ access: "unlisted", reveal_pause_ms: 0, ...settings });
      if (bots) await session.request("add_bot", { room, all: true });
      location.hash = `#/room/${room}`;
    },
    [settings, bots],
  );
  await expect(page.getByRole("list", { name: texts.t("table.seats") })).toBeVisible();
}

/** The same table without pauses after tricks, so that bots play on at once. */
export function withoutPauses(page) {
  return page.evaluate(async () => {
    const { session } = await window.running();
    const room = location.pathname.split("/").at(-1);
    const { settings } = session.rooms.get(room).state;
    await session.request("configure", { room, settings: { ...settings, reveal_pause_ms: 0 } });
  });
}

/** Gets ready. */
export async function ready(page, { t } = english) {
  await page.getByRole("button", { name: t("gather.ready"), exact: true }).click();
}

/** Answers a decision by mouse: a play with the server's suggestion, or with these pieces. */
export async function decide(page, decision, texts = english, pieces = undefined) {
  if (decision.do !== "play") return choose(page, decision, texts);
  if (pieces) await pick(page, pieces, texts);
  else await suggest(page, decision, texts);
  await lay(page, texts);
}

/**
 * Uses the server's suggestion, or the default if there are no hints; for a new player the page does this itself. While the page still
 * shows the previous play, nothing can be laid, and chosen pieces are dropped: then it is repeated.
 */
function suggest(page, decision, texts) {
  return expect(async () => {
    const found = await choosable(page, texts);
    if (found === "no hints") await pick(page, decision.default.pieces, texts);
    if (found === "hints") await page.getByRole("button", { name: texts.t("hand.suggest"), exact: true }).click();
    await expect(layButton(page, texts)).toBeEnabled({ timeout: PICKED_MS });
  }).toPass();
}

/** Waits until pieces can be chosen: returns whether some are already "picked", there are "hints", or "no hints". */
export async function choosable(page, { t }) {
  const count = (name, more) => page.getByRole("button", { name: t(name), exact: true, ...more }).count();
  let found = null;
  await expect
    .poll(async () => {
      if (await count("hand.clear")) found = "picked";
      else if (await count("hand.suggest", { disabled: false })) found = "hints";
      else if (!(await count("hand.suggest")) && (await count("hand.sort"))) found = "no hints";
      return found;
    })
    .not.toBeNull();
  return found;
}

/** The hand: a button for each piece. */
export const handOf = (page, { like } = english) => page.getByRole("group", { name: like("hand.label") });

/** The button that lays the chosen pieces, and shows their number. */
export const layButton = (page, texts = english) => page.getByRole("button", { name: laying(texts) });

/** The name of that button. */
export const laying = ({ like } = english) => either(like("hand.lay"), like("hand.lay.n"));

/** Chooses these pieces of the hand, and no others. */
export async function pick(page, pieces, texts = english) {
  const tool = (key, more) => page.getByRole("button", { name: texts.t(key), exact: true, ...more });
  const clear = tool("hand.clear");
  const hand = handOf(page, texts);
  await expect(hand.getByRole("button").first()).toBeEnabled();
  // A pending hint would choose pieces between two taps.
  await expect(tool("hand.suggest", { disabled: true })).toHaveCount(0);
  if (await clear.isVisible()) await clear.click();
  for (const [i, code] of [...pieces].entries()) {
    const before = [...pieces].slice(0, i).filter((one) => one === code).length;
    // A note about the piece may follow its name, which is then isolated in languages written from right to left.
    await hand
      .getByRole("button", { name: new RegExp(`^\u2068?${texts.piece(code)}`) })
      .nth(before)
      .click();
  }
}

/** Lays the chosen pieces, and confirms the risk of being beheaded. */
export async function lay(page, texts = english) {
  await layWith(page, () => layButton(page, texts).click());
  const anyway = page.getByRole("button", { name: texts.t("hand.lay_anyway"), exact: true });
  if (await anyway.isVisible()) await anyway.click();
}

/** Runs an action that lays, when it cannot be ignored as a second tap. */
export async function layWith(page, tap) {
  await page.waitForTimeout(Math.max(0, (laidAt.get(page) ?? 0) + DOUBLE_TAP_MS - performance.now()));
  await tap();
  laidAt.set(page, performance.now());
}

/** Answers a decision before the first lead with the first possible answer. */
async function choose(page, decision, { t }) {
  const stacks = page.getByRole("region", { name: t("ceremony.label") });
  if (decision.do === "throw") return stacks.getByRole("button", { name: t(`sign.${decision.signs[0]}`) }).click();
  if (decision.do === "end") return stacks.getByRole("button", { name: t(`end.${decision.ends[0]}`) }).click();
  if (decision.do === "order") return stacks.getByRole("button", { name: t("order.ends") }).click();
  return stacks.getByRole("button", { disabled: false }).first().click();
}

/** Plays the match to its end with `take` for each decision after a turn; returns the page's state of the room. */
export async function playOn(page, take = (decision) => decide(page, decision), after = -1) {
  let turn = after;
  for (;;) {
    const decision = await asked(page, turn);
    if (!decision) break;
    turn = decision.turn;
    await take(decision);
  }
  return roomOf(page);
}
