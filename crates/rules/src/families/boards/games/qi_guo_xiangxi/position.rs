//! A position of seven kingdoms: whose turn it is, what was captured, and which states have fallen.

use super::cell::{Kind, States};
use super::field::{Field, Index};
use super::movement::AROUND;
use crate::families::boards::options::AllyAttack;
use crate::families::boards::state::{Fall, STATES, Standing, State};
use crate::families::boards::{
    BoardEnd, BoardOptions, BoardPhase, BoardSight, BoardText, Ending, GameFields, SeenFields,
};
use crate::table::{RefusalCode, Seat};

/// The most seats: one for each state.
const MOST_SEATS: usize = STATES;
/// A state that has lost more pieces than this falls.
const MOST_LOSSES: u8 = 10;
/// A seat that captures this many generals wins (hegemon).
const HEGEMON_GENERALS: u16 = 2;
/// A seat that captures this many pieces wins (hegemon).
const HEGEMON_PIECES: u16 = 30;
/// After this number of moves in a row without a capture, the match ends: 20 rounds of seven.
const QUIET_MOVES: u32 = 140;
/// After this number of moves, the match ends: 200 rounds of seven.
const MOST_MOVES: u32 = 1400;

/// The captures of a seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Captured pieces, including generals.
    pub captured: u16,
    pub generals: u16,
    resigned: bool,
}

impl Tally {
    const fn has_generals(self) -> bool {
        self.generals >= HEGEMON_GENERALS
    }

    const fn has_pieces(self) -> bool {
        self.captured - self.generals >= HEGEMON_PIECES
    }
}

/// The kind of decision that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The seat of this state chooses an ally.
    Ally(State),
    /// This state moves.
    Move(State),
}

/// A move from one point to another. Moves are ordered by both points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub from: Index,
    pub to: Index,
}

/// The state of a match.
#[derive(Clone, Copy, Debug)]
pub struct QiGuoXiangxi {
    ally_attack: AllyAttack,
    seats: usize,
    field: Field,
    standings: [Standing; STATES],
    tallies: [Tally; MOST_SEATS],
    phase: Phase,
    moves: u32,
    quiet: u32,
}

impl QiGuoXiangxi {
    /// The starting position, for 4 to 7 seats.
    pub fn new(seats: usize, ally_attack: AllyAttack) -> Self {
        let mut position = Self {
            ally_attack,
            seats,
            field: Field::new(),
            standings: State::ALL.map(|state| Standing {
                state,
                seat: None,
                lost: 0,
                out: None,
            }),
            tallies: [Tally::default(); MOST_SEATS],
            phase: Phase::Ally(State::Qin),
            moves: 0,
            quiet: 0,
        };
        for (seat, state) in choosers(seats).iter().enumerate() {
            position.standings[state.index()].seat = Some(Seat::new(seat));
        }
        if choosers(seats).is_empty() {
            position.share_out();
        }
        position
    }

    /// The current state from a view, which shows everything; none if the view is of another game or the match is over.
    pub fn seen(position: &BoardSight, options: BoardOptions) -> Option<Self> {
        let BoardSight {
            board: Some(BoardText::One(board)),
            captured: Some(captured),
            moves,
            fields,
            ..
        } = position
        else {
            return None;
        };
        let SeenFields::Open(GameFields::Kingdoms {
            phase,
            state,
            generals,
            states,
            quiet,
        }) = fields
        else {
            return None;
        };
        let mut seen = Self::new(captured.len(), options.ally_attack?);
        seen.field = Field::read(board)?;
        seen.standings = states.as_slice().try_into().ok()?;
        for (index, tally) in seen.tallies[..captured.len()].iter_mut().enumerate() {
            let mut own = states.iter().filter(|of| of.seat == Some(Seat::new(index)));
            *tally = Tally {
                captured: captured[index],
                generals: *generals.get(index)?,
                resigned: own.any(|of| of.out == Some(Fall::Resigned)),
            };
        }
        seen.phase = match phase.as_ref()? {
            BoardPhase::Ally => Phase::Ally((*state)?),
            _ => Phase::Move((*state)?),
        };
        (seen.moves, seen.quiet) = (*moves, *quiet);
        Some(seen)
    }

    /// For each seat, its estimated share of the win, from its captures and whether it still has a state.
    pub(super) fn prospects(&self) -> Vec<f32> {
        let hopes = self.tallies().iter().enumerate().map(|(index, tally)| {
            let there = self.has_state(Seat::new(index));
            let taken = f32::from(tally.captured) + 8.0 * f32::from(tally.generals);
            match (tally.resigned, there) {
                (true, _) => 0.0,
                (false, true) => 5.0 + taken,
                (false, false) => 0.3 * taken,
            }
        });
        let hopes: Vec<f32> = hopes.collect();
        let sum: f32 = hopes.iter().sum();
        hopes.iter().map(|hope| hope / sum.max(1.0)).collect()
    }

    pub(super) const fn phase(&self) -> Phase {
        self.phase
    }

    pub(super) const fn field(&self) -> &Field {
        &self.field
    }

