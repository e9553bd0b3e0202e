//! Branches of finished matches (`docs/REVIEW.md`): somebody plays on from a decision of a seat, against bots.
//!
//! A branch is a function of the record and of what was asked: nothing of it is kept, it has no id and nobody's name, and whoever asks the
//! same gets the same. Bots decide from their seat's view, as at a table.

use std::collections::VecDeque;

use giog_bots::levels;
use giog_protocol::rest::{Branch, BranchInput};
use giog_protocol::server::{RoomEvent, YourTurn};
use giog_rules::fairness::{ServerSeed, thinking_seed};
use giog_rules::record::{BadRecord, By, Player};
use giog_rules::{
    Action, BySeat, Event, Level, Match, Observer, Record, RefusalCode, Replay, Seat, Stage, Verb,
    replay_to,
};

use super::place::level_of;
use super::replayed::{Teller, action_after, before};
use crate::context::Bot;

/// The plays of a branch: more than the longest trick game and most matches on boards have for a seat, and some hands of mahjong.
pub const MOST_PLAYS: usize = 128;
/// The actions of all seats in a branch: it ends a match of many players that goes on without the seat.
const MOST_ACTIONS: usize = 2_000;
/// What replays and the decisions of bots in a branch may count for, known ones too, in microseconds of one core: less than a request may take.
const MOST_COST_US: u64 = 8_000_000;
/// What an action of the record counts for when it is replayed once more.
const REPLAYED_US: u64 = 10;
/// What a decision of a bot counts for that does not search.
const DECISION_US: u64 = 50;
/// The same of one that searches at the level `simple`.
const SEARCH_US: u64 = 30_000;

/// A branch, or why there is none, and what it cost.
#[derive(Debug)]
pub struct Branched {
    /// The branch.
    pub branch: Result<Branch, NoBranch>,
    /// What replays count for, and bots' decisions that were not known, in microseconds of one core, whatever they took. Also without a branch.
    pub cost_us: u64,
    /// What bots decided, in order: a branch with further plays begins with the same.
    pub decided: Vec<Action>,
}

/// What is known of a branch before, and what it costs.
#[derive(Default)]
struct Spent {
    known: VecDeque<Action>,
    decided: Vec<Action>,
    /// What everything counts for, known or not: so that the same branch is always too long, or never.
    counted_us: u64,
    charged_us: u64,
}

impl Spent {
    fn count(&mut self, us: u64, is_known: bool) {
        self.counted_us += us;
        if !is_known {
            self.charged_us += us;
        }
    }

    fn replay(&mut self, actions: usize) {
        self.count(REPLAYED_US * actions as u64, false);
    }
}

/// Why there is no such branch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBranch {
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// The seat does not exist.
    #[error("there is no such seat in the match")]
    NoSeat,
    /// The seat has no decision there.
    #[error("the seat has no decision in the match from there on")]
    NoDecision,
    /// The game has no bots of this level.
    #[error("the game has no bots of the level {0}")]
    NoLevel(Level),
    /// A play is not legal.
    #[error("`plays`, index {index}: {code}")]
    Refused {
        /// Its index.
        index: usize,
        /// Why.
        code: RefusalCode,
    },
    /// It has too many plays, or costs too much.
    #[error("the branch is too long")]
    TooLong,
    /// Bots do not see what is played.
    #[error("bots do not play a game in which players do not see what spectators see")]
    NoBots,
    /// A bot finds nothing to do.
    #[error("nobody decides for a seat")]
    Stuck,
}

/// Plays a branch. `known` is what bots decided in it before, as far as that is known.
pub fn branch(record: &Record, asked: &BranchInput, bot: Bot, known: Vec<Action>) -> Branched {
    let mut spent = Spent {
        known: known.into(),
        ..Spent::default()
    };
    let branch = play(record, asked, bot, &mut spent);
    Branched {
        branch,
        cost_us: spent.charged_us,
        decided: spent.decided,
    }
}

