//! A match of a trick game. All actions are checked here, and everything that observers see is made from it.

mod event;
mod playout;
mod seen;
mod steps;
mod supposed;
mod verdict;
mod view;

use std::sync::Arc;

use crate::fairness::{Sealed, Stream};
use crate::families::tricks::exchange::{Action, Decision, Outcome, ThrownRound};
use crate::families::tricks::opening::Deal;
use crate::families::tricks::pieces::Pieces;
use crate::families::tricks::play::{Contest, Finished, Open, Phase, Position, marked};
use crate::families::tricks::rules::{Document, Reveal};
use crate::families::tricks::variant::{Ceremony, Terms};
use crate::table::{ActionPage, BySeat, Observer, RefusalCode, Seat, Stage};

pub use event::Event;
pub(crate) use event::{Fact, FinishedTrick};
pub use playout::Playout;
pub use seen::{SeenEvent, SeenTrick};
pub use supposed::{Supposed, SupposedTrick};
pub use verdict::{EndOfMatch, Ending, MatchResult, Refused, TrickResult, Verdict, VerdictStatus};
pub use view::{InTurn, OpenThrows, OpenTrick, StackView, View};

/// A match of a trick game.
#[derive(Clone, Debug)]
pub struct Match {
    pub(crate) terms: Terms,
    pub(crate) deal: Arc<Deal>,
    pub(crate) position: Position,
    pub(crate) history: History,
}

/// What has happened in a match, as far as the rules do not need it.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// What each seat took, and its hand then.
    pub dealt: Option<Dealt>,
    /// The finished rounds of throws.
    pub thrown: Vec<ThrownRound>,
    pub tricks: Vec<FinishedTrick>,
    /// Plays that were taken back or stayed face down. They are revealed when the match is over.
    pub hidden: Vec<Sealed>,
    pub outcome: Option<Outcome>,
}

/// The result of the taking.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    /// For each seat the stacks it took, in the order of taking.
    pub taken: BySeat<Vec<u8>>,
    pub hands: BySeat<Pieces>,
}

/// A match that has just started.
#[derive(Clone, Debug)]
pub struct Started {
    /// The match.
    pub game: Match,
    /// The events before the first action: the layout.
    pub opening: Vec<Event>,
    /// The actions of the server, if it makes the choices before the first lead.
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
    /// With a stream that continues after the shuffle, and terms by which the server makes the choices before the first lead, these are
    /// made here (`docs/FAIRNESS.md`). Without a stream, they are left to actions.
    pub fn start(terms: &Terms, deal: Deal, ceremony_stream: Option<Stream>) -> Started {
        let (position, takings) = Position::new(*terms, &deal);
        let mut game = Self {
            terms: *terms,
            deal: Arc::new(deal),
            position,
            history: History::default(),
        };
        let opening = game.opening(takings);
        let ceremony = match ceremony_stream {
            Some(mut stream) if terms.ceremony() == Ceremony::Server => {
                game.hold_ceremony(&mut stream)
            }
            _ => Vec::new(),
        };
        Started {
            game,
            opening,
            ceremony,
        }
    }

    /// Makes the choices before the first lead at random.
    fn hold_ceremony(&mut self, stream: &mut Stream) -> Vec<Step> {
        let mut steps = Vec::new();
        while self.stage() == Stage::Ceremony {
            let seat = self
                .waiting()
                .next()
                .expect("somebody decides while the ceremony lasts");
            let decision = self
                .decision(seat)
                .expect("a seat that is waited for decides something");
            let action = decision.ask.draw(stream);
            let events = self.act(seat, &action).expect("listed choices are legal");
            steps.push(Step {
                seat,
                action,
                events,
            });
        }
        steps
    }

