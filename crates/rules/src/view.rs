//! The whole picture of a match that one observer has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::{Phase, Position, marked};
use crate::{
    BySeat, CombinationType, Match, Observer, Options, Piece, Pieces, Seat, SeenTrick, Stage,
    Variant,
};

/// How the stacks lie on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Layout {
    /// The form of the layout.
    pub shape: Shape,
    /// How many pieces each stack has at the start.
    pub heights: Vec<u8>,
    /// For each stack the seat before which it lies, where rows belong to seats; empty elsewhere.
    pub rows: Vec<Seat>,
}

/// The form of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A row before each seat, together a ring.
    Rows,
    /// A circle of stacks that belong to nobody.
    Circle,
    /// One row of stacks that belong to nobody.
    Row,
}

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
    /// Seats in order of priority, or in turn order from the starter; null before it is known.
    pub order: Option<Vec<Seat>>,
    /// The observer's own hand, without what they have laid; null for spectators and before the dealing.
    pub hand: Option<Pieces>,
    /// How many pieces each seat holds, without what lies in the trick.
    pub hand_sizes: BySeat<u8>,
    /// For each seat the pieces that everybody has seen it take, and has not seen it play since.
    pub known: BySeat<Pieces>,
    /// The trick that is being played; null before the first lead may be laid and after the last trick.
    pub trick: Option<OpenTrick>,
    /// The finished tricks.
    pub tricks: Vec<SeenTrick>,
    /// Pieces captured so far, for each seat.
    pub captured: BySeat<u8>,
    /// Who was beheaded, ascending, as far as it is announced.
    pub beheaded: Vec<Seat>,
    /// The outcome; null until the match is over.
    pub outcome: Option<Outcome>,
}

/// What is known of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StackView {
    /// The pieces of it that were turned up for all.
    pub up: Vec<Piece>,
    /// Who took it; null while it lies on the table.
    pub taken_by: Option<Seat>,
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
    /// How many pieces everybody lays; null before the lead.
    pub count: Option<u8>,
    /// For each seat whether it has laid.
    pub laid: BySeat<bool>,
    /// What the observer has laid; null if nothing.
    pub yours: Option<Pieces>,
    /// Whether it is known to be the last trick.
    pub last: bool,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// Pieces captured by each seat, before any forfeit.
    pub captured: BySeat<u8>,
    /// Who was beheaded, ascending.
    pub beheaded: Vec<Seat>,
    /// Scores, in variants that have them.
    pub scores: Option<BySeat<i32>>,
    /// Who won or shares the win, ascending.
    pub winners: Vec<Seat>,
}

impl View {
    /// The only place where a whole match becomes what one observer sees.
    pub(crate) fn of(game: &Match, observer: Observer) -> Self {
        let position = &game.position;
        let you = position.hands.seats().find(|&seat| observer.is(seat));
        let dealt = game.history.dealt.is_some();
        Self {
            variant: game.terms.variant(),
            options: game.terms.options(),
            you,
            stage: position.stage(),
            layout: game.deal.rows().layout(),
            stacks: StackView::all(game),
            order: position.order(),
            hand: you.filter(|_| dealt).map(|seat| position.hands[seat]),
            hand_sizes: position.hands.map(|_, hand| hand.len()),
            known: known(game),
            trick: (position.phase == Phase::Play).then(|| OpenTrick::of(position, you)),
            tricks: game
                .history
                .tricks
                .iter()
                .map(|trick| trick.seen_by(observer))
                .collect(),
            captured: position.captured,
            beheaded: marked(position.beheaded),
            outcome: game.outcome().cloned(),
        }
    }
}

impl StackView {
    fn all(game: &Match) -> Vec<Self> {
        let taken_by = |stack: u8| {
            let dealt = game.history.dealt.as_ref()?;
            dealt
                .taken
                .seats()
                .find(|&seat| dealt.taken[seat].contains(&stack))
        };
        let up = |stack: u8| {
            let turned = game.position.ordering.is_turned(stack);
            game.deal
                .stack(stack)
                .bottom()
                .filter(|_| turned)
                .into_iter()
                .collect()
        };
        (0..game.deal.rows().stacks())
            .map(|stack| Self {
                up: up(stack),
                taken_by: taken_by(stack),
            })
            .collect()
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
            // A lead that empties the leader's hand, or one that will, having but one piece to lead.
            last: if count.is_some() {
                left == 0
            } else {
                left == 1
            },
        }
    }
}
