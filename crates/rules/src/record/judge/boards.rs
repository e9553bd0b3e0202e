//! The referee for records of games on boards (`docs/BOARDS.md` §1.4). The records may be written by anybody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actions::{BadAction, LineAction, read_actions, seat_of, status};
use super::json::{Malformed, Object, shown};
use crate::families::boards::{
    BadSetup, BoardAction, BoardGame, BoardMatch, BoardOptions, BoardResult, BoardVariant, Setup,
};
use crate::families::tricks::VerdictStatus;
use crate::table::{RefusalCode, Seat};

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
    #[error(transparent)]
    Setup(#[from] BadSetup),
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
        let game = (variant.definition().begin)(&setup(variant, seats, record)?)?;
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

/// What the match of a record begins with.
fn setup(
    variant: BoardVariant,
    seats: usize,
    record: &Object<'_>,
) -> Result<Setup, BadBoardRecord> {
    let game = variant.definition();
    let options = match record.find("options")? {
        Some(raw) => options(&Object::nested(raw, "options")?, game.options)?,
        None => game.options,
    };
    let stacks = if game.is_shuffled {
        Some(record.texts("stacks")?)
    } else {
        record.texts("stacks").ok()
    };
    let first = match game.first {
        Some(field) => either_seat(record, field)?,
        None => Seat::new(0),
    };
    let start = if !game.has_start || record.find("start")?.is_none() {
        None
    } else if game.boards == 1 {
        Some(vec![record.text("start")?])
    } else {
        Some(record.texts("start")?)
    };
    Ok(Setup {
        seats,
        options,
        first,
        stacks,
        start,
    })
}

/// The options in force. Those that the game does not have are not read: they may have any value.
fn options(given: &Object<'_>, defaults: BoardOptions) -> Result<BoardOptions, Malformed> {
    fn read<T>(
        default: Option<T>,
        read: impl FnOnce() -> Result<Option<T>, Malformed>,
    ) -> Result<Option<T>, Malformed> {
        match default {
            Some(default) => Ok(Some(read()?.unwrap_or(default))),
            None => Ok(None),
        }
    }
    Ok(BoardOptions {
        on_time: read(defaults.on_time, || given.word("on_time"))?,
        check: read(defaults.check, || given.word("check"))?,
        blindfold: read(defaults.blindfold, || given.flag("blindfold"))?,
        ally_attack: read(defaults.ally_attack, || given.word("ally_attack"))?,
        board: read(defaults.board, || given.word("board"))?,
    })
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
        "propose_take_back" => BoardAction::ProposeTakeBack,
        "accept_take_back" => BoardAction::AcceptTakeBack,
        "decline_take_back" => BoardAction::DeclineTakeBack,
        "time_out" => BoardAction::TimeOut,
        _ => return Ok(LineAction { seat, action: None }),
    };
    Ok(LineAction {
        seat,
        action: Some(action),
    })
}
