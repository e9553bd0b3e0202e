//! A match of a game on a board: the rules that all these games share.

use super::offer::Offers;
use super::position::others;
use super::take_back::TakeBacks;
use super::{
    BoardAction, BoardEnd, BoardGame, BoardPhase, BoardResult, BoardText, Ending, GameFields,
    Offer, OnTime, SeatAction,
};
use crate::table::{RefusalCode, Seat};

/// A match from its start to its end.
#[derive(Clone, Debug)]
pub struct BoardMatch {
    game: BoardGame,
    offers: Offers,
    /// None in games in which nothing can be taken back.
    take_backs: Option<TakeBacks>,
    ending: Option<Ending>,
}

impl BoardMatch {
    /// A match in which nobody has acted yet.
    pub fn new(game: BoardGame) -> Self {
        let offers = Offers::new(game.position().seats());
        let take_backs = game.position().has_take_backs();
        let take_backs = take_backs.then(|| TakeBacks::new(&game));
        Self {
            game,
            offers,
            take_backs,
            ending: None,
        }
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.game.position().seats()
    }

    /// How the match ended; none before.
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The seats that have to decide, ascending; none after the end.
    pub fn asked(&self) -> Vec<Seat> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.game.position().asked()
    }

    /// The legal actions on the board (or the states that can be chosen as ally), in the game's order; none for a seat that has nothing
    /// to decide.
    pub fn choices(&self, seat: Seat) -> Vec<BoardAction> {
        if self.is_asked(seat) {
            self.game.position().choices(seat)
        } else {
            Vec::new()
        }
    }

    /// The action that is taken when the seat's time runs out; none for a seat that has nothing to decide.
    pub fn default_action(&self, seat: Seat) -> Option<BoardAction> {
        let position = self.game.position();
        self.is_asked(seat).then(|| match position.on_time() {
            OnTime::Lose => BoardAction::TimeOut,
            OnTime::Move => position.default_choice(seat),
        })
    }

    /// What happens when the time of a seat runs out.
    pub fn on_time(&self) -> OnTime {
        self.game.position().on_time()
    }

    /// The kind of decision that is open, in games with several.
    pub fn phase(&self) -> Option<BoardPhase> {
        let position = self.game.position();
        position.asks_for().filter(|_| self.ending.is_none())
    }

    /// The text of the position.
    pub fn board(&self) -> BoardText {
        self.game.position().board()
    }

    /// For each seat the number of pieces that it has captured.
    pub fn captured(&self) -> Vec<u16> {
        self.game.position().captured()
    }

    /// The number of moves, drops and flips so far.
    pub fn moves(&self) -> u32 {
        self.game.position().moves()
    }

    /// Those of them on the board that the seat plays on.
    pub fn moves_on_board_of(&self, seat: Seat) -> u32 {
        self.game.position().moves_on_board_of(seat)
    }

    /// The fields that only this game has, with the plies from number `since` on.
    pub fn fields(&self, since: usize) -> GameFields {
        let position = self.game.position();
        let since = since.min(position.moves() as usize);
        position.fields(self.ending.is_some(), since)
    }

    /// The seats that have to decide in a position that occurs for the second time, ascending; none after the end.
    pub fn repeated(&self) -> Vec<Seat> {
        let asked = self.asked().into_iter();
        asked
            .filter(|&seat| self.game.position().is_repeated(seat))
            .collect()
    }

    /// Whether the general of the side to move is attacked, also if the match is over. Used for players who do not see the board.
    pub fn is_check(&self) -> bool {
        let end = self.ending.as_ref().map(|ending| ending.end);
        end != Some(BoardEnd::Captured) && self.game.position().is_check()
    }

    /// The sides: lists of seats that win and lose together.
    pub fn sides(&self) -> Vec<Vec<Seat>> {
        let mut sides: Vec<Vec<Seat>> = Vec::new();
        for seat in (0..self.seats()).map(Seat::new) {
            if !sides.iter().flatten().any(|&known| known == seat) {
                let mut side = self.game.position().side(seat);
                side.sort_unstable();
                sides.push(side);
            }
        }
        sides
    }

    /// Whether the seat is still in the match.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.game.position().is_in(seat)
    }

    /// Whether the seat may now resign, offer or answer a draw, or propose or answer a take-back (actions for which the match does not
    /// wait).
    pub fn may(&self, seat: Seat, action: &BoardAction) -> bool {
        let position = self.game.position();
        if self.ending.is_some() || seat.index() >= self.seats() {
            return false;
        }
        let mut offers = self.offers.clone();
        match action {
            BoardAction::Resign => position.may_resign(seat),
            BoardAction::OfferDraw => position.has_draws() && offers.offer(seat).is_ok(),
            BoardAction::AcceptDraw => position.has_draws() && offers.accept(seat).is_ok(),
            BoardAction::DeclineDraw => position.has_draws() && offers.decline(seat).is_ok(),
            BoardAction::ProposeTakeBack => self
                .take_backs
                .as_ref()
                .is_some_and(|take_backs| take_backs.may_propose(seat).is_ok()),
            BoardAction::AcceptTakeBack | BoardAction::DeclineTakeBack => self
                .take_backs
                .as_ref()
                .is_some_and(|take_backs| take_backs.may_answer(seat).is_ok()),
            _ => false,
        }
    }

    /// The open proposal to take back.
    pub fn take_back(&self) -> Option<Offer> {
        let take_backs = self.take_backs.as_ref();
        let open = take_backs.and_then(TakeBacks::open);
        open.filter(|_| self.ending.is_none())
    }

    /// How many actions on the board stand; none if none can be taken back.
    pub fn standing(&self) -> Option<usize> {
        self.take_backs.as_ref().map(TakeBacks::standing)
    }

    /// The open draw offer.
    pub fn offer(&self) -> Option<&Offer> {
        self.offers.open().filter(|_| self.ending.is_none())
    }

    /// Takes an action of a seat, or refuses it.
    pub fn act(&mut self, seat: Seat, action: &BoardAction) -> Result<(), RefusalCode> {
        if self.ending.is_some() || seat.index() >= self.seats() {
            return Err(self.refuse_unknown(Some(seat)));
        }
        if let Some(take_backs) = &mut self.take_backs {
            match action {
                BoardAction::ProposeTakeBack => return take_backs.propose(seat),
                BoardAction::DeclineTakeBack => return take_backs.decline(seat),
                BoardAction::AcceptTakeBack => {
                    self.game = take_backs.accept(seat)?;
                    return Ok(());
                }
                _ => {}
            }
        }
        let position = self.game.position();
        match action {
            BoardAction::Resign if position.may_resign(seat) => {
                self.ending = self.game.position_mut().resign(seat);
            }
            BoardAction::OfferDraw if position.has_draws() => self.offers.offer(seat)?,
            BoardAction::DeclineDraw if position.has_draws() => self.offers.decline(seat)?,
            BoardAction::AcceptDraw if position.has_draws() => {
                if self.offers.accept(seat)? {
                    self.ending = Some(Ending {
                        end: BoardEnd::Agreed,
                        winners: others(self.seats(), &[]),
                    });
                }
            }
            _ if !self.is_asked(seat) => return Err(RefusalCode::NotYourTurn),
            BoardAction::TimeOut if position.on_time() == OnTime::Lose => {
                self.ending = Some(Ending {
                    end: BoardEnd::Time,
                    winners: others(self.seats(), &position.side(seat)),
                });
            }
            _ => {
                self.ending = self.game.position_mut().act(seat, action)?;
                if action.is_on_board() {
                    self.offers.acted(seat);
                    if let Some(take_backs) = &mut self.take_backs {
                        take_backs.acted(seat, action);
                    }
                }
            }
        }
        Ok(())
    }

    /// The refusal code for an action that no game has, or for a seat that the table does not have.
    pub fn refuse_unknown(&self, seat: Option<Seat>) -> RefusalCode {
        match seat {
            _ if self.ending.is_some() => RefusalCode::MatchOver,
            Some(seat) if self.is_asked(seat) => RefusalCode::WrongAction,
            _ => RefusalCode::NotYourTurn,
        }
    }

    /// The result so far.
    pub fn result(&self) -> BoardResult {
        let position = self.game.position();
        let turn = self.asked();
        let defaults = turn.iter().filter_map(|&seat| {
            let action = self.default_action(seat)?;
            Some(SeatAction { seat, action })
        });
        BoardResult {
            board: position.board(),
            choices: turn
                .iter()
                .map(|&seat| position.count_choices(seat))
                .collect(),
            defaults: defaults.collect(),
            captured: position.captured(),
            moves: position.moves(),
            offer: self.offer().cloned(),
            take_back: self.take_back(),
            end: self.ending.as_ref().map(|ending| ending.end),
            winners: self.ending.as_ref().map(|ending| ending.winners.clone()),
            turn,
            fields: position.fields(self.ending.is_some(), 0),
        }
    }

    fn is_asked(&self, seat: Seat) -> bool {
        self.asked().contains(&seat)
    }
}
