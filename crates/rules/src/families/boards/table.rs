//! A match on a board as rooms play it: the rules, with numbered decisions, events and views.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::decision::{Choose, kinds_of};
use super::event::{Fact, Position};
use super::{
    BoardAction, BoardDeal, BoardDecision, BoardEvent, BoardGame, BoardMatch, BoardOptions,
    BoardOutcome, BoardPhase, BoardResult, BoardSight, BoardTerms, BoardVariant, OnTime,
    SeenFields,
};
use crate::table::{ActionPage, May, Observer, RefusalCode, Seat, Stage, Verb, page, place};

/// A match on a board in a room.
#[derive(Clone, Debug)]
pub struct BoardTable {
    terms: BoardTerms,
    deal: BoardDeal,
    game: BoardMatch,
    /// For each seat, the number of decisions that it has made: actions when it had to decide.
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
    /// The seat that begins: in xiangqi the red one. Omitted in games in which it is always the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// The state of the match.
    pub position: BoardSight,
    /// The outcome; null until the match is over.
    pub outcome: Option<BoardOutcome>,
}

impl BoardTable {
    /// Starts a match; returns its first event.
    pub fn start(terms: &BoardTerms, deal: BoardDeal) -> (Self, BoardEvent) {
        let game = BoardMatch::new(BoardGame::new(terms, &deal));
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

    /// Takes an action and returns its events. If it is refused, nothing changes.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &BoardAction,
    ) -> Result<Vec<BoardEvent>, RefusalCode> {
        let plies = self.game.moves();
        let asked = self.game.asked();
        self.game.act(seat, action)?;
        let was_asked = asked.contains(&seat);
        if *action == BoardAction::AcceptTakeBack {
            // What was asked in the position that is taken back is not asked any more.
            for seat in asked {
                self.decided[seat.index()] += 1;
            }
        }
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

    /// The refusal code for an action that no game on a board has.
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

    /// The number of the seat's decision, if the match waits for it.
    pub fn awaited_decision(&self, seat: Seat) -> Option<u32> {
        self.waits_for(seat).then(|| self.decided[seat.index()])
    }

    /// The seats that the match waits for, ascending.
    pub fn waiting(&self) -> Vec<Seat> {
        self.game.asked()
    }

    /// The seat's open decision, if any.
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
            actions: None,
            more_actions: false,
        })
    }

    /// Lists the legal actions of a decision of this match, ready to send, unless its player does not see the board.
    pub fn list_actions(&self, decision: &mut BoardDecision) {
        if !self.terms.is_blindfold() {
            decision.list_actions();
        }
    }

    /// The legal actions of a decision of this match from place `from` on; none if its player does not see the board.
    pub fn actions_from(
        &self,
        decision: &BoardDecision,
        from: u64,
    ) -> Option<ActionPage<BoardAction>> {
        (!self.terms.is_blindfold()).then(|| page(decision.listed().skip(place(from)), from))
    }

    /// The actions that the seat may take at any time, and for which nobody waits.
    pub fn off_turn(&self, seat: Seat) -> Vec<May> {
        let open = [
            (Verb::Resign, BoardAction::Resign),
            (Verb::OfferDraw, BoardAction::OfferDraw),
            (Verb::AcceptDraw, BoardAction::AcceptDraw),
            (Verb::DeclineDraw, BoardAction::DeclineDraw),
            (Verb::ProposeTakeBack, BoardAction::ProposeTakeBack),
            (Verb::AcceptTakeBack, BoardAction::AcceptTakeBack),
            (Verb::DeclineTakeBack, BoardAction::DeclineTakeBack),
        ];
        let open = open
            .into_iter()
            .filter(|(_, action)| self.game.may(seat, action));
        open.map(|(verb, _)| May::plain(verb)).collect()
    }

    /// The action that is taken when the seat's time runs out; none if the match does not wait for the seat.
    pub fn default_action(&self, seat: Seat) -> Option<BoardAction> {
        self.game.default_action(seat)
    }

    /// The action for an away player whose stand-in is the default. It never loses the match, even if running out of time would.
    pub fn stand_in_action(&self, seat: Seat) -> Option<BoardAction> {
        let choices = self.game.choices(seat);
        match self.game.on_time() {
            OnTime::Move => self.game.default_action(seat),
            OnTime::Lose => choices.into_iter().next(),
        }
    }

    /// The reply of a bot or stand-in to an offer. Both decline draws. A bot accepts take-backs, a stand-in declines them.
    pub fn offer_reply(&self, seat: Seat, is_bot: bool) -> Option<BoardAction> {
        let to_take_back = if is_bot {
            BoardAction::AcceptTakeBack
        } else {
            BoardAction::DeclineTakeBack
        };
        let mut replies = [to_take_back, BoardAction::DeclineDraw].into_iter();
        replies.find(|reply| self.game.may(seat, reply))
    }

    /// Whether a player whose time runs out loses.
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

    /// The match as the observer sees it.
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

    /// The outcome, when the match is over.
    pub fn outcome(&self) -> Option<BoardOutcome> {
        let ending = self.game.ending()?;
        Some(BoardOutcome {
            end: ending.end,
            winners: ending.winners.clone(),
            scores: None,
            sides: self.game.sides(),
        })
    }

    /// The sides: lists of seats that win and lose together.
    pub fn sides(&self) -> Vec<Vec<Seat>> {
        self.game.sides()
    }

    /// The number of moves, drops and flips so far on the board that the seat plays on.
    pub fn moves_on_board_of(&self, seat: Seat) -> u32 {
        self.game.moves_on_board_of(seat)
    }

    /// How many actions on the board stand; none if none can be taken back.
    pub fn standing(&self) -> Option<usize> {
        self.game.standing()
    }

    /// The terms of the match.
    pub const fn terms(&self) -> &BoardTerms {
        &self.terms
    }

    /// The deal. A layout in it is secret while the match runs.
    pub const fn deal(&self) -> &BoardDeal {
        &self.deal
    }

    /// The result so far. It shows the board.
    pub fn result(&self) -> BoardResult {
        self.game.result()
    }

    /// The current state, with the plies from number `since` on.
    fn position(&self, since: usize) -> Position {
        let open = BoardSight {
            board: Some(self.game.board()),
            turn: self.game.asked(),
            captured: Some(self.game.captured()),
            moves: self.game.moves(),
            offer: self.game.offer().cloned(),
            take_back: self.game.take_back(),
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
    /// Whether it answers a decision, so that the seat's next decision has the next number.
    const fn is_decision(&self) -> bool {
        self.is_on_board() || matches!(self, Self::Ally { .. } | Self::TimeOut)
    }
}
