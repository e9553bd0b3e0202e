//! A match in which every hand is supposed, for search: without events, text or heap allocation.

use super::View;
use crate::families::tricks::exchange::Generals;
use crate::families::tricks::pieces::{CombinationType, Pieces};
use crate::families::tricks::play::{Open, Phase, Position};
use crate::families::tricks::rules::Order;
use crate::table::{BySeat, RefusalCode, Seat};

/// A match that began with hands that somebody supposes, and is played on with supposed plays. It is cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct Supposed {
    position: Position,
}

/// A trick of such a match that has just been finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupposedTrick {
    /// What each seat has laid.
    pub plays: BySeat<Pieces>,
    /// Whether all have seen it.
    pub shown: BySeat<bool>,
    /// Who won it; none if it was set aside.
    pub winner: Option<Seat>,
}

impl Supposed {
    /// The match that an observer sees, before its first lead, if these had been the hands. None if nobody has to lead yet.
    pub fn new(view: &View, hands: BySeat<Pieces>) -> Option<Self> {
        let finished = view.tricks.first().map(|trick| trick.leader);
        let leader = finished.or(view.trick.as_ref().map(|trick| trick.leader))?;
        let (rules, order) = (view.variant.rules(), view.order.as_ref()?);
        let mut position = Position::before_choices(rules, view.options, hands.len());
        position.phase = Phase::Play;
        position.order = Some(Order::of_seats(rules.turn_order, order));
        position.trick.leader = leader;
        position.hands = hands;
        Some(Self { position })
    }

    /// Whether the last trick is finished.
    pub fn is_over(&self) -> bool {
        self.position.phase == Phase::Over
    }

    /// The number of the current trick, from 0.
    pub fn trick(&self) -> u8 {
        self.position.trick.number
    }

    /// Who leads the current trick.
    pub fn leader(&self) -> Seat {
        self.position.trick.leader
    }

    /// What was led: its type and its number of pieces; none before the lead.
    pub fn led(&self) -> Option<(CombinationType, u8)> {
        let led = self.position.trick.led?;
        Some((led.kind, led.pieces.len()))
    }

    /// Whether the match waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.position.waits_for(seat)
    }

    /// The hands, without what lies in the trick.
    pub fn hands(&self) -> &BySeat<Pieces> {
        &self.position.hands
    }

    /// What each seat has laid in the current trick; nothing for those that have not.
    pub fn laid(&self) -> &BySeat<Pieces> {
        &self.position.trick.laid
    }

    /// How many pieces each seat has captured.
    pub fn captured(&self) -> &BySeat<u8> {
        &self.position.captured
    }

    /// How many pieces are set aside for the winner of the next trick.
    pub fn aside(&self) -> u8 {
        self.position.aside
    }

    /// Who was beheaded, as far as all know it.
    pub fn beheaded(&self) -> BySeat<bool> {
        self.position.announced_beheaded()
    }

    /// In games in which plays are laid in turn: who has laid the best one. None before the lead.
    pub fn best(&self) -> Option<Seat> {
        self.position.contest(self.position.trick.led?).winner
    }

    /// The legal plays of a seat that is waited for, weakest first. If a follower has more than `most`, so many of the weakest, and all
    /// that are of the type that was led.
    pub fn plays(&self, seat: Seat, most: usize, into: &mut Vec<Pieces>) {
        into.clear();
        match self.position.open(seat) {
            Some(Open::Lead) => into.extend(self.position.leads(seat).map(|lead| lead.pieces)),
            Some(Open::Follow(led)) => {
                let (hand, table) = (
                    self.position.follower_may_lay(seat, led),
                    self.position.table(),
                );
                let count = led.pieces.len();
                into.extend(hand.choices(count, table.weakest_first()).take(most + 1));
                if into.len() > most {
                    into.truncate(most);
                    let alike = table
                        .within(hand)
                        .filter(|play| play.kind == led.kind && play.pieces.len() == count);
                    for play in alike {
                        if !into.contains(&play.pieces) {
                            into.push(play.pieces);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a play of a seat would behead it at the end of the trick.
    pub fn beheads(&self, seat: Seat, play: Pieces) -> bool {
        let ban = self.position.ban(seat, self.position.trick.led);
        ban.is_some_and(|ban| ban.meaning(play) == Generals::Behead)
    }

    /// Lays pieces; whether they lie face up in a game in turn, and the trick if this was its last play.
    pub fn lay(
        &mut self,
        seat: Seat,
        pieces: Pieces,
    ) -> Result<(bool, Option<SupposedTrick>), RefusalCode> {
        let led = match self.position.open(seat) {
            Some(Open::Lead) => None,
            Some(Open::Follow(led)) => Some(led),
            _ => return Err(RefusalCode::NotYourTurn),
        };
        let laid = self.position.lay(seat, led, pieces)?;
        let finished = laid.finished.map(|finished| SupposedTrick {
            plays: finished.trick.laid,
            shown: finished.contest.shown,
            winner: finished.contest.winner,
        });
        Ok((laid.up, finished))
    }

    /// The winners, when the match is over.
    pub fn winners(&self) -> BySeat<bool> {
        self.position.standing().winners(self.position.rules.goal)
    }
}
