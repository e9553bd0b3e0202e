//! Matches, with everything that rooms need of them.

use super::{Action, Deal, Decision, Event, MatchResult, Outcome, Terms, View, each_family};
use crate::fairness::{Sealed, Stream};
use crate::families::boards::BoardTable;
use crate::families::tiles::{TilesAction, TilesTable};
use crate::families::tricks::{self, Ask};
use crate::table::{ActionPage, May, Observer, RefusalCode, Seat, Stage};

/// A match from its first event to its outcome.
#[derive(Clone, Debug)]
pub enum Match {
    /// In trick games.
    Tricks(Box<tricks::Match>),
    /// In games on boards.
    Board(Box<BoardTable>),
    /// In games of tiles and dice.
    Tiles(Box<TilesTable>),
}

/// A match that has just started.
#[derive(Clone, Debug)]
pub struct Started {
    /// The match.
    pub game: Match,
    /// The events before the first action.
    pub opening: Vec<Event>,
    /// The actions of the server, if it makes the choices before play.
    pub ceremony: Vec<Step>,
}

/// An action and the events it caused.
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
    /// Starts a match with a deal that was made for these terms.
    ///
    /// With a stream that continues after the deal, and terms by which the server makes the choices before play, the server's choices
    /// are made here (`docs/FAIRNESS.md`). Without a stream, they are left to actions. In games that need more random numbers during
    /// the match, these are drawn from the stream; without a stream, [`Self::lacks_chance`] tells when they are used up.
    ///
    /// # Panics
    /// If the deal is of another family.
    pub fn start(terms: &Terms, deal: Deal, stream: Option<Stream>) -> Started {
        match (terms, deal) {
            (Terms::Tricks(terms), Deal::Tricks(deal)) => {
                let started = tricks::Match::start(terms, deal, stream);
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
            (Terms::Tiles(terms), Deal::Tiles(deal)) => {
                let (table, opening) = TilesTable::start(terms, deal, stream);
                Started {
                    game: Self::Tiles(Box::new(table)),
                    opening: opening.into_iter().map(Event::Tiles).collect(),
                    ceremony: Vec::new(),
                }
            }
            _ => panic!("a deal is made for the terms that it is played by"),
        }
    }

    /// The seat's open decision, if any.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        each_family!(self, game, of: Decision => game.decision(seat).map(of))
    }

    /// Lists legal actions of a decision of this match and seat, ready to send: all, or if there are more than
    /// [`MAX_LISTED_ACTIONS`](crate::table::MAX_LISTED_ACTIONS) or they can be combined at will, a choice of them with the default. They
    /// depend only on what the seat sees.
    pub fn list_actions(&self, seat: Seat, decision: &mut Decision) {
        match (self, decision) {
            (Self::Tricks(game), Decision::Tricks(decision)) => game.list_actions(seat, decision),
            (Self::Board(game), Decision::Board(decision)) => game.list_actions(decision),
            (Self::Tiles(game), Decision::Tiles(decision)) => game.list_actions(decision),
            _ => {}
        }
    }

    /// All legal actions of the seat's open decision from place `from` on, [`MAX_LISTED_ACTIONS`](crate::table::MAX_LISTED_ACTIONS) at
    /// most. They depend only on what the seat sees, and stay in the same order while the decision is open. Of bets, which can be combined
    /// at will, these are none and all single ones. None if there is no decision, or if its player does not see the board.
    pub fn actions_from(&self, seat: Seat, from: u64) -> Option<ActionPage<Action>> {
        let decision = self.decision(seat)?;
        match (self, &decision) {
            (Self::Tricks(game), Decision::Tricks(decision)) => {
                Some(of_any(game.actions_from(seat, decision, from)))
            }
            (Self::Board(game), Decision::Board(decision)) => {
                game.actions_from(decision, from).map(of_any)
            }
            (Self::Tiles(game), Decision::Tiles(decision)) => {
                Some(of_any(game.actions_from(decision, from)))
            }
            _ => None,
        }
    }

    /// The actions that the seat may take at any time, and for which nobody waits.
    pub fn off_turn(&self, seat: Seat) -> Vec<May> {
        match self {
            Self::Tricks(_) => Vec::new(),
            Self::Board(game) => game.off_turn(seat),
            Self::Tiles(game) => game.off_turn(seat),
        }
    }

    /// Whether the match waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        each_family!(self, game => game.waits_for(seat))
    }

    /// The sides: lists of seats that win and lose together, as it stands now. In seven kingdoms they can change during the match.
    pub fn sides(&self) -> Vec<Vec<Seat>> {
        let alone = |seats: usize| (0..seats).map(|seat| vec![Seat::new(seat)]).collect();
        match self {
            Self::Tricks(game) => alone(game.terms().seats()),
            Self::Board(game) => game.sides(),
            Self::Tiles(game) => alone(game.terms().seats()),
        }
    }

    /// Whether the seat is still in the match. A seat that is out has no more decisions.
    pub fn is_in(&self, seat: Seat) -> bool {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => true,
            Self::Board(game) => game.is_in(seat),
        }
    }

    /// The number of the part of the match that the seat plays in, of those that go on side by side: the boards of supply chess. Most matches
    /// have one part, 0.
    pub fn part_of(&self, seat: Seat) -> usize {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => 0,
            Self::Board(game) => game.terms().variant().board_of(seat),
        }
    }

    /// The number of moves so far in the part that the seat plays in; 0 in games whose moves are not counted, which have one part.
    pub fn moves_in_part_of(&self, seat: Seat) -> u32 {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => 0,
            Self::Board(game) => game.moves_on_board_of(seat),
        }
    }

    /// How many actions on a board stand; none where none can be taken back.
    pub fn standing_on_board(&self) -> Option<usize> {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => None,
            Self::Board(game) => game.standing(),
        }
    }

    /// The number of the seat's decision, if the match waits for it. Cheaper than making the [`Decision`].
    pub fn awaited_decision(&self, seat: Seat) -> Option<u32> {
        each_family!(self, game => game.awaited_decision(seat))
    }

    /// The seats that the match waits for, ascending.
    pub fn waiting(&self) -> impl Iterator<Item = Seat> {
        let (tricks, listed) = match self {
            Self::Tricks(game) => (Some(game.waiting()), None),
            Self::Board(game) => (None, Some(game.waiting())),
            Self::Tiles(game) => (None, Some(game.waiting())),
        };
        let listed = listed.into_iter().flatten();
        tricks.into_iter().flatten().chain(listed)
    }

    /// The action that is taken when the seat's time runs out, always legal; none if the match does not wait for the seat.
    pub fn default_action(&self, seat: Seat) -> Option<Action> {
        each_family!(self, game, of: Action => game.default_action(seat).map(of))
    }

    /// The action for an away player whose stand-in is the default. It never loses the match, even if running out of time would.
    pub fn stand_in_action(&self, seat: Seat) -> Option<Action> {
        match self {
            Self::Tricks(game) => game.default_action(seat).map(Action::Tricks),
            Self::Board(game) => game.stand_in_action(seat).map(Action::Board),
            Self::Tiles(game) => game.default_action(seat).map(Action::Tiles),
        }
    }

    /// The reply of a bot or stand-in to an offer, for which nobody waits: both decline draw offers; a bot accepts take-backs, a stand-in
    /// declines them.
    pub fn offer_reply(&self, seat: Seat, is_bot: bool) -> Option<Action> {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => None,
            Self::Board(game) => game.offer_reply(seat, is_bot).map(Action::Board),
        }
    }

    /// Whether a player whose time runs out loses.
    pub fn loses_on_time(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => false,
            Self::Board(game) => game.loses_on_time(),
        }
    }

    /// Takes an action and returns its events. If it is refused, nothing changes.
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
            (Self::Tiles(game), action) => {
                let action = match action {
                    Action::Tiles(action) => action,
                    // Both families have this action; it is read as one of trick games.
                    Action::Tricks(tricks::Action::TakeBack) => &TilesAction::TakeBack,
                    _ => return Err(game.refuse_unknown(seat)),
                };
                let events = game.act(seat, action)?;
                Ok(events.into_iter().map(Event::Tiles).collect())
            }
            (Self::Tricks(game), _) => Err(game.refuse_unknown(Some(seat))),
            (Self::Board(game), _) => Err(game.refuse_unknown(seat)),
        }
    }

    /// The match as the observer sees it.
    pub fn view(&self, observer: Observer) -> View {
        each_family!(self, game, of: View => of(Box::new(game.view(observer))))
    }

    /// Whether players do not see something that spectators see (blindfold games).
    pub fn hides_from_players(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => false,
            Self::Board(game) => game.terms().is_blindfold(),
        }
    }

    /// Whether the seat may take back what it has laid, and the match does not wait for it.
    pub fn may_take_back(&self, seat: Seat) -> bool {
        match self {
            Self::Tricks(game) => {
                let decision = game.decision(seat);
                decision.is_some_and(|decision| matches!(decision.ask, Ask::TakeBack { .. }))
            }
            Self::Board(_) => false,
            Self::Tiles(game) => game.may_take_back(seat),
        }
    }

    /// The seats that decide as a batch, in the order in which their decisions take effect. Before all have decided, nobody may know
    /// whether and what each has decided. Empty if decisions take effect at once.
    pub fn batch(&self) -> Vec<Seat> {
        match self {
            Self::Tricks(_) | Self::Board(_) => Vec::new(),
            Self::Tiles(game) => game.batch(),
        }
    }

    /// The hidden content of a decision in a batch, or why it is not legal. Nothing changes.
    pub fn check_in_batch(&self, seat: Seat, action: &Action) -> Result<Sealed, RefusalCode> {
        match (self, action) {
            (Self::Tiles(game), Action::Tiles(action)) => game.claim(seat, action),
            (Self::Tiles(game), _) => Err(game.refuse_unknown(seat)),
            (Self::Tricks(_) | Self::Board(_), _) => Err(RefusalCode::WrongAction),
        }
    }

    /// Whether the match cannot continue, because it needs a deal or throw that was not drawn.
    pub fn lacks_chance(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Board(_) => false,
            Self::Tiles(game) => game.lacks_chance(),
        }
    }

    /// Whether the match has used all deals and throws.
    pub fn has_used_all_chance(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Board(_) => true,
            Self::Tiles(game) => game.has_used_all_chance(),
        }
    }

    /// How often the seat has taken back its decision since the last reveal.
    pub fn take_backs(&self, seat: Seat) -> u8 {
        match self {
            Self::Tricks(game) => game.take_backs(seat),
            Self::Board(_) => 0,
            Self::Tiles(game) => game.take_backs(seat),
        }
    }

    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        each_family!(self, game => game.stage())
    }

    /// The outcome, when the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Tricks(game) => game.outcome().cloned().map(Outcome::Tricks),
            Self::Board(game) => game.outcome().map(Outcome::Board),
            Self::Tiles(game) => game.outcome().map(Outcome::Tiles),
        }
    }

    /// Everything that chance has decided so far. It is secret while the match runs.
    pub fn deal(&self) -> Deal {
        each_family!(self, game, of: Deal => of(game.deal().clone()))
    }

    /// The result so far. It shows everything hidden.
    pub fn result(&self) -> MatchResult {
        each_family!(self, game, of: MatchResult => of(Box::new(game.result())))
    }

    /// The match, if it is of a trick game.
    pub fn tricks(&self) -> Option<&tricks::Match> {
        match self {
            Self::Tricks(game) => Some(game),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }
}

/// The page of a family as one of any.
fn of_any<T: Into<Action>>((actions, next): ActionPage<T>) -> ActionPage<Action> {
    (actions.into_iter().map(Into::into).collect(), next)
}
