// The six games on boards are played on the page: with taps, dragging, keys and typed points, against bots and other people.

import { expect, test } from "./support/test.mjs";
import {
  BOARD_GAMES,
  begin,
  beginTogether,
  boardOf,
  choose,
  decide,
  play,
  pointOf,
  pointsOf,
  resign,
  sit,
} from "./support/boards.mjs";
import { LOOKS, expectAccessible } from "./support/axe.mjs";
import { asked, ready, roomOf, table } from "./support/table.mjs";
import { expectInSight, expectTouchable } from "./support/targets.mjs";
import { english } from "./support/texts.mjs";

const { t, within } = english;

const log = (page) => page.getByRole("log", { name: t("table.log") });
const moves = async (page) => (await roomOf(page)).view.position.moves;
/** The move that was made last on this page's board, as the view has it. */
const lastPly = async (page) => (await roomOf(page)).view.position.notation.at(-1)?.[1];

for (const game of BOARD_GAMES) {
  test(`${game} is played by taps against bots, and given up`, async ({ page }) => {
    await begin(page, game);
    // Choices are shown at once, and the targets of a piece after it was chosen.
    let decision = await asked(page);
    if (decision.stage === "ceremony") {
      await decide(page, decision);
      decision = await asked(page, decision.turn);
    }
    const all = decision.may.flatMap(({ choices }) => choices);
    const firsts = new Set(all.map((choice) => pointsOf(choice)[0]));
    await expect(boardOf(page).locator(".does")).toHaveCount(firsts.size);
    const move = decision.may.find((kind) => kind.do === "move");
    if (move) {
      const from = pointsOf(move.choices[0])[0];
      const targets = move.choices
        .filter((choice) => pointsOf(choice)[0] === from)
        .map((choice) => pointsOf(choice)[1]);
      await pointOf(page, from).click();
      await expect(boardOf(page).locator(".goes, .takes")).toHaveCount(targets.length);
      await expect(pointOf(page, targets[0])).toHaveAccessibleName(within("board.goes"));
      await pointOf(page, from).click();
      await expect(boardOf(page).locator(".goes, .takes")).toHaveCount(0);
    }
    const chosen = await play(page, 4);
    expect(chosen.length).toBeGreaterThan(0);
    if ((await roomOf(page)).view.outcome) return;
    await asked(page);
    await expect(boardOf(page).locator(".last")).toHaveCount(1);
    await resign(page);
    // Six states continue without the seventh.
    if (game === "qi-guo-xiangxi") {
      await expect(
        page
          .getByRole("list", { name: t("board.states") })
          .getByText(t("board.out.resigned"))
          .first(),
      ).toBeVisible();
      return;
    }
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: t("board.end.resigned") })).toBeVisible();
    await page.getByRole("button", { name: t("gather.again") }).click();
    await expect.poll(async () => (await roomOf(page)).view.outcome).toBe(null);
    await expect(boardOf(page)).toBeVisible();
  });
}

test("pong hau k'i is played to its end", async ({ page }) => {
  await begin(page, "pong-hau-ki");
  await play(page, 60);
  const { view } = await roomOf(page);
  expect(["blocked", "repetition"]).toContain(view.outcome.end);
  await expect(
    page.getByRole("heading", { level: 2 }).filter({ hasText: t(`board.end.${view.outcome.end}`) }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: t("gather.again") })).toBeVisible();
});

