//! A match on a board as a room plays it: the referee's match, and round it decisions with numbers, events and views.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::decision::{Choose, kinds_of};
use super::event::{Fact, Position};
use super::{
    BoardAction, BoardDeal, BoardDecision, BoardEvent, BoardMatch, BoardOptions, BoardOutcome,
    BoardPhase, BoardResult, BoardSight, BoardTerms, BoardVariant, OnTime, SeenFields,
};
use crate::table::{May, Observer, RefusalCode, Seat, Stage, Verb};

/// A match on a board in a room.
#[derive(Clone, Debug)]
pub struct BoardTable {
    terms: BoardTerms,
    deal: BoardDeal,
    game: BoardMatch,
    /// For each seat how many decisions it has taken: what it did when it was asked.
    decided: Vec<u32>,
}

/// A match on a board as one observer sees it. What is not listed here is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// The game.
    pub variant: BoardVariant,
    /// The options in force.
    pub options: BoardOptions,
    /// The observer's seat; null for spectators.
    pub you: Option<Seat>,
    /// The part of the match that is being played.
    pub stage: Stage,
    /// Who begins: in xiangqi the red seat. Left out where that is always the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Where the match stands.
    pub position: BoardSight,
    /// The outcome; null until the match is over.
    pub outcome: Option<BoardOutcome>,
}

impl BoardTable {
    /// Begins a match; gives its first event.
    pub fn start(terms: &BoardTerms, deal: BoardDeal) -> (Self, BoardEvent) {
        let game = BoardMatch::new(deal.game(*terms));
        let table = Self {
            terms: *terms,
            decided: vec![0; game.seats()],
            deal,
            game,
        };
        let set_up = BoardEvent {
            fact: Fact::SetUp {
                first: table.deal.first(),
                position: Box::new(table.position(0)),
            },
        };
        (table, set_up)
    }

