// What people see first who open a table's link: the game, a name to choose, and a seat.

/**
 * @import { On } from "../dom.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { isTrickGame, personOf } from "../room.js";
import { session } from "../session.js";
import { gameName, personName, suggestedName } from "../terms.js";
import { known, t } from "../texts.js";
import { fail } from "./home.js";
import { nameField } from "./namefield.js";

/** The invitation, for people whom the table `isInvited`. @param {Known} table */
export function invite(table) {
  const { room, variant } = table;
  const { state } = room;
  if (!session.me) return null;
  const { variant: id } = state.settings;
  const host = state.seats
    .map(({ occupant }) => personOf(occupant))
    .find((person) => person && person.player === state.owner);
  const game = gameName(id, variant?.name);
  return h(
    "form",
    { key: "invite", class: "invite", onsubmit: (event) => accept(table, event) },
    h(
      "p",
      { class: "lead" },
      host ? t("invite.by", { name: personName(host.name), game }) : t("invite.open", { game }),
    ),
    h("p", { class: "small" }, known(`learn.short.${id}`) ?? variant?.summary),
    h("label", {}, t("settings.name"), nameField({ required: true, value: suggestedName(session.me.name) })),
    h(
      "div",
      { class: "buttons" },
      isTrickGame(id)
        ? h("a", { key: "lesson", class: "button quiet", href: "/lesson", target: "_blank" }, t("home.lesson"))
        : h("a", { key: "rules", class: "button quiet", href: `/learn/${id}`, target: "_blank" }, t("help.rules")),
      h("button", { key: "sit", class: "main", type: "submit" }, t("invite.sit")),
    ),
  );
}

/** Takes a seat with the chosen name, so that nobody is told another one. @param {Known} table @param {On<SubmitEvent, HTMLFormElement>} event */
async function accept(table, event) {
  event.preventDefault();
  const name = String(new FormData(event.currentTarget).get("name")).trim();
  const isOther = session.me && name !== personName(session.me.name);
  try {
    if (isOther) await session.rename(name);
    await session.greeted();
  } catch (refusal) {
    return fail(table, refusal);
  }
  await table.ask("sit", {});
}
