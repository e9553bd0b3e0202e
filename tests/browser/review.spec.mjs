// A finished match is reviewed step by step, for spectators and for the own seat; a link leads to the same step; and the checks pass.
// They fail if the record was altered, or if it differs from what this browser saw during the match.

import { createHash } from "node:crypto";

import { expect, test } from "./support/test.mjs";
import { either, english } from "./support/texts.mjs";
import { dealtOtherwise } from "./support/forge.mjs";
import { playOn, ready, table } from "./support/table.mjs";

const { t, like, within } = english;

/** A match against bots, played to its end; returns the page's state of it, and opens its review as its player. */
async function played(page, settings = { ceremony: "server" }) {
  await table(page, { variant: "giog", seats: 3, ...settings });
  await ready(page);
  const room = await playOn(page);
  await page.getByRole("link", { name: t("score.review") }).click();
  await expect(slider(page)).toBeVisible();
  return room;
}

const slider = (page) => page.getByRole("slider");
/** The text about the shown step. */
const told = (page) => page.getByRole("main").getByRole("status").first();
/** The hand of the chosen observer. */
const hand = (page) =>
  page.getByRole("group", { name: like("hand.label") }).or(page.getByRole("img", { name: like("read.hand") }));
const button = (page, key) => page.getByRole("button", { name: t(key), exact: true });
const record = async (request, room) => (await request.get(`/api/v1/matches/${room.match_id}/record`)).text();
/** A line of the verification: the result, and the check. */
const check = (page, name) => page.getByRole("listitem").filter({ hasText: t(`verify.${name}`) });

/** The beginnings of lines for failed and successful checks. */
const FAILS = new RegExp(`^${t("verify.came.fail")}`);
const HOLDS = new RegExp(`^${t("verify.came.pass")}`);

/** Serves another text as the record of any match. */
const serve = (page, body) =>
  page.route("**/api/v1/matches/*/record", (route) => route.fulfill({ body, contentType: "application/json" }));

/** Verifies, and expects these checks to fail, and no others. */
async function expectToFail(page, names) {
  await button(page, "verify.do").click();
  await expect(page.getByText(t("verify.fail"))).toBeVisible();
  for (const name of names) await expect(check(page, name)).toHaveText(FAILS);
  await expect(page.getByRole("listitem").filter({ hasText: FAILS })).toHaveCount(names.length);
}

test("a match is looked at step by step, as its player and as spectators", async ({ page, visitor }) => {
  const room = await played(page);
  await expect(page).toHaveURL(/\/0\/0$/);
  await expect(hand(page)).toHaveCount(0);

  // From trick to trick to the end, which shows the result.
  await button(page, "review.on_trick").click();
  await expect(hand(page)).toBeVisible();
  for (const trick of room.view.tricks) {
    await expect(told(page)).toHaveText(
      within(trick.winner === null ? "told.trick.nobody" : trick.winner === room.you ? "told.trick.you" : "told.trick"),
    );
    await button(page, "review.on_trick").click();
  }
  await expect(told(page)).toHaveText(
    either(like("told.over.you"), like("told.over"), like("told.over.shared"), like("told.over.shared.you")),
  );

  // One step back and forth; the address has the step.
  await button(page, "review.back_trick").click();
  const [step, text] = [await slider(page).inputValue(), await told(page).textContent()];
  await button(page, "review.back").click();
  await expect(slider(page)).toHaveValue(String(step - 1));
  await button(page, "review.on").click();
  await expect(slider(page)).toHaveValue(step);
  await expect(page).toHaveURL(new RegExp(`/0/${step}$`));

  // The link shows another person the same step.
  const other = await visitor();
  await other.goto(page.url());
  await expect(slider(other)).toHaveValue(step);
  await expect(told(other)).toHaveText(text);
  expect(await hand(other).count()).toBe(await hand(page).count());

  // Spectators saw no hand.
  await button(page, "review.back_trick").click();
  await expect(hand(page)).toBeVisible();
  await page.getByRole("combobox", { name: t("review.as") }).selectOption("spectator");
  await expect(page).toHaveURL(/\/match\/[0-9a-f-]+\/\d+$/);
  await expect(hand(page)).toHaveCount(0);
});

test("a moment is shown also where the browser lets the address be changed no more, which names it later", async ({
  page,
}) => {
  await played(page);
  const before = await told(page).textContent();
  await page.evaluate(() => {
    // As Safari does after a hundred changes in half a minute.
    history.replaceState = () => {
      delete history.replaceState;
      throw new DOMException("too often", "SecurityError");
    };
  });
  await button(page, "review.on_trick").click();
  await expect(told(page)).not.toHaveText(before);
  await expect(page).toHaveURL(/\/0\/[1-9]\d*$/);
});

