// The first places of a ladder, in a few lines.

/** @import { LadderPlace } from "../types/protocol.js" */

import { h } from "../dom.js";
import { personName } from "../terms.js";
import { number, t } from "../texts.js";
import { danPoints, danTold, provisional, ratingTold } from "./dan.js";

/** The places, the best first. @param {LadderPlace[]} places @param {string} label */
export const tops = (places, label) =>
  h(
    "ol",
    { class: "brief tops", "aria-label": label },
    places.map((place, at) =>
      h(
        "li",
        { key: place.player },
        h("span", { class: "place" }, number(at + 1)),
        h(
          "span",
          { class: "called" },
          h(
            "a",
            { class: "name", href: `/player/${place.player}` },
            place.name ? personName(place.name) : t("matches.forgotten"),
          ),
          h("span", { class: "tag", title: danPoints(place.dan) }, danTold(place.dan)),
          provisional(place),
        ),
        h("span", { class: "points" }, ratingTold(place)),
      ),
    ),
  );
