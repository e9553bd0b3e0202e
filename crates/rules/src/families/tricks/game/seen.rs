//! Events as one observer sees them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::{Event, Fact, FinishedTrick};
use crate::families::tricks::exchange::{Layout, Outcome, RowEnd, Sign, ThrownRound, WonBy};
use crate::families::tricks::pieces::{CombinationType, Piece, Pieces};
use crate::table::{BySeat, Observer, Seat};

/// An event as one observer sees it, and as it is written to JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum SeenEvent {
    /// The stacks were laid out.
    Layout(Layout),
    /// A bottom piece was turned up and put on top of its stack.
    Reveal {
        /// Who turned it up.
        seat: Seat,
        /// The stack.
        stack: u8,
        /// The piece.
        piece: Piece,
    },
    /// The order of the players is known.
    Ordered {
        /// Seats, the first in order first.
        order: Vec<Seat>,
    },
    /// Both pieces of a stack were turned face up; the starter takes them.
    Expose {
        /// Who turned them up.
        seat: Seat,
        /// The stack.
        stack: u8,
        /// Its pieces, from bottom to top.
        pieces: Vec<Piece>,
    },
    /// Somebody threw a sign, hidden until all have thrown.
    Throw {
        /// Who threw.
        seat: Seat,
        /// The round of throws, from 0.
        round: u8,
        /// The observer's own sign; omitted for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sign: Option<Sign>,
    },
    /// All contestants have thrown.
    Thrown(ThrownRound),
    /// Somebody took the first stack, or one beside it, and so decided who takes which.
    Take {
        /// Who took it.
        seat: Seat,
        /// The stack.
        stack: u8,
    },
    /// The first player named the end from which stacks are taken.
    End {
        /// The first player.
        seat: Seat,
        /// The end.
        end: RowEnd,
    },
    /// The first player named the order in which stacks are taken.
    Order {
        /// The first player.
        seat: Seat,
        /// All stacks, the first taken first.
        stacks: Vec<u8>,
    },
    /// All stacks are taken, or the pack is dealt.
    Dealt {
        /// For each seat the stacks it took, in order. A shared stack is listed for both.
        taken: BySeat<Vec<u8>>,
        /// The observer's own hand; omitted for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<Pieces>,
        /// The number of pieces in each hand, if a pack was dealt; omitted in games with stacks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand_size: Option<u8>,
    },
    /// Somebody laid pieces.
    Play {
        /// Who laid them.
        seat: Seat,
        /// The trick, from 0.
        trick: u8,
        /// Whether this is the lead.
        lead: bool,
        /// The type that the leader announced; omitted for the others.
        #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
        kind: Option<CombinationType>,
        /// How many pieces.
        count: u8,
        /// Whether they lie face up; omitted if not.
        #[serde(default, skip_serializing_if = "is_false")]
        up: bool,
        /// The pieces, if the observer may see them now; omitted while they are face down for the observer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pieces: Option<Pieces>,
    },
    /// Somebody took a face-down play back.
    TakeBack {
        /// Who took it back.
        seat: Seat,
        /// The trick, from 0.
        trick: u8,
    },
    /// A trick is finished.
    Trick(SeenTrick),
    /// The match is over.
    Over(Outcome),
}

/// A finished trick as one observer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenTrick {
    /// The trick, from 0.
    pub trick: u8,
    /// Who led.
    pub leader: Seat,
    /// The type that was led.
    #[serde(rename = "type")]
    pub kind: CombinationType,
    /// For each seat its pieces, or null if the observer does not see them.
    pub plays: BySeat<Option<Pieces>>,
    /// For each seat whether its pieces were turned up to all.
    pub shown: BySeat<bool>,
    /// The winner; null if the trick was tied and set aside.
    pub winner: Option<Seat>,
    /// Why they won it.
    pub won_by: WonBy,
    /// Pieces captured so far, for each seat.
    pub captured: BySeat<u8>,
    /// The seats beheaded in this trick, ascending, as far as this is announced.
    pub beheaded: Vec<Seat>,
}

