//! The referee for records of games on boards (`docs/BOARDS.md` §1.4). The records may be written by anybody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actions::{BadAction, LineAction, read_actions, seat_of, status};
use super::json::{Malformed, Object, shown};
use crate::families::boards::{
    BadBlindChess, BadFen, BlindChess, BoardAction, BoardGame, BoardMatch, BoardResult,
    BoardVariant, OnTime, PongHauKi, QiGuoXiangxi, SquareChess, SupplyChess, Xiangqi,
    XiangqiOptions,
};
use crate::families::tricks::VerdictStatus;
use crate::table::{Piece, RefusalCode, Seat};

/// The referee's verdict on the record of a game on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardVerdict {
    /// How far the record could be played.
    pub status: VerdictStatus,
    /// The first illegal action; the other fields show the state before it.
    pub refused: Option<BoardRefused>,
    /// The result of the legal actions.
    #[serde(flatten)]
    pub result: BoardResult,
}

/// An illegal action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardRefused {
    /// Its index, from 0.
    pub action: usize,
    /// The refusal code.
    pub code: RefusalCode,
}

/// A record that was read and can be judged.
#[derive(Debug)]
pub(super) struct BoardRecord {
    game: BoardGame,
    actions: Vec<LineAction<BoardAction>>,
}

