// Invitations to tables: from a table to friends and people of the latest matches, who see them on every page but over a match.

import { expectAccessible } from "./support/axe.mjs";
import { beginTogether, boardOf, resign } from "./support/boards.mjs";
import { table } from "./support/table.mjs";
import { expectInSight, expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english, speaking } from "./support/texts.mjs";

const { t } = english;
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };
const XIANGQI = { variant: "xiangqi", clock: { kind: "none" } };

const button = (page, name) => page.getByRole("button", { name, exact: true });
const notice = (page) => page.locator(".note.waits");
const joins = (page, { t } = english) => notice(page).getByRole("link", { name: t("invited.join"), exact: true });

/** A visitor with a name. */
async function called(page, name) {
  await page.goto("/");
  await page.evaluate(async (name) => {
    const { session } = await window.running();
    await session.greeted();
    await session.rename(name);
    await session.greeted();
  }, name);
  return page;
}

/** A request over REST as the person of a page. */
const rest = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const { session } = await window.running();
      await session.greeted();
      const headers = {
        Authorization: `Bearer ${localStorage.getItem("giog.token")}`,
        "Content-Type": "application/json",
      };
      const answer = await fetch(`/api/v1/guests/me${path}`, { method, headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.headers.get("Content-Type")?.includes("json") ? answer.json() : null;
    },
    [method, path, body],
  );

/** Makes friends of the people of two pages. */
async function befriend(page, other) {
  const { code } = await rest(page, "POST", "/friends/code", {});
  await rest(other, "POST", "/friends", { code });
}

/** Opens the dialog with those who can be invited. */
async function inviting(page) {
  await button(page, t("gather.invite")).click();
  const dialog = page.getByRole("dialog", { name: t("gather.invite") });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Invites somebody from the table that a page shows. */
async function invite(page, name) {
  const dialog = await inviting(page);
  await button(dialog, `${t("gather.invite")}: ${name}`).click();
  // A name may be isolated from the direction of the text.
  const done = dialog.getByRole("status");
  await expect
    .poll(async () => (await done.textContent())?.replace(/[\u2068\u2069]/g, ""))
    .toBe(t("inviting.done", { name }));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("a friend who is invited sees it wherever they are, and joins", async ({ page, visitor }) => {
  await called(page, "Lin");
  const other = await called(await visitor(PHONE), "Wu");
  await befriend(page, other);
  await other.goto("/learn");
  await table(page, XIANGQI, { bots: false });
  const dialog = await inviting(page);
  await expect(dialog.getByRole("listitem").filter({ hasText: "Wu" })).toBeVisible();
  await expectAccessible(page, "whom one can invite");
  await button(dialog, `${t("gather.invite")}: Wu`).click();
  await expect(dialog.getByRole("status")).toHaveText(t("inviting.done", { name: "Wu" }));
  await expect(button(dialog, `${t("inviting.again")}: Wu`)).toBeVisible();
  await page.keyboard.press("Escape");

  await expect(notice(other)).toContainText("Lin");
  await expectAccessible(other, "an invitation");
  await expectTouchable(other, "an invitation");
  await expectInSight(other, "an invitation", [joins(other), button(notice(other), t("invited.not_now"))]);
  // It is there on other places, and again after a reload.
  await other.goto("/matches");
  await expect(joins(other)).toBeVisible();
  await joins(other).focus();
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(page.url());
  await expect(notice(other)).toBeEmpty();
  await button(other, t("invite.sit"))
    .or(button(other, t("gather.sit")))
    .first()
    .click();
  await expect(button(other, t("gather.stand"))).toBeVisible();
  await other.goto("/");
  await expect(joins(other)).toHaveCount(0);
  // Nobody else fits in.
  await expect(button(page, t("gather.invite"))).toHaveCount(0);
});

test("a table is not heard of again after not now, nor a person after a block", async ({ page, visitor }) => {
  await called(page, "Lin");
  const other = await called(await visitor(), "Wu");
  const third = await called(await visitor(), "Mei");
  await befriend(page, other);
  await befriend(third, other);
  await table(page, XIANGQI, { bots: false });
  await table(third, XIANGQI, { bots: false });
  await invite(page, "Wu");
  const later = button(notice(other), t("invited.not_now"));
  await expect(later).toBeVisible();
  await later.focus();
  await other.keyboard.press("Enter");
  await expect(notice(other)).toBeEmpty();
  await invite(page, "Wu");
  await invite(third, "Wu");
  await expect(notice(other)).toContainText("Mei");
  await button(notice(other), `${t("person.block")}: Mei`).click();
  await button(other.getByRole("dialog"), t("person.block")).click();
  await expect(notice(other)).toBeEmpty();
  await invite(third, "Wu");
  await other.reload();
  await expect(other.getByRole("banner")).toBeVisible();
  await other.evaluate(async () => (await window.running()).session.greeted());
  await expect(notice(other)).toBeEmpty();
});

test("nothing lies over a match that one plays until its result was shown", async ({ page, visitor }) => {
  const [a, b] = await beginTogether(visitor, "xiangqi");
  await called(page, "Lin");
  await befriend(page, b);
  await table(page, XIANGQI, { bots: false });
  const name = await b.evaluate(async () => (await window.running()).session.me.name);
  await rest(page, "POST", "/invitations", {
    player: await b.evaluate(async () => (await window.running()).session.me.player),
    room: new URL(page.url()).pathname.split("/").at(-1),
  });
  const has = () => b.evaluate(async () => (await window.running()).session.invitations.size);
  await expect.poll(has, { message: name }).toBe(1);
  await expect(boardOf(b)).toBeVisible();
  await expect(notice(b)).toBeEmpty();
  await resign(a);
  await expect(joins(b)).toBeVisible();
});

test("people say who may invite them; others of the latest matches are listed, too", async ({ visitor }) => {
  const [page, other] = await beginTogether(visitor, "xiangqi");
  await resign(page);
  await called(page, "Lin");
  await called(other, "Wu");
  await other.getByRole("banner").getByRole("button").click();
  await button(other, t("friends.title")).click();
  const dialog = other.getByRole("dialog", { name: t("friends.title") });
  const who = dialog.getByRole("combobox", { name: t("friends.may_invite") });
  await expect(who).toHaveValue("friends");
  await who.selectOption("recent");
  const push = dialog.getByRole("checkbox", { name: t("friends.push") });
  await expect(push).not.toBeChecked();
  await push.check();
  await expectAccessible(other, "who may invite");
  await other.reload();
  await table(page, { ...XIANGQI, seats: 2 }, { bots: false });
  await invite(page, "Wu");
  await expect(joins(other)).toBeVisible();
});

test("an invitation is read from right to left on a phone, and ends when whoever invited leaves", async ({
  page,
  visitor,
}) => {
  const persian = await speaking("fa");
  await called(page, "Lin");
  const other = await called(await visitor({ ...PHONE, locale: "fa" }), "سارا");
  await befriend(page, other);
  await table(page, XIANGQI, { bots: false });
  await invite(page, "سارا");
  await expect(joins(other, persian)).toBeVisible();
  await expect(other.locator("html")).toHaveAttribute("dir", "rtl");
  await expectTouchable(other, "an invitation from right to left");
  await expectAccessible(other, "an invitation from right to left");
  await button(page, t("gather.stand")).click();
  await expect(notice(other)).toBeEmpty();
});
