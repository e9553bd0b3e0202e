//! A match of tiles or dice as rooms play it: the rules, with deals, numbered decisions, hidden content, events and views.

mod game;
mod mahjong;

use super::event::Fact;
use super::hand_event::HandFact;
use super::{
    Game, TilesAction, TilesAsk, TilesDeal, TilesDecision, TilesEvent, TilesGame, TilesOutcome,
    TilesResult, TilesSight, TilesTerms, TilesView,
};
use crate::fairness::{SealLabel, Sealed, Stream};
use crate::table::{ActionPage, May, Observer, RefusalCode, Seat, Stage, Verb};
use mahjong::Claims;

/// A match of tiles or dice in a room.
#[derive(Clone, Debug)]
pub struct TilesTable {
    terms: TilesTerms,
    game: TilesGame,
    /// Everything that chance has decided so far.
    deal: TilesDeal,
    /// The stream from which further deals are drawn; none if only the given ones are used.
    stream: Option<Stream>,
    /// How many deals of `deal` the game has used.
    taken: usize,
    seats: Vec<SeatState>,
    /// Hidden decisions that were taken back.
    withdrawn: Vec<Sealed>,
    /// The claims of the tile that can be claimed now.
    claims: Claims,
}

/// The state of a seat besides the game.
#[derive(Clone, Debug, Default)]
struct SeatState {
    /// How many decisions it has made.
    decided: u32,
    /// How often it has taken back in this deal.
    attempt: u8,
    /// Its hidden decision in this deal.
    laid: Option<Sealed>,
}

impl TilesTable {
    /// Starts a match; returns its first events. Deals that `deal` does not contain are drawn from the stream.
    pub fn start(
        terms: &TilesTerms,
        deal: TilesDeal,
        stream: Option<Stream>,
    ) -> (Self, Vec<TilesEvent>) {
        let seats = terms.seats();
        let dice = deal.dice();
        let dice = dice.map(|dice| dice.values().copied().collect());
        let game = terms.game(dice.unwrap_or_default());
        let mut table = Self {
            terms: *terms,
            game,
            deal,
            stream,
            taken: 0,
            seats: vec![SeatState::default(); seats],
            withdrawn: Vec::new(),
            claims: Claims::default(),
        };
        let begun = table.begin_deal();
        (table, begun.into_iter().collect())
    }

