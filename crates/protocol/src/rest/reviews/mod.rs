//! Reviews of finished matches (`docs/REVIEW.md`). All figures are whole numbers.

mod boards;
mod form;
mod games;
mod known;
mod mahjong;

pub use boards::{BoardChoice, BoardReview, ReviewedMove};
pub use known::{KnownHand, KnownPieces};
pub use mahjong::{
    MahjongHandType, MahjongReview, ReviewedHand, ReviewedTurn, SeatWaits, TurnChoice, TurnMistake,
    TurnMistakeKind,
};

use std::fmt;

use giog_rules::record::By;
use giog_rules::tricks::{Outcome, SeenTrick};
use giog_rules::{MatchId, Pieces, Seat, Timestamp, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::form::Review;

/// A review of a match of a trick game for one seat. Shares and losses are ten-thousandths of a win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchReview {
    /// The version of the engine. It grows when the figures of a review change.
    pub engine: u32,
    /// The game.
    #[schemars(schema_with = "games::tricks")]
    pub variant: Variant,
    /// The seat.
    pub seat: Seat,
    /// The decisions of the seat that had a choice, in order.
    pub decisions: Vec<ReviewedDecision>,
    /// The share of the win that it had in the end.
    pub result: i32,
    /// The fair share of each seat. `result` is `fair`, `luck` and `skill` together.
    pub fair: i32,
    /// What its choices won, against choices that the net's policy would have drawn.
    pub skill: i32,
    /// What the deal, the plays of others and whatever it could not know won.
    pub luck: i32,
    /// Only if a worker outside the server computed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<ReviewWorker>,
}

/// That a worker outside the server computed a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewWorker {
    /// The decisions that the server computed, too, with the same figures: the indices of their actions. What the others say is the worker's word.
    pub checked: Vec<usize>,
}

/// A decision of the seat that is reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedDecision {
    /// The index of its action in the record.
    pub action: usize,
    /// The number of the trick, from 0.
    pub trick: u8,
    /// Who decided for the seat; omitted for its player.
    #[serde(default, skip_serializing_if = "By::is_player")]
    pub by: By,
    /// What was laid.
    pub laid: Pieces,
    /// What it lost against the choice that looked best; at least 0.
    pub lost: i32,
    /// The standard error of `lost`.
    pub error: i32,
    /// What to call it.
    pub verdict: ReviewVerdict,
    /// What kind of mistake it was; omitted unless the loss has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<NamedMistake>,
    /// The choices as far as the seat could know, the best first.
    pub choices: Vec<ReviewedChoice>,
    /// The same choices with all hands open, which nobody could know: in hindsight. In the same order.
    pub hindsight: Vec<ReviewedChoice>,
    /// What the seat could have known for certain of what it did not see; omitted by engines before version 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<KnownPieces>,
    /// How the match could have gone on with the choice that looked best, in hindsight; omitted unless the loss has a name, and for more than
    /// the eight decisions that lost most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<BetterLine>,
}

/// A better choice, and how the match could have gone on from there, with the hands as they were: what others laid in its trick without
/// seeing the choice they lay here, too; after that each seat lays what the engine's net values most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BetterLine {
    /// The choice.
    pub play: Pieces,
    /// The trick of the decision and those after it, with all plays, those that stay face down, too.
    pub tricks: Vec<SeenTrick>,
    /// How the match would have ended.
    pub outcome: Outcome,
}

/// A choice, and what it would have won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedChoice {
    /// The play.
    pub play: Pieces,
    /// The share of the win that it leads to.
    pub share: i32,
    /// The standard error of the share. Differences of two choices are more exact, since both met the same worlds and the same luck.
    pub error: i32,
}

/// What to call a choice.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ReviewVerdict {
    /// Nothing is lost that is more than chance.
    Good,
    /// It loses 2 wins of a hundred or more.
    Inaccuracy,
    /// It loses 5 or more.
    Mistake,
    /// It loses 10 or more.
    Blunder,
}

/// What kind of mistake a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedMistake {
    /// Its kind.
    pub kind: MistakeKind,
    /// The number that belongs to the kind; omitted for `other`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// The choice that looked best.
    pub play: Pieces,
}

/// What happened, beside the choice that looked best: the first of these that fits. `docs/REVIEW.md` defines each.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    /// The better choice has more generals. `count`: the pieces that were left in the hand.
    KeptGeneral,
    /// The better choice has fewer generals. `count`: the pieces that were left in the hand.
    SpentGeneral,
    /// The seat won a trick that the better choice gives up. `count`: the pieces of the trick.
    WonNeedlessly,
    /// The seat competed for a trick, lost it, and the better choice gives it up. `count`: the pieces of the trick.
    LostInVain,
    /// The seat gave up a trick for which the better choice competes. `count`: the pieces of the trick.
    GaveUpTrick,
    /// Others could hold something higher than the lead, and nothing higher than the better one. `count`: the combinations that are higher.
    LedIntoStrength,
    /// The better choice is higher, of the same type. `count`: the combinations of others that could be higher than what was laid.
    TooLow,
    /// A combination in the hand was broken up that the better choice leaves or is. `count`: its pieces.
    BrokeCombination,
    /// The better choice is lower, of the same type. `count`: the combinations of others that could be higher than the better choice.
    TooHigh,
    /// The better lead has more pieces. `count`: its pieces.
    LedFew,
    /// The better lead has fewer pieces. `count`: its pieces.
    LedMany,
    /// Of plays that could not win, a higher piece was thrown away than the better choice throws. `count`: the pieces of others that could be
    /// higher than it.
    ThrewStrength,
    /// Nothing of that.
    Other,
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A review that is being made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewProgress {
    /// How many decisions have been looked at.
    pub done: u32,
    /// How many there are; 0 as long as it has not begun.
    pub of: u32,
    /// How many reviews are made before it.
    pub ahead: u32,
    /// What was found of a trick game until now, as the review will say it, but without `better`, which comes with the whole review: if the server
    /// makes it by itself, and from the one on that the request has said (`from`), at most 32 in one answer: ask on for those after them. Omitted if
    /// there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<ReviewedDecision>,
    /// The same of a game on a board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<ReviewedMove>,
}

/// What a review calls a mistake of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnMistake {
    /// The match.
    pub match_id: MatchId,
    /// The game.
    pub variant: Variant,
    /// When the match ended.
    pub ended_at: Timestamp,
    /// The seat of the caller.
    pub seat: Seat,
    /// The index of its action in the record.
    pub action: usize,
    /// The number of the trick, from 0.
    pub trick: u8,
    /// What was laid.
    pub laid: Pieces,
    /// What it lost against the choice that looked best, in ten-thousandths of a win.
    pub lost: i32,
    /// The standard error of `lost`.
    pub error: i32,
    /// What to call it.
    pub verdict: ReviewVerdict,
    /// What kind of mistake it was.
    pub mistake: NamedMistake,
    /// Whether a worker outside the server computed it, and the server did not; omitted if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_worker: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

/// What reviews call mistakes of the caller, those of the latest matches first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MistakeList {
    /// A page of them.
    pub mistakes: Vec<OwnMistake>,
    /// The `cursor` for the next page; null after the last one.
    pub next: Option<String>,
}