fn play(
    record: &Record,
    asked: &BranchInput,
    bot: Bot,
    spent: &mut Spent,
) -> Result<Branch, NoBranch> {
    let seat = asked.seat;
    if seat.index() >= usize::from(record.seats) {
        return Err(NoBranch::NoSeat);
    }
    if asked.plays.len() > MOST_PLAYS {
        return Err(NoBranch::TooLong);
    }
    let levels = levels_of(record, seat, asked.level)?;
    let action = begins_at(record, asked, spent)?;
    spent.replay(action);
    let replayed = replay_to(record, action)?;
    if replayed.game.hides_from_players() {
        return Err(NoBranch::NoBots);
    }
    let did = record
        .actions
        .get(action)
        .ok_or(NoBranch::NoDecision)?
        .action
        .clone();
    let stands = stands(record, seat, action, &replayed.game)?;
    let (events, teller, game) = before(record, Observer::Seat(seat), replayed);
    let begins = events.len();
    let turns = record.actions.iter().take(action);
    let mut play = Playing {
        record,
        seat,
        bot,
        levels,
        stands,
        game,
        teller,
        turns: turns.filter(|taken| taken.seat == seat).count(),
        at_ms: record.actions.get(action).map_or(0, |taken| taken.at_ms),
        events,
        actions: 0,
        spent,
    };
    play.play_on(&asked.plays)?;
    let left_out = usize::try_from(asked.left_out).unwrap_or(usize::MAX);
    let left_out = left_out.min(play.events.len());
    Ok(Branch {
        match_id: record.match_id,
        seat,
        action: short(action),
        did,
        levels: play.levels,
        begins: short(begins),
        left_out: short(left_out),
        deciding: play.game.waiting().collect(),
        you: play.your_turn(),
        events: play.events.split_off(left_out),
    })
}

fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The level of each other seat.
fn levels_of(
    record: &Record,
    seat: Seat,
    wanted: Option<Level>,
) -> Result<BySeat<Option<Level>>, NoBranch> {
    let known = levels::of(record.variant, record.seats.into());
    if let Some(level) = wanted
        && !known.contains(&level)
    {
        return Err(NoBranch::NoLevel(level));
    }
    Ok(record.players.map(|other, seated| {
        let had = match &seated.player {
            Player::Bot { bot } => level_of(bot),
            Player::Person { .. } => Level::Simple,
        };
        (other != seat).then_some(wanted.unwrap_or(had))
    }))
}

/// The index of the first decision that the seat is asked for, from where the branch may begin.
fn begins_at(record: &Record, asked: &BranchInput, spent: &mut Spent) -> Result<usize, NoBranch> {
    let (seat, mut from) = (asked.seat, asked.action);
    if asked.events > 0 {
        spent.replay(record.actions.len());
        let replayed = replay_to(record, record.actions.len())?;
        from = from.max(action_after(record, replayed, seat, asked.events));
    }
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    let Replay { mut game, .. } = replay_to(record, from)?;
    for (index, taken) in record.actions.iter().enumerate().skip(from) {
        if taken.seat == seat
            && taken.by != By::Server
            && game.waits_for(seat)
            && (game.batch().is_empty() || only_choice(&game, seat).is_none())
            && taken.action.is_decision()
        {
            return Ok(index);
        }
        game.act(taken.seat, &taken.action)
            .map_err(|code| BadRecord::Refused { index, code })?;
    }
    Err(NoBranch::NoDecision)
}

/// The only legal action of the seat, if it has no other one.
fn only_choice(game: &Match, seat: Seat) -> Option<Action> {
    let (actions, next) = game.actions_from(seat, 0)?;
    let [only] = <[Action; 1]>::try_from(actions).ok()?;
    next.is_none().then_some(only)
}

/// What others decided in the match while the decision was open, without seeing what was decided: that stands, with the number of the
/// decision. Nothing of games in which everybody sees everything.
fn stands(
    record: &Record,
    seat: Seat,
    action: usize,
    game: &Match,
) -> Result<BySeat<Option<(u32, Action)>>, BadRecord> {
    let mut stands = BySeat::from_fn(record.seats.into(), |_| None);
    if levels::may_be_late(record.variant) {
        return Ok(stands);
    }
    let mut open: Vec<(Seat, u32)> = game
        .waiting()
        .filter(|&other| other != seat)
        .filter_map(|other| Some((other, game.awaited_decision(other)?)))
        .collect();
    let mut game = game.clone();
    for (index, taken) in record.actions.iter().enumerate().skip(action) {
        let decision = game.awaited_decision(taken.seat);
        for &(other, number) in &open {
            if taken.seat == other && decision == Some(number) && taken.action.is_decision() {
                stands[other] = Some((number, taken.action.clone()));
            }
        }
        game.act(taken.seat, &taken.action)
            .map_err(|code| BadRecord::Refused { index, code })?;
        open.retain(|&(other, number)| {
            game.awaited_decision(other).is_none_or(|now| now == number)
        });
        if open.is_empty() || game.stage() == Stage::Over {
            break;
        }
    }
    Ok(stands)
}

