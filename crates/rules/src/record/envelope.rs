//! Records of finished matches (`docs/RECORD.md`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Player, StartFacts};
use crate::fairness::{
    Commitment, Digest, Entropy, EntropyCommitment, Hex, PublicKey, Signature, canonical,
};
use crate::families::boards::BoardDeal;
use crate::families::tiles::TilesDeal;
use crate::families::tiles::dice::Throw;
use crate::families::tricks::{self, Ceremony, Lots, Pack, Stack};
use crate::game::{Action, BadDeal, BadTerms, Deal, MatchResult, Options, Terms, Variant};
use crate::table::{BySeat, MatchId, RefusalCode, Seat, Timestamp};

/// The version of the rules that this crate implements.
pub const RULES_VERSION: u32 = 1;
/// The version of the record format.
pub const RECORD_FORMAT: u32 = 1;

/// A finished match, complete enough to be judged, replayed and proven by anybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// The version of this form.
    pub format: u32,
    /// The version of the rules that refereed it.
    pub rules: u32,
    /// The match.
    pub match_id: MatchId,
    /// How it ended.
    pub status: RecordStatus,
    /// The game.
    pub variant: Variant,
    /// The number of players.
    pub seats: u8,
    /// The options in force.
    pub options: Options,
    /// Who made the choices before the first lead.
    pub ceremony: Ceremony,
    /// The room's previous match.
    pub previous: Option<MatchId>,
    /// Who sat where.
    pub players: BySeat<RecordPlayer>,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The layout after the shuffle; omitted in games without stacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stacks: Vec<Stack>,
    /// The pack after the shuffle, the first piece dealt first, in games without stacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Pack>,
    /// The seat that is dealt the first piece of the pack, and leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<Seat>,
    /// The red seat of xiangqi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<Seat>,
    /// Who begins in blind chess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// The seat whose row has six stacks, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub six: Option<Seat>,
    /// The seat that exposes a stack, in games with this choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exposer: Option<Seat>,
    /// What each seat threw, in games in which dice decide the first player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<BySeat<i64>>,
    /// The walls of dominoes or tiles, for each deal that was begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<String>,
    /// The throws of three dice, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<Throw>,
    /// All actions, in the order in which they took effect.
    pub actions: Vec<RecordAction>,
    /// The result of the match.
    pub result: MatchResult,
    /// True if it was played on a practice server, on which nothing that counts is played; otherwise omitted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub practice: bool,
    /// The proofs of the match.
    pub fairness: Fairness,
    /// The signature over everything else.
    pub signature: Signature,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordStatus {
    /// By its rules.
    Over,
    /// Before its end; nobody won.
    Abandoned,
}

/// The player of a seat, and their stand-ins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordPlayer {
    /// Who sat there when the match began.
    #[serde(flatten)]
    pub player: Player,
    /// Who else played the seat and when, in order; omitted if nobody did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stand_ins: Vec<StandIn>,
}

/// A range of actions during which a stand-in played a seat: from `from` up to, but not including, `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandIn {
    /// The index of the first action.
    pub from: u32,
    /// The index after the last action.
    pub to: u32,
    /// Who played it.
    pub by: By,
}

/// An action as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordAction {
    /// Whose action.
    pub seat: Seat,
    /// The action.
    #[serde(flatten)]
    pub action: Action,
    /// Milliseconds since the start.
    pub at_ms: u64,
    /// Who took it for the seat; omitted for its player.
    #[serde(default, skip_serializing_if = "By::is_player")]
    pub by: By,
}

/// Who took an action for a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Its player.
    #[default]
    Player,
    /// The clock: the player's time ran out, and the default was taken.
    Clock,
    /// A stand-in while the player is away: a bot, or the default.
    Away,
    /// A bot.
    Bot,
    /// The server, if it makes the choices before the first lead.
    Server,
}

impl By {
    /// Whether it was the seat's own player.
    pub fn is_player(&self) -> bool {
        *self == Self::Player
    }
}

/// The proofs of a match (`docs/FAIRNESS.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fairness {
    /// The commitment to the server's seed.
    pub seed_commitment: Digest,
    /// The server's seed.
    pub server_seed: Hex<32>,
    /// For each seat the commitment to its entropy.
    pub entropy_commitments: BySeat<EntropyCommitment>,
    /// For each seat its entropy.
    pub entropy: BySeat<Entropy>,
    /// The signature over what was fixed before the shuffle.
    pub start_signature: Signature,
    /// The commitments to hidden decisions, in the order of publication.
    pub commitments: Vec<Commitment>,
    /// The key of both signatures.
    pub signer: PublicKey,
}

/// The record cannot be made or replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// It names a version of the rules that this crate does not implement.
    #[error("it was refereed by rules {0}, which this version does not know")]
    Rules(u32),
    /// The terms are not possible in the game.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// The deal is not possible in the game.
    #[error(transparent)]
    Deal(#[from] BadDeal),
    /// An action is not legal.
    #[error("action {index} was refused: {code}")]
    Refused {
        /// Its index, from 0.
        index: usize,
        /// The refusal code.
        code: RefusalCode,
    },
    /// The status says that the match is over although it is not, or the other way round.
    #[error("the record's status is not what its actions led to")]
    Status,
    /// There is no wall for the first deal.
    #[error("the record has no wall for the first deal")]
    NoFirstChance,
    /// There are fewer walls or throws than the match needed.
    #[error("after action {0} the match needs a wall or a throw that the record does not have")]
    NoChance(usize),
    /// There are more walls or throws than the match needed.
    #[error("there are more walls or throws than the match needed")]
    TooMuchChance,
}

