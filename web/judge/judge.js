// The referee: a record in, a verdict out, as docs/RECORD.md says and `giog judge` does. Written from docs/RULES.md, apart
// from the server's own referee, so that each checks the other. No page is needed: `node -e` does.
//
// A match is plain data that `act` changes. `match.game` is what sets the game apart (games.js); a ceremony (rows.js,
// circle.js, row.js) leads to hands, then come tricks (tricks.js) and the end (outcome.js).

import { BadRecord, read } from "./read.js";
import { askedToPlay, mayTakeBack, play, takeBack } from "./tricks.js";

/** The verdict on a record, as parsed JSON. */
export function judge(json) {
  try {
    const { deal, actions } = read(json);
    return judgeActions(begin(deal), actions);
  } catch (error) {
    if (error instanceof BadRecord) return { status: "invalid", error: `this is no record: ${error.message}` };
    throw error;
  }
}

function judgeActions(match, actions) {
  for (const [index, action] of actions.entries()) {
    const code = act(match, action);
    if (code) return { status: "refused", refused: { action: index, code }, ...result(match) };
  }
  return { status: match.stage === "over" ? "over" : "playing", refused: null, ...result(match) };
}

/** A match before its first action. `ceremonyBy` is who makes the choices before the first lead: `players` or `server`. */
export function begin(deal, ceremonyBy = "players") {
  const match = {
    ...deal,
    ceremonyBy,
    stage: "ceremony",
    order: null,
    dealt: null,
    hands: null,
    leader: null,
    trick: null,
    tricks: [],
    captured: Array(deal.seats).fill(0),
    aside: 0,
    beheaded: new Set(),
    sealed: [],
    scores: null,
    winners: null,
  };
  match.game.ceremony.begin(match);
  return match;
}

/** What a seat is to decide now: the `do` of an action, or null. */
export function asked(match, seat) {
  if (match.stage === "over" || seat < 0 || seat >= match.seats) return null;
  return match.stage === "tricks" ? askedToPlay(match, seat) : match.game.ceremony.asked(match, seat);
}

/** Takes an action; gives the code of a refusal, with nothing changed, or null. */
export function act(match, action) {
  if (match.stage === "over") return "match_over";
  if (action.do === "take_back" && mayTakeBack(match, action.seat)) return takeBack(match, action);
  const due = asked(match, action.seat);
  if (!due) return "not_your_turn";
  if (action.do !== due) return "wrong_action";
  return match.stage === "tricks" ? play(match, action) : match.game.ceremony.act(match, action);
}

/** What the actions led to so far, as in a verdict and in a record's `result`. */
export function result({ order, dealt, tricks, captured, beheaded, scores, winners }) {
  return { order, hands: dealt, tricks, captured, beheaded: [...beheaded].sort(), scores, winners };
}
