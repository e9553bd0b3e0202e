//! The record of a game of tiles or dice, as somebody wrote it (`docs/TILES.md` §2), and its verdict.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::actions::{BadAction, LineAction, read_actions, seat_of, status};
use super::json::{Malformed, Object, integer};
use crate::families::tiles::dice::{Bank, Dice, DiceGame, DiceOptions, Throw};
use crate::families::tiles::mahjong::{Length, Mahjong, MahjongOptions, Payment, Tile};
use crate::families::tiles::pai_gow::{Domino, PaiGow, Wall};
use crate::families::tiles::{
    Claim, End, Game, GameFields, SeatAction, Stake, TilesAction, TilesVariant,
};
use crate::families::tricks::VerdictStatus;
use crate::table::{RefusalCode, Seat};

/// The referee's answer to the record of a game of tiles or dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesVerdict {
    /// How far the record came.
    pub status: VerdictStatus,
    /// The action that was not legal; the other fields show the state before it.
    pub refused: Option<TilesRefused>,
    /// The seats that have to decide now, ascending; none when over.
    pub waiting: Vec<Seat>,
    /// Each seat's points so far.
    pub scores: Vec<i64>,
    /// Who won or shares the win, ascending; null until over.
    pub winners: Option<Vec<Seat>>,
    /// Why the match is over; null until then.
    pub end: Option<End>,
    /// What is said of this game alone.
    #[serde(flatten)]
    pub fields: GameFields,
    /// What is done for each seat that is waited for and does nothing. Not part of the answer.
    #[serde(skip)]
    pub defaults: Vec<SeatAction>,
}

/// An action that was not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesRefused {
    /// Its index, from 0.
    pub action: usize,
    /// Why.
    pub code: RefusalCode,
}

type Line = LineAction<TilesAction>;

/// Why an object is no record of a game of tiles or dice.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadTilesRecord {
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error("{variant} is not played by {seats}")]
    Seats { variant: TilesVariant, seats: i64 },
    #[error("the option `{0}` has a value that is not allowed")]
    Option(&'static str),
    #[error("wall {0} does not have every tile once")]
    Wall(usize),
    #[error("throw {0} is not three numbers from 1 to 6")]
    Throw(usize),
    #[error("`dice` is not a number for each seat")]
    Dice,
    #[error("after action {0} the match needs a wall or a throw that the record does not have")]
    NoChance(usize),
    #[error("the record has no wall for the first deal")]
    NoFirstChance,
    #[error(transparent)]
    Action(#[from] BadAction),
}

/// Reads the record of a match of `variant`, and plays it.
pub(super) fn judge(
    variant: TilesVariant,
    record: &Object<'_>,
) -> Result<TilesVerdict, BadTilesRecord> {
    let number = record.integer("seats")?;
    let seats = usize::try_from(number)
        .ok()
        .filter(|seats| variant.players().contains(seats));
    let seats = seats.ok_or(BadTilesRecord::Seats {
        variant,
        seats: number,
    })?;
    let options = options(record)?;
    let lines = read_actions::<_, BadTilesRecord>(record, |object| line(object, seats))?;
    match variant {
        TilesVariant::PaiGow => {
            let rounds = in_range(&options, "rounds", 2, 1..=10)?;
            play(PaiGow::new(seats, rounds), pai_gow_walls(record)?, &lines)
        }
        TilesVariant::Mahjong => {
            let options = mahjong_options(&options)?;
            let game = Mahjong::new(options, mahjong_dice(record)?);
            play(game, mahjong_walls(record, options.flowers)?, &lines)
        }
        TilesVariant::SicBo => dice(DiceGame::SicBo, seats, record, &options, &lines),
        TilesVariant::GrandHazard => dice(DiceGame::GrandHazard, seats, record, &options, &lines),
        TilesVariant::ChuckALuck => dice(DiceGame::ChuckALuck, seats, record, &options, &lines),
    }
}

fn dice(
    table: DiceGame,
    seats: usize,
    record: &Object<'_>,
    options: &Object<'_>,
    lines: &[Line],
) -> Result<TilesVerdict, BadTilesRecord> {
    let options = DiceOptions {
        bank: option(options, "bank", Bank::House)?,
        rounds: in_range(options, "rounds", 10, 1..=20)?,
        stock: in_range(options, "stock", 100, 10..=1000)?,
        limit: in_range(options, "limit", 20, 1..=1000)?,
        any_triple: option(options, "any_triple", true)?,
    };
    play(Dice::new(table, seats, options), throws(record)?, lines)
}

/// Plays the record until its end or the first action that is not legal.
fn play<G: Game>(
    mut game: G,
    chances: Vec<G::Chance>,
    lines: &[Line],
) -> Result<TilesVerdict, BadTilesRecord> {
    let mut chances = chances.into_iter();
    let mut refused = None;
    if game.needs_chance() {
        game.take_chance(chances.next().ok_or(BadTilesRecord::NoFirstChance)?);
    }
    for (action, line) in lines.iter().enumerate() {
        if let Err(code) = game.decide(line.seat, line.action.as_ref()) {
            refused = Some(TilesRefused { action, code });
            break;
        }
        while game.needs_chance() {
            game.take_chance(chances.next().ok_or(BadTilesRecord::NoChance(action))?);
        }
    }
    let waiting = game.waiting();
    let default = |&seat: &Seat| SeatAction {
        seat,
        action: game.default_action(seat),
    };
    Ok(TilesVerdict {
        status: status(refused.is_some(), game.end().is_some()),
        refused,
        defaults: waiting.iter().map(default).collect(),
        waiting,
        scores: game.scores(),
        winners: game.winners(),
        end: game.end(),
        fields: game.fields(),
    })
}

/// An option that is one of some JSON values.
fn option<T: DeserializeOwned>(
    options: &Object<'_>,
    name: &'static str,
    default: T,
) -> Result<T, BadTilesRecord> {
    let Some(raw) = options.find(name)? else {
        return Ok(default);
    };
    // An enum would be read from an object, too.
    if raw.get().starts_with('{') {
        return Err(BadTilesRecord::Option(name));
    }
    serde_json::from_str(raw.get()).map_err(|_| BadTilesRecord::Option(name))
}

/// An option that is a number.
fn in_range<T: TryFrom<i64>>(
    options: &Object<'_>,
    name: &'static str,
    default: T,
    range: std::ops::RangeInclusive<i64>,
) -> Result<T, BadTilesRecord> {
    let Some(raw) = options.find(name)? else {
        return Ok(default);
    };
    let value = integer(raw, name)
        .ok()
        .filter(|value| range.contains(value));
    let value = value.and_then(|value| T::try_from(value).ok());
    value.ok_or(BadTilesRecord::Option(name))
}

fn mahjong_options(options: &Object<'_>) -> Result<MahjongOptions, BadTilesRecord> {
    let one_of = |name, default, allowed: &[i64]| {
        let value = in_range(options, name, default, i64::MIN..=i64::MAX)?;
        allowed
            .contains(&value)
            .then_some(value)
            .ok_or(BadTilesRecord::Option(name))
    };
    Ok(MahjongOptions {
        length: option(options, "length", Length::Round)?,
        min_faan: u8::try_from(one_of("min_faan", 3, &[0, 1, 3])?).unwrap_or(u8::MAX),
        payment: option(options, "payment", Payment::Shared)?,
        flowers: option(options, "flowers", true)?,
        dead_wall: usize::try_from(one_of("dead_wall", 0, &[0, 14])?).unwrap_or(usize::MAX),
    })
}

fn pai_gow_walls(record: &Object<'_>) -> Result<Vec<Wall>, BadTilesRecord> {
    let walls = record.texts("walls")?.into_iter().enumerate();
    walls
        .map(|(index, text)| Domino::wall(&text).ok_or(BadTilesRecord::Wall(index)))
        .collect()
}

fn mahjong_walls(record: &Object<'_>, flowers: bool) -> Result<Vec<Vec<Tile>>, BadTilesRecord> {
    let walls = record.texts("walls")?.into_iter().enumerate();
    walls
        .map(|(index, text)| Tile::wall(&text, flowers).ok_or(BadTilesRecord::Wall(index)))
        .collect()
}

fn mahjong_dice(record: &Object<'_>) -> Result<[i64; 4], BadTilesRecord> {
    let dice = record
        .list("dice")?
        .into_iter()
        .map(|raw| integer(raw, "dice"));
    let dice = dice.collect::<Result<Vec<i64>, Malformed>>()?;
    dice.try_into().map_err(|_| BadTilesRecord::Dice)
}

fn throws(record: &Object<'_>) -> Result<Vec<Throw>, BadTilesRecord> {
    let throws = record.list("throws")?.into_iter().enumerate();
    throws
        .map(|(index, raw): (usize, &RawValue)| {
            let throw: Option<Throw> = serde_json::from_str(raw.get()).ok();
            throw
                .filter(|dice| dice.iter().all(|die| (1..=6).contains(die)))
                .ok_or(BadTilesRecord::Throw(index))
        })
        .collect()
}

/// The `options` of a record; none where they are null.
pub(super) fn options<'a>(record: &Object<'a>) -> Result<Object<'a>, Malformed> {
    match record.find("options")? {
        Some(raw) if raw.get() != "null" => Object::nested(raw, "options"),
        _ => Ok(Object::default()),
    }
}

