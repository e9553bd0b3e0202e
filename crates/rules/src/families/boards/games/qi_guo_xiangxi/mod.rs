//! Seven kingdoms chess, 七國象戲 (`docs/BOARDS.md`).

mod cell;
mod field;
mod movement;
mod playout;
mod position;

use super::definition::Definition;
use crate::families::boards::options::AllyAttack;
use crate::families::boards::position::Position;
use crate::families::boards::state::State;
use crate::families::boards::{
    BoardAction, BoardOptions, BoardPhase, BoardText, Ending, GameFields, OnTime,
};
use crate::table::{RefusalCode, Seat};
use field::GRID;
use position::{Move, Phase};

pub use position::QiGuoXiangxi;

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Seven kingdoms chess",
    name_chinese: "七國象戲",
    also: &["Qi guo xiangxi"],
    summary: "Seven armies on one large board. Where fewer than seven play, the first players choose an ally, whose army they move too.",
    goal: "Whoever takes two generals or thirty other pieces is the hegemon and wins; without one, whoever has taken the most.",
    reconstruction: true,
    players: 4..=7,
    usual_players: 5,
    boards: 1,
    options: BoardOptions {
        ally_attack: Some(AllyAttack::Remove),
        ..BoardOptions::NONE
    },
    first: None,
    is_shuffled: false,
    has_start: false,
    begin: |setup| {
        let ally_attack = setup.options.ally_attack.unwrap_or_default();
        Ok(QiGuoXiangxi::new(setup.seats, ally_attack).into())
    },
};

impl Position for QiGuoXiangxi {
    fn seats(&self) -> usize {
        self.tallies().len()
    }

    fn asked(&self) -> Vec<Seat> {
        vec![self.seat_asked()]
    }

    fn choices(&self, _seat: Seat) -> Vec<BoardAction> {
        match self.phase() {
            Phase::Ally(_) => self.open_states().map(ally_action).collect(),
            Phase::Move(state) => self.moves_of(state).into_iter().map(move_action).collect(),
        }
    }

    fn count_choices(&self, _seat: Seat) -> usize {
        match self.phase() {
            Phase::Ally(_) => self.open_states().count(),
            Phase::Move(state) => self.count_moves(state),
        }
    }

    fn default_choice(&self, _seat: Seat) -> BoardAction {
        let default = match self.phase() {
            Phase::Ally(_) => self.open_states().next().map(ally_action),
            Phase::Move(state) => self.default_move(state).map(move_action),
        };
        default.expect("who is asked has a choice")
    }

    fn on_time(&self) -> OnTime {
        OnTime::Move
    }

    fn has_draws(&self) -> bool {
        false
    }

    fn is_in(&self, seat: Seat) -> bool {
        // While allies are chosen, some seats have no state yet.
        matches!(self.phase(), Phase::Ally(_)) || self.has_state(seat)
    }

    fn may_resign(&self, seat: Seat) -> bool {
        self.can_give_up(seat)
    }

    fn resign(&mut self, seat: Seat) -> Option<Ending> {
        self.give_up(seat)
    }

    fn act(&mut self, _seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode> {
        match (self.phase(), action) {
            (Phase::Ally(chooser), BoardAction::Ally { state }) => {
                let ally = State::from_code(state).ok_or(RefusalCode::NoSuchState)?;
                if self.seat_of(ally).is_some() {
                    return Err(RefusalCode::StateTaken);
                }
                self.take_ally(chooser, ally);
                Ok(None)
            }
            (Phase::Move(state), BoardAction::Move { points }) => {
                let (from, to) = GRID.points(points).ok_or(RefusalCode::NoSuchPoint)?;
                let choice = Move {
                    from: from.into(),
                    to: to.into(),
                };
                self.check(state, choice)?;
                Ok(self.make(state, choice))
            }
            _ => Err(RefusalCode::WrongAction),
        }
    }

    fn board(&self) -> BoardText {
        BoardText::One(self.field().text())
    }

    fn captured(&self) -> Vec<u16> {
        let tallies = self.tallies().iter();
        tallies.map(|tally| tally.captured).collect()
    }

    fn moves(&self) -> u32 {
        self.moves_made()
    }

    fn asks_for(&self) -> Option<BoardPhase> {
        Some(match self.phase() {
            Phase::Ally(_) => BoardPhase::Ally,
            Phase::Move(_) => BoardPhase::Move,
        })
    }

    fn fields(&self, is_over: bool, _since: usize) -> GameFields {
        let (Phase::Ally(state) | Phase::Move(state)) = self.phase();
        GameFields::Kingdoms {
            phase: self.asks_for().filter(|_| !is_over),
            state: (!is_over).then_some(state),
            generals: self.tallies().iter().map(|tally| tally.generals).collect(),
            states: self.standings().to_vec(),
            quiet: self.quiet(),
        }
    }
}

fn ally_action(state: State) -> BoardAction {
    BoardAction::Ally {
        state: state.code().to_owned(),
    }
}

fn move_action(choice: Move) -> BoardAction {
    BoardAction::Move {
        points: GRID.move_text(choice.from.into(), choice.to.into()),
    }
}
