// Around the table: finding and sharing one, changing it, moderating people, and continuing on another device.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { roomOf, table } from "./support/table.mjs";

const { t, like } = english;

const button = (page, name) => page.getByRole("button", { name, exact: true });
const settings = (page) => page.getByRole("banner").getByRole("button");

/** Changes the name. */
async function rename(page, name) {
  await page.goto("/");
  await settings(page).click();
  await page.getByRole("textbox", { name: t("settings.name") }).fill(name);
  await button(page, t("settings.rename")).click();
  await page.keyboard.press("Escape");
  await expect(settings(page)).toContainText(name);
}

test("a table is found in the list by what one wants, and the button says what one comes to do", async ({
  page,
  visitor,
}) => {
  await rename(page, "Lobby");
  await table(page, { variant: "zhi-hu", seats: 2, access: "public" }, { bots: false });
  const other = await visitor();
  await other.goto("/");
  const rows = other.locator(`li:has(a[href="${new URL(page.url()).pathname}"])`);
  const join = rows.getByRole("link", { name: like("room.join.where") });
  await expect(rows).toContainText(t("game.zhi-hu"));
  await expect(rows).toContainText("Lobby");
  await expect(join).toBeVisible();
  await expect(other.getByText(like("home.people"))).toBeVisible();

  await other.getByText(t("filter.title"), { exact: true }).click();
  await other.getByRole("combobox", { name: t("filter.variant") }).selectOption("giog");
  await expect(rows).toHaveCount(0);
  await other.reload();
  await expect(other.getByText(t("filter.some", { n: 1 }))).toBeVisible();
  await expect(rows).toHaveCount(0);
  await other.getByText(t("filter.some", { n: 1 })).click();
  await other.getByRole("combobox", { name: t("filter.variant") }).selectOption("zhi-hu");
  await expect(join).toBeVisible();

  await button(page, t("gather.bots")).click();
  await expect(rows.getByRole("link", { name: like("room.watch.where") })).toBeVisible();
  await other.getByRole("combobox", { name: t("filter.who") }).selectOption("people");
  await expect(rows).toHaveCount(0);
});

test("the form that makes a table changes it too", async ({ page, visitor }) => {
  await page.goto("/#/new");
  await page.getByRole("combobox", { name: t("create.seats"), exact: true }).selectOption("3");
  await page
    .locator("summary")
    .filter({ hasText: t("create.more") })
    .click();
  await page.getByRole("combobox", { name: t("create.access"), exact: true }).selectOption("password");
  const password = page.getByRole("textbox", { name: t("room.password") });
  await button(page, t("create.make")).click();
  await expect(password, "a password is wanted").toBeFocused();
  expect(page.url()).toContain("/new");
  await password.fill("geheim");
  await button(page, t("create.make")).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();

  const other = await visitor();
  await other.goto(page.url());
  await other.getByLabel(t("room.password")).fill("geheim");
  await button(other, t("room.enter")).click();
  await button(other, t("gather.sit")).last().click();
  await expect(button(other, t("gather.stand"))).toBeVisible();
  await expect(other.getByRole("link", { name: t("change.title") })).toHaveCount(0);

  await page.getByRole("link", { name: t("change.title") }).click();
  await expect(page.getByRole("textbox", { name: t("room.password") })).toHaveValue("geheim");
  await page.getByRole("combobox", { name: t("create.seats"), exact: true }).selectOption("2");
  await expect(page.getByText(t("change.stand", { n: 1 }))).toBeVisible();
  await page.getByRole("combobox", { name: t("create.clock"), exact: true }).selectOption("own");
  await page.getByRole("spinbutton", { name: t("create.decision_s") }).fill("20");
  await button(page, t("change.make")).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await expect
    .poll(async () => (await roomOf(other)).state.settings.clock)
    .toEqual({ kind: "timed", decision_ms: 20_000, bank_ms: 60_000 });
  await expect.poll(async () => (await roomOf(other)).you, "the seat is gone").toBeNull();
});

