// Games on boards apart from playing: creating a table with options and finding it, the review and verification of a finished match, the
// rules.

import { expectAccessible, LOOKS } from "./support/axe.mjs";
import { begin, beginTogether } from "./support/boards.mjs";
import { evaluateLong } from "./support/parts.mjs";
import { asked, roomOf } from "./support/table.mjs";
import { expectTouchable } from "./support/targets.mjs";
import { expect, test } from "./support/test.mjs";
import { english } from "./support/texts.mjs";

const { t, like } = english;

const slider = (page) => page.getByRole("slider");
const told = (page) => page.getByRole("main").getByRole("status").first();
const moves = (page) => page.getByRole("list", { name: t("panel.moves") });
const marked = (page) => moves(page).locator("[aria-current]");
const check = (page, name) => page.getByRole("listitem").filter({ hasText: t(`verify.${name}`) });

/** Acts as this page's player at the next decision; returns the choice. */
const act = (page, kind, choose = "") =>
  evaluateLong(
    page,
    async ([kind, choose]) => {
      const { session } = await window.running();
      const room = location.pathname.split("/")[2];
      const found = () => {
        const { now, seq } = session.rooms.get(room);
        const may = now && now.seq >= seq ? now.you?.decision?.may?.find((one) => one.do === kind) : null;
        return may && { turn: now.you.turn, choice: choose || may.choices[0] };
      };
      while (!found()) await new Promise((go) => setTimeout(go, 20));
      const { turn, choice } = found();
      await session.request("act", { room, turn, do: kind, ...(kind === "move" ? { move: choice } : { at: choice }) });
      return choice;
    },
    [kind, choose],
  );

/** Resigns at the player's next decision; returns the match. */
async function resign(page) {
  const { turn } = await asked(page);
  const resigns = async (turn) => {
    const { session } = await window.running();
    const room = location.pathname.split("/")[2];
    await session.request("act", { room, turn, do: "resign" });
    while (!session.rooms.get(room).state.previous) await new Promise((go) => setTimeout(go, 20));
    return session.rooms.get(room).state.previous.match_id;
  };
  return evaluateLong(page, resigns, turn);
}

/** A match of xiangqi against a bot, with two moves of the player. */
async function played(page) {
  await begin(page, "xiangqi", { access: "public" });
  await act(page, "move", "h2e2");
  await act(page, "move", "e3e4");
  return resign(page);
}

test("a table is made at which no move is taken back", async ({ page }) => {
  await page.goto("/new");
  await page.getByRole("radio", { name: new RegExp(`^${t("game.pong-hau-ki")}`) }).check();
  await page.getByRole("radio", { name: t("create.who.bots") }).check();
  await page
    .locator("summary")
    .filter({ hasText: t("create.more") })
    .click();
  await page.getByRole("checkbox", { name: t("create.take_backs") }).uncheck();
  await page.getByRole("button", { name: t("create.make"), exact: true }).click();
  await asked(page);
  expect((await roomOf(page)).state.settings.take_backs).toBe(false);
  await expect(page.getByRole("button", { name: t("board.resign"), exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: t("board.take_back"), exact: true })).toHaveCount(0);
});