    /// The seven states, in the order of play.
    pub(super) const fn standings(&self) -> &[Standing; STATES] {
        &self.standings
    }

    /// The captures of each seat.
    pub(super) fn tallies(&self) -> &[Tally] {
        &self.tallies[..self.seats]
    }

    pub(super) const fn moves_made(&self) -> u32 {
        self.moves
    }

    /// Moves in a row without a capture or an attack on an ally.
    pub(super) const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The seat that has to decide.
    pub(super) fn seat_asked(&self) -> Seat {
        let (Phase::Ally(state) | Phase::Move(state)) = self.phase;
        self.seat_of(state).expect("who is asked has a seat")
    }

    /// Whether a seat may resign: it has a state left, and all allies have been chosen.
    pub(super) fn can_give_up(&self, seat: Seat) -> bool {
        matches!(self.phase, Phase::Move(_)) && self.has_state(seat)
    }

    /// The states that no seat directs yet, in the order of play.
    pub(super) fn open_states(&self) -> impl Iterator<Item = State> {
        let open = self
            .standings
            .iter()
            .filter(|standing| standing.seat.is_none());
        open.map(|standing| standing.state)
    }

    /// Calls `found` with every legal move of a state: by the point left, then in no particular order.
    pub(super) fn each_move(&self, state: State, mut found: impl FnMut(Move)) {
        let spared = self.spared(state);
        for &from in self.field.army(state) {
            self.field
                .reach(from, spared, |to| found(Move { from, to }));
        }
    }

    /// The legal moves of a state, in the order of moves.
    pub(super) fn moves_of(&self, state: State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(state, |found| moves.push(found));
        moves.sort_unstable();
        moves
    }

    /// The number of legal moves of a state.
    pub(super) fn count_moves(&self, state: State) -> usize {
        let mut count = 0;
        self.each_move(state, |_| count += 1);
        count
    }

    /// The default move, which does the least harm: the emissary by one point; otherwise the first move without a capture, then the
    /// first capture of another's piece, then the first attack on the ally.
    pub(super) fn default_move(&self, state: State) -> Option<Move> {
        let ally = self.ally_of(state);
        self.emissary_by_a_point(state).or_else(|| {
            let harm = |to: Index| {
                let taken = self.field.at(to).state();
                (taken.is_some(), taken.is_some() && taken == ally)
            };
            let moves = self.moves_of(state).into_iter();
            moves.min_by_key(|&Move { from, to }| (harm(to), from, to))
        })
    }

    fn emissary_by_a_point(&self, state: State) -> Option<Move> {
        let from = self.field.emissary(state)?;
        let mut around = AROUND.map(|step| from.step(step)).into_iter();
        let to = around.find(|&to| self.field.at(to).is_empty())?;
        Some(Move { from, to })
    }

    /// Why a move of a state is not legal.
    pub(super) fn check(&self, state: State, Move { from, to }: Move) -> Result<(), RefusalCode> {
        let (piece, target) = (self.field.at(from), self.field.at(to));
        if piece.is_empty() {
            return Err(RefusalCode::NoPiece);
        }
        if piece.state() != Some(state) {
            return Err(RefusalCode::NotYourPiece);
        }
        if to == Index::ZHOU {
            return Err(RefusalCode::Zhou);
        }
        if target.state() == Some(state) {
            return Err(RefusalCode::OwnPiece);
        }
        self.field.check(from, to)?;
        let attacks_ally = target.state().is_some() && target.state() == self.ally_of(state);
        if attacks_ally && self.ally_attack == AllyAttack::Refuse {
            return Err(RefusalCode::OwnAlly);
        }
        Ok(())
    }

    /// The seat of `chooser` takes a state as its ally.
    pub(super) fn take_ally(&mut self, chooser: State, ally: State) {
        self.standings[ally.index()].seat = self.seat_of(chooser);
        let mut choosers = choosers(self.seats).iter();
        match choosers.find(|&&next| next > chooser) {
            Some(&next) => self.phase = Phase::Ally(next),
            None => self.share_out(),
        }
    }

    /// Gives the remaining states to the remaining seats, both in order. Qin begins.
    fn share_out(&mut self) {
        let mut seats = (choosers(self.seats).len()..self.seats).map(Seat::new);
        for standing in &mut self.standings {
            if standing.seat.is_none() {
                standing.seat = seats.next();
            }
        }
        self.phase = Phase::Move(State::Qin);
    }

    /// Makes a legal move of the state whose turn it is; returns how the match ends, if it does.
    pub(super) fn make(&mut self, state: State, Move { from, to }: Move) -> Option<Ending> {
        let ally = self.ally_of(state);
        let taken = self.field.shift(state, from, to);
        self.moves += 1;
        self.quiet += 1;
        if let (Some(loser), Some(kind)) = (taken.state(), taken.kind()) {
            self.quiet = 0;
            if Some(loser) == ally {
                self.fall(loser, Fall::Ally);
            } else {
                self.capture(state, loser, kind);
            }
        }
        self.go_on(state.next())
    }

