// The decisions of a mahjong player, within reach of a thumb: declarations, and claims of another player's tile, with the time for them.

/**
 * @import { Child } from "../../dom.js"
 * @import { Auto } from "./auto.js"
 * @import { Play } from "./live.js"
 * @import { Claim } from "../../types/protocol.js"
 */

import { h } from "../../dom.js";
import { settings } from "../../settings.js";
import { clockText } from "../../terms.js";
import { t } from "../../texts.js";
import { reserved } from "../../views/reserved.js";
import { nameAt, pausedTold } from "../../views/told.js";
import { AUTOS } from "./auto.js";
import { coachTold } from "./coach.js";
import { pictures } from "./seats.js";
import { sorted, tilesOf } from "./tiles.js";
import { claimTold, tileTold, tilesTold } from "./words.js";

/** The open decision, the coach's advice, and the buttons. @param {Play} play @returns {Child} */
export function asks(play) {
  const coached = settings.get("hints") && coachTold(play.view, play.decision);
  return h(
    "div",
    { key: "asks", class: "mj-asks" },
    reserved(
      "mj-said",
      {},
      h("p", { key: "status", class: "status" }, status(play)),
      coached && h("p", { key: "coach", class: "mj-coach" }, coached),
    ),
    h("div", { key: "time", class: "mj-bar-place" }, play.count !== null && bar(play)),
    h(
      "div",
      { key: "buttons", class: "mj-buttons" },
      declared(play),
      claims(play),
      play.view.you !== null && autoChoice(play),
    ),
  );
}

/** Whose decision is open. @param {Play} play */
export function status({ view, room, decision, claimed, isPlayed }) {
  const { hand, you } = view;
  if (!hand || !isPlayed) return "";
  const paused = pausedTold(room);
  if (paused !== null) return paused;
  const { pending, turn } = hand;
  const tile = pending ? tileTold(pending.tile) : "";
  if (decision?.do === "claim" && pending) {
    const name = nameAt(room, pending.seat);
    return t(pending.type === "kong" ? "mj.ask.rob" : "mj.ask.claim", { name, tile });
  }
  if (decision?.do === "choose") {
    const more = decision.may.some((kind) => kind.do !== "discard");
    return t(more ? "mj.ask.turn" : "mj.ask.discard");
  }
  if (pending && claimed) return t("mj.ask.decided", { what: claimTold(claimed) });
  if (pending) return t("mj.ask.window", { name: nameAt(room, pending.seat), tile });
  return you === turn ? "" : t("mj.ask.wait", { name: nameAt(room, turn) });
}

/** The time for claims, the same for everybody who watches. @param {Play} play */
function bar({ count, windowSeconds }) {
  const part = Math.min(1, (count ?? 0) / windowSeconds);
  return h(
    "p",
    {
      key: "bar",
      class: "mj-bar",
      role: "timer",
      "aria-label": t("mj.time", { time: clockText((count ?? 0) * 1_000) }),
    },
    h("span", { style: { "--part": part } }),
  );
}

/** The buttons of a turn. @param {Play} play @returns {Child} */
function declared(play) {
  const { decision, chosenTile, asking } = play;
  if (decision?.do !== "choose") return null;
  const kongs = decision.may.flatMap((kind) => (kind.do === "kong" ? (kind.choices ?? []) : []));
  return [
    decision.may.some((kind) => kind.do === "win") &&
      h(
        "button",
        { key: "win", class: "main mj-win", disabled: asking, onclick: () => play.act({ do: "win" }) },
        t("mj.do.win"),
      ),
    kongs.map((tile) =>
      h(
        "button",
        { key: `kong${tile}`, disabled: asking, onclick: () => play.act({ do: "kong", tile }) },
        t("mj.do.kong"),
        pictures([tile], tileTold(tile)),
      ),
    ),
    h(
      "button",
      { key: "discard", class: "main", disabled: asking || !chosenTile, onclick: () => play.discard(chosenTile ?? "") },
      chosenTile ? t("mj.do.discard", { tile: tileTold(chosenTile) }) : t("mj.do.choose"),
    ),
  ];
}

/** The order of claims, the highest first. */
const RANK = ["win", "kong", "pung", "chow"];

/** The buttons for claiming a tile, and for passing. @param {Play} play @returns {Child} */
function claims(play) {
  const { decision } = play;
  if (decision?.do !== "claim") return null;
  const { tile } = decision.pending;
  const all = decision.choices
    .filter(({ claim }) => claim !== "pass")
    .sort((one, other) => RANK.indexOf(one.claim) - RANK.indexOf(other.claim));
  return [
    all.map((claim) => claimButton(play, claim, tile)),
    h(
      "button",
      { key: "pass", class: "mj-pass", disabled: play.asking, onclick: () => play.claim({ claim: "pass" }) },
      t("mj.do.pass"),
    ),
  ];
}

/** @param {Play} play @param {Claim} claim @param {string} tile */
function claimButton(play, claim, tile) {
  const copies = claim.claim === "kong" ? 4 : claim.claim === "pung" ? 3 : 1;
  const tiles = claim.claim === "chow" ? sorted([...tilesOf(claim.tiles), tile]) : Array(copies).fill(tile);
  const win = claim.claim === "win";
  return h(
    "button",
    {
      key: `${claim.claim}${claim.claim === "chow" ? claim.tiles : ""}`,
      class: win ? "main mj-win" : "",
      disabled: play.asking,
      onclick: () => play.claim(claim),
    },
    claimTold(claim),
    !win && pictures(tiles, tilesTold(claim.claim === "chow" ? tiles : [tile]), { look: "mj-claimed" }),
  );
}

/** The choice when this page passes automatically. @param {Play} play */
const autoChoice = (play) =>
  h(
    "select",
    {
      key: "auto",
      class: "mj-auto",
      "aria-label": t("mj.auto"),
      title: t("mj.auto"),
      onchange: ({ currentTarget }) => play.setAuto(/** @type {Auto} */ (currentTarget.value)),
    },
    AUTOS.map((one) => h("option", { key: one, value: one, selected: one === play.auto }, t(`mj.auto.${one}`))),
  );