    /// Takes an action and returns its events. If it is refused, nothing changes.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &TilesAction,
    ) -> Result<Vec<TilesEvent>, RefusalCode> {
        if self.lacks_chance() {
            return Err(RefusalCode::NotYourTurn);
        }
        if let TilesGame::Mahjong(_) = self.game {
            return self.act_in_mahjong(seat, action);
        }
        let deal = self.game.finished();
        let label = SealLabel::Deal {
            deal,
            seat,
            attempt: self.seats[seat.index()].attempt,
        };
        if *action == TilesAction::TakeBack && !self.may_take_back(seat) {
            return Err(self.refuse_unknown(seat));
        }
        // This must come first, because the last decision ends the deal at once.
        let laid = self.game.laying(deal, seat, action);
        self.game.decide(seat, action)?;
        let state = &mut self.seats[seat.index()];
        let Some((fact, kind, text)) = laid else {
            state.decided -= 1;
            state.attempt += 1;
            self.withdrawn.extend(state.laid.take());
            return Ok(vec![TilesEvent::of(Fact::Withdrawn { deal, seat })]);
        };
        let sealed = Sealed {
            label,
            kind,
            text: text.into(),
        };
        state.decided += 1;
        state.laid = Some(sealed.clone());
        let mut events = vec![TilesEvent {
            sealed: vec![sealed],
            ..TilesEvent::of(fact)
        }];
        self.go_on(deal, &mut events);
        Ok(events)
    }

    /// The refusal code for an action that no game of tiles or dice has.
    pub fn refuse_unknown(&self, seat: Seat) -> RefusalCode {
        if self.game.outcome(&self.terms).is_some() {
            RefusalCode::MatchOver
        } else if self.waits_for(seat) {
            RefusalCode::WrongAction
        } else {
            RefusalCode::NotYourTurn
        }
    }

    /// Whether the match cannot continue, because it needs a deal or throw that was not drawn.
    pub fn lacks_chance(&self) -> bool {
        self.game.needs_chance()
    }

    /// The seats that the match waits for, ascending.
    pub fn waiting(&self) -> Vec<Seat> {
        self.game.waiting()
    }

    /// Whether the match waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.waiting().contains(&seat)
    }

    /// The number of the seat's decision, if the match waits for it.
    pub fn awaited_decision(&self, seat: Seat) -> Option<u32> {
        self.waits_for(seat)
            .then(|| self.seats[seat.index()].decided)
    }

    /// The seat's open decision, if any.
    pub fn decision(&self, seat: Seat) -> Option<TilesDecision> {
        let decision = self.awaited_decision(seat)?;
        let deal = self.game.finished();
        let ask = match &self.game {
            TilesGame::PaiGow(game) => TilesAsk::Split {
                deal,
                tiles: game.tiles(seat)?,
                choices: game.choices(seat),
            },
            TilesGame::Dice(game) => TilesAsk::Bet {
                deal,
                most: game.most(seat),
            },
            TilesGame::Mahjong(game) => self.mahjong_ask(game, deal, seat),
        };
        Some(TilesDecision {
            decision,
            must: true,
            stage: Stage::Play,
            ask,
            default: self.default_action(seat),
            actions: None,
            more_actions: false,
        })
    }

    /// Lists legal actions of a decision of this match, ready to send.
    pub fn list_actions(&self, decision: &mut TilesDecision) {
        decision.list_actions(self.bets());
    }

    /// All legal actions of a decision of this match from place `from` on; of bets, none and all single ones.
    pub fn actions_from(&self, decision: &TilesDecision, from: u64) -> ActionPage<TilesAction> {
        decision.actions_from(self.bets(), from)
    }

    /// What one may bet on; nothing in other games than those of dice.
    fn bets(&self) -> impl Iterator<Item = &str> {
        let dice = match &self.game {
            TilesGame::Dice(game) => Some(game.bets()),
            TilesGame::PaiGow(_) | TilesGame::Mahjong(_) => None,
        };
        dice.into_iter().flatten()
    }

    /// The seats that decide as a batch, in the order in which their decisions take effect. Before all have decided, nobody may know
    /// whether and what each has decided. Empty if decisions take effect at once.
    pub fn batch(&self) -> Vec<Seat> {
        match &self.game {
            TilesGame::Mahjong(game) => game.claimers(),
            TilesGame::PaiGow(_) | TilesGame::Dice(_) => Vec::new(),
        }
    }

    /// The actions that the seat may take at any time, and for which nobody waits.
    pub fn off_turn(&self, seat: Seat) -> Vec<May> {
        let may = self.may_take_back(seat).then(|| May::plain(Verb::TakeBack));
        may.into_iter().collect()
    }

    /// Whether the seat may take back its hidden decision.
    pub fn may_take_back(&self, seat: Seat) -> bool {
        let state = &self.seats[seat.index()];
        state.laid.is_some() && state.attempt < u8::MAX
    }

    /// How often the seat has taken back its decision in this deal.
    pub fn take_backs(&self, seat: Seat) -> u8 {
        self.seats[seat.index()].attempt
    }

    /// The action that is taken when the seat's time runs out; none if the match does not wait for the seat.
    pub fn default_action(&self, seat: Seat) -> Option<TilesAction> {
        self.waits_for(seat).then(|| self.game.default_action(seat))
    }

    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        if self.outcome().is_some() {
            Stage::Over
        } else {
            Stage::Play
        }
    }

    /// The match as the observer sees it.
    pub fn view(&self, observer: Observer) -> TilesView {
        let you = match observer {
            Observer::Seat(seat) => Some(seat),
            Observer::Spectator => None,
        };
        let decided = self.seats.iter().enumerate();
        let decided = decided.filter(|(_, state)| state.laid.is_some());
        let (banker, sight) = match &self.game {
            TilesGame::PaiGow(game) => (
                game.end().is_none().then(|| game.banker()),
                TilesSight::PaiGow {
                    tiles: you.and_then(|seat| game.tiles(seat)),
                    low: you.and_then(|seat| game.laid(seat)),
                    last_deal: game.deals().last().cloned(),
                },
            ),
            TilesGame::Dice(game) => (
                game.banker_seat(),
                TilesSight::Dice {
                    betting: game.betting(),
                    bets: you.and_then(|seat| game.laid(seat)),
                    last_round: game.rounds().last().cloned(),
                },
            ),
            TilesGame::Mahjong(game) => (None, self.mahjong_sight(game, you)),
        };
        TilesView {
            variant: self.terms.variant(),
            options: self.terms.options(),
            you,
            stage: self.stage(),
            deal: self.game.finished(),
            banker,
            scores: self.game.scores(),
            decided: decided.map(|(seat, _)| Seat::new(seat)).collect(),
            sight,
            outcome: self.outcome(),
        }
    }

    /// The outcome, when the match is over.
    pub fn outcome(&self) -> Option<TilesOutcome> {
        self.game.outcome(&self.terms)
    }

    /// The terms of the match.
    pub const fn terms(&self) -> &TilesTerms {
        &self.terms
    }

    /// Everything that chance has decided so far. It is secret while the match runs.
    pub const fn deal(&self) -> &TilesDeal {
        &self.deal
    }

    /// Whether the game has used all deals and throws.
    pub fn has_used_all_chance(&self) -> bool {
        self.taken == self.deal.count()
    }

    /// The result so far. It shows everything hidden.
    pub fn result(&self) -> TilesResult {
        match &self.game {
            TilesGame::PaiGow(game) => TilesResult::of(game),
            TilesGame::Dice(game) => TilesResult::of(game),
            TilesGame::Mahjong(game) => TilesResult::of(game.as_ref()),
        }
    }

    /// Gives the game its next wall or throw: from the given deals, or else drawn from the stream. Does nothing if there is neither.
    fn feed(&mut self) {
        if self.taken == self.deal.count()
            && let Some(stream) = &mut self.stream
        {
            self.deal.draw_next(&self.terms, stream);
        }
        if let Some(chance) = self.deal.of_deal(self.taken) {
            self.game.take_chance(chance);
            self.taken += 1;
        }
    }

    /// Starts a deal; none if it needs a wall that was not drawn.
    fn begin_deal(&mut self) -> Option<TilesEvent> {
        let deal = self.game.finished();
        self.forget_windows();
        if !matches!(self.game, TilesGame::Dice(_)) {
            self.feed();
        }
        match &self.game {
            TilesGame::PaiGow(game) => {
                let seats = (0..game.seats()).map(Seat::new);
                let tiles: Option<Vec<String>> = seats.map(|seat| game.tiles(seat)).collect();
                Some(TilesEvent::of(Fact::Deal {
                    deal,
                    banker: game.banker(),
                    tiles: tiles?,
                }))
            }
            TilesGame::Dice(game) => Some(TilesEvent::of(Fact::Round {
                deal,
                banker: game.banker_seat(),
                betting: game.betting(),
            })),
            TilesGame::Mahjong(game) => self.hand_begun(game, deal),
        }
    }

    /// Adds the events after a decision in the deal with this number: if the deal has ended, its result, and then the end of the match
    /// or the next deal.
    fn go_on(&mut self, deal: u16, events: &mut Vec<TilesEvent>) {
        if self.game.needs_chance() && matches!(self.game, TilesGame::Dice(_)) {
            self.feed();
        }
        if self.game.finished() == deal {
            return;
        }
        let scores = self.game.scores();
        let reveal = match &self.game {
            TilesGame::PaiGow(game) => game.deals().last().map(|finished| Fact::Splits {
                deal,
                finished: Box::new(finished.clone()),
                scores,
            }),
            TilesGame::Dice(game) => game.rounds().last().map(|round| Fact::Dice {
                deal,
                round: Box::new(round.clone()),
                scores,
            }),
            TilesGame::Mahjong(game) => game.finished().last().map(|hand| {
                Fact::Mahjong(HandFact::HandOver {
                    deal,
                    hand: Box::new(hand.clone()),
                    laid: game.last_flowers().cloned(),
                    scores,
                })
            }),
        };
        let opened = self.seats.iter_mut().filter_map(|state| {
            state.attempt = 0;
            state.laid.take()
        });
        let opened = opened.collect();
        events.extend(reveal.map(|fact| TilesEvent {
            opened,
            ..TilesEvent::of(fact)
        }));
        match self.outcome() {
            Some(outcome) => events.push(TilesEvent {
                opened: std::mem::take(&mut self.withdrawn),
                ..TilesEvent::of(Fact::Ended(Box::new(outcome)))
            }),
            None => events.extend(self.begin_deal()),
        }
    }
}
