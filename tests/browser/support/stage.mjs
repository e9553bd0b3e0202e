// Measures whether the stage of a table stands still: the positions of its areas in every frame, and the browser's layout shifts.

/** Elements that move as part of play: shifts of only these are ignored. */
const IN_PLAY = ".laid, .slot, .held, .man, .ghost, .domino, .lying, .heap, .chip, .die, giog-mahjong, giog-piece";

/** Starts to observe these areas (names with their selectors): from their present positions, in every frame until `stageOf`. */
export function watchStage(page, areas) {
  return page.evaluate(
    ([areas, inPlay]) => {
      window.stage?.stop();
      const [first, worst, shifts] = [{}, {}, []];
      let on = true;
      const look = () => {
        // When the match is over, the table gives way to its result.
        if (!document.querySelector(".felt.playing:not(.over)")) on = false;
        for (const [name, selector] of on ? Object.entries(areas) : []) {
          const element = document.querySelector(selector);
          if (!element?.checkVisibility()) continue;
          const { x, y, width, height } = element.getBoundingClientRect();
          const box = [x, y, width, height];
          first[name] ??= box;
          const moved = Math.max(...box.map((side, i) => Math.abs(side - first[name][i])));
          worst[name] = Math.max(worst[name] ?? 0, moved);
        }
        if (on) requestAnimationFrame(look);
      };
      const observer = new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
          const moved = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
          const others = moved.filter((element) => element && !element.closest(inPlay));
          if (others.length)
            shifts.push({ value, what: others.map((element) => element.className || element.tagName) });
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