impl Event {
    /// The event as `observer` sees it.
    pub fn seen_by(&self, observer: Observer) -> SeenEvent {
        match &self.fact {
            Fact::Layout(layout) => SeenEvent::Layout(layout.as_ref().clone()),
            &Fact::Reveal { seat, stack, piece } => SeenEvent::Reveal { seat, stack, piece },
            Fact::Ordered { order } => SeenEvent::Ordered {
                order: order.clone(),
            },
            Fact::Expose {
                seat,
                stack,
                pieces,
            } => SeenEvent::Expose {
                seat: *seat,
                stack: *stack,
                pieces: pieces.clone(),
            },
            &Fact::Throw { seat, round, sign } => SeenEvent::Throw {
                seat,
                round,
                sign: sees_thrown(observer, seat).then_some(sign),
            },
            Fact::Thrown(round) => SeenEvent::Thrown(round.as_ref().clone()),
            &Fact::End { seat, end } => SeenEvent::End { seat, end },
            Fact::Order { seat, stacks } => SeenEvent::Order {
                seat: *seat,
                stacks: stacks.clone(),
            },
            &Fact::Take { seat, stack } => SeenEvent::Take { seat, stack },
            Fact::Dealt { taken, hands } => SeenEvent::Dealt {
                taken: taken.as_ref().clone(),
                hand: match observer {
                    Observer::Seat(seat) => hands.get(seat).copied(),
                    Observer::Spectator => None,
                },
                hand_size: taken
                    .values()
                    .all(Vec::is_empty)
                    .then(|| hands.values().next().map_or(0, |hand| hand.len())),
            },
            &Fact::Play {
                seat,
                trick,
                lead,
                pieces,
                up,
                in_turn: _,
            } => SeenEvent::Play {
                seat,
                trick,
                lead: lead.is_some(),
                kind: lead,
                count: pieces.len(),
                up,
                pieces: (up || sees_laid(observer, seat)).then_some(pieces),
            },
            &Fact::TakeBack { seat, trick } => SeenEvent::TakeBack { seat, trick },
            Fact::Trick(trick) => SeenEvent::Trick(trick.seen_by(observer, false)),
            Fact::Over(outcome) => SeenEvent::Over(outcome.as_ref().clone()),
        }
    }
}

impl Event {
    /// Whether the observer sees exactly what spectators see.
    pub fn is_alike_for(&self, observer: Observer) -> bool {
        match &self.fact {
            Fact::Throw { seat, .. } => !observer.is(*seat),
            Fact::Dealt { .. } => observer == Observer::Spectator,
            Fact::Play { seat, up, .. } => *up || !observer.is(*seat),
            Fact::Trick(trick) => match observer {
                Observer::Seat(seat) => trick.shown.get(seat).is_none_or(|&shown| shown),
                Observer::Spectator => true,
            },
            Fact::Layout(_)
            | Fact::Reveal { .. }
            | Fact::Ordered { .. }
            | Fact::Expose { .. }
            | Fact::Thrown(_)
            | Fact::End { .. }
            | Fact::Order { .. }
            | Fact::Take { .. }
            | Fact::TakeBack { .. }
            | Fact::Over(_) => true,
        }
    }
}

/// Whether the observer sees what a seat has laid face down: only its player does.
fn sees_laid(observer: Observer, seat: Seat) -> bool {
    observer.is(seat)
}

/// Whether the observer sees what a seat has thrown before all have thrown: only its player does.
fn sees_thrown(observer: Observer, seat: Seat) -> bool {
    observer.is(seat)
}

/// Whether the observer sees plays of a finished trick that stayed face down: only their player does.
fn sees_unseen(observer: Observer, seat: Seat) -> bool {
    observer.is(seat)
}

impl FinishedTrick {
    /// The trick as `observer` sees it. When the match is over, everything is visible.
    pub(crate) fn seen_by(&self, observer: Observer, over: bool) -> SeenTrick {
        SeenTrick {
            trick: self.trick,
            leader: self.leader,
            kind: self.kind,
            plays: self.plays.map(|seat, &pieces| {
                (over || self.shown[seat] || sees_unseen(observer, seat)).then_some(pieces)
            }),
            shown: self.shown,
            winner: self.winner,
            won_by: self.won_by,
            captured: self.captured,
            beheaded: self.beheaded.clone(),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}
