// A person watches a running match, and neither receives nor sees anything that is hidden.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { before, hands, leaks, received, secrets } from "./support/frames.mjs";
import { decide, playOn, ready, roomOf, table } from "./support/table.mjs";

const { t, like } = english;

test("a spectator follows a match to its end and sees nothing hidden", async ({ visitor }) => {
  const [player, watcher] = [await visitor(), await visitor()];
  const [played, watched] = [received(player), received(watcher)];
  await table(player, { variant: "giog", seats: 3 });
  await watcher.goto(player.url());
  await expect(watcher.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await ready(player);

  const seats = watcher.getByRole("list", { name: t("table.seats") }).first();
  const room = await playOn(player, async (decision) => {
    await decide(player, decision);
    await expect(watcher.getByRole("group", { name: like("hand.label") })).toHaveCount(0);
    if (decision.do === "play") await expect(seats.getByRole("listitem")).toHaveCount(3);
  });

  const told = room.view.outcome.winners.length > 1 ? like("told.over.shared") : like("told.over");
  await expect(watcher.getByRole("heading", { level: 2 }).first()).toHaveText(told);
  const { you, view } = await roomOf(watcher);
  expect(you).toBeNull();
  expect(view.outcome).toEqual(room.view.outcome);

  expect(leaks(watched, null)).toEqual([]);
  expect(hands(played)).not.toEqual([]);
  for (const hand of hands(played)) expect(watched.filter(({ text }) => text.includes(hand))).toEqual([]);
  expect(secrets(played).length).toBeGreaterThan(2);
  for (const { nonce, trick } of secrets(played)) {
    expect(before(watched, trick).filter(({ text }) => text.includes(nonce))).toEqual([]);
  }
  // The checks can fail: the player's messages contain much that spectators must not see.
  expect(leaks(played, null)).not.toEqual([]);
});