test("a muted person is not heard any more, a reported one is the operator's, and the owner makes another one owner", async ({
  page,
  visitor,
}) => {
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  const other = await visitor();
  await rename(other, "Noisy");
  await other.goto(page.url());
  await button(other, t("gather.sit")).click();
  const menu = page
    .getByRole("list", { name: t("table.seats") })
    .getByRole("button", { name: t("person.menu", { name: "Noisy" }) });
  for (const one of [page, other]) await one.getByRole("button", { name: t("panel.talk") }).click();
  const lines = page.getByRole("log", { name: t("chat.lines") });
  const say = async (text) => {
    await other.getByRole("textbox", { name: t("chat.say") }).fill(text);
    await button(other, t("chat.send")).click();
    await expect(other.getByRole("log", { name: t("chat.lines") })).toContainText(text);
  };
  await say("once");
  await expect(lines).toContainText("once");
  await menu.press("Enter");
  await button(page, t("person.mute")).first().press("Enter");
  await expect(page.getByText(t("person.muted", { name: "Noisy" })).first()).toBeAttached();
  await say("twice");
  await menu.press("Enter");
  await button(page, t("person.unmute")).first().click();
  await expect(page.getByText(t("person.unmuted", { name: "Noisy" })).first()).toBeAttached();
  await say("thrice");
  await expect(lines).toContainText("thrice");
  await expect(lines).not.toContainText("twice");

  await menu.click();
  await button(page, t("person.report")).first().click();
  await page.getByRole("textbox", { name: t("report.what") }).fill("so noisy");
  await button(page, t("report.send")).click();
  await expect(page.getByText(t("report.sent"))).toBeVisible();
  await page.keyboard.press("Escape");

  await menu.click();
  await button(page, t("person.owner")).first().click();
  await expect(page.getByText(t("person.owner.ask", { name: "Noisy" }))).toBeVisible();
  await button(page.getByRole("dialog"), t("person.owner")).click();
  await expect(other.getByRole("link", { name: t("change.title") })).toBeVisible();
  await expect(page.getByRole("link", { name: t("change.title") })).toHaveCount(0);
});

test("the owner puts a spectator out, bans them, lets them in again, and silences spectators", async ({
  page,
  visitor,
}) => {
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  const other = await visitor();
  await rename(other, "Noisy");
  await other.goto(page.url());
  await button(other, t("panel.talk")).click();
  await button(page, t("panel.series")).click();
  await button(page, t("watchers.open")).click();
  const sheet = page.getByRole("dialog", { name: t("watchers.title") });
  const noisy = sheet.getByRole("listitem").filter({ hasText: "Noisy" });

  await sheet.getByRole("checkbox", { name: t("watchers.silence") }).check();
  await expect(other.getByText(t("chat.silenced"))).toBeVisible();
  await expect(other.getByRole("textbox", { name: t("chat.say") })).toHaveCount(0);
  await sheet.getByRole("checkbox", { name: t("watchers.silence") }).uncheck();
  await other.getByRole("textbox", { name: t("chat.say") }).fill("again");
  await button(other, t("chat.send")).click();

  await noisy.getByRole("button", { name: t("person.put_out") }).click();
  await button(page.getByRole("dialog").last(), t("person.put_out")).click();
  await expect(other.getByRole("heading", { name: t("error.left_removed") })).toBeVisible();
  await expect(noisy).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole("list", { name: t("table.seats") })).toBeVisible();

  // The menu also opens from a line of chat.
  await page.keyboard.press("Escape");
  // The number of unread lines may follow its name.
  await page.getByRole("button", { name: t("panel.talk") }).click();
  await page
    .getByRole("log", { name: t("chat.lines") })
    .getByRole("button", { name: t("person.menu", { name: "Noisy" }) })
    .click();
  await button(page, t("person.ban")).filter({ visible: true }).click();
  await button(page.getByRole("dialog").last(), t("person.ban")).click();
  await expect(other.getByRole("heading", { name: t("error.left_removed") })).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: t("error.banned_from_room") })).toBeVisible();

  await button(page, t("panel.series")).click();
  await button(page, t("watchers.open")).click();
  await sheet.getByRole("button", { name: t("watchers.unban", { name: "Noisy" }) }).click();
  await expect(sheet.getByText(t("watchers.no_bans"))).toBeVisible();
  await other.reload();
  await expect(other.getByRole("list", { name: t("table.seats") })).toBeVisible();
});

