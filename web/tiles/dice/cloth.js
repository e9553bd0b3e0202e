// The cloth of a dice game: an area for every possible bet, with the person's points on it, and the result of the last throw.

/**
 * @import { Child, On } from "../../dom.js"
 * @import { BetResult, TilesBetInfo } from "../../types/protocol.js"
 */

/**
 * @typedef {object} Clothed
 * @property {TilesBetInfo[]} table what can be bet on
 * @property {Map<string, number>} bets one's own points by area
 * @property {readonly number[] | null} dice the throw whose winning areas are shown
 * @property {BetResult[]} results what came of one's own bets in that throw
 * @property {boolean} may whether bets can be put down
 * @property {string} at the area that keys are at
 * @property {(on: string) => void} stand
 * @property {(on: string, by: 1 | -1) => void} put
 */

import { h } from "../../dom.js";
import { number, signed, t } from "../../texts.js";
import { focus } from "../../views/seated.js";
import { betName, die } from "./die.js";
import { wins } from "./rules.js";

/** The groups of areas on a cloth, each with the number of columns. */
const GROUPS = [
  { id: "even", kinds: ["small", "big", "low", "high", "odd", "even"], columns: 4 },
  { id: "single", kinds: ["single"], columns: 6 },
  { id: "total", kinds: ["total"], columns: 7 },
  { id: "pair", kinds: ["pair"], columns: 5 },
  { id: "double", kinds: ["double"], columns: 6 },
  { id: "triple", kinds: ["triple", "raffle"], columns: 6 },
  { id: "any", kinds: ["any"], columns: 1 },
];

/** @param {string} on */
const kindOf = (on) => on.split("-")[0] ?? "";

/** @param {Clothed} cloth @returns {Child} */
export function clothOf(cloth) {
  const { table } = cloth;
  const at = table.some(({ on }) => on === cloth.at) ? cloth.at : table[0]?.on;
  return h(
    "div",
    { key: "cloth", class: "betting", onkeydown: (event) => keyed(cloth, event) },
    GROUPS.map(({ id, kinds, columns }) => {
      const areas = table.filter(({ on }) => kinds.includes(kindOf(on)));
      return (
        areas.length > 0 &&
        h(
          "div",
          {
            key: id,
            class: `areas of-${id}`,
            role: "group",
            "aria-label": t(`dice.group.${id}`),
            style: { "--columns": columns },
          },
          h("p", { class: "areas-name", "aria-hidden": "true" }, t(`dice.group.${id}`), shared(areas)),
          areas.map((area) => drawnArea(cloth, area, area.on === at, !shared(areas))),
        )
      );
    }),
  );
}

/** What all areas of a group pay, if it is the same. @param {TilesBetInfo[]} areas */
function shared(areas) {
  const [first] = areas;
  return first && areas.every(({ odds }) => odds === first.odds) ? ` · ${oddsTold(first)}` : "";
}

/** What a bet pays. @param {TilesBetInfo} bet */
export const oddsTold = ({ on, odds }) => t(kindOf(on) === "single" ? "dice.odds.single" : "dice.odds", { odds });

/** @param {Clothed} cloth @param {TilesBetInfo} area @param {boolean} isAt @param {boolean} withOdds */
function drawnArea(cloth, area, isAt, withOdds) {
  const { on } = area;
  const { bets, dice, results, may } = cloth;
  const points = bets.get(on) ?? 0;
  const result = results.find((one) => one.on === on);
  const lit = dice !== null && wins(on, dice) > 0;
  const said = [
    betName(on),
    oddsTold(area),
    points > 0 && t("dice.staked", { n: points }),
    lit && t("dice.area.wins"),
    result && signed(result.won),
  ];
  return h(
    "button",
    {
      key: on,
      type: "button",
      class: ["area", `on-${kindOf(on)}`, points > 0 && "staked", lit && "lit"].filter(Boolean).join(" "),
      "data-on": on,
      tabindex: isAt ? 0 : -1,
      "aria-disabled": may ? null : "true",
      title: [betName(on), oddsTold(area)].join(", "),
      onclick: () => may && cloth.put(on, 1),
      onfocus: () => cloth.stand(on),
    },
    h("span", { key: "said", class: "hidden" }, said.filter(Boolean).join(", ")),
    h("span", { key: "face", class: "face-of", "aria-hidden": "true" }, face(on)),
    withOdds && h("span", { class: "odds", "aria-hidden": "true" }, t("dice.odds.short", { odds: area.odds })),
    points > 0 && h("span", { class: "chip", "aria-hidden": "true" }, number(points)),
    result &&
      h("span", { class: result.won > 0 ? "outcome won" : "outcome", "aria-hidden": "true" }, signed(result.won)),
  );
}

/** The contents of an area. @param {string} on @returns {Child} */
function face(on) {
  const [kind = "", ...numbers] = on.split("-");
  if (kind === "total") return h("strong", {}, number(Number(numbers[0])));
  const times = kind === "double" ? 2 : kind === "triple" || kind === "raffle" ? 3 : 1;
  const dice = kind === "any" ? [] : numbers.flatMap((one) => Array(times).fill(Number(one)));
  return dice.length
    ? h(
        "span",
        { class: "faces" },
        dice.map((one, i) => h("span", { key: i }, die(one))),
      )
    : h("strong", {}, betName(on));
}

/**
 * Arrow keys go to the next area in that direction; Delete removes points.
 *
 * @param {Clothed} cloth
 * @param {On<KeyboardEvent, HTMLElement>} event
 */
function keyed(cloth, event) {
  const area = event.target.closest(".area");
  if (!(area instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const { on = "" } = area.dataset;
  if (event.key === "Delete" || event.key === "-") {
    if (cloth.may) cloth.put(on, -1);
    return event.preventDefault();
  }
  if (event.key === "+") {
    if (cloth.may) cloth.put(on, 1);
    return event.preventDefault();
  }
  const way = WAYS[event.key];
  if (!way) return;
  event.preventDefault();
  focus(nearest([...event.currentTarget.querySelectorAll(".area")], area, way));
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** How much worse an area is that is beside the direction than one straight ahead. */
const ASIDE = 3;

/** The next area in a direction. @param {Element[]} areas @param {Element} from @param {[number, number]} way */
function nearest(areas, from, [dx, dy]) {
  const middle = (/** @type {Element} */ area) => {
    const { left, top, width, height } = area.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const here = middle(from);
  /** @type {{ area: Element | null, far: number }} */
  const best = { area: null, far: Infinity };
  for (const area of areas) {
    const { x, y } = middle(area);
    const along = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    const far = along + ASIDE * aside;
    if (along > 1 && far < best.far) Object.assign(best, { area, far });
  }
  return best.area;
}