test("xiangqi is played with the keyboard alone, over the board and by typed points", async ({ page }) => {
  await begin(page, "xiangqi");
  await asked(page);
  // The board is one stop for Tab.
  await expect(boardOf(page).locator('[tabindex="0"]')).toHaveCount(1);
  await boardOf(page).locator('[tabindex="0"]').focus();
  await page.keyboard.press("End");
  await expect(pointOf(page, "i0")).toBeFocused();
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await expect(pointOf(page, "h2")).toBeFocused();
  await expect(pointOf(page, "h2")).toHaveAccessibleName(`h2, ${t("piece.C")}, ${t("board.does")}`);
  await page.keyboard.press("Enter");
  await expect(pointOf(page, "h2")).toHaveAttribute("aria-selected", "true");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await expect(pointOf(page, "e2")).toHaveAccessibleName(`e2, ${t("board.empty")}, ${t("board.goes")}`);
  await page.keyboard.press("Enter");
  await expect.poll(() => moves(page)).toBeGreaterThanOrEqual(2);
  expect((await roomOf(page)).view.position.notation[0][1]).toBe("h2e2");
  await expect(log(page)).toContainText(t("act.move", { man: t("piece.C"), from: "h2", to: "e2" }));

  // A letter starts a typed move; an impossible move is explained.
  const { turn } = await asked(page);
  await pointOf(page, "e2").focus();
  const line = page.getByRole("textbox", { name: t("board.type") });
  await page.keyboard.press("a");
  await expect(line).toBeFocused();
  await page.keyboard.type("0a9");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: t("board.wrong", { move: "a0a9" }) })).toBeVisible();
  await line.fill("a0a1");
  await page.keyboard.press("Enter");
  await asked(page, turn);
  expect((await roomOf(page)).view.position.notation[2][1]).toBe("a0a1");
});

test("a piece is dragged to its place, and goes back from where it cannot go", async ({ page }) => {
  await begin(page, "xiangqi");
  await asked(page);
  const middle = async (point) => {
    const { x, y, width, height } = await pointOf(page, point).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(to)), { steps: 5 });
    await page.mouse.up();
  };
  await drag("h2", "h8");
  await expect(boardOf(page).locator(".from")).toHaveCount(0);
  expect(await moves(page)).toBe(0);
  await drag("h2", "e2");
  await expect.poll(() => moves(page)).toBeGreaterThanOrEqual(2);
  expect((await roomOf(page)).view.position.notation[0][1]).toBe("h2e2");
  // The same piece stands there now.
  await expect(pointOf(page, "e2")).toHaveAccessibleName(within("piece.C"));
  await expect(pointOf(page, "h2")).toHaveAccessibleName(new RegExp(`^h2, ${t("board.empty")}`));
});

test("two people play, each from their side; a draw is offered, declined and agreed", async ({ visitor }) => {
  const [a, b] = await beginTogether(visitor, "xiangqi");
  const top = async (page, point) => (await pointOf(page, point).boundingBox()).y;
  expect(await top(a, "e0")).toBeGreaterThan(await top(a, "e9"));
  expect(await top(b, "e9")).toBeGreaterThan(await top(b, "e0"));
  await b.getByRole("button", { name: t("board.turn") }).click();
  await expect.poll(async () => (await top(b, "e0")) > (await top(b, "e9"))).toBe(true);

  const offer = (page) => page.getByRole("group", { name: t("board.offer.label") });
  await a.getByRole("button", { name: t("board.offer"), exact: true }).click();
  await expect(offer(a)).toContainText(t("board.offer.own"));
  await offer(b)
    .getByRole("button", { name: t("board.decline"), exact: true })
    .click();
  await expect(offer(a)).toHaveCount(0);
  await expect(log(a)).toContainText(t("act.decline_draw"));
  // Not again before the player's next move.
  await expect(a.getByRole("button", { name: t("board.offer"), exact: true })).toHaveCount(0);

  await choose(a, "move", "h2e2");
  await expect(pointOf(b, "e2")).toHaveAccessibleName(within("piece.C"));
  await expect(b.getByText(t("board.ask.move"), { exact: true })).toBeVisible();

  // The move is taken back by consent, with the keyboard; then it is made again.
  const back = a.getByRole("button", { name: t("board.take_back"), exact: true });
  await expect(b.getByRole("button", { name: t("board.take_back"), exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await back.focus();
  await a.keyboard.press("Enter");
  const asked = (page) => page.getByRole("group", { name: t("board.take_back.label") });
  await expect(asked(a)).toContainText(t("board.take_back.own"));
  await asked(b)
    .getByRole("button", { name: t("board.take_back.accept"), exact: true })
    .click();
  await expect(log(b)).toContainText(t("act.accept_take_back"));
  await expect(pointOf(b, "h2")).toHaveAccessibleName(within("piece.C"));
  await expect(a.locator(".moves")).toHaveCount(0);
  await expect(a.getByText(t("board.ask.move"), { exact: true })).toBeVisible();
  await choose(a, "move", "h2e2");
  await expect(b.getByText(t("board.ask.move"), { exact: true })).toBeVisible();
  await a.getByRole("button", { name: t("board.offer"), exact: true }).click();
  await offer(b)
    .getByRole("button", { name: t("board.accept"), exact: true })
    .click();
  for (const page of [a, b])
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: t("board.drawn") })).toBeVisible();
});

