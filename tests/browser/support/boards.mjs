// Plays games on boards with what the page shows: points are tapped, pieces of the reserve and states are pressed.

import { factsOf, gamesOf } from "./games.mjs";
import { expect } from "./test.mjs";
import { asked, ready, roomOf, table } from "./table.mjs";
import { english } from "./texts.mjs";

/** The games on boards. */
export const BOARD_GAMES = gamesOf("boards");

/** Creates a table of a game with bots, and starts a match. */
export async function begin(page, variant, settings = {}) {
  const seats = Math.max(...factsOf(variant).tables);
  await table(page, { variant, seats, clock: { kind: "none" }, ...settings });
  await ready(page);
  await expect(boardOf(page)).toBeVisible();
}

/** Takes a seat at a table. */
export async function sit(page, url, seat) {
  const { t } = english;
  await page.goto(url);
  const places = page.getByRole("list", { name: t("table.seats") }).getByRole("listitem");
  await places
    .nth(seat)
    .getByRole("button", { name: t("gather.sit") })
    .click();
  await expect(page.getByRole("button", { name: t("gather.stand"), exact: true })).toBeVisible();
}

/** Two people at a table of a game, in a match: in the order of their seats. */
export async function beginTogether(visitor, variant, settings = {}) {
  const [a, b] = [await visitor(), await visitor()];
  await table(a, { variant, seats: 2, clock: { kind: "none" }, ...settings }, { bots: false });
  await sit(b, a.url(), 1);
  await ready(a);
  await ready(b);
  for (const page of [a, b]) await expect(boardOf(page)).toBeVisible();
  return [a, b];
}

/** The player's own board: the first one. */
export const boardOf = (page) => page.getByRole("grid").first();

/** A point of it. */
export const pointOf = (page, point) => boardOf(page).locator(`[data-point="${point}"]`);

/** The points of a choice. */
export const pointsOf = (choice) => choice.match(/[a-s]\d+/g) ?? [];

/** Makes a choice of this kind as a person does. */
export async function choose(page, kind, choice) {
  if (kind === "ally") {
    const states = page.getByRole("group", { name: english.t("board.ask.ally") });
    return states.getByRole("button", { name: english.t(`state.${choice}`), exact: true }).click();
  }
  if (kind === "drop") {
    const reserve = page.getByRole("group", { name: english.t("board.reserve.own") });
    await reserve.getByRole("button", { name: new RegExp(`^${english.piece(choice[0])}`) }).click();
  }
  for (const point of pointsOf(choice)) await pointOf(page, point).click();
}

/** Makes the first choice of a decision, or the one that `pick` returns from `{kind, choice}`s; returns it. */
export async function decide(page, decision, pick = (all) => all[0]) {
  const all = decision.may.flatMap((kind) => kind.choices.map((choice) => ({ kind: kind.do, choice })));
  const { kind, choice } = pick(all);
  await choose(page, kind, choice);
  return choice;
}

/** Takes this number of decisions, or plays until the match is over; returns the choices. */
export async function play(page, times, pick) {
  const chosen = [];
  let turn = -1;
  while (chosen.length < times) {
    const decision = await asked(page, turn);
    if (!decision) break;
    turn = decision.turn;
    chosen.push(await decide(page, decision, pick));
    // The next decision, or the end, comes with the answer.
    await expect
      .poll(async () => {
        const room = await roomOf(page);
        return room.now?.you?.turn !== turn || room.view.outcome !== null;
      })
      .toBe(true);
  }
  return chosen;
}

/** Resigns. */
export async function resign(page) {
  const resigns = (within) => within.getByRole("button", { name: english.t("board.resign"), exact: true });
  await resigns(page).click();
  await resigns(page.getByRole("dialog")).click();
}
