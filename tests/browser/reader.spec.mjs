// As with a screen reader: a match is played with roles and names alone, and the texts that are read aloud match the events, in two
// languages.

import { expect, test } from "./support/test.mjs";
import { speaking } from "./support/texts.mjs";
import { received } from "./support/frames.mjs";
import { decide, playOn, ready, table } from "./support/table.mjs";

for (const [language, locale] of [
  ["en", "en-GB"],
  ["zh-Hant", "zh-TW"],
]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test("a match is played by names, and the log tells what happens", async ({ page }) => {
      const texts = await speaking(language);
      const { t, like, botName } = texts;
      const frames = received(page);
      await page.goto("/");
      await page.getByRole("link", { name: t("home.create") }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("create.title"));
      await table(page, { variant: "giog", seats: 3 }, { bots: false, texts });
      await page.getByRole("button", { name: t("gather.bots") }).click();
      await expect(page.getByRole("list", { name: t("table.seats") }).getByText(botName(2))).toBeVisible();
      await ready(page, texts);

      const said = await heard(page, t("table.log"));
      let turns = 0;
      const room = await playOn(page, async (decision) => {
        await expect(page).toHaveTitle(new RegExp(t("turn.yours")));
        turns++;
        await expect.poll(async () => (await said()).filter((line) => line === t("turn.yours")).length).toBe(turns);
        if (decision.do === "play")
          await expect(
            page.getByText(decision.lead ? t("ask.lead") : texts.within("ask.follow")).first(),
          ).toBeVisible();
        await decide(page, decision, texts);
      });
      // The last trick is held for a while before the result is told.
      await expect(page.getByRole("button", { name: t("gather.again"), exact: true })).toBeVisible();
      const lines = await said();

      const names = room.state.seats.map(({ seat, occupant }) =>
        occupant.bot
          ? botName(seat)
          : occupant.name.replace(/^Guest (\d+)$/, (_, number) => t("person.guest", { number })),
      );
      expect(
        expected(frames, room.you, names, texts).filter(([, pattern]) => !lines.some((line) => pattern.test(line))),
      ).toEqual([]);
      const { winners } = room.view.outcome;
      const told =
        winners.length > 1
          ? like(winners.includes(room.you) ? "told.over.shared.you" : "told.over.shared")
          : winners[0] === room.you
            ? like("told.over.you")
            : like("told.over", { name: names[winners[0]] });
      expect(lines.at(-1)).toMatch(told);
      await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(told);
      await expect(page.getByRole("columnheader", { name: t("score.captured") })).toBeVisible();
    });
  });
}

/** Records every line that is added to the log with this name, which keeps only the last ones; returns a function for all of them. */
async function heard(page, name) {
  await page.evaluate((name) => {
    window.lines = [];
    const noted = new Set();
    const look = () => {
      for (const line of document.querySelectorAll(`[role="log"][aria-label="${name}"] p`)) {
        if (!noted.has(line)) window.lines.push(line.textContent);
        noted.add(line);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }, name);
  return () => page.evaluate(() => window.lines);
}

/** The main sentences for the server's events: `[event, pattern]`. */
function expected(frames, you, names, { like, within, piece }) {
  const about = (form, seat, key, values = {}) =>
    form(seat === you ? `${key}.you` : key, { name: names[seat], ...values });
  return frames.flatMap(({ message }) => {
    const { event } = message;
    switch (event?.do) {
      case "start":
        return [["start", like("told.start")]];
      case "reveal":
        return [["reveal", about(like, event.seat, "told.reveal", { piece: piece(event.piece) })]];
      case "ordered":
        return [["ordered", like("told.ordered", { names: event.order.map((seat) => names[seat]).join(" → ") })]];
      case "dealt":
        return [["dealt", like("told.dealt")]];
      case "play":
        return [
          [
            "play",
            event.lead
              ? about(like, event.seat, "told.lead", { n: event.count })
              : about(like, event.seat, "told.laid"),
          ],
        ];
      case "trick": {
        const pieces = event.plays[event.winner];
        return [
          [
            `trick ${event.trick}`,
            about(within, event.winner, "told.trick", pieces.length === 1 ? { play: piece(pieces) } : {}),
          ],
        ];
      }
      default:
        return [];
    }
  });
}