/// A branch while it is played.
struct Playing<'a> {
    record: &'a Record,
    seat: Seat,
    bot: Bot,
    levels: BySeat<Option<Level>>,
    stands: BySeat<Option<(u32, Action)>>,
    game: Match,
    teller: Teller<'a>,
    /// How many actions the seat has taken.
    turns: usize,
    at_ms: u64,
    events: Vec<RoomEvent>,
    actions: usize,
    spent: &'a mut Spent,
}

impl Playing<'_> {
    /// Plays on until the seat has to decide and has no play left, or the match is over.
    fn play_on(&mut self, plays: &[Action]) -> Result<(), NoBranch> {
        let mut plays: VecDeque<(usize, &Action)> = plays.iter().enumerate().collect();
        while self.game.stage() != Stage::Over {
            if self.actions > MOST_ACTIONS || self.spent.counted_us > MOST_COST_US {
                return Err(NoBranch::TooLong);
            }
            let others = self.levels.seats().filter(|&other| other != self.seat);
            let reply =
                { others }.find_map(|other| Some((other, self.game.offer_reply(other, true)?)));
            // Where a branch begins among decisions that took effect together, some are taken.
            let mut batch = self.game.batch();
            batch.retain(|&other| self.game.waits_for(other));
            if let Some((other, action)) = reply {
                self.act(other, &action, By::Bot)
                    .map_err(|_| NoBranch::Stuck)?;
            } else if !batch.is_empty() {
                if !self.decide_together(&batch, &mut plays)? {
                    return Ok(());
                }
            } else if self.game.waits_for(self.seat) {
                let Some((index, action)) = plays.pop_front() else {
                    return Ok(());
                };
                check(action)
                    .and_then(|()| self.act(self.seat, action, By::Player))
                    .map_err(|code| NoBranch::Refused { index, code })?;
            } else {
                // Where a match has several parts, none runs away from the others.
                let moves = |&other: &Seat| (self.game.moves_in_part_of(other), other);
                let Some(other) = self.game.waiting().min_by_key(moves) else {
                    return Err(NoBranch::Stuck);
                };
                self.let_bot_act(other)?;
            }
        }
        match plays.pop_front() {
            None => Ok(()),
            Some((index, action)) => {
                let code = self.game.act(self.seat, action).err();
                let code = code.unwrap_or(RefusalCode::NotYourTurn);
                Err(NoBranch::Refused { index, code })
            }
        }
    }

    /// Decisions that take effect together; false if the seat has no play for its own. Where it has no choice, it is taken.
    fn decide_together(
        &mut self,
        batch: &[Seat],
        plays: &mut VecDeque<(usize, &Action)>,
    ) -> Result<bool, NoBranch> {
        let mut decided = Vec::with_capacity(batch.len());
        for &other in batch {
            let action = if other != self.seat {
                self.decision_of_bot(other, |game, action| {
                    game.check_in_batch(other, action).is_ok()
                })?
            } else if let Some(only) = only_choice(&self.game, other) {
                only
            } else if let Some((index, action)) = plays.pop_front() {
                check(action)
                    .and_then(|()| self.game.check_in_batch(other, action))
                    .map_err(|code| NoBranch::Refused { index, code })?;
                action.clone()
            } else {
                return Ok(false);
            };
            decided.push((other, action));
        }
        for (other, action) in decided {
            let by = if other == self.seat {
                By::Player
            } else {
                By::Bot
            };
            self.act(other, &action, by).map_err(|_| NoBranch::Stuck)?;
        }
        Ok(true)
    }

    fn act(&mut self, seat: Seat, action: &Action, by: By) -> Result<(), RefusalCode> {
        let events = self.game.act(seat, action)?;
        self.actions += 1;
        self.turns += usize::from(seat == self.seat);
        let told = self.tell(events, by);
        self.events.extend(told);
        Ok(())
    }

    /// What the seat is told, without commitments and what opens them: they would be those of the match.
    fn tell(&mut self, events: Vec<Event>, by: By) -> Vec<RoomEvent> {
        let mut told = self.teller.tell(events, by, self.at_ms);
        for event in &mut told {
            if let RoomEvent::Game(game) = event {
                game.sealed = None;
                game.seals.clear();
                game.opened.clear();
            }
        }
        told
    }

    fn let_bot_act(&mut self, seat: Seat) -> Result<(), NoBranch> {
        let action =
            self.decision_of_bot(seat, |game, action| game.clone().act(seat, action).is_ok())?;
        self.act(seat, &action, By::Bot)
            .map_err(|_| NoBranch::Stuck)
    }

    fn decision_of_bot(
        &mut self,
        seat: Seat,
        is_legal: impl Fn(&Match, &Action) -> bool,
    ) -> Result<Action, NoBranch> {
        let action = self.find_decision(seat, is_legal)?;
        self.spent.decided.push(action.clone());
        Ok(action)
    }

    /// What another seat does: what it did in the match, if it did not see what was decided here; otherwise what its bot decides.
    fn find_decision(
        &mut self,
        seat: Seat,
        is_legal: impl Fn(&Match, &Action) -> bool,
    ) -> Result<Action, NoBranch> {
        let number = self.game.awaited_decision(seat);
        let known = self.spent.known.pop_front();
        if let Some((decision, action)) = self.stands[seat].take()
            && number == Some(decision)
            && is_legal(&self.game, &action)
        {
            return Ok(action);
        }
        self.spent.count(self.cost_us(seat), known.is_some());
        let thought = known.or_else(|| self.thought(seat, number.unwrap_or_default()));
        let default = || self.game.stand_in_action(seat);
        let legal = thought.filter(|action| is_legal(&self.game, action));
        legal.or_else(default).ok_or(NoBranch::Stuck)
    }

    /// What the bot of a seat decides from its seat's view, with the seed that it would have had in the match.
    fn thought(&self, seat: Seat, number: u32) -> Option<Action> {
        let decision = self.game.decision(seat)?;
        let view = self.game.view(Observer::Seat(seat));
        let variant = self.record.variant;
        let seed = ServerSeed::new(self.record.fairness.server_seed.0);
        let seed = thinking_seed(&seed, self.record.match_id, seat, number);
        let level = self.levels[seat].unwrap_or_default();
        let nodes = (self.bot.nodes)(variant);
        let thought = match (level, nodes) {
            (Level::Simple, Some(nodes)) => (self.bot.think)(&view, &decision, seed, nodes),
            (Level::Simple, None) => None,
            (level, _) => (self.bot.play)(level, &view, &decision, seed),
        };
        thought.or_else(|| (self.bot.choose)(&view, &decision))
    }

    /// What a decision of a bot counts for.
    fn cost_us(&self, seat: Seat) -> u64 {
        let variant = self.record.variant;
        match self.levels[seat].unwrap_or_default() {
            Level::Simple if (self.bot.nodes)(variant).is_none() => DECISION_US,
            Level::Simple => SEARCH_US,
            level => DECISION_US + levels::cost_us(level, variant),
        }
    }

    fn your_turn(&self) -> Option<YourTurn> {
        if self.game.stage() == Stage::Over {
            return None;
        }
        let mut decision = self.game.decision(self.seat)?;
        self.game.list_actions(self.seat, &mut decision);
        let mut may = self.game.off_turn(self.seat);
        may.retain(|kind| kind.verb == Verb::Resign);
        Some(YourTurn {
            turn: short(self.turns),
            decision: Some(decision),
            choices: None,
            may,
            held: None,
        })
    }
}

/// Refuses what has no meaning in a branch: nobody waits, and nobody answers. Whoever wants a play back branches before it.
const fn check(action: &Action) -> Result<(), RefusalCode> {
    if action.is_decision() || action.is_resignation() {
        Ok(())
    } else {
        Err(RefusalCode::WrongAction)
    }
}
