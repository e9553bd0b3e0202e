// Measures whether the stage of a table stands still: the positions of its areas in every frame, and the browser's layout shifts.

/**
 * Elements that move as part of play, shrinking hands and growing heaps among them, and the lists of what was played, in which the newest comes
 * first: shifts of only these are ignored.
 */
const IN_PLAY =
  ".panel .history, .panel .deal-list, .panel .deal, .laid, .slot, .held, .man, .ghost, .domino, .tile-button, .tray, .hands, .figures > span, .taken, .heap, .chip, .die, .mj-tiles, giog-mahjong, giog-piece";

/** Where an element is, and how large it is; what somebody has scrolled does not count. Runs in the page. @param {Element} element */
function placeOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const within = [];
  const stays = (one) => ["sticky", "fixed"].includes(getComputedStyle(one).position);
  for (let at = element; at.parentElement && !stays(at); at = at.parentElement) within.push(at.parentElement);
  const sum = (side) => within.reduce((all, around) => all + around[side], 0);
  return [x + sum("scrollLeft"), y + sum("scrollTop"), width, height];
}

const PLACE_OF = `window.placeOf = ${placeOf}; 0`;

/** Starts to observe these areas (names with their selectors): from their present positions, in every frame until `stageOf`. */
export async function watchStage(page, areas) {
  await page.evaluate(PLACE_OF);
  return page.evaluate(
    ([areas, inPlay]) => {
      window.stage?.stop();
      const [first, worst, shifts] = [{}, {}, []];
      let on = true;
      let endedAt = Infinity;
      const look = () => {
        // When the match is over, the table gives way to its result.
        if (!document.querySelector(".felt.playing:not(.over)")) {
          on = false;
          endedAt = performance.now();
        }
        for (const [name, selector] of on ? Object.entries(areas) : []) {
          const element = document.querySelector(selector);
          if (!element?.checkVisibility()) continue;
          const box = window.placeOf(element);
          first[name] ??= box;
          const moved = Math.max(...box.map((side, i) => Math.abs(side - first[name][i])));
          worst[name] = Math.max(worst[name] ?? 0, moved);
        }
        if (on) requestAnimationFrame(look);
      };
      // Their part of a shift, as browsers compute it: the part of the screen that they take before and after, times how far they move.
      const partOf = (others) => {
        const area = others.reduce((sum, { from, to }) => sum + from.width * from.height + to.width * to.height, 0);
        const far = Math.max(
          ...others.map(({ from, to }) => Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y))),
        );
        return ((area / innerWidth / innerHeight) * far) / Math.max(innerWidth, innerHeight);
      };
      const observer = new PerformanceObserver((list) => {
        for (const { value, sources, startTime } of list.getEntries()) {
          if (startTime >= endedAt) continue;
          // Some only become larger, or are rounded to another part of a pixel.
          const really = sources.filter(
            ({ previousRect: from, currentRect: to }) =>
              Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) >= 1,
          );
          const others = really.flatMap(({ node, previousRect: from, currentRect: to }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return element && !element.closest(inPlay)
              ? [{ what: element.className || element.tagName, from, to }]
              : [];
          });
          if (others.length)
            shifts.push({ value: Math.min(value, partOf(others)), what: others.map(({ what }) => what) });
        }
      });
      observer.observe({ type: "layout-shift" });
      const stop = () => {
        on = false;
        observer.disconnect();
      };
      window.stage = { first, worst, shifts, stop };
      look();
    },
    [areas, IN_PLAY],
  );
}

/** How far each area moved or grew at most, in pixels; the shifted elements, and the total shift. */
export function stageOf(page) {
  return page.evaluate(() => {
    const { first, worst, shifts } = window.stage;
    return { first, worst, shifts, shift: shifts.reduce((sum, { value }) => sum + value, 0) };
  });
}

/** Where these areas are on each of these screens (width, height, size of letters in percent), by their names. */
export async function placesOn(page, screens, areas) {
  const before = page.viewportSize();
  await page.evaluate(PLACE_OF);
  const places = {};
  for (const [width, height, percent] of screens) {
    await page.setViewportSize({ width, height });
    const boxes = await page.evaluate(
      async ([areas, percent]) => {
        document.documentElement.style.fontSize = `${percent}%`;
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
        const shown = Object.entries(areas).map(([name, selector]) => [name, document.querySelector(selector)]);
        return shown.flatMap(([name, element]) => {
          if (!element?.checkVisibility()) return [];
          return [[name, window.placeOf(element)]];
        });
      },
      [areas, percent],
    );
    for (const [name, box] of boxes) places[`${name} on ${width} × ${height} at ${percent} %`] = box;
  }
  await page.setViewportSize(before);
  return places;
}

/** Does what the server's bot would do in this turn, or this action, without what the page shows for it. */
export function actAsHinted(page, turn, action = null) {
  return page.evaluate(
    async ([turn, action]) => {
      const { session } = await window.running();
      const room = location.pathname.split("/").at(-1);
      const { match } = session.rooms.get(room);
      const { hint } = action ? { hint: action } : await session.request("hint", { room, turn });
      await session.request("act", { room, match_id: match.start.match_id, turn, ...hint });
    },
    [turn, action],
  );
}
