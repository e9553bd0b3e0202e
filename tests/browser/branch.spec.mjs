// A finished match is played on from one of its decisions, against bots: on a usual table, by keyboard and on a phone, with a link that shows it to
// others, who play on from there. It is nowhere else.

import { readdirSync } from "node:fs";
import path from "node:path";

import { expectAccessible } from "./support/axe.mjs";
import { expectUncut } from "./support/cut.mjs";
import { expectInSight, expectTouchable } from "./support/targets.mjs";
import { decide, handOf, layButton, playOn, ready, table } from "./support/table.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t } = english;
const PHONE = { width: 360, height: 640 };
const IDS = readdirSync(path.join(import.meta.dirname, "../../web/texts")).map((file) => path.basename(file, ".js"));

const note = (page, texts = english) => page.getByRole("region", { name: texts.t("branch.title") });

/** The branch that a page shows, once it waits for its seat or is over. */
async function moment(page, after = -1) {
  const read = () =>
    page.evaluate((after) => {
      const { current } = document.querySelector("giog-branch") ?? {};
      if (!current?.now || current.now.seq < current.seq) return undefined;
      if (!current.match) return { over: true };
      const { you } = current.now;
      return you?.decision && you.turn > after ? { turn: you.turn, decision: you.decision } : undefined;
    }, after);
  await expect.poll(read, { timeout: 60_000 }).not.toBeUndefined();
  return read();
}

/** Lays by mouse to the end of the branch; returns how many plays there were. */
async function layToEnd(page) {
  let plays = 0;
  for (let now = await moment(page); !now.over; now = await moment(page, now.turn)) {
    await decide(page, now.decision);
    plays += 1;
  }
  return plays;
}

/** A match against bots, played to its end, in the review of its player at a step. */
async function past(page, settings, step) {
  await table(page, { seats: 3, ceremony: "server", ...settings });
  await ready(page);
  const room = await playOn(page);
  await page.goto(`/match/${room.match_id}/${room.you}/${step}`);
  await expect(page.getByRole("slider")).toBeVisible();
  return room;
}

const again = (page, texts = english) => page.getByRole("button", { name: texts.t("branch.do"), exact: true });

test("a match is played on from a past moment to its end, which is beside what happened", async ({
  page,
  request,
  visitor,
}) => {
  test.setTimeout(180_000);
  const room = await past(page, { variant: "giog", access: "public" }, 8);
  const before = await (await request.get(`/api/v1/matches/${room.match_id}`)).json();
  await again(page).focus();
  await page.keyboard.press("Enter");
  await expect(note(page)).toContainText(t("branch.did", { what: "" }));
  await note(page).locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(note(page)).toContainText(t("branch.why"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/branch/${room.match_id}/${room.you}/\\d+$`));
  await expectAccessible(page, "a branch");
  const first = await moment(page);
  await decide(page, first.decision);
  await moment(page, first.turn);
  await expect(page).toHaveURL(/#b=/);

  // Somebody else opens the link, sees the same, and plays on in another way.
  const friend = await visitor();
  await friend.goto(page.url());
  await expect(note(friend)).toBeVisible();
  const [here, there] = await Promise.all([moment(page), moment(friend)]);
  expect(there).toEqual(here);
  await layToEnd(friend);
  await expect(friend.getByRole("button", { name: t("branch.share"), exact: true }).last()).toBeVisible();

  const plays = await layToEnd(page);
  expect(plays).toBeGreaterThan(0);
  const sheet = page.getByRole("region", { name: t("result.show") });
  await expect(sheet).toContainText(t("branch.was", { names: "*" }).split("*")[0]);
  await expect(sheet.getByRole("link", { name: t("score.review") })).toHaveCount(0);
  await expectAccessible(page, "the end of a branch");

  // A play is taken back, and the whole branch begins again.
  await sheet.getByRole("button", { name: t("branch.undo") }).click();
  await expect.poll(async () => (await moment(page)).over).toBeUndefined();
  await page.getByRole("button", { name: t("branch.back"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/match/${room.match_id}/${room.you}/\\d+$`));

  // The match is what it was, and there is no other one.
  expect(await (await request.get(`/api/v1/matches/${room.match_id}`)).json()).toEqual(before);
  const kept = await page.evaluate(() => Object.entries(localStorage).filter(([, value]) => value.includes("branch")));
  expect(kept).toEqual([]);
  const player = before.players[room.you].player;
  const { matches } = await (await request.get(`/api/v1/players/${player}/matches`)).json();
  expect(matches.map(({ match_id }) => match_id)).toEqual([room.match_id]);
});

