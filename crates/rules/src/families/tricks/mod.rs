//! The trick-taking games: all lay pieces face down at the same time and turn them up together.
//!
//! | folder | content |
//! |---|---|
//! | `pieces` | pieces; multisets, stacks and packs of them; combinations and their ranking |
//! | `layout` | how the stacks lie on the table |
//! | `rules` | the differences between the games, as data: rules, options, order of turns, what a game says of itself |
//! | `exchange` | what goes into a match and comes out of it: actions, decisions |
//! | `games` | the games, one file for each; the list of them |
//! | `variant` | what all of them have: terms, description |
//! | `opening` | the shuffle, and what the choices before the first lead settle |
//! | `play` | the state of a match: these choices, the tricks, what is legal, who wins |
//! | `game` | a match: checks all actions, and makes what observers see |
//!
//! Each uses only those before it.

mod exchange;
mod game;
mod games;
mod layout;
mod opening;
mod pieces;
mod play;
mod rules;
mod variant;

pub use exchange::{
    Action, Ask, Decision, Generals, Layout, MAX_LISTED_PLAYS, Outcome, RowEnd, Sign, ThrownRound,
    WonBy,
};
pub(crate) use game::Fact;
pub use game::{
    EndOfMatch, Ending, Event, InTurn, Match, MatchResult, OpenThrows, OpenTrick, Playout, Refused,
    SeenEvent, SeenTrick, StackView, Started, Step, Supposed, SupposedTrick, TrickResult, Verdict,
    VerdictStatus, View,
};
pub use games::Variant;
pub use layout::Shape;
pub use opening::{BadDeal, Deal, Lots};
pub use pieces::{
    BadCombinationType, BadPack, BadPieces, BadStack, Color, CombinationType, MAX_STACK_HEIGHT,
    Pack, Piece, Pieces, Stack,
};
pub use rules::{
    Beheading, CombinationInfo, GeneralBan, Goal, Options, OptionsInput, PieceNameInfo, Ties,
    TurnOrder,
};
pub(crate) use rules::{Document, Order};
pub use variant::{BadTerms, Ceremony, NoSuchVariant, PieceInfo, Terms, VariantInfo};
