//! The trick-taking games: all lay pieces face down at the same time and turn them up together.
//!
//! | folder | content |
//! |---|---|
//! | `pieces` | pieces; multisets, stacks and packs of them; combinations and their ranking |
//! | `layout` | how the stacks lie on the table |
//! | `games` | the games: the differences between them, as data, one file for each; the list of them |
//! | `variant` | what all of them have: rules, options, terms, description |
//! | `opening` | the shuffle, and the choices before the first lead |
//! | `play` | the tricks: position, legal choices, winners |
//! | `game` | a match: checks all actions, and makes what observers see |

mod game;
mod games;
mod layout;
mod opening;
mod pieces;
mod play;
mod variant;

pub(crate) use game::Fact;
pub use game::{
    Action, Ask, Decision, End, EndOfMatch, Ending, Event, Generals, InTurn, Layout,
    MAX_LISTED_PLAYS, Match, MatchResult, OpenThrows, OpenTrick, Outcome, Refused, SeenEvent,
    SeenTrick, Sign, StackView, Started, Step, ThrownRound, TrickResult, Verdict, VerdictStatus,
    View, WonBy,
};
pub use layout::Shape;
pub use opening::{BadDeal, Deal, Lots};
pub use pieces::{
    BadCombinationType, BadPack, BadPieces, BadStack, Color, CombinationType, MAX_STACK_HEIGHT,
    Pack, Piece, Pieces, Stack,
};
pub(crate) use play::Order;
pub use play::Playout;
pub(crate) use variant::Document;
pub use variant::{
    BadTerms, Beheading, Ceremony, CombinationInfo, GeneralBan, Goal, NoSuchVariant, Options,
    OptionsInput, PieceInfo, PieceNameInfo, Terms, Ties, TurnOrder, Variant, VariantInfo,
};