test("a table of xiangqi is made with its options and clock, and found by its game", async ({ page, visitor }) => {
  await page.goto("/new");
  await page.getByRole("radio", { name: new RegExp(`^${t("game.xiangqi")}`) }).check();
  await page
    .locator("summary")
    .filter({ hasText: t("create.more") })
    .click();
  const choice = (key) => page.getByRole("combobox", { name: t(key), exact: true });
  // Settings of trick games are not shown.
  for (const key of ["create.ceremony", "create.pause"]) await expect(choice(key)).toHaveCount(0);
  const takeBacks = page.getByRole("checkbox", { name: t("create.take_backs") });
  await expect(takeBacks).toBeChecked();
  await expect(takeBacks).toHaveAccessibleDescription(t("create.take_backs.why.boards"));
  await choice("create.clock").selectOption("5-3");
  await expect(page.getByText(t("create.clock.over.lose"))).toBeVisible();
  await choice("option.check").selectOption("table");
  await expect(page.getByText(t("option.check.why.table"))).toBeVisible();
  await choice("option.blindfold").selectOption("true");
  await expect(takeBacks, "a turn that nobody may look at").toHaveCount(0);
  await page.getByRole("button", { name: t("create.make"), exact: true }).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  const { state } = await roomOf(page);
  expect(state.settings).toMatchObject({
    variant: "xiangqi",
    seats: 2,
    clock: { kind: "bank", bank_ms: 300_000, increment_ms: 3_000 },
    options: { check: "table", blindfold: true, on_time: "lose" },
  });

  const other = await visitor();
  await other.goto("/");
  const row = other.locator(`li:has(a[href="${new URL(page.url()).pathname}"])`);
  await expect(row).toContainText(t("game.xiangqi"));
  await other.getByText(t("filter.title"), { exact: true }).click();
  const game = other.getByRole("combobox", { name: t("filter.variant") });
  await game.selectOption("blind-chess");
  await expect(row).toHaveCount(0);
  await game.selectOption("xiangqi");
  await expect(row).toBeVisible();

  // The form for changing it has the chosen settings.
  await page.getByRole("link", { name: t("change.title") }).click();
  await expect(choice("create.clock")).toHaveValue("5-3");
  await expect(choice("option.blindfold")).toHaveValue("true");
  // A custom clock, in minutes; another game has other clocks.
  await choice("create.clock").selectOption("own");
  await page.getByRole("spinbutton", { name: t("create.bank_min") }).fill("20");
  await page.getByRole("spinbutton", { name: t("create.increment_s") }).fill("0");
  await page.getByRole("button", { name: t("change.make"), exact: true }).click();
  await expect(page.getByRole("list", { name: t("table.seats") })).toBeVisible();
  await expect
    .poll(async () => (await roomOf(page)).state.settings.clock)
    .toEqual({ kind: "bank", bank_ms: 1_200_000, increment_ms: 0 });
});

test("a finished match is looked at by keys, by the list of moves and by its address", async ({ page, visitor }) => {
  const id = await played(page);
  await page.goto(`/match/${id}`);
  await expect(slider(page)).toHaveValue("0");
  await expect(told(page)).toHaveText(t("told.start"));
  await expect(marked(page)).toHaveCount(0);

  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveValue("1");
  await expect(page).toHaveURL(new RegExp(`/match/${id}/1$`));
  await expect(told(page)).toContainText(t("act.move", { man: t("piece.C"), from: "h2", to: "e2" }));
  await expect(marked(page)).toHaveText("C2.5");
  await expect(page.getByRole("gridcell", { name: `e2, ${t("piece.C")}` })).toBeVisible();

  await page.keyboard.press("End");
  await expect(told(page)).toContainText(t("board.end.resigned"), { ignoreCase: true });
  await expect(page.getByText(t("board.end.resigned"), { exact: true })).toBeVisible();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Home");
  await expect(slider(page)).toHaveValue("0");

  // The third ply is the player's second move; the list leads there, in any notation.
  const third = moves(page).getByRole("button").nth(2);
  await expect(third).toHaveText("P5+1");
  await page.getByRole("combobox", { name: t("review.notation") }).selectOption("points");
  await expect(third).toHaveText("e3e4");
  await third.click();
  await expect(slider(page)).toHaveValue("3");
  await expect(marked(page)).toHaveText("e3e4");

  const other = await visitor();
  await other.goto(page.url());
  await expect(slider(other)).toHaveValue("3");
  await expect(told(other)).toHaveText(await told(page).textContent());

  await page.goto("/matches");
  const row = page.getByRole("listitem").filter({ has: page.locator(`a[href*="${id}"]`) });
  await expect(row).toContainText(t("game.xiangqi"));
  await expect(row).toContainText(t("board.end.resigned"));
  await page.getByRole("combobox", { name: t("filter.variant") }).selectOption("square-chess");
  await expect(row).toHaveCount(0);
  await page.getByRole("combobox", { name: t("filter.variant") }).selectOption("xiangqi");
  await expect(row).toHaveCount(1);
});

