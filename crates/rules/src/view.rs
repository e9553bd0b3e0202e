//! The whole picture of a match that one observer has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BySeat, CombinationType, Options, Piece, Pieces, Seat, SeenTrick, Stage, Variant};

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