/// Why an object is not a record of a game on a board.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadBoardRecord {
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error("{variant} is not played by {seats}")]
    Seats {
        variant: BoardVariant,
        seats: String,
    },
    #[error("`{0}` is no seat")]
    NoSuchSeat(&'static str),
    #[error("`start`: {0}")]
    Start(#[from] BadFen),
    #[error("`start` has to be a list of two positions")]
    Starts,
    #[error("`stacks` has the layout of another game")]
    OtherLayout,
    #[error(transparent)]
    BlindChess(#[from] BadBlindChess),
    #[error(transparent)]
    Action(#[from] BadAction),
}

impl BoardRecord {
    /// Reads the record of a match of `variant`.
    pub fn read(variant: BoardVariant, record: &Object<'_>) -> Result<Self, BadBoardRecord> {
        let seats = usize::try_from(record.integer("seats")?)
            .ok()
            .filter(|seats| variant.players().contains(seats))
            .ok_or(BadBoardRecord::Seats {
                variant,
                seats: shown(record.get("seats")?),
            })?;
        let options = match record.find("options")? {
            Some(raw) => Object::nested(raw, "options")?,
            None => Object::default(),
        };
        let game = match variant {
            BoardVariant::QiGuoXiangxi => {
                let ally_attack = options.word("ally_attack")?.unwrap_or_default();
                BoardGame::QiGuoXiangxi(Box::new(QiGuoXiangxi::new(seats, ally_attack)))
            }
            BoardVariant::SquareChess => {
                let board = options.word("board")?.unwrap_or_default();
                BoardGame::SquareChess(SquareChess::new(board).into())
            }
            BoardVariant::PongHauKi => BoardGame::PongHauKi(PongHauKi::new().into()),
            BoardVariant::Xiangqi => BoardGame::Xiangqi(xiangqi(record, &options)?.into()),
            BoardVariant::SupplyChess => {
                BoardGame::SupplyChess(supply_chess(record, &options)?.into())
            }
            BoardVariant::BlindChess => {
                BoardGame::BlindChess(blind_chess(record, &options)?.into())
            }
        };
        let actions = read_actions::<_, BadBoardRecord>(record, |object| line(object, seats))?;
        Ok(Self { game, actions })
    }

    /// Plays the record until its end or the first illegal action.
    pub fn judge(self) -> BoardVerdict {
        let mut game = BoardMatch::new(self.game);
        let mut refused = None;
        for (action, line) in self.actions.iter().enumerate() {
            let done = match (line.seat, &line.action) {
                (Some(seat), Some(action)) => game.act(seat, action),
                (seat, _) => Err(game.refuse_unknown(seat)),
            };
            if let Err(code) = done {
                refused = Some(BoardRefused { action, code });
                break;
            }
        }
        BoardVerdict {
            status: status(refused.is_some(), game.ending().is_some()),
            refused,
            result: game.result(),
        }
    }
}

/// Xiangqi with the options and starting position of the record.
fn xiangqi(record: &Object<'_>, options: &Object<'_>) -> Result<Xiangqi, BadBoardRecord> {
    let usual = XiangqiOptions::default();
    let options = XiangqiOptions {
        on_time: options.word("on_time")?.unwrap_or(usual.on_time),
        check: options.word("check")?.unwrap_or(usual.check),
        blindfold: options.flag("blindfold")?.unwrap_or(usual.blindfold),
    };
    if record
        .texts("stacks")
        .is_ok_and(|stacks| is_whole_set(&stacks))
    {
        return Err(BadBoardRecord::OtherLayout);
    }
    let red = either_seat(record, "red")?;
    let start: Option<String> = record.word("start")?;
    Ok(Xiangqi::new(start.as_deref(), red, options)?)
}

/// Supply chess with the options and starting positions of the record.
fn supply_chess(record: &Object<'_>, options: &Object<'_>) -> Result<SupplyChess, BadBoardRecord> {
    let on_time = options.word("on_time")?.unwrap_or(OnTime::Lose);
    let check = options.word("check")?.unwrap_or_default();
    let texts = match record.find("start")? {
        Some(_) => Some(record.texts("start")?),
        None => None,
    };
    let start = match texts.as_deref() {
        Some([first, second]) => Some([first.as_str(), second.as_str()]),
        Some(_) => return Err(BadBoardRecord::Starts),
        None => None,
    };
    Ok(SupplyChess::new(start, on_time, check)?)
}

/// Blind chess with the options and layout of the record.
fn blind_chess(record: &Object<'_>, options: &Object<'_>) -> Result<BlindChess, BadBoardRecord> {
    let on_time = options.word("on_time")?.unwrap_or(OnTime::Move);
    let first = either_seat(record, "first")?;
    Ok(BlindChess::new(&record.texts("stacks")?, first, on_time)?)
}

/// Whether the stacks contain exactly one complete set of pieces, as in trick games.
fn is_whole_set(stacks: &[String]) -> bool {
    let letters = stacks.concat();
    Piece::ALL
        .into_iter()
        .all(|piece| letters.matches(piece.code()).count() == usize::from(piece.count_in_set()))
}

/// A field that names one of two seats; the default is seat 0.
fn either_seat(record: &Object<'_>, name: &'static str) -> Result<Seat, BadBoardRecord> {
    match record
        .find(name)?
        .map(|_| record.integer(name))
        .transpose()?
    {
        None | Some(0) => Ok(Seat::new(0)),
        Some(1) => Ok(Seat::new(1)),
        Some(_) => Err(BadBoardRecord::NoSuchSeat(name)),
    }
}

/// Reads an action. The arguments of an action must be present in all games, even if the action is of another game.
fn line(object: &Object<'_>, seats: usize) -> Result<LineAction<BoardAction>, Malformed> {
    let seat = seat_of(object, seats)?;
    let at = || object.text("at");
    let action = match object.text("do")?.as_str() {
        "move" => BoardAction::Move {
            points: object.text("move")?,
        },
        "drop" => BoardAction::Drop {
            piece: object.text("piece")?,
            to: object.text("to")?,
        },
        "flip" => BoardAction::Flip { at: at()? },
        "place" => BoardAction::Place { at: at()? },
        "remove" => BoardAction::Remove { at: at()? },
        "ally" => BoardAction::Ally {
            state: object.text("state")?,
        },
        "resign" => BoardAction::Resign,
        "offer_draw" => BoardAction::OfferDraw,
        "accept_draw" => BoardAction::AcceptDraw,
        "decline_draw" => BoardAction::DeclineDraw,
        "time_out" => BoardAction::TimeOut,
        _ => return Ok(LineAction { seat, action: None }),
    };
    Ok(LineAction {
        seat,
        action: Some(action),
    })
}