test("all is proven, with the receipt that this browser kept, and without it in another one", async ({
  page,
  visitor,
}) => {
  const room = await played(page);
  await button(page, "verify.do").click();
  await expect(page.getByText(t("verify.pass"))).toBeVisible();
  for (const name of [
    "format",
    "record_signature",
    "start_signature",
    "seed_commitment",
    "entropy_commitments",
    "shuffle",
    "plays",
  ])
    await expect(check(page, name)).toHaveText(HOLDS);
  for (const name of ["receipt_match", "receipt_seed", "receipt_entropy", "receipt_start", "receipt_commitments"])
    await expect(check(page, name)).toHaveText(HOLDS);
  await expect(page.getByText(t("verify.with_receipt"))).toBeVisible();

  const other = await visitor();
  await other.goto(`/#/match/${room.match_id}`);
  await button(other, "verify.do").click();
  await expect(other.getByText(t("verify.pass"))).toBeVisible();
  await expect(other.getByText(t("verify.no_receipt"))).toBeVisible();
  await expect(check(other, "receipt_seed")).toHaveCount(0);
});

test("a record that says the same in other words fails", async ({ page, request }) => {
  const room = await played(page);
  await serve(page, (await record(request, room)).replace("{", "{ "));
  await expectToFail(page, ["format"]);
});

test("a record whose winner was exchanged fails", async ({ page, request }) => {
  const room = await played(page);
  const text = await record(request, room);
  const [winner] = room.view.outcome.winners;
  const altered = text.replace(/"winners":\[[\d,]*\]/, `"winners":[${(winner + 1) % 3}]`);
  expect(altered).not.toBe(text);
  await serve(page, altered);
  await button(page, "verify.do").click();
  await expect(page.getByText(t("verify.fail"))).toBeVisible();
  await expect(check(page, "record_signature")).toHaveText(FAILS);
  await expect(check(page, "plays")).toHaveText(HOLDS);
});

test("a record with another play fails", async ({ page, request }) => {
  const room = await played(page);
  const text = await record(request, room);
  const { pieces } = JSON.parse(text).actions.find((action) => action.do === "play");
  const altered = text.replace(`"pieces":"${pieces}"`, `"pieces":"${"K".repeat(pieces.length)}"`);
  await serve(page, altered);
  await button(page, "verify.do").click();
  await expect(page.getByText(t("verify.fail"))).toBeVisible();
  await expect(check(page, "record_signature")).toHaveText(FAILS);
  // It differs from the commitment, or cannot be replayed at all.
  await expect(check(page, "plays").or(check(page, "rules")).filter({ hasText: FAILS })).not.toHaveCount(0);
});

test("a match that was dealt otherwise and signed again fails against the receipt, and by nothing else", async ({
  page,
  visitor,
  request,
  server,
}) => {
  const room = await played(page, { ceremony: "players" });
  const forged = dealtOtherwise(await record(request, room), server.data);

  const other = await visitor();
  await serve(other, forged);
  await other.goto(`/#/match/${room.match_id}`);
  await button(other, "verify.do").click();
  await expect(other.getByText(t("verify.pass")), "by itself it looks honest").toBeVisible();

  await serve(page, forged);
  await expectToFail(page, ["receipt_seed", "receipt_start", "receipt_commitments"]);
});

test("a receipt that says otherwise fails, and names what does not fit", async ({ page }) => {
  const room = await played(page);
  for (const [name, change] of [
    ["receipt_seed", { seed_commitment: "00".repeat(32) }],
    ["receipt_entropy", { entropy: "00" }],
    ["receipt_start", { start_signature: "00".repeat(64) }],
  ]) {
    await page.evaluate(
      ([key, change]) => {
        window.kept ??= localStorage.getItem(key);
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(window.kept), ...change }));
      },
      [`giog.receipt.${room.match_id}`, change],
    );
    await expectToFail(page, [name]);
  }
});

test.describe("a match that the server has deleted", () => {
  test.use({ expected: /status of 410/ });

  test("says what is left of it, and whether a kept record is the one", async ({ page, request }) => {
    const room = await played(page);
    const text = await record(request, room);
    const { ended_at, fairness } = JSON.parse(text);
    const record_sha256 = createHash("sha256").update(text).digest("hex");
    const deleted = {
      match_id: room.match_id,
      ended_at,
      deleted_at: "2031-05-06T07:08:09.000Z",
      record_sha256,
      signer: fairness.signer,
    };
    const gone = {
      type: "/api/v1/problems/match_deleted",
      title: "deleted",
      status: 410,
      detail: "deleted",
      hint: "",
      code: "match_deleted",
      deleted,
    };
    await page.route("**/api/v1/matches/**", (route) =>
      route.fulfill({ status: 410, contentType: "application/problem+json", body: JSON.stringify(gone) }),
    );

    // It is deleted while it is shown.
    await button(page, "verify.do").click();
    await expect(page.getByRole("heading", { name: t("deleted.title") })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: t("deleted.title") })).toBeVisible();
    await expect(page.getByText(record_sha256)).toBeVisible();
    await expect(page.getByText(fairness.signer)).toBeVisible();
    await expect(page.getByText(/, 2031 /)).toBeVisible();

    const check = async (copy) =>
      page
        .getByLabel(t("deleted.check"))
        .setInputFiles({ name: "record.json", mimeType: "application/json", buffer: Buffer.from(copy) });
    await check(`${text}\n`);
    await expect(page.getByText(t("deleted.same"))).toBeVisible();
    await expect(page.getByText(t("verify.pass"))).toBeVisible();
    await check(text.replace("{", "{ "));
    await expect(page.getByText(t("deleted.other"))).toBeVisible();
    await expect(page.getByText(t("verify.fail"))).toBeVisible();
  });
});
