// What somebody sees on every page who is invited to a table: who invites them, and what they can do about it.

/** @import { Invitation } from "../types/protocol.js" */

import { h } from "../dom.js";
import { end } from "../rest.js";
import { session } from "../session.js";
import { calledName, gameName } from "../terms.js";
import { t } from "../texts.js";
import { block } from "./blocks.js";
import { brought } from "./home.js";
import { laterTexts } from "./language.js";
import { askFirst } from "./question.js";

await laterTexts();

/**
 * The line about an invitation.
 *
 * @param {HTMLElement} page
 * @param {Invitation} invitation
 */
export function invitation(page, { room, variant, from }) {
  const name = calledName(from);
  return [
    h("span", { key: `invited-${room}` }, t("invited", { name, game: gameName(variant) })),
    h("a", { key: "join", class: "button", href: `/room/${room}` }, t("invited.join")),
    h(
      "button",
      { key: "not-now", class: "quiet", onclick: () => away(page, room, () => end(`/guests/me/invitations/${room}`)) },
      t("invited.not_now"),
    ),
    h(
      "button",
      {
        key: "block",
        class: "quiet",
        "aria-label": `${t("person.block")}: ${name}`,
        onclick: () =>
          askFirst(t("person.block.ask", { name }), t("person.block"), () => away(page, room, () => block(from))),
      },
      t("person.block"),
    ),
  ];
}

/** Does something after which the invitation is gone. @param {HTMLElement} page @param {string} room @param {() => Promise<unknown>} act */
function away(page, room, act) {
  return brought(page, async () => {
    await act();
    session.uninvited(room);
    // The button that had the focus is removed.
    page.querySelector("main")?.focus({ preventScroll: true });
  });
}