    /// The seat's open decision, if any.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        self.position.decision(&self.deal, seat)
    }

    /// Lists legal actions of a decision of this seat, ready to send.
    pub fn list_actions(&self, seat: Seat, decision: &mut Decision) {
        self.position.list_actions(seat, decision);
    }

    /// All legal actions of a decision of this seat from place `from` on.
    pub fn actions_from(&self, seat: Seat, decision: &Decision, from: u64) -> ActionPage<Action> {
        self.position.actions_from(seat, decision, from)
    }

    /// Whether the match waits for the seat. It does not wait for a play to be taken back.
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.position.waits_for(seat)
    }

    /// The number of the seat's decision ([`Decision::decision`]), if the match waits for it. Cheaper than making the decision.
    pub fn awaited_decision(&self, seat: Seat) -> Option<u32> {
        self.waits_for(seat)
            .then(|| u32::from(self.position.decided[seat]))
    }

    /// The seats that the match waits for, ascending.
    pub fn waiting(&self) -> impl Iterator<Item = Seat> {
        self.position
            .hands
            .seats()
            .filter(|&seat| self.waits_for(seat))
    }

    /// The action that is taken when the seat's time runs out, always legal; none if the match does not wait for the seat.
    pub fn default_action(&self, seat: Seat) -> Option<Action> {
        self.position.default_action(&self.deal, seat)
    }

    /// Takes an action and returns its events. If it is refused, nothing changes.
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, RefusalCode> {
        match (self.asked(seat)?, action) {
            (Open::Choose(choice), action) => self.choose(seat, choice, action),
            (Open::Lead, Action::Play { pieces }) => self.lay(seat, None, pieces),
            (Open::Follow(led), Action::Play { pieces }) => self.lay(seat, Some(led), pieces),
            (Open::TakeBack, Action::TakeBack) => Ok(vec![self.take_back(seat)]),
            (open, _) => Err(Self::refuse_other(open)),
        }
    }

    /// The refusal code for an action that no variant has.
    pub(crate) fn refuse_unknown(&self, seat: Option<Seat>) -> RefusalCode {
        let asked = match seat {
            Some(seat) => self.asked(seat),
            None if self.stage() == Stage::Over => Err(RefusalCode::MatchOver),
            None => Err(RefusalCode::NotYourTurn),
        };
        asked.map_or_else(|refusal| refusal, Self::refuse_other)
    }

    /// What the seat has to decide, or why it has nothing to decide.
    fn asked(&self, seat: Seat) -> Result<Open, RefusalCode> {
        let nothing = if self.stage() == Stage::Over {
            RefusalCode::MatchOver
        } else {
            RefusalCode::NotYourTurn
        };
        self.position.open(seat).ok_or(nothing)
    }

    /// The refusal code for any action other than the one that is asked for. A seat that has laid gets `NotYourTurn`.
    fn refuse_other(open: Open) -> RefusalCode {
        if open == Open::TakeBack {
            RefusalCode::NotYourTurn
        } else {
            RefusalCode::WrongAction
        }
    }

    fn lay(
        &mut self,
        seat: Seat,
        led: Option<crate::families::tricks::pieces::Combination>,
        text: &str,
    ) -> Result<Vec<Event>, RefusalCode> {
        // A text that is not pieces cannot be in any hand.
        let pieces: Pieces = text.parse().map_err(|_| RefusalCode::NotInHand)?;
        let (trick, attempt) = (self.position.trick.number, self.take_backs(seat));
        let laid = self.position.lay(seat, led, pieces)?;
        let mut play = Event::of(Fact::Play {
            seat,
            trick,
            lead: laid.lead,
            pieces,
            up: laid.up,
            in_turn: self.position.rules.reveal == Reveal::AsLaid,
        });
        play.sealed = (!laid.up).then(|| Sealed::play(trick, seat, attempt, pieces));
        let mut events = vec![play];
        if let Some(finished) = laid.finished {
            events.push(self.finish_trick(&finished));
            if self.stage() == Stage::Over {
                events.push(self.finish());
            }
        }
        Ok(events)
    }

    fn take_back(&mut self, seat: Seat) -> Event {
        let (trick, attempt) = (self.position.trick.number, self.take_backs(seat));
        let pieces = self.position.take_back(seat);
        self.history
            .hidden
            .push(Sealed::play(trick, seat, attempt, pieces));
        Event::of(Fact::TakeBack { seat, trick })
    }

    /// Reveals the plays of the trick that are turned up. Those that stay face down are revealed when the match is over.
    fn finish_trick(&mut self, finished: &Finished) -> Event {
        let trick = &finished.trick;
        let reveal = self.position.rules.reveal;
        let Contest {
            winner,
            won_by,
            shown,
        } = finished.contest;
        let announced = reveal != Reveal::IfHigher;
        let seen = FinishedTrick {
            trick: trick.number,
            leader: trick.leader,
            kind: finished.kind,
            plays: trick.laid,
            shown,
            winner,
            won_by,
            captured: self.position.captured,
            beheaded: marked(finished.beheaded.map(|_, &beheaded| beheaded && announced)),
        };
        let mut opened = Vec::new();
        for (seat, &pieces) in trick.laid.iter() {
            let sealed = Sealed::play(trick.number, seat, trick.take_backs[seat], pieces);
            if !shown[seat] {
                self.history.hidden.push(sealed);
            } else if reveal != Reveal::AsLaid {
                opened.push(sealed);
            }
        }
        self.history.tricks.push(seen.clone());
        Event {
            fact: Fact::Trick(Box::new(seen)),
            sealed: None,
            opened,
        }
    }

    /// Reveals everything that is still hidden: plays that were taken back, and those that stayed face down.
    fn finish(&mut self) -> Event {
        let (standing, goal) = (self.position.standing(), self.position.rules.goal);
        let outcome = Outcome {
            captured: self.position.captured,
            beheaded: marked(self.position.beheaded),
            scores: standing.scores(goal),
            winners: marked(standing.winners(goal)),
        };
        self.history.outcome = Some(outcome.clone());
        Event {
            fact: Fact::Over(Box::new(outcome)),
            sealed: None,
            opened: std::mem::take(&mut self.history.hidden),
        }
    }

    /// The match as the observer sees it.
    pub fn view(&self, observer: Observer) -> View {
        View::of(self, observer)
    }

    /// How often the seat has taken a play back in the current trick.
    pub fn take_backs(&self, seat: Seat) -> u8 {
        self.position
            .trick
            .take_backs
            .get(seat)
            .copied()
            .unwrap_or(0)
    }

    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        self.position.stage()
    }

    /// The outcome, when the match is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.history.outcome.as_ref()
    }

    /// The terms of the match.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The deal. It is secret while the match runs.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The referee's verdict so far. It shows every hand.
    pub fn verdict(&self) -> Verdict {
        let over = self.position.phase == Phase::Over;
        Verdict {
            status: if over {
                VerdictStatus::Over
            } else {
                VerdictStatus::Playing
            },
            refused: None,
            result: self.result(),
        }
    }

    /// The result so far. It shows every hand.
    pub(crate) fn result(&self) -> MatchResult {
        let tricks = self.history.tricks.iter().map(|trick| TrickResult {
            leader: trick.leader,
            kind: trick.kind,
            plays: trick.plays,
            shown: trick.shown,
            winner: trick.winner,
        });
        let is_over = self.outcome().is_some();
        let of_tiles = self.position.rules.document == Document::Tiles;
        MatchResult {
            waiting: of_tiles.then(|| self.waiting().collect()),
            order: self.position.seat_order(),
            hands: self.history.dealt.as_ref().map(|dealt| dealt.hands),
            tricks: tricks.collect(),
            captured: self.position.captured,
            beheaded: (!of_tiles).then(|| marked(self.position.beheaded)),
            scores: self.outcome().and_then(|outcome| outcome.scores),
            winners: self.outcome().map(|outcome| outcome.winners.clone()),
            end: of_tiles.then(|| Ending(is_over.then_some(EndOfMatch::Cards))),
        }
    }
}
