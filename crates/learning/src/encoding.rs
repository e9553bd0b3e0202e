//! The encoding of one game with its options and number of seats.

use giog_arena::{ArenaSeed, Course, Kept};
use giog_rules::{Action, Ceremony, Decision, Options, Seat, Terms, Variant, View};
use serde_json::{Map, Value};

use crate::actions::Actions;
use crate::observation::{Field, Observer, Writer};

/// The version of all encodings. Another order, size or meaning of anything is another version.
pub const ENCODING: u32 = 1;

/// The encoding of a game with its options and number of seats.
#[derive(Debug)]
pub struct Encoding {
    terms: Terms,
    actions: Actions,
    observer: Observer,
    fields: Vec<Field>,
    size: usize,
}

/// Why a game cannot be learned like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// There is no such game.
    #[error("there is no game `{0}`")]
    Game(String),
    /// The options are not an object of options.
    #[error("the options cannot be read: {0}")]
    Options(String),
    /// The game has no such option.
    #[error("{game} has no option `{option}`")]
    Option {
        /// The game.
        game: Variant,
        /// The option.
        option: String,
    },
    /// The game cannot be played so.
    #[error("{0}")]
    Terms(String),
    /// The players do not see the board, so that nobody tells them which moves are legal.
    #[error("blindfolded players are not told which moves are legal")]
    Blindfold,
}

impl Encoding {
    /// The encoding of a game; with its usual number of seats if none is given. The choices before play are made by chance.
    pub fn new(game: &str, seats: Option<usize>, options: &str) -> Result<Self, BadGame> {
        let variant: Variant = game.parse().map_err(|_| BadGame::Game(game.to_owned()))?;
        let seats = seats.unwrap_or_else(|| variant.usual_players());
        let bad = |error: serde_json::Error| BadGame::Options(error.to_string());
        let given: Map<String, Value> = serde_json::from_str(options).map_err(bad)?;
        let read: Options = serde_json::from_str(options).map_err(bad)?;
        let terms = Terms::new(variant, seats, read, Ceremony::Server);
        let terms = terms.map_err(|error| BadGame::Terms(error.to_string()))?;
        let known = serde_json::to_value(terms.options()).map_err(bad)?;
        if let Some(option) = given.keys().find(|option| known.get(option).is_none()) {
            return Err(BadGame::Option {
                game: variant,
                option: option.clone(),
            });
        }
        Self::of(terms)
    }

    /// The encoding of a game by these terms.
    pub fn of(terms: Terms) -> Result<Self, BadGame> {
        if terms.options().boards.blindfold == Some(true) {
            return Err(BadGame::Blindfold);
        }
        let observer = Observer::new(&terms);
        let stream = ArenaSeed::named("").stream(0);
        let view = Course::begin(&terms, stream, |_| false, Kept::default()).view(Seat::new(0));
        let mut writer = Writer::recording();
        observer.write(&mut writer, &view, None);
        let (fields, size) = writer.recorded();
        Ok(Self {
            terms,
            actions: Actions::new(&terms),
            observer,
            fields,
            size,
        })
    }

    /// What is played.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of seats.
    pub const fn seats(&self) -> usize {
        self.terms.seats()
    }

    /// The number of actions: indices are below it.
    pub fn actions(&self) -> u32 {
        self.actions.count()
    }

    /// The number of integers of an observation.
    pub const fn observation_size(&self) -> usize {
        self.size
    }

    /// What an observation consists of, in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The index of an action that answers this decision; none if it is none of those that are encoded.
    pub fn index(&self, action: &Action, decision: &Decision) -> Option<u32> {
        self.actions.index(action, decision)
    }

    /// The action with this index, for this decision. It may be illegal; none if the index is too large, or never belongs to such a
    /// decision.
    pub fn action(&self, index: u32, decision: &Decision) -> Option<Action> {
        self.actions.action(index, decision)
    }

    /// The indices of all legal actions, ascending. The decision must list its actions, as in `turn`.
    pub fn legal(&self, view: &View, decision: &Decision, legal: &mut Vec<u32>) {
        legal.clear();
        self.actions.legal(view, decision, legal);
        legal.sort_unstable();
    }

    /// Writes what a seat observes: its view, and its decision if it has one.
    ///
    /// # Panics
    /// If there is not room for [`Self::observation_size`] integers, or the view is of another game.
    pub fn observe(&self, view: &View, decision: Option<&Decision>, observation: &mut [i32]) {
        let mut writer = Writer::into(&mut observation[..self.size]);
        self.observer.write(&mut writer, view, decision);
        debug_assert!(writer.is_full(), "an observation has always the same size");
    }
}
