//! The view of a trick game: what one observer sees of all of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Match;
use super::seen::SeenTrick;
use crate::families::tricks::exchange::{Layout, Outcome, Sign, ThrownRound};
use crate::families::tricks::games::Variant;
use crate::families::tricks::pieces::{CombinationType, Piece, Pieces};
use crate::families::tricks::play::{Choice, Phase, Position, marked};
use crate::families::tricks::rules::{Options, Reveal};
use crate::table::{BySeat, Observer, Seat, Stage};

/// A match as one observer sees it. What is not listed here is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The game.
    pub variant: Variant,
    /// The options in force.
    pub options: Options,
    /// The observer's seat; null for spectators.
    pub you: Option<Seat>,
    /// The part of the match that is being played.
    pub stage: Stage,
    /// How the stacks were laid out.
    pub layout: Layout,
    /// What is known of each stack.
    pub stacks: Vec<StackView>,
    /// The finished rounds of throws; omitted if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thrown: Vec<ThrownRound>,
    /// The current round of throws; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throws: Option<OpenThrows>,
    /// Seats in order of priority, or in turn order from the starter; null before it is known.
    pub order: Option<Vec<Seat>>,
    /// The observer's own hand, without laid pieces; null for spectators and before the deal.
    pub hand: Option<Pieces>,
    /// The number of pieces in each hand, without laid pieces.
    pub hand_sizes: BySeat<u8>,
    /// For each seat the pieces that everybody has seen it take, and has not seen it play since.
    pub known: BySeat<Pieces>,
    /// The trick that is being played; null before the first lead may be laid and after the last trick.
    pub trick: Option<OpenTrick>,
    /// The finished tricks.
    pub tricks: Vec<SeenTrick>,
    /// Pieces captured so far, for each seat.
    pub captured: BySeat<u8>,
    /// The number of pieces of tied tricks that are set aside for the winner of the next trick; omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub aside: u8,
    /// The seats that were beheaded, ascending, as far as this is announced.
    pub beheaded: Vec<Seat>,
    /// The outcome; null until the match is over.
    pub outcome: Option<Outcome>,
}

/// What is known of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StackView {
    /// Its pieces that were turned up for all.
    pub up: Vec<Piece>,
    /// Who took it; null while it lies on the table.
    pub taken_by: Option<Seat>,
    /// Who took the two bottom pieces of a shared stack; omitted otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bottom_taken_by: Option<Seat>,
}

/// The current round of throws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenThrows {
    /// The round of throws, from 0.
    pub round: u8,
    /// The seats that have not dropped out, ascending.
    pub contestants: Vec<Seat>,
    /// For each seat whether it has thrown in this round.
    pub thrown: BySeat<bool>,
    /// What the observer has thrown; null if nothing.
    pub yours: Option<Sign>,
}

/// The trick that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenTrick {
    /// The trick, from 0.
    pub trick: u8,
    /// Who leads.
    pub leader: Seat,
    /// The type that was led; null before the lead.
    #[serde(rename = "type")]
    pub kind: Option<CombinationType>,
    /// The number of pieces that everybody lays; null before the lead.
    pub count: Option<u8>,
    /// For each seat whether it has laid.
    pub laid: BySeat<bool>,
    /// What the observer has laid; null if nothing.
    pub yours: Option<Pieces>,
    /// Whether it is known to be the last trick.
    pub last: bool,
    /// In games in which plays are laid in turn: the face-up plays, and whose turn it is. Omitted in games in which all lay at the same
    /// time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_turn: Option<InTurn>,
}

/// A trick whose plays are laid in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InTurn {
    /// For each seat the pieces it has laid face up, or null.
    pub up: BySeat<Option<Pieces>>,
    /// The seat with the best play so far; null before the lead.
    pub best: Option<Seat>,
    /// Whose turn it is.
    pub next: Seat,
}