test("whose level is chosen plays at it from the beginning", async ({ page }) => {
  await past(page, { variant: "giog" }, 8);
  await again(page).click();
  const { decision, turn } = await moment(page);
  await decide(page, decision);
  await moment(page, turn);
  await note(page).locator("summary").click();
  await page.getByRole("combobox", { name: t("branch.level") }).selectOption("club");
  await expect.poll(async () => (await moment(page)).turn).toBe(turn);
  const seats = await page.evaluate(() => document.querySelector("giog-branch").current.state.seats);
  expect(seats.flatMap(({ occupant }) => ("bot" in occupant ? [occupant.bot] : []))).toEqual(["club", "club"]);
});

for (const settings of [
  { variant: "xiangqi", seats: 2 },
  { variant: "mahjong", seats: 4, options: { length: "hand" } },
  { variant: "pai-gow", seats: 3, options: { rounds: 3 } },
  { variant: "sic-bo", seats: 3, options: { rounds: 3 } },
])
  test(`a match of ${settings.variant} is played on, too`, async ({ page }) => {
    test.setTimeout(180_000);
    await table(page, settings);
    await ready(page);
    const room = await page.evaluate(async () => {
      const { session } = await window.running();
      const id = location.pathname.split("/").at(-1);
      const look = () => session.rooms.get(id);
      for (let moves = 0; !look().finished; ) {
        const { match, now, seq, you } = look();
        const decision = now?.seq >= seq && match && now.you?.decision;
        if (decision?.must) {
          const { turn } = now.you;
          const { match_id } = match.start;
          const moving = decision.do === "choose" && !("deal" in decision);
          const chosen = moving && moves++ > 2 ? { do: "resign" } : null;
          const listed = moving ? (await session.request("actions", { room: id, turn })).actions?.[0] : null;
          await session
            .request("act", { room: id, match_id, turn, ...(chosen ?? listed ?? decision.default) })
            .catch(() => {});
        }
        await new Promise((go) => setTimeout(go, 50));
        void you;
      }
      const { finished, you } = look();
      return { match_id: finished.start.match_id, you };
    });
    await page.goto(`/match/${room.match_id}/${room.you}/1`);
    await again(page).click();
    await expect(note(page)).toBeVisible();
    let now = await moment(page);
    for (let plays = 0; plays < 3 && !now.over; plays += 1) {
      await page.evaluate(() => {
        const branch = document.querySelector("giog-branch");
        const { decision } = branch.current.now.you;
        branch.act(decision.actions?.[0] ?? decision.default);
      });
      now = await moment(page, now.turn);
    }
    await expect(page).toHaveURL(/#b=/);
    await expectAccessible(page, `a branch of ${settings.variant}`);
  });

for (const id of IDS)
  test(`in ${id} a branch fits on a small phone`, async ({ page }) => {
    const texts = await speaking(id);
    const room = await past(page, { variant: "giog" }, 8);
    await page.evaluate((id) => localStorage.setItem("giog.language", id), id);
    await page.setViewportSize(PHONE);
    await page.goto(`/match/${room.match_id}/${room.you}/8`);
    await again(page, texts).click();
    await moment(page);
    await expectInSight(page, `a branch in ${id}`, [handOf(page, texts), layButton(page, texts)]);
    if (process.env.GIOG_TEST_PICTURES)
      await page.screenshot({ path: `${process.env.GIOG_TEST_PICTURES}/branch-${id}-closed.png` });
    await note(page, texts).locator("summary").click();
    await expect(note(page, texts)).toContainText(texts.t("branch.why"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
    await expectUncut(page, `a branch in ${id}`, ".branch-note summary, .branch-note p, .branch-note label");
    await expectTouchable(page, `a branch in ${id}`);
    if (process.env.GIOG_TEST_PICTURES)
      await page.screenshot({ path: `${process.env.GIOG_TEST_PICTURES}/branch-${id}.png` });
  });
