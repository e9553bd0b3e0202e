// Programs that declare themselves bots: everybody sees at the table and in the lobby what they are, and the form says which bots may sit.

import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";
import { roomOf, table } from "./support/table.mjs";

const { t } = english;

const ROCKET = { engine: "rocket", version: "1.2" };

/** A program that asks for a seat, over a connection of a page of its own; the reply to its request. */
async function programAt(page, room) {
  await page.goto("/about");
  return page.evaluate(
    ([room, bot]) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws`);
        const ask = (request) => socket.send(JSON.stringify(request));
        socket.onopen = () => ask({ id: 1, type: "hello", protocol: 1, name: "Rocky", bot });
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.re === 1) ask({ id: 2, type: "join", room, sit: true });
          if (message.re === 2) resolve(message);
        };
      }),
    [room, ROCKET],
  );
}

const nameOf = () => t("seat.bot", { name: "Rocky" });

test("a declared bot is one at its seat, among the people and in the lobby", async ({ page, visitor }) => {
  await table(page, { variant: "giog", seats: 2, access: "public" }, { bots: false });
  const { id } = await roomOf(page);
  expect((await programAt(await visitor(), id)).type).toBe("ok");
  const seat = page
    .getByRole("list", { name: t("table.seats") })
    .getByRole("listitem")
    .nth(1);
  await expect(seat).toContainText(nameOf());
  await expect(seat).toContainText("rocket 1.2");
  const lobby = await visitor();
  await lobby.goto("/");
  await expect(lobby.getByText(nameOf())).toBeVisible();
});

test("a table says in its form that no bots may sit, and takes none", async ({ page, visitor }) => {
  await page.goto("/new");
  await page
    .locator("details")
    .filter({ hasText: t("create.more") })
    .getByText(t("create.more"))
    .click();
  const number = page.getByRole("combobox", { name: t("create.bots"), exact: true });
  await expect(number).toBeVisible();
  const admits = page.getByRole("combobox", { name: t("create.admits"), exact: true });
  await admits.selectOption({ label: t("create.admits.none") });
  await expect(page.getByText(t("create.admits.why.none"))).toBeVisible();
  await expect(number).toBeHidden();
  await page.getByRole("button", { name: t("create.make"), exact: true }).click();
  await expect(page).toHaveURL(/\/room\//);
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  const { id, state } = await roomOf(page);
  expect(state.settings.bots).toBe("none");
  expect(await programAt(await visitor(), id)).toMatchObject({ type: "error", code: "no_bots" });
});

/** Which bots may sit at the table to which quick play leads. */
async function admitted(page) {
  await page.getByRole("button", { name: t("home.quick"), exact: true }).click();
  await expect(page).toHaveURL(/\/room\//);
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  const { bots = "any" } = (await roomOf(page)).state.settings;
  return bots;
}

test("quick play leads to declared bots only where the person has agreed, and remembers it", async ({ page }) => {
  await page.goto("/");
  const agreed = page.getByRole("checkbox", {
    name: t("home.quick.programs", { quick: t("home.quick") }),
    exact: true,
  });
  await page.getByText(t("filter.title"), { exact: true }).click();
  await expect(agreed).not.toBeChecked();
  await agreed.check();
  await page.reload();
  expect(await admitted(page)).toBe("any");
});

test("quick play without agreement meets only people and the server's bots", async ({ page }) => {
  await page.goto("/");
  expect(await admitted(page)).toBe("house");
});
