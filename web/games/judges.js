// The trick games for the referee, all of them (judge.js). *Verify* loads only the one of a record.

/** @import { Game } from "../judge/games.js" */

import { judge as giog } from "./giog/judge.js";
import { judge as giogWiki } from "./giog-wiki/judge.js";
import { judge as juMaPao } from "./ju-ma-pao/judge.js";
import { judge as juMaPao30 } from "./ju-ma-pao-30/judge.js";
import { judge as sangKrip } from "./sang-krip/judge.js";
import { judge as daQiLuo1 } from "./da-qi-luo-1/judge.js";
import { judge as daQiLuo2 } from "./da-qi-luo-2/judge.js";
import { judge as zhiHu } from "./zhi-hu/judge.js";
import { judge as tamCuc } from "./tam-cuc/judge.js";

/** @type {Record<string, Game>} */
export const JUDGES = {
  giog,
  "giog-wiki": giogWiki,
  "ju-ma-pao": juMaPao,
  "ju-ma-pao-30": juMaPao30,
  "sang-krip": sangKrip,
  "da-qi-luo-1": daQiLuo1,
  "da-qi-luo-2": daQiLuo2,
  "zhi-hu": zhiHu,
  "tam-cuc": tamCuc,
};