    /// Whether a move captures a piece of a state that another seat directs.
    pub(super) fn takes_enemy(&self, state: State, Move { to, .. }: Move) -> bool {
        let taken = self.field.at(to).state();
        taken.is_some_and(|loser| self.seat_of(loser) != self.seat_of(state))
    }

    fn capture(&mut self, state: State, loser: State, kind: Kind) {
        let is_general = kind == Kind::General;
        let tally = self.tally_of(state);
        tally.captured += 1;
        tally.generals += u16::from(is_general);
        let standing = &mut self.standings[loser.index()];
        standing.lost += 1;
        if is_general {
            self.fall(loser, Fall::General);
        } else if standing.lost > MOST_LOSSES {
            self.fall(loser, Fall::Losses);
        }
    }

    /// Removes all states of a seat that may resign; returns how the match ends, if it does.
    pub(super) fn give_up(&mut self, seat: Seat) -> Option<Ending> {
        let (Phase::Ally(turn) | Phase::Move(turn)) = self.phase;
        for state in State::ALL {
            if self.stands(state) && self.seat_of(state) == Some(seat) {
                self.fall(state, Fall::Resigned);
            }
        }
        self.tallies[seat.index()].resigned = true;
        self.go_on(turn)
    }

    /// Returns how the match ends, if it does; otherwise passes the turn to the first state, from this one on, that can move.
    fn go_on(&mut self, from: State) -> Option<Ending> {
        let seats = || (0..self.seats).map(Seat::new);
        let hegemon = |end, is_one: fn(Tally) -> bool| {
            let seat = seats().find(|seat| is_one(self.tallies[seat.index()]))?;
            let winners = vec![seat];
            Some(Ending { end, winners })
        };
        let by_most_captured = |end| Ending {
            end,
            winners: self.most_captured(),
        };
        let next = from
            .round()
            .find(|&state| self.stands(state) && self.can_move(state));
        let ending = hegemon(BoardEnd::HegemonGenerals, Tally::has_generals)
            .or_else(|| hegemon(BoardEnd::HegemonPieces, Tally::has_pieces))
            .or_else(|| {
                let end = if seats().filter(|&seat| self.has_state(seat)).count() <= 1 {
                    Some(BoardEnd::LastSeat)
                } else if self.quiet >= QUIET_MOVES {
                    Some(BoardEnd::NoCapture)
                } else if self.moves >= MOST_MOVES {
                    Some(BoardEnd::Length)
                } else if next.is_none() {
                    Some(BoardEnd::Stuck)
                } else {
                    None
                };
                end.map(by_most_captured)
            });
        if let Some(next) = next {
            self.phase = Phase::Move(next);
        }
        ending
    }

    /// The seats with the most captures among those that have not resigned, even if they have no state left.
    fn most_captured(&self) -> Vec<Seat> {
        let playing = || {
            let tallies = self.tallies().iter().enumerate();
            tallies.filter(|(_, tally)| !tally.resigned)
        };
        let most = playing().map(|(_, tally)| tally.captured).max();
        let best = playing().filter(|(_, tally)| Some(tally.captured) == most);
        best.map(|(seat, _)| Seat::new(seat)).collect()
    }

    fn can_move(&self, state: State) -> bool {
        self.emissary_by_a_point(state).is_some() || {
            let mut can = false;
            self.each_move(state, |_| can = true);
            can
        }
    }

    /// Removes the remaining pieces of a state. They count for nobody.
    fn fall(&mut self, state: State, how: Fall) {
        self.field.clear(state);
        self.standings[state.index()].out = Some(how);
    }

    /// The seat that directs a state.
    pub(super) fn seat_of(&self, state: State) -> Option<Seat> {
        self.standings[state.index()].seat
    }

    fn tally_of(&mut self, state: State) -> &mut Tally {
        let seat = self.seat_of(state).expect("who moves has a seat");
        &mut self.tallies[seat.index()]
    }

    fn stands(&self, state: State) -> bool {
        self.standings[state.index()].out.is_none()
    }

    /// Whether a seat has a state left.
    pub(super) fn has_state(&self, seat: Seat) -> bool {
        let mut standings = self.standings.iter();
        standings.any(|standing| standing.seat == Some(seat) && standing.out.is_none())
    }

    /// The other state of the seat that directs this one.
    fn ally_of(&self, state: State) -> Option<State> {
        let seat = self.seat_of(state);
        let mut others = State::ALL.into_iter().filter(|&other| other != state);
        others.find(|&other| self.seat_of(other) == seat)
    }

    /// The states that this state may not attack: itself and, if that is the rule, its ally.
    fn spared(&self, state: State) -> States {
        let own = States::one(state);
        match self.ally_attack {
            AllyAttack::Remove => own,
            AllyAttack::Refuse => self.ally_of(state).map_or(own, |ally| own.with(ally)),
        }
    }
}

/// The states whose seats choose an ally, in order. The seats 0, 1, … direct them.
const fn choosers(seats: usize) -> &'static [State] {
    match seats {
        4 => &[State::Qin, State::Chu, State::Qi],
        5 => &[State::Qin, State::Chu],
        6 => &[State::Qin],
        _ => &[],
    }
}