test("a move is planned while the other player thinks: it is made at once, dropped, or taken back", async ({
  visitor,
}) => {
  const [a, b] = await beginTogether(visitor, "xiangqi");
  const plan = (move) => b.getByText(t("board.plan", { move }));
  const notation = async (page) => (await roomOf(page)).view.position.notation.map(([, text]) => text);
  await expect(boardOf(b).locator(".does")).toHaveCount(0);
  await choose(b, "move", "h9g7");
  await expect(plan("h9g7")).toBeVisible();
  for (const point of ["h9", "g7"]) await expect(pointOf(b, point)).toHaveAccessibleName(within("board.planned"));
  expect(await moves(b)).toBe(0);
  await expectAccessible(b, "a planned move", LOOKS.slice(0, 2));
  await expectTouchable(b, "a planned move");
  await choose(a, "move", "h2e2");
  for (const page of [a, b]) await expect.poll(() => notation(page)).toEqual(["h2e2", "h9g7"]);
  await expect(plan("h9g7")).toHaveCount(0);

  // A soldier blocks this one, which is known only at the decision.
  await choose(b, "move", "i9i4");
  await expect(plan("i9i4")).toBeVisible();
  await choose(a, "move", "h0g2");
  await expect(log(b)).toContainText(t("board.plan.gone"));
  await expect(plan("i9i4")).toHaveCount(0);
  await choose(b, "move", "i9i8");
  await expect.poll(() => moves(b)).toBe(4);

  await choose(b, "move", "a9a8");
  await b.getByRole("button", { name: t("cancel"), exact: true }).click();
  await expect(plan("a9a8")).toHaveCount(0);
  await choose(a, "move", "i0h0");
  await asked(b);
  expect(await notation(b)).toEqual(["h2e2", "h9g7", "h0g2", "i9i8", "i0h0"]);
});

test("both clocks are shown, and only that of the player on turn runs", async ({ visitor }) => {
  const clock = { kind: "bank", bank_ms: 600_000, increment_ms: 10_000 };
  const [a, b] = await beginTogether(visitor, "xiangqi", { clock });
  const clocks = (page, seat) => page.locator(`[data-seat="${seat}"]`).getByRole("timer");
  for (const page of [a, b]) {
    await expect(clocks(page, 1)).toHaveText("10:00");
    await expect(clocks(page, 0)).toHaveText(/^9:\d\d$/);
    await expect(clocks(page, 0)).toHaveClass(/runs/);
  }
  await choose(a, "move", "h2e2");
  for (const page of [a, b]) {
    await expect(clocks(page, 1)).toHaveClass(/runs/);
    await expect(clocks(page, 1)).toHaveText(/^9:\d\d$/);
    // The move added its seconds.
    await expect(clocks(page, 0)).not.toHaveClass(/runs/);
  }
  const seconds = async (page) => {
    const [minutes, rest] = (await clocks(page, 0).textContent()).split(":").map(Number);
    return minutes * 60 + rest;
  };
  // Each page uses its own clock, so the seconds may differ by one.
  expect(Math.abs((await seconds(a)) - (await seconds(b)))).toBeLessThanOrEqual(1);
});

test("on low screens names of players are whole, also with letters twice as large, and nothing lies over them", async ({
  page,
}) => {
  await begin(page, "xiangqi", { clock: { kind: "bank", bank_ms: 1_800_000, increment_ms: 0 } });
  await asked(page);
  for (const [width, height, percent, isOpen] of [
    [844, 390, 100, false],
    [1280, 800, 200, false],
    [1280, 800, 200, true],
  ]) {
    await page.setViewportSize({ width, height });
    await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), percent);
    const panel = page.getByRole("navigation").getByRole("button", { name: t("panel.moves") });
    const pressed = async () => (await panel.getAttribute("aria-pressed")) === "true";
    const wrong = () =>
      page.locator(".plate-row :is(.name, .clock)").evaluateAll((all) =>
        all.flatMap((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return one.scrollWidth > one.clientWidth + 1 || !one.contains(hit) ? [one.textContent] : [];
        }),
      );
    // In a window of another size, the page may open or close the panel by itself.
    await expect(async () => {
      if ((await pressed()) !== isOpen) await panel.click();
      expect(await pressed()).toBe(isOpen);
      expect(await wrong(), `${width} × ${height} at ${percent} %, ${isOpen}`).toEqual([]);
    }).toPass();
  }
});