impl Record {
    /// The range of the signature in the canonical bytes, including its name and the comma before it.
    pub(super) fn signature_member(&self, bytes: &[u8]) -> std::ops::Range<usize> {
        let member = signature_text(self.signature);
        // Inside a text every quote follows a backslash, and no other member has this name, so the match is unambiguous.
        let windows = bytes.windows(member.len()).enumerate().rev();
        let mut found = windows.filter(|(_, window)| *window == member.as_bytes());
        let (at, _) = found
            .next()
            .expect("a record has a signature, and it is not the first member");
        at..at + member.len()
    }

    /// The record in canonical form (RFC 8785), as REST serves it.
    pub fn canonical_bytes(&self) -> Vec<u8> {
        canonical(self)
    }

    /// The signed bytes: the canonical form without the signature.
    pub fn unsigned_bytes(&self) -> Vec<u8> {
        let mut bytes = self.canonical_bytes();
        bytes.drain(self.signature_member(&bytes));
        bytes
    }

    /// The facts that the server signed when the match began.
    pub fn start_facts(&self) -> StartFacts {
        StartFacts {
            match_id: self.match_id,
            rules: self.rules,
            variant: self.variant,
            seats: self.seats,
            options: self.options,
            ceremony: self.ceremony,
            previous: self.previous,
            players: self.players.map(|_, player| player.player.clone()),
            seed_commitment: self.fairness.seed_commitment,
            entropy_commitments: self.fairness.entropy_commitments,
            entropy: self.fairness.entropy.clone(),
        }
    }

    /// The terms of the match.
    pub fn terms(&self) -> Result<Terms, BadTerms> {
        Terms::new(
            self.variant,
            usize::from(self.seats),
            self.options,
            self.ceremony,
        )
    }

    /// Whether the record's layout is exactly this deal.
    pub(super) fn is_of(&self, deal: &Deal) -> bool {
        let said = RecordLayout {
            stacks: self.stacks.clone(),
            red: self.red,
            first: self.first,
            cards: self.cards.clone(),
            starter: self.starter,
            six: self.six,
            exposer: self.exposer,
            dice: self.dice,
            walls: self.walls.clone(),
            throws: self.throws.clone(),
        };
        said == RecordLayout::of(self.variant, deal)
    }

    /// The deal of the match.
    pub fn deal(&self) -> Result<Deal, BadRecord> {
        let deal = match self.terms()? {
            Terms::Tricks(terms) => {
                let lots = Lots {
                    six: self.six.map(|seat| u8::from(seat).into()),
                    exposer: self.exposer.map(|seat| u8::from(seat).into()),
                    dice: self.dice.map(|dice| dice.values().copied().collect()),
                    cards: self.cards.clone(),
                    starter: self.starter.map(|seat| u8::from(seat).into()),
                };
                let deal = tricks::Deal::from_record(&terms, self.stacks.clone(), lots);
                Deal::Tricks(deal.map_err(BadDeal::from)?)
            }
            Terms::Board(terms) => {
                let squares = self.stacks.iter().flat_map(Stack::pieces).copied();
                let deal = BoardDeal::from_record(
                    &terms,
                    if has_red(self.variant) {
                        self.red
                    } else {
                        self.first
                    },
                    squares.collect(),
                );
                Deal::Board(deal.map_err(BadDeal::from)?)
            }
            Terms::Tiles(terms) => {
                let deal = TilesDeal::from_record(&terms, &self.walls, &self.throws, self.dice);
                Deal::Tiles(deal.map_err(BadDeal::from)?)
            }
        };
        Ok(deal)
    }
}

/// The fields of a record that describe the deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct RecordLayout {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stacks: Vec<Stack>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub red: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Pack>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starter: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub six: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exposer: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<BySeat<i64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<Throw>,
}

impl RecordLayout {
    pub fn of(variant: Variant, deal: &Deal) -> Self {
        let lots = deal.tricks();
        let chances = deal.tiles();
        Self {
            stacks: stacks_of(deal),
            red: deal.first().filter(|_| has_red(variant)),
            first: deal.first().filter(|_| !has_red(variant)),
            cards: lots.and_then(tricks::Deal::cards).cloned(),
            starter: lots.and_then(tricks::Deal::starter),
            six: lots.and_then(tricks::Deal::six),
            exposer: lots.and_then(tricks::Deal::exposer),
            dice: lots
                .and_then(tricks::Deal::dice)
                .or_else(|| chances.and_then(TilesDeal::dice)),
            walls: chances.map(TilesDeal::walls).unwrap_or_default(),
            throws: chances.map_or_else(Vec::new, |deal| deal.throws().to_vec()),
        }
    }
}

/// Whether the field for the seat that begins is `red` rather than `first`.
fn has_red(variant: Variant) -> bool {
    matches!(variant, Variant::Board(variant) if variant.definition().first == Some("red"))
}

/// The field `stacks`. In blind chess each square is a stack of one piece.
fn stacks_of(deal: &Deal) -> Vec<Stack> {
    match deal {
        Deal::Tricks(deal) => deal.stacks().to_vec(),
        Deal::Board(deal) => deal
            .squares()
            .iter()
            .map(|&piece| Stack::new(&[piece]).expect("one piece is no high stack"))
            .collect(),
        Deal::Tiles(_) => Vec::new(),
    }
}

/// The signature as a member of the canonical JSON. It is never the first member.
pub(super) fn signature_text(signature: Signature) -> String {
    format!(",\"signature\":\"{signature}\"")
}
