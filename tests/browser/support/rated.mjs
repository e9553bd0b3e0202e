// Rated matches of two people.

import { boardOf } from "./boards.mjs";
import { expect } from "./test.mjs";
import { english } from "./texts.mjs";

const { t, like } = english;

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
export const GAME = "xiangqi";
/** The button that leads to a rated table where somebody waits. */
export const JOINS = t("home.quick.rated", { quick: t("room.join") });

export const button = (page, text) => page.getByRole("button", { name: text, exact: true });
/** What a rated match has changed, as the result tells it. */
export const rating = (page, key) => page.getByRole("status").filter({ hasText: like(key) });

/** Goes to a rated match from the ladder. */
export async function playRated(page) {
  await page.goto(`/ladder/${GAME}`);
  await button(page, t("ratings.play")).click();
}

/** Two people in a rated match, the second one on a phone. */
export async function ratedMatch(visitor, again = playRated) {
  const [a, b] = [await visitor(), await visitor(PHONE)];
  await again(a);
  await again(b);
  for (const page of [a, b]) await expect(boardOf(page)).toBeVisible();
  return [a, b];
}