test("blindfold: the players see no pieces, but the moves; who watches sees the board", async ({ visitor }) => {
  const [a, b] = await beginTogether(visitor, "xiangqi", { options: { blindfold: true } });
  const watcher = await visitor();
  await watcher.goto(a.url());
  await expect(boardOf(watcher)).toBeVisible();
  const line = a.getByRole("textbox", { name: t("board.type") });
  await line.fill("a0b1");
  await a.keyboard.press("Enter");
  await expect(a.getByRole("alert").filter({ hasText: t("error.not_a_move") })).toBeVisible();
  // Two points are tapped.
  await choose(a, "move", "h2e2");
  await expect.poll(() => lastPly(b)).toBe("h2e2");
  for (const page of [a, b]) {
    await expect(page.locator("giog-board .man:not(.gone)")).toHaveCount(0);
    await expect(pointOf(page, "e2")).toHaveAccessibleName(`e2, ${t("board.was_last")}`);
    await expect(page.getByText(t("board.blindfold"))).toBeVisible();
  }
  await expect(watcher.locator("giog-board .man:not(.gone)")).toHaveCount(32);
  await expect(pointOf(watcher, "e2")).toHaveAccessibleName(within("piece.C"));
});

test("what was taken, the list of moves and the last move are there after the page was loaded again", async ({
  page,
}) => {
  await begin(page, "xiangqi");
  // Captures whenever possible.
  const taking = (view) => (all) => all.find(({ choice }) => view.has(pointsOf(choice)[1])) ?? all[0];
  const occupied = async () =>
    new Set(
      await boardOf(page)
        .locator("[data-point]")
        .evaluateAll((cells) =>
          cells.filter((cell) => /black/.test(cell.getAttribute("aria-label"))).map((cell) => cell.dataset.point),
        ),
    );
  await asked(page);
  await choose(page, "move", "h2h9");
  await expect.poll(() => moves(page)).toBeGreaterThanOrEqual(2);
  const { turn } = await asked(page);
  await decide(page, await asked(page, turn - 1), taking(await occupied()));
  await asked(page, turn);
  const before = await roomOf(page);
  await page.reload();
  await expect(boardOf(page)).toBeVisible();
  await asked(page);
  const last = pointsOf(before.view.position.notation.at(-1)[1]).at(-1);
  await expect(pointOf(page, last)).toHaveClass(/last/);
  await expect(page.locator('[data-seat="0"]').getByRole("img", { name: within("board.taken") })).toHaveAccessibleName(
    within("piece.h"),
  );
  const panel = page.getByRole("navigation").getByRole("button", { name: t("panel.moves") });
  if ((await panel.getAttribute("aria-pressed")) !== "true") await panel.click();
  await expect(page.getByRole("list", { name: t("panel.moves") }).locator(".ply")).toHaveCount(
    before.view.position.notation.length,
  );
});