test("a finished match shows at each ply what its players had left", async ({ visitor }) => {
  const clock = { kind: "bank", bank_ms: 300_000, increment_ms: 3_000 };
  const [a, b] = await beginTogether(visitor, "xiangqi", { clock });
  await act(a, "move", "h2e2");
  await act(b, "move", "h9g7");
  await act(a, "move", "b0c2");
  const id = await resign(b);
  const { events } = await (await a.request.get(`/api/v1/matches/${id}/events`)).json();
  const [first, second, third] = events.filter((event) => event.do === "move").map((event) => event.at_ms);
  const text = (ms) => {
    const s = Math.ceil(ms / 1_000);
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  };
  const own = clock.bank_ms + clock.increment_ms - first;
  const others = clock.bank_ms + clock.increment_ms - (second - first);
  const steps = [
    [clock.bank_ms, clock.bank_ms],
    [own, clock.bank_ms],
    [own, others],
    [own + clock.increment_ms - (third - second), others],
  ];
  for (const [step, [red, black]] of steps.entries()) {
    await a.goto(`/match/${id}/${step}`);
    await expect(slider(a)).toHaveValue(String(step));
    const of = (seat) => a.locator(`[data-seat="${seat}"]`).getByRole("timer");
    await expect(of(0)).toHaveText(text(red));
    await expect(of(1)).toHaveText(text(black));
  }

  // Without a clock there is none to show.
  const c = await visitor();
  const plain = await played(c);
  await c.goto(`/match/${plain}/1`);
  await expect(slider(c)).toHaveValue("1");
  await expect(c.getByRole("timer")).toHaveCount(0);
});

test("what can be verified of a match on a board is, and the rest is said", async ({ page }) => {
  const id = await played(page);
  await page.goto(`/match/${id}`);
  await page.getByRole("button", { name: t("verify.do"), exact: true }).click();
  await expect(page.getByText(t("verify.unknown"))).toBeVisible();
  await expect(page.getByText(t("verify.boards"))).toBeVisible();
  for (const name of ["format", "record_signature", "start_signature", "seed_commitment", "no_chance", "first"])
    await expect(check(page, name)).toHaveText(new RegExp(`^${t("verify.came.pass")}`));
  for (const name of ["rules", "result"])
    await expect(check(page, name)).toHaveText(new RegExp(`^${t("verify.came.unknown")}`));
});

test("blind chess is looked at as it was seen, and open", async ({ page }) => {
  await begin(page, "blind-chess", { access: "public" });
  const flipped = await act(page, "flip");
  await resign(page).then((id) => page.goto(`/match/${id}/1`));
  await expect(told(page)).toContainText(new RegExp(`${flipped}.*: `));
  const down = page.getByRole("gridcell", { name: new RegExp(t("board.down")) });
  await expect(down).toHaveCount(31);
  await page.getByRole("combobox", { name: t("review.as") }).selectOption("open");
  await expect(down).toHaveCount(0);
  await expect(page).toHaveURL(/\/open\/1$/);
  await page.getByRole("button", { name: t("verify.do"), exact: true }).click();
  await expect(check(page, "shuffle")).toHaveText(new RegExp(`^${t("verify.came.pass")}`));
});

test("review is accessible, and fits a phone", async ({ page }) => {
  const id = await played(page);
  await page.goto(`/match/${id}/2`);
  await expect(marked(page)).toBeVisible();
  await page.getByRole("button", { name: t("verify.do"), exact: true }).click();
  await expect(page.getByText(t("verify.boards"))).toBeVisible();
  await expectAccessible(page, "review of a board", LOOKS);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/match/${id}/2`);
  await expect(marked(page)).toBeVisible();
  await expectAccessible(page, "review of a board on a phone", LOOKS.slice(0, 1));
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test("the rules of the games on boards fit", async ({ page, request }) => {
    const { boards } = await (await request.get("/api/v1/variants")).json();
    for (const { id } of boards) {
      await page.goto(`/learn/${id}`);
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expect(page.getByRole("grid").first()).toBeVisible();
      await expectTouchable(page, id);
    }
    expect(boards.length).toBe(6);
    await expect(page.getByText(like("learn.players.exactly", { n: 2 }))).toBeVisible();
  });
});
