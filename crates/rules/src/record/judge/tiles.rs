//! The referee for records of games of tiles and dice (`docs/TILES.md` §2). The records may be written by anybody.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::actions::{BadAction, LineAction, read_actions, seat_of, status};
use super::json::{Malformed, Object, integer, shown};
use crate::families::tiles::dice::Throw;
use crate::families::tiles::mahjong::Tile;
use crate::families::tiles::pai_gow::{Domino, Wall};
use crate::families::tiles::{
    BadTilesDeal, BadTilesTerms, Claim, Game, GameFields, SeatAction, Stake, TilesAction,
    TilesGame, TilesOptions, TilesResult, TilesTerms, TilesVariant,
};
use crate::families::tricks::VerdictStatus;
use crate::table::{RefusalCode, Seat};

/// The referee's verdict on the record of a game of tiles or dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesVerdict {
    /// How far the record could be played.
    pub status: VerdictStatus,
    /// The first illegal action; the other fields show the state before it.
    pub refused: Option<TilesRefused>,
    /// The result of the legal actions.
    #[serde(flatten)]
    pub result: TilesResult,
    /// The default action of each seat that the match waits for. It is not part of the JSON.
    #[serde(skip)]
    pub defaults: Vec<SeatAction>,
}

/// An illegal action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesRefused {
    /// Its index, from 0.
    pub action: usize,
    /// The refusal code.
    pub code: RefusalCode,
}

type Line = LineAction<TilesAction>;