test("in supply chess what the partner takes is put down", async ({ visitor }) => {
  const [a, b] = [await visitor(), await visitor()];
  await table(a, { variant: "supply-chess", seats: 4, clock: { kind: "none" } }, { bots: false });
  // Seats 0 and 2 are a team.
  await sit(b, a.url(), 2);
  await a.getByRole("button", { name: t("gather.bots"), exact: true }).click();
  await ready(a);
  await ready(b);
  for (const page of [a, b]) await expect(boardOf(page)).toBeVisible();
  await expect(a.getByRole("grid")).toHaveCount(2);
  // Both boards are there wherever they fit, the partner's small on a phone, apart from the own one and from what is said and pressed.
  for (const [width, height] of [
    [360, 640],
    [844, 390],
    [1280, 800],
  ]) {
    await a.setViewportSize({ width, height });
    const [own, partner, beside] = await Promise.all(
      [a.locator("giog-board").first(), a.locator("giog-board").nth(1), a.locator(".on-board > .beside")].map((at) =>
        at.boundingBox(),
      ),
    );
    const where = `${width} × ${height}`;
    expect(partner, where).not.toBeNull();
    expect(partner.width, where).toBeGreaterThanOrEqual(80);
    const beyond = partner.x >= own.x + own.width - 1 || partner.y >= own.y + own.height - 1;
    expect(beyond, `${where}: apart from the own one`).toBe(true);
    const apart = beside.x >= partner.x + partner.width - 1 || beside.y >= partner.y + partner.height - 1;
    expect(apart, `${where}: beside each other`).toBe(true);
  }
  // A cannon takes a horse at once, which becomes the partner's.
  await asked(a);
  await choose(a, "move", "h2h9");
  const reserve = b.getByRole("group", { name: t("board.reserve.own") });
  await expect(reserve.getByRole("button", { name: within("piece.h") })).toBeVisible();
  const decision = await asked(b);
  await decide(b, decision, (all) => all.find(({ kind }) => kind === "drop"));
  await expect
    .poll(async () =>
      (await roomOf(a)).view.position.notation.some(([seat, text]) => seat === 2 && text.startsWith("h@")),
    )
    .toBe(true);
  await expect(reserve.getByRole("button")).toHaveCount(0);
});

/** How far a point is from the middle of the window of its board, in points, along the sides on which the board could be moved to either side. */
const fromMiddle = (point) =>
  point.evaluate((cell) => {
    const pane = cell.closest(".window");
    const [at, around] = [cell.getBoundingClientRect(), pane.getBoundingClientRect()];
    const moves = (scrolled, most) => scrolled > 1 && scrolled < most - 1;
    const x = Math.abs(at.left + at.right - around.left - around.right) / 2;
    const y = Math.abs(at.top + at.bottom - around.top - around.bottom) / 2;
    const far = [
      ...(moves(pane.scrollLeft, pane.scrollWidth - pane.clientWidth) ? [x] : []),
      ...(moves(pane.scrollTop, pane.scrollHeight - pane.clientHeight) ? [y] : []),
    ];
    return far.length ? Math.max(...far) / at.width : Infinity;
  });

test("in seven kingdoms an ally is chosen, and the board is made larger and moved", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await begin(page, "qi-guo-xiangxi", { clock: { kind: "bank", bank_ms: 1_800_000, increment_ms: 0 } });
  const decision = await asked(page);
  expect(decision.may[0].do).toBe("ally");
  await choose(page, "ally", "han");
  const states = page.getByRole("list", { name: t("board.states") }).getByRole("listitem");
  await expect(states).toHaveCount(7);
  await asked(page, decision.turn);
  // On a phone players have no plates: their names and clocks are at their states.
  await expect(states.locator(".by").filter({ visible: true })).toHaveCount(7);
  await expect(states.getByRole("timer").first()).toBeVisible();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(states.getByRole("timer").first()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 640 });
  const width = async () => (await boardOf(page).boundingBox()).width;
  const small = await width();
  // What is chosen comes to the middle, and stays chosen.
  const [from] = pointsOf((await asked(page, decision.turn)).may[0].choices[0]);
  await pointOf(page, from).click();
  await page.getByRole("button", { name: t("board.larger") }).click();
  await expect(pointOf(page, from)).toHaveClass(/\bfrom\b/);
  await expect(pointOf(page, from)).toBeInViewport();
  await expect.poll(() => fromMiddle(pointOf(page, from))).toBeLessThan(1);
  await pointOf(page, from).click();
  await page.getByRole("button", { name: t("board.smaller") }).click();
  await page.getByRole("button", { name: t("board.larger") }).click();
  await page.getByRole("button", { name: t("board.larger") }).click();
  await expect.poll(width).toBeGreaterThan(small * 2);
  await pointOf(page, "a10").scrollIntoViewIfNeeded();
  await expect(pointOf(page, "a10")).toBeInViewport();
  const { may } = await asked(page, decision.turn);
  await decide(page, { may });
  await expect.poll(() => moves(page)).toBeGreaterThan(0);
});

