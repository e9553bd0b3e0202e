// With mouse and taps: the first visit, and a whole match against bots.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { asked, decide, layButton, playOn } from "./support/table.mjs";

const { t, like, botName } = english;

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test("two taps lead from the first visit to the first piece laid", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: t("home.play"), exact: true }).tap();
    await asked(page);
    await layButton(page).tap();
    // A confirmation is asked only if a general is suggested.
    const anyway = page.getByRole("button", { name: t("hand.lay_anyway"), exact: true });
    if (await anyway.isVisible()) await anyway.tap();
    const log = page.getByRole("log", { name: t("table.log") });
    await expect(log.getByText(like("told.laid.you")).or(log.getByText(like("told.lead.you")))).toHaveCount(1);
  });
});

test("a whole match against bots is played by mouse, and ends as its record says", async ({ page, request }) => {
  await page.goto("/");
  await page.getByRole("button", { name: t("home.play"), exact: true }).click();
  // Alternates between the weakest legal play and the server's suggestion.
  let turns = 0;
  const room = await playOn(page, (decision) =>
    decide(page, decision, english, turns++ % 2 ? undefined : (decision.plays?.[0] ?? decision.default.pieces)),
  );
  expect(turns).toBeGreaterThan(1);

  const { result } = await (await request.get(`/api/v1/matches/${room.match_id}`)).json();
  const names = room.state.seats.map(({ seat, occupant }) => (occupant.bot ? botName(seat) : occupant.name));
  const shown = page.getByRole("heading", { level: 2 }).first();
  const own = result.winners.includes(room.you) ? "told.over.shared.you" : "told.over.shared";
  if (result.winners.length > 1) await expect(shown).toHaveText(like(own));
  else if (result.winners[0] === room.you) await expect(shown).toHaveText(t("told.over.you"));
  else await expect(shown).toHaveText(t("told.over", { name: names[result.winners[0]] }));
  for (const [seat, captured] of result.captured.entries()) {
    await expect(page.getByRole("row", { name: names[seat] }).getByRole("cell").nth(1)).toHaveText(String(captured));
  }
});