/// Why an object is not a record of a game of tiles or dice.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadTilesRecord {
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error("{variant} is not played by {seats}")]
    Seats {
        variant: TilesVariant,
        seats: String,
    },
    #[error("the option `{0}` has a value that is not allowed")]
    Option(&'static str),
    #[error(transparent)]
    Terms(#[from] BadTilesTerms),
    #[error(transparent)]
    Deal(#[from] BadTilesDeal),
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
    let seats = usize::try_from(record.integer("seats")?)
        .ok()
        .filter(|seats| variant.players().contains(seats));
    let seats = seats.ok_or(BadTilesRecord::Seats {
        variant,
        seats: shown(record.get("seats")?),
    })?;
    let terms = TilesTerms::new(variant, seats, options_of(variant, &options(record)?)?)?;
    let lines = read_actions::<_, BadTilesRecord>(record, |object| line(object, seats))?;
    match terms.game(dice_for_deal(&terms, record)?) {
        TilesGame::PaiGow(game) => play(game, pai_gow_walls(record)?, &lines),
        TilesGame::Mahjong(game) => play(*game, mahjong_walls(record, terms.flowers())?, &lines),
        TilesGame::Dice(game) => play(game, throws(record)?, &lines),
    }
}

/// The options of the variant; other fields are ignored.
fn options_of(variant: TilesVariant, options: &Object<'_>) -> Result<TilesOptions, BadTilesRecord> {
    let has = TilesOptions::defaults(variant);
    Ok(TilesOptions {
        rounds: number(options, "rounds", has.rounds)?,
        length: option(options, "length", has.length)?,
        min_faan: number(options, "min_faan", has.min_faan)?,
        payment: option(options, "payment", has.payment)?,
        flowers: option(options, "flowers", has.flowers)?,
        dead_wall: number(options, "dead_wall", has.dead_wall)?,
        bank: option(options, "bank", has.bank)?,
        stock: number(options, "stock", has.stock)?,
        limit: number(options, "limit", has.limit)?,
        any_triple: option(options, "any_triple", has.any_triple)?,
    })
}

/// Plays the record until its end or the first illegal action.
fn play<G: Game>(
    mut game: G,
    chances: Vec<G::Chance>,
    lines: &[Line],
) -> Result<TilesVerdict, BadTilesRecord>
where
    for<'a> GameFields: From<&'a G>,
{
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
    let result = TilesResult::of(&game);
    let default = |&seat: &Seat| SeatAction {
        seat,
        action: game.default_action(seat),
    };
    Ok(TilesVerdict {
        status: status(refused.is_some(), result.end.is_some()),
        refused,
        defaults: result.waiting.iter().map(default).collect(),
        result,
    })
}

/// An option that has one of several JSON values; none if it is left out, or has no default, since the game does not have it.
fn option<T: DeserializeOwned>(
    options: &Object<'_>,
    name: &'static str,
    default: Option<T>,
) -> Result<Option<T>, BadTilesRecord> {
    let raw = default.map_or(Ok(None), |_| options.find(name))?;
    let Some(raw) = raw else {
        return Ok(None);
    };
    // Otherwise an enum could also be read from an object.
    if raw.get().starts_with('{') {
        return Err(BadTilesRecord::Option(name));
    }
    let value = serde_json::from_str(raw.get()).map_err(|_| BadTilesRecord::Option(name))?;
    Ok(Some(value))
}

/// An option that is a number; none if it is left out, or has no default, since the game does not have it.
fn number<T: TryFrom<i64>>(
    options: &Object<'_>,
    name: &'static str,
    default: Option<T>,
) -> Result<Option<T>, BadTilesRecord> {
    let raw = default.map_or(Ok(None), |_| options.find(name))?;
    let Some(raw) = raw else {
        return Ok(None);
    };
    let value = integer(raw, name).ok();
    let value = value.and_then(|value| T::try_from(value).ok());
    value.map(Some).ok_or(BadTilesRecord::Option(name))
}

fn pai_gow_walls(record: &Object<'_>) -> Result<Vec<Wall>, BadTilesRecord> {
    let walls = record.texts("walls")?.into_iter().enumerate();
    walls
        .map(|(index, text)| Domino::wall(&text).ok_or(BadTilesDeal::Wall(index).into()))
        .collect()
}

fn mahjong_walls(record: &Object<'_>, flowers: bool) -> Result<Vec<Vec<Tile>>, BadTilesRecord> {
    let walls = record.texts("walls")?.into_iter().enumerate();
    walls
        .map(|(index, text)| Tile::wall(&text, flowers).ok_or(BadTilesDeal::Wall(index).into()))
        .collect()
}

/// The field `dice`: what each seat threw for the first deal; empty in games in which nobody throws.
fn dice_for_deal(terms: &TilesTerms, record: &Object<'_>) -> Result<Vec<i64>, BadTilesRecord> {
    if !terms.variant().throws_for_deal() {
        return Ok(Vec::new());
    }
    let dice = record
        .list("dice")?
        .into_iter()
        .map(|raw| integer(raw, "dice"));
    let dice = dice.collect::<Result<Vec<i64>, Malformed>>()?;
    if dice.len() == terms.seats() {
        Ok(dice)
    } else {
        Err(BadTilesDeal::Dice.into())
    }
}

/// The field `throws`; empty if it is left out.
fn throws(record: &Object<'_>) -> Result<Vec<Throw>, BadTilesRecord> {
    let throws = match record.find("throws")? {
        Some(_) => record.list("throws")?,
        None => Vec::new(),
    };
    throws
        .into_iter()
        .enumerate()
        .map(|(index, raw): (usize, &RawValue)| {
            let throw: Option<Throw> = serde_json::from_str(raw.get()).ok();
            throw
                .filter(|dice| dice.iter().all(|die| (1..=6).contains(die)))
                .ok_or(BadTilesDeal::Throw(index).into())
        })
        .collect()
}

/// The field `options`; empty if it is null.
pub(super) fn options<'a>(record: &Object<'a>) -> Result<Object<'a>, Malformed> {
    match record.find("options")? {
        Some(raw) if raw.get() != "null" => Object::nested(raw, "options"),
        _ => Ok(Object::default()),
    }
}

/// Reads an action. The arguments of an action must be present in all games, even if the action is of another game.
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
            // An action of tam cuc; its argument must be present as well.
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