test("the states of seven kingdoms differ in the shape of their pieces, not only in colour", async ({ page }) => {
  await begin(page, "qi-guo-xiangxi");
  await asked(page);
  const grounds = page.locator("giog-board .man svg.piece > path:first-child");
  const looks = await grounds.evaluateAll((paths) =>
    paths.map((path) => [path.getAttribute("fill"), path.getAttribute("d")]),
  );
  const shapes = new Map(looks);
  // Seven states and Zhou, who has one piece, with a character of its own.
  expect(shapes.size).toBe(8);
  expect(new Set(looks.map(String)).size).toBe(8);
  expect(new Set(shapes.values()).size).toBe(7);
});

test.describe("with two fingers", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the board of seven kingdoms grows under them and shrinks again, and neither the page nor a piece moves", async ({
    page,
  }) => {
    await begin(page, "qi-guo-xiangxi");
    const decision = await asked(page);
    await choose(page, "ally", "han");
    await asked(page, decision.turn);
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const sheet = page.locator("giog-board .sheet").first();
    const window_ = await page.locator("giog-board .window").first().boundingBox();
    const at = [window_.x + window_.width * 0.7, window_.y + window_.height * 0.6];
    /** The spot of the board between the fingers, as a fraction, and the size of the board. */
    const seen = async () => {
      const { x, y, width, height } = await sheet.boundingBox();
      return { across: (at[0] - x) / width, down: (at[1] - y) / height, width };
    };
    const fingers = (apart) => [
      [at[0] - apart, at[1]],
      [at[0] + apart, at[1]],
    ];
    const [before, made] = [await seen(), await moves(page)];
    await touch("touchStart", fingers(20)[0]);
    await touch("touchStart", ...fingers(20));
    for (const apart of [24, 32, 44]) await touch("touchMove", ...fingers(apart));
    await touch("touchEnd");
    await expect.poll(async () => (await seen()).width / before.width).toBeCloseTo(2.2, 1);
    const grown = await seen();
    expect(grown.across).toBeCloseTo(before.across, 1);
    expect(grown.down).toBeCloseTo(before.down, 1);
    await expect(page.getByRole("button", { name: t("board.smaller") })).toBeEnabled();
    await touch("touchStart", fingers(60)[0]);
    await touch("touchStart", ...fingers(60));
    for (const apart of [40, 20, 10]) await touch("touchMove", ...fingers(apart));
    await touch("touchEnd");
    await expect.poll(async () => (await seen()).width).toBeCloseTo(before.width, 0);
    expect(await page.evaluate(() => window.visualViewport.scale)).toBe(1);
    await expect(boardOf(page).locator(".from")).toHaveCount(0);
    expect(await moves(page)).toBe(made);
    // What was chosen before stays chosen.
    const [from] = pointsOf((await asked(page, decision.turn)).may[0].choices[0]);
    await pointOf(page, from).click();
    await expect(pointOf(page, from)).toHaveClass(/\bfrom\b/);
    await touch("touchStart", fingers(20)[0]);
    await touch("touchStart", ...fingers(20));
    for (const apart of [24, 32]) await touch("touchMove", ...fingers(apart));
    await touch("touchEnd");
    await expect.poll(async () => (await seen()).width).toBeGreaterThan(before.width);
    await expect(pointOf(page, from)).toHaveClass(/\bfrom\b/);
  });
});

test("a spectator sees the match, and is asked nothing", async ({ page, visitor }) => {
  await begin(page, "blind-chess");
  const watcher = await visitor();
  await watcher.goto(page.url());
  await expect(boardOf(watcher)).toBeVisible();
  const [choice] = await play(page, 1);
  await expect(pointOf(watcher, pointsOf(choice)[0])).not.toHaveAccessibleName(within("board.down"));
  await expect(boardOf(watcher).locator(".does")).toHaveCount(0);
  for (const name of ["board.resign", "board.offer", "board.send"])
    await expect(watcher.getByRole("button", { name: t(name), exact: true })).toHaveCount(0);
  await expect(log(watcher)).toContainText(within("act.flip", { at: pointsOf(choice)[0] }));
});

const KINDS_IN_RESERVE = 6;
/** Phones held upright, and the least part of the width that the own board of supply chess takes there. */
const WIDE = [
  [360, 640, 0.92],
  [375, 667, 0.92],
  [390, 844, 0.92],
  [320, 568, 0.85],
];

