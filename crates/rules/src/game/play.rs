//! A match: what a room asks of it and hands to it.

use super::{Action, Deal, Decision, Event, MatchResult, Outcome, Terms, View};
use crate::fairness::Stream;
use crate::families::boards::{BoardTable, May};
use crate::families::tricks;
use crate::table::{Observer, RefusalCode, Seat, Stage};

/// A match from its first event to its outcome.
#[derive(Clone, Debug)]
pub enum Match {
    /// Of a trick game.
    Tricks(Box<tricks::Match>),
    /// Of a game on a board.
    Board(Box<BoardTable>),
}

/// A match that has begun, with what happened so far.
#[derive(Clone, Debug)]
pub struct Started {
    /// The match.
    pub game: Match,
    /// The events before any action.
    pub opening: Vec<Event>,
    /// What the server did, where the terms say that it makes the choices before play.
    pub ceremony: Vec<Step>,
}

/// An action that was taken, with what came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whose action.
    pub seat: Seat,
    /// The action.
    pub action: Action,
    /// What happened.
    pub events: Vec<Event>,
}

impl Match {
    /// Begins a match with a deal that was made for these terms.
    ///
    /// With a stream, which goes on after the deal, and terms by which the server makes the choices before play, these are
    /// made (`docs/FAIRNESS.md`). Without a stream they are left to whoever acts.
    ///
    /// # Panics
    /// If the deal is one of another family.
    pub fn start(terms: &Terms, deal: Deal, ceremony_stream: Option<Stream>) -> Started {
        match (terms, deal) {
            (Terms::Tricks(terms), Deal::Tricks(deal)) => {
                let started = tricks::Match::start(terms, deal, ceremony_stream);
                let steps = started.ceremony.into_iter().map(|step| Step {
                    seat: step.seat,
                    action: Action::Tricks(step.action),
                    events: step.events.into_iter().map(Event::Tricks).collect(),
                });
                Started {
                    game: Self::Tricks(Box::new(started.game)),
                    opening: started.opening.into_iter().map(Event::Tricks).collect(),
                    ceremony: steps.collect(),
                }
            }
            (Terms::Board(terms), Deal::Board(deal)) => {
                let (table, set_up) = BoardTable::start(terms, deal);
                Started {
                    game: Self::Board(Box::new(table)),
                    opening: vec![Event::Board(set_up)],
                    ceremony: Vec::new(),
                }
            }
            _ => panic!("a deal is made for the terms that it is played by"),
        }
    }

    /// What the seat may decide now, if anything.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        match self {
            Self::Tricks(game) => game.decision(seat).map(Decision::Tricks),
            Self::Board(game) => game.decision(seat).map(Decision::Board),
        }
    }

    /// What the seat may do at any time, and nobody waits for.
    pub fn off_turn(&self, seat: Seat) -> Vec<May> {
        match self {
            Self::Tricks(_) => Vec::new(),
            Self::Board(game) => game.off_turn(seat),
        }
    }

    /// Whether the match waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        match self {
            Self::Tricks(game) => game.waits_for(seat),
            Self::Board(game) => game.waits_for(seat),
        }
    }

    /// The number of the decision that the match waits for from the seat, without the making of the decision; none where it
    /// does not wait for it.
    pub fn awaited_decision(&self, seat: Seat) -> Option<u32> {
        match self {
            Self::Tricks(game) => game.awaited_decision(seat),
            Self::Board(game) => game.awaited_decision(seat),
        }
    }

    /// The seats that the match waits for, ascending.
    pub fn waiting(&self) -> impl Iterator<Item = Seat> {
        let (tricks, board) = match self {
            Self::Tricks(game) => (Some(game.waiting()), None),
            Self::Board(game) => (None, Some(game.waiting())),
        };
        let board = board.into_iter().flatten();
        tricks.into_iter().flatten().chain(board)
    }

    /// What is done for the seat when its time runs out; none where the match does not wait for it. It is legal.
    pub fn default_action(&self, seat: Seat) -> Option<Action> {
        match self {
            Self::Tricks(game) => game.default_action(seat).map(Action::Tricks),
            Self::Board(game) => game.default_action(seat).map(Action::Board),
        }
    }

    /// What is done for the seat while somebody is away and the default stands in for them: never what loses.
    pub fn stand_in_action(&self, seat: Seat) -> Option<Action> {
        match self {
            Self::Tricks(game) => game.default_action(seat).map(Action::Tricks),
            Self::Board(game) => game.stand_in_action(seat).map(Action::Board),
        }
    }

    /// What whoever stands in for a seat answers to what nobody waits for: a draw offer is declined.
    pub fn reflex(&self, seat: Seat) -> Option<Action> {
        match self {
            Self::Tricks(_) => None,
            Self::Board(game) => game.reflex(seat).map(Action::Board),
        }
    }

    /// Whether whose time runs out loses.
    pub fn loses_on_time(&self) -> bool {
        match self {
            Self::Tricks(_) => false,
            Self::Board(game) => game.loses_on_time(),
        }
    }

    /// Takes an action, or changes nothing and says why not.
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, RefusalCode> {
        match (self, action) {
            (Self::Tricks(game), Action::Tricks(action)) => {
                let events = game.act(seat, action)?;
                Ok(events.into_iter().map(Event::Tricks).collect())
            }
            (Self::Board(game), Action::Board(action)) => {
                let events = game.act(seat, action)?;
                Ok(events.into_iter().map(Event::Board).collect())
            }
            (Self::Tricks(game), Action::Board(_)) => Err(game.refuse_unknown(Some(seat))),
            (Self::Board(game), Action::Tricks(_)) => Err(game.refuse_unknown(seat)),
        }
    }

    /// What the observer sees, and nothing else.
    pub fn view(&self, observer: Observer) -> View {
        match self {
            Self::Tricks(game) => View::Tricks(Box::new(game.view(observer))),
            Self::Board(game) => View::Board(Box::new(game.view(observer))),
        }
    }

    /// How often the seat has taken something back since it was last turned up.
    pub fn take_backs(&self, seat: Seat) -> u8 {
        match self {
            Self::Tricks(game) => game.take_backs(seat),
            Self::Board(_) => 0,
        }
    }

    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        match self {
            Self::Tricks(game) => game.stage(),
            Self::Board(game) => game.stage(),
        }
    }

    /// How the match ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Tricks(game) => game.outcome().cloned().map(Outcome::Tricks),
            Self::Board(game) => game.outcome().map(Outcome::Board),
        }
    }

    /// What was decided before the first action. A layout in it is secret while the match runs.
    pub fn deal(&self) -> Deal {
        match self {
            Self::Tricks(game) => Deal::Tricks(game.deal().clone()),
            Self::Board(game) => Deal::Board(game.deal().clone()),
        }
    }

    /// What the actions so far led to. It shows everything.
    pub fn result(&self) -> MatchResult {
        match self {
            Self::Tricks(game) => MatchResult::Tricks(Box::new(game.result())),
            Self::Board(game) => MatchResult::Board(Box::new(game.result())),
        }
    }

    /// The match, if it is one of a trick game.
    pub fn tricks(&self) -> Option<&tricks::Match> {
        match self {
            Self::Tricks(game) => Some(game),
            Self::Board(_) => None,
        }
    }
}