test("a link of a table is shown to a camera, and leads there", async ({ page, visitor }) => {
  await table(page, { variant: "giog", seats: 2 }, { bots: false });
  await button(page, t("gather.share")).click();
  await expect(page.getByRole("img", { name: t("share.qr") })).toBeVisible();
  const link = await page.getByRole("textbox", { name: t("share.link") }).inputValue();
  // After `#`, which is not sent to servers, it has the settings of the table.
  expect(link.split("#as=")[0]).toBe(page.url());
  await page.keyboard.press("Escape");
  await expect(button(page, t("gather.share"))).toBeFocused();
  const other = await visitor();
  await other.goto(link);
  await expect(button(other, t("gather.sit"))).toBeVisible();
  expect(other.url()).toBe(page.url());
});

test("the link of a table that is gone offers to set it up again as it was", async ({ page, visitor }) => {
  const settings = { variant: "xiangqi", seats: 2, clock: { kind: "none" }, options: { check: "table" } };
  await table(page, settings);
  await button(page, t("gather.share")).click();
  const link = await page.getByRole("textbox", { name: t("share.link") }).inputValue();
  await page.keyboard.press("Escape");
  const was = await roomOf(page);
  await page.evaluate(async () => {
    const { session } = await window.running();
    await session.request("close_room", { room: location.pathname.split("/")[2] });
  });
  // For people who were there, and for invited people who come too late.
  const late = await visitor();
  await late.goto(link);
  for (const [who, why] of [
    [page, "error.left_closed"],
    [late, "error.no_such_room"],
  ]) {
    await expect(who.getByText(t(why))).toBeVisible();
    await expect(who.getByText(`${t("game.xiangqi")} · ${t("create.players", { n: 2 })}`)).toBeVisible();
    const gone = who.url();
    await button(who, t("closed.again")).click();
    await expect(button(who, t("gather.share"))).toBeVisible();
    expect(who.url()).not.toBe(gone);
    const { state } = await roomOf(who);
    expect(state.settings).toEqual(was.state.settings);
    expect(state.seats.map(({ occupant }) => Object.keys(occupant ?? {}))).toEqual(
      was.state.seats.map(({ occupant }) => Object.keys(occupant ?? {})),
    );
  }
});

test.describe("another device", () => {
  test.use({ expected: /status of 403/ });

  test("becomes the same person by a link that is good once, and may go back", async ({ page, visitor }) => {
    await rename(page, "Mover");
    await table(page, { variant: "giog", seats: 2 }, { bots: false });
    const room = page.url();
    await page.goto("/");
    await settings(page).click();
    await button(page, t("move.title")).click();
    await expect(page.getByRole("img", { name: t("share.qr") })).toBeVisible();
    const link = await page.getByRole("textbox", { name: t("share.link") }).inputValue();

    const other = await visitor();
    const asked = [];
    other.on("request", (request) => asked.push(request.url()));
    await other.goto(link);
    const code = link.split("/").at(-1);
    const yes = other.getByRole("button", { name: like("move.yes") });
    await expect(yes).toContainText("Mover");
    expect(other.url(), "the code stands in no history").not.toContain(code);
    expect(
      asked.filter((url) => new URL(url).href.split("#")[0].includes(code)),
      "and in no address that the server sees",
    ).toEqual([]);
    const before = await settings(other).innerText();
    await yes.click();
    await expect(button(other, t("gather.stand"))).toBeVisible();
    expect(other.url()).toBe(room);

    const late = await visitor();
    await late.goto(link);
    await expect(late.getByRole("alert").filter({ hasText: t("error.bad_code") })).toBeVisible();

    await other.goto("/");
    await expect(settings(other)).toContainText("Mover");
    await settings(other).click();
    await other.getByRole("button", { name: like("move.back") }).click();
    await expect(settings(other)).toContainText(before.split("\n")[0]);
  });
});