test.describe("on a phone, upright and on its side", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("in supply chess the own board is as wide as a phone, and the partner's is in sight", async ({ page }) => {
    await begin(page, "supply-chess", { clock: { kind: "bank", bank_ms: 1_800_000, increment_ms: 0 } });
    await asked(page);
    const resigns = page.getByRole("button", { name: t("board.resign"), exact: true });
    for (const [width, height, least] of WIDE) {
      const where = `${width} × ${height}`;
      await page.setViewportSize({ width, height });
      await expectTouchable(page, where);
      await expectInSight(page, where, [boardOf(page), page.getByRole("grid").nth(1), resigns]);
      const { width: wide } = await boardOf(page).boundingBox();
      expect(wide / width, `${where}: the own board's part of the width`).toBeGreaterThanOrEqual(least);
      // The pieces of all six kinds that may be in a reserve have room beside the partner's board.
      const reserve = await page.locator(".plate-row.own .reserve").evaluate((row, kinds) => {
        const copy = row.cloneNode();
        const button = Object.assign(document.createElement("button"), { className: "quiet" });
        copy.append(...Array.from({ length: kinds }, () => button.cloneNode()));
        row.replaceWith(copy);
        const right = Math.max(...[...copy.children].map((one) => one.getBoundingClientRect().right));
        const beyond = right - copy.getBoundingClientRect().right;
        copy.replaceWith(row);
        return beyond;
      }, KINDS_IN_RESERVE);
      expect(reserve, `${where}: so much of the reserve is outside its row`).toBeLessThanOrEqual(0);
    }
  });

  for (const game of BOARD_GAMES) {
    test(`${game} fits, and a tap moves`, async ({ page }) => {
      await begin(page, game);
      let decision = await asked(page);
      if (decision.stage === "ceremony") {
        await decide(page, decision);
        decision = await asked(page, decision.turn);
      }
      for (const [width, height] of [
        [360, 640],
        [740, 360],
      ]) {
        const where = `${game} on ${width} × ${height}`;
        await page.setViewportSize({ width, height });
        await expectTouchable(page, where);
        const resigns = page.getByRole("button", { name: t("board.resign"), exact: true });
        await expectInSight(page, where, [boardOf(page)]);
        if (game !== "qi-guo-xiangxi") await expectInSight(page, where, [resigns]);
        const { width: wide, height: high } = await boardOf(page).boundingBox();
        // It uses the available room: most of the shorter side.
        expect(Math.max(wide, high), where).toBeGreaterThan(Math.min(width, height) * 0.68);
        // A tap would reach the choices.
        const [point] = decision.may.flatMap(({ choices }) => choices.flatMap(pointsOf));
        await pointOf(page, point).click({ trial: true });
      }
      const before = decision.turn;
      await decide(page, decision);
      await expect
        .poll(async () => {
          const { now, view } = await roomOf(page);
          return view.outcome !== null || (now?.you?.turn ?? before) !== before;
        })
        .toBe(true);
    });
  }
});

for (const game of BOARD_GAMES) {
  test(`axe finds nothing at a board of ${game}`, async ({ page }) => {
    // Choosing allies takes longer than the usual time.
    const timed = game !== "qi-guo-xiangxi";
    const clock = timed ? { kind: "bank", bank_ms: 600_000, increment_ms: 0 } : { kind: "none" };
    await begin(page, game, { clock });
    const decision = await asked(page);
    await expectAccessible(page, game);
    await decide(page, decision);
    if (game === "qi-guo-xiangxi") await page.getByRole("button", { name: t("board.larger") }).click();
    const panel = page.getByRole("navigation").getByRole("button", { name: t("panel.moves") });
    if ((await panel.getAttribute("aria-pressed")) !== "true") await panel.click();
    await expect(page.getByRole("complementary", { name: t("panel.moves") })).toBeVisible();
    await expectAccessible(page, `${game}, with its moves`, LOOKS.slice(0, 2));
    if (game === "qi-guo-xiangxi" || (await roomOf(page)).view.outcome) return;
    await resign(page);
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: t("board.end.resigned") })).toBeVisible();
    await expectAccessible(page, `${game}, after it`, LOOKS.slice(0, 1));
  });
}