/// One of the `actions` of a record. The arguments of every game's actions have to be there, whatever the game.
pub(super) fn line(object: &Object<'_>, seats: usize) -> Result<Line, Malformed> {
    let seat = seat_of(object, seats)?;
    let action = match object.text("do")?.as_str() {
        "split" => Some(TilesAction::Split {
            low: object.text("low")?,
        }),
        "discard" => Some(TilesAction::Discard {
            tile: object.text("tile")?,
        }),
        "kong" => Some(TilesAction::Kong {
            tile: object.text("tile")?,
        }),
        "win" => Some(TilesAction::Win),
        "claim" => Some(TilesAction::Claim {
            claim: claim(object)?,
        }),
        "bet" => Some(TilesAction::Bet {
            bets: bets(object)?,
        }),
        "take_back" => Some(TilesAction::TakeBack),
        "play" => {
            // Of tam cuc, whose argument has to be there as well.
            object.text("pieces")?;
            None
        }
        _ => None,
    };
    Ok(Line { seat, action })
}

fn claim(object: &Object<'_>) -> Result<Claim, Malformed> {
    Ok(match object.text("claim")?.as_str() {
        "pass" => Claim::Pass,
        "chow" => Claim::Chow {
            tiles: object.text("tiles")?,
        },
        "pung" => Claim::Pung,
        "kong" => Claim::Kong,
        "win" => Claim::Win,
        _ => return Err(Malformed::Value("claim")),
    })
}

fn bets(object: &Object<'_>) -> Result<Vec<Stake>, Malformed> {
    let bets = object.list("bets")?.into_iter();
    bets.map(|raw| {
        let bet = Object::nested(raw, "bets")?;
        Ok(Stake {
            on: bet.text("on")?,
            points: bet.integer("points")?,
        })
    })
    .collect()
}