    /// Takes an action, or changes nothing and says why not.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &BoardAction,
    ) -> Result<Vec<BoardEvent>, RefusalCode> {
        let plies = self.game.moves();
        let was_asked = self.waits_for(seat);
        self.game.act(seat, action)?;
        if was_asked && action.is_decision() {
            self.decided[seat.index()] += 1;
        }
        let acted = Fact::Acted {
            seat,
            action: action.clone(),
            position: Box::new(self.position(plies as usize)),
        };
        let mut events = vec![BoardEvent { fact: acted }];
        if let Some(ending) = self.game.ending() {
            events.push(BoardEvent::ended(ending, self.game.sides()));
        }
        Ok(events)
    }

    /// Why an action that no game on a board has is refused.
    pub fn refuse_unknown(&self, seat: Seat) -> RefusalCode {
        self.game.refuse_unknown(Some(seat))
    }

    /// Whether the match waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.game.asked().contains(&seat)
    }

    /// Whether the seat is still in the match.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.game.is_in(seat)
    }

    /// The number of the decision that the match waits for from the seat; none where it does not wait for it.
    pub fn awaited_decision(&self, seat: Seat) -> Option<u32> {
        self.waits_for(seat).then(|| self.decided[seat.index()])
    }

    /// The seats that the match waits for, ascending.
    pub fn waiting(&self) -> Vec<Seat> {
        self.game.asked()
    }

    /// What the seat may decide now, if it is asked.
    pub fn decision(&self, seat: Seat) -> Option<BoardDecision> {
        let decision = self.awaited_decision(seat)?;
        let on_time = self.game.on_time();
        let hidden = self.terms.is_blindfold();
        let mut may = kinds_of(&self.game.choices(seat));
        if hidden {
            for kind in &mut may {
                kind.choices = None;
            }
        }
        Some(BoardDecision {
            decision,
            must: true,
            stage: self.stage(),
            ask: Choose::default(),
            may,
            default: (!hidden && on_time == OnTime::Move)
                .then(|| self.game.default_action(seat))
                .flatten(),
            on_time,
        })
    }

    /// What the seat may do whether it is asked or not, and nobody waits for.
    pub fn off_turn(&self, seat: Seat) -> Vec<May> {
        let open = [
            (Verb::Resign, BoardAction::Resign),
            (Verb::OfferDraw, BoardAction::OfferDraw),
            (Verb::AcceptDraw, BoardAction::AcceptDraw),
            (Verb::DeclineDraw, BoardAction::DeclineDraw),
        ];
        let open = open
            .into_iter()
            .filter(|(_, action)| self.game.may(seat, action));
        open.map(|(verb, _)| May::plain(verb)).collect()
    }

    /// What is done for the seat when its time runs out; none where the match does not wait for it.
    pub fn default_action(&self, seat: Seat) -> Option<BoardAction> {
        self.game.default_action(seat)
    }

    /// What a default that stands in for somebody who is away does: never one that loses.
    pub fn stand_in_action(&self, seat: Seat) -> Option<BoardAction> {
        let choices = self.game.choices(seat);
        match self.game.on_time() {
            OnTime::Move => self.game.default_action(seat),
            OnTime::Lose => choices.into_iter().next(),
        }
    }

    /// The reply of a bot or a stand-in to an open draw offer: it is always declined.
    pub fn offer_reply(&self, seat: Seat) -> Option<BoardAction> {
        self.game
            .may(seat, &BoardAction::DeclineDraw)
            .then_some(BoardAction::DeclineDraw)
    }

    /// Whether whose time runs out loses.
    pub fn loses_on_time(&self) -> bool {
        self.game.on_time() == OnTime::Lose
    }

    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        if self.game.ending().is_some() {
            Stage::Over
        } else if self.game.phase() == Some(BoardPhase::Ally) {
            Stage::Ceremony
        } else {
            Stage::Play
        }
    }

    /// What the observer sees, and nothing else.
    pub fn view(&self, observer: Observer) -> BoardView {
        let Position { open, blindfold } = self.position(0);
        let (you, position) = match (observer, blindfold) {
            (Observer::Seat(seat), Some(blindfold)) => (Some(seat), blindfold),
            (Observer::Seat(seat), None) => (Some(seat), open),
            (Observer::Spectator, _) => (None, open),
        };
        BoardView {
            variant: self.terms.variant(),
            options: self.terms.options(),
            you,
            stage: self.stage(),
            first: self.deal.first(),
            position,
            outcome: self.outcome(),
        }
    }

    /// How the match ended, once it has.
    pub fn outcome(&self) -> Option<BoardOutcome> {
        let ending = self.game.ending()?;
        Some(BoardOutcome {
            end: ending.end,
            winners: ending.winners.clone(),
            scores: None,
            sides: self.game.sides(),
        })
    }

    /// What it is played by.
    pub const fn terms(&self) -> &BoardTerms {
        &self.terms
    }

    /// What was decided before the first action. A layout in it is secret while the match runs.
    pub const fn deal(&self) -> &BoardDeal {
        &self.deal
    }

    /// What the actions so far led to. It shows the board.
    pub fn result(&self) -> BoardResult {
        self.game.result()
    }

    /// Where the match stands, with the plies from number `since` on.
    fn position(&self, since: usize) -> Position {
        let open = BoardSight {
            board: Some(self.game.board()),
            turn: self.game.asked(),
            captured: Some(self.game.captured()),
            moves: self.game.moves(),
            offer: self.game.offer().cloned(),
            repeated: self.game.repeated(),
            fields: SeenFields::Open(self.game.fields(since)),
        };
        let blindfold = self
            .terms
            .is_blindfold()
            .then(|| open.blindfold(self.game.is_check()));
        Position { open, blindfold }
    }
}

impl BoardAction {
    /// Whether it takes the decision of a seat that is asked, so that the next time it is another one.
    const fn is_decision(&self) -> bool {
        self.is_on_board() || matches!(self, Self::Ally { .. } | Self::TimeOut)
    }
}
