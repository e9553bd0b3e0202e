//! The games: each is a file or folder with its rules and its definition, and a line in the list below.

mod blind_chess;
mod definition;
mod pong_hau_ki;
mod qi_guo_xiangxi;
mod square_chess;
mod supply_chess;
mod xiangqi;

pub use blind_chess::{BlindChess, search as blind_chess_search};
pub use definition::{BadLayout, BadSetup};
pub(crate) use definition::{Definition, Setup};
pub use pong_hau_ki::PongHauKi;
pub use qi_guo_xiangxi::QiGuoXiangxi;
pub use square_chess::{SquareChess, search as square_chess_search};
pub use supply_chess::SupplyChess;
pub use xiangqi::{Xiangqi, XiangqiOptions};

use crate::table::Seat;

game_list! {
    /// A game on a board (`docs/BOARDS.md`).
    pub enum BoardVariant: Definition;
    /// Chinese chess, 象棋.
    Xiangqi "xiangqi" => xiangqi::GAME,
    /// Two boards of Chinese chess, two teams: a player may drop pieces that the partner captures.
    SupplyChess "supply-chess" => supply_chess::GAME,
    /// Half a board of pieces that lie face down, 暗棋.
    BlindChess "blind-chess" => blind_chess::GAME,
    /// Seven kingdoms chess, 七國象戲.
    QiGuoXiangxi "qi-guo-xiangxi" => qi_guo_xiangxi::GAME,
    /// Square chess, 方棋.
    SquareChess "square-chess" => square_chess::GAME,
    /// Pong hau k'i, 崩口棋.
    PongHauKi "pong-hau-ki" => pong_hau_ki::GAME,
}

impl BoardVariant {
    /// The default number of players.
    pub fn usual_players(self) -> usize {
        self.definition().usual_players
    }

    /// The number of boards that it is played on at the same time: 1 or 2.
    pub fn boards(self) -> usize {
        self.definition().boards
    }

    /// The index of the board that a seat plays on: with two boards, two seats play on each.
    pub fn board_of(self, seat: Seat) -> usize {
        match self.boards() {
            1 => 0,
            _ => seat.index() / 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_what_json_says() {
        for variant in BoardVariant::ALL {
            let json = serde_json::to_value(variant).ok();
            assert_eq!(json, Some(variant.id().into()));
            assert_eq!(BoardVariant::from_id(variant.id()), Some(variant));
        }
        assert_eq!(BoardVariant::from_id("giog"), None);
    }
}