impl View {
    /// The only place where a complete match is reduced to what one observer sees.
    pub(crate) fn of(game: &Match, observer: Observer) -> Self {
        let position = &game.position;
        let you = position.hands.seats().find(|&seat| observer.is(seat));
        let dealt = game.history.dealt.is_some();
        Self {
            variant: game.terms.variant(),
            options: game.terms.options(),
            you,
            stage: position.stage(),
            layout: game.deal.layout(),
            stacks: StackView::all(game),
            thrown: game.history.thrown.clone(),
            throws: OpenThrows::of(position, you),
            order: position.seat_order(),
            hand: you.filter(|_| dealt).map(|seat| position.hands[seat]),
            hand_sizes: position.hands.map(|_, hand| hand.len()),
            known: known(game),
            trick: (position.phase == Phase::Play).then(|| OpenTrick::of(position, you)),
            tricks: game
                .history
                .tricks
                .iter()
                .map(|trick| trick.seen_by(observer, position.phase == Phase::Over))
                .collect(),
            captured: position.captured,
            aside: position.aside,
            beheaded: marked(position.announced_beheaded()),
            outcome: game.outcome().cloned(),
        }
    }
}

impl StackView {
    fn all(game: &Match) -> Vec<Self> {
        let stacks = 0..game.deal.arrangement().ring().stacks();
        stacks.map(|stack| Self::of(game, stack)).collect()
    }

    fn of(game: &Match, stack: u8) -> Self {
        let position = &game.position;
        let is_first = position.first_stack == Some(stack);
        let mut takers = Vec::new();
        if let (Some(order), Some(dealt)) = (position.order, &game.history.dealt) {
            // In the order of the players, because the earlier one gets the top of a shared stack.
            takers.extend(
                order
                    .seats()
                    .filter(|&seat| dealt.taken[seat].contains(&stack)),
            );
        } else if is_first {
            takers.push(position.known_order().at(0));
        }
        let pieces = game.deal.stack(stack).pieces();
        let up = if position.rules.has_exposer() && is_first {
            pieces
        } else if position.ordering.is_turned(stack) {
            pieces.get(..1).unwrap_or_default()
        } else {
            &[]
        };
        Self {
            up: up.to_vec(),
            taken_by: takers.first().copied(),
            bottom_taken_by: takers.get(1).copied(),
        }
    }
}

impl OpenThrows {
    fn of(position: &Position, you: Option<Seat>) -> Option<Self> {
        let throws = &position.throws;
        (position.phase == Phase::Ceremony(Choice::Throw)).then(|| Self {
            round: throws.round,
            contestants: marked(throws.contestants),
            thrown: throws.signs.map(|_, sign| sign.is_some()),
            yours: you.and_then(|seat| throws.signs[seat]),
        })
    }
}

/// The pieces that everybody has seen a seat take, and has not seen it play since.
fn known(game: &Match) -> BySeat<Pieces> {
    let mut known: BySeat<Pieces> = BySeat::new(game.terms.seats());
    for stack in StackView::all(game) {
        if let Some(seat) = stack.taken_by {
            known[seat] = stack
                .up
                .into_iter()
                .fold(known[seat], |pieces, piece| pieces.plus(Pieces::one(piece)));
        }
    }
    for trick in &game.history.tricks {
        for seat in known.seats().filter(|&seat| trick.shown[seat]) {
            known[seat] = known[seat].saturating_minus(trick.plays[seat]);
        }
    }
    known
}

impl OpenTrick {
    fn of(position: &Position, you: Option<Seat>) -> Self {
        let trick = &position.trick;
        let count = trick.led.map(|led| led.pieces.len());
        let left = position.hands[trick.leader].len();
        Self {
            trick: trick.number,
            leader: trick.leader,
            kind: trick.led.map(|led| led.kind),
            count,
            laid: trick.laid.map(|_, laid| !laid.is_empty()),
            yours: you
                .map(|seat| trick.laid[seat])
                .filter(|laid| !laid.is_empty()),
            // After the lead: whether the leader's hand is empty. Before it: whether the leader has only one piece to lead.
            last: if count.is_some() {
                left == 0
            } else {
                left == 1
            },
            in_turn: (position.rules.reveal == Reveal::AsLaid).then(|| InTurn::of(position)),
        }
    }
}

impl InTurn {
    fn of(position: &Position) -> Self {
        let trick = &position.trick;
        let contest = trick.led.map(|led| position.contest(led));
        let is_up =
            |seat: Seat| trick.has_laid(seat) && contest.is_some_and(|contest| contest.shown[seat]);
        Self {
            up: trick
                .laid
                .map(|seat, &pieces| is_up(seat).then_some(pieces)),
            best: contest.and_then(|contest| contest.winner),
            next: trick
                .next_in_turn(position.known_order())
                .expect("somebody has still to lay"),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(count: &u8) -> bool {
    *count == 0
}
