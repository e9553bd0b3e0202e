//! A match of tiles or dice as a room plays it: the referee's match, and round it chance, decisions with numbers, what is laid
//! hidden, events and views.

mod game;
mod mahjong;

use super::event::Fact;
use super::hand_event::HandFact;
use super::{
    Game, TilesAction, TilesAsk, TilesDeal, TilesDecision, TilesEvent, TilesGame, TilesOutcome,
    TilesResult, TilesSight, TilesTerms, TilesView,
};
use crate::fairness::{SealLabel, Sealed, Stream};
use crate::table::{May, Observer, RefusalCode, Seat, Stage, Verb};
use mahjong::Claims;

/// A match of tiles or dice in a room.
#[derive(Clone, Debug)]
pub struct TilesTable {
    terms: TilesTerms,
    game: TilesGame,
    /// What chance has decided so far.
    deal: TilesDeal,
    /// From where chance goes on; none where all there is was given.
    stream: Option<Stream>,
    /// How many deals of `deal` the game has taken.
    taken: usize,
    seats: Vec<SeatState>,
    /// What was laid hidden, and taken back again.
    withdrawn: Vec<Sealed>,
    /// The claims of the tile that others may claim.
    claims: Claims,
}

/// What is kept of a seat beside the game.
#[derive(Clone, Debug, Default)]
struct SeatState {
    /// How many decisions it has taken.
    decided: u32,
    /// How often it has taken back in this deal.
    attempt: u8,
    /// What it has laid in this deal.
    laid: Option<Sealed>,
}

impl TilesTable {
    /// Begins a match; gives its first events. Chance that the deal does not have yet is drawn from the stream.
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

    /// Takes an action, or changes nothing and says why not.
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
        // Read before it is laid: the last one closes the deal at once.
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

    /// Why an action that no game of tiles or dice has is refused.
    pub fn refuse_unknown(&self, seat: Seat) -> RefusalCode {
        if self.game.outcome(&self.terms).is_some() {
            RefusalCode::MatchOver
        } else if self.waits_for(seat) {
            RefusalCode::WrongAction
        } else {
            RefusalCode::NotYourTurn
        }
    }

    /// Whether the match needs chance that is not there.
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

    /// The number of the decision that the match waits for from the seat; none where it does not wait for it.
    pub fn awaited_decision(&self, seat: Seat) -> Option<u32> {
        self.waits_for(seat)
            .then(|| self.seats[seat.index()].decided)
    }

    /// What the seat may decide now, if it is asked.
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
        })
    }

    /// Who decides as a batch, in the order in which it takes effect: whether and what each of them has decided may be known to
    /// nobody before all have. Nobody where decisions take effect at once.
    pub fn batch(&self) -> Vec<Seat> {
        match &self.game {
            TilesGame::Mahjong(game) => game.claimers(),
            TilesGame::PaiGow(_) | TilesGame::Dice(_) => Vec::new(),
        }
    }

    /// What the seat may do whether it is asked or not, and nobody waits for.
    pub fn off_turn(&self, seat: Seat) -> Vec<May> {
        let may = self.may_take_back(seat).then(|| May::plain(Verb::TakeBack));
        may.into_iter().collect()
    }

    /// Whether the seat has laid something that it may still take back.
    pub fn may_take_back(&self, seat: Seat) -> bool {
        let state = &self.seats[seat.index()];
        state.laid.is_some() && state.attempt < u8::MAX
    }

    /// How often the seat has taken something back in this deal.
    pub fn take_backs(&self, seat: Seat) -> u8 {
        self.seats[seat.index()].attempt
    }

    /// What is done for the seat when its time runs out; none where the match does not wait for it.
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

    /// What the observer sees, and nothing else.
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

    /// How the match ended, once it has.
    pub fn outcome(&self) -> Option<TilesOutcome> {
        self.game.outcome(&self.terms)
    }

    /// What chance has decided so far. It is secret while the match runs.
    pub const fn deal(&self) -> &TilesDeal {
        &self.deal
    }

    /// Whether all that chance has decided was needed.
    pub fn has_used_all_chance(&self) -> bool {
        self.taken == self.deal.count()
    }

    /// What the actions so far led to. It shows everything.
    pub fn result(&self) -> TilesResult {
        match &self.game {
            TilesGame::PaiGow(game) => TilesResult::of(game),
            TilesGame::Dice(game) => TilesResult::of(game),
            TilesGame::Mahjong(game) => TilesResult::of(game.as_ref()),
        }
    }

    /// Hands the game what chance decides next: what is given, or else drawn. Nothing where there is nothing to be had.
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

    /// Begins a deal, unless it needs chance that is not there.
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

    /// What follows when somebody has decided in the deal with this number: nothing, or its end, and what comes then.
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
