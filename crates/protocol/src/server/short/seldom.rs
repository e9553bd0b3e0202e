//! Short forms of events that occur a few times per match: the start, the choices before the first lead, the end, and the score table.

use giog_rules::fairness::Hex;
use giog_rules::record::Player;
use giog_rules::tricks::SeenEvent;
use giog_rules::{BySeat, SeenEvent as AnySeenEvent};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::base64::Base64;
use super::list;
use crate::server::{GameEvent, MatchStart, RoomEvent};
use crate::{NextMatch, Occupant, PlayerTag, Series, SeriesRow};

/// The 16 bytes of an id.
fn id(id: Uuid) -> Base64<16> {
    Base64(Hex(id.into_bytes()))
}

/// Writes the short form of an event; false if it has none.
pub(super) fn write(out: &mut Vec<u8>, event: &RoomEvent) -> bool {
    match event {
        RoomEvent::Ready { seat } => list!(out, ["ready", seat]),
        RoomEvent::Next(NextMatch {
            match_id,
            seed_commitment,
        }) => list!(out, ["next", &id(match_id.0), &Base64(*seed_commitment)]),
        RoomEvent::Finished {
            match_id,
            server_seed,
        } => list!(out, ["finished", &id(match_id.0), &Base64(*server_seed)]),
        RoomEvent::Series(Series { evening, .. }) if !evening.is_empty() => return false,
        RoomEvent::Series(Series { matches, rows, .. }) => {
            list!(out, ["series", matches, &ShortRows(rows)]);
        }
        RoomEvent::Start(start) => write_start(out, start),
        RoomEvent::Game(game) => return write_opening(out, game),
        _ => return false,
    }
    true
}

fn write_start(out: &mut Vec<u8>, start: &MatchStart) {
    let facts = &start.facts;
    list!(
        out,
        [
            "start",
            &id(facts.match_id.0),
            &facts.rules,
            &facts.variant,
            &facts.seats,
            &facts.options,
            &facts.ceremony,
            &facts.previous.map(|previous| id(previous.0)),
            &ShortPlayers(&facts.players),
            &Base64(facts.seed_commitment),
            &facts.entropy_commitments,
            &facts.entropy,
            &Base64(start.start_signature),
            &Base64(start.signer),
        ]
    );
}

/// Writes the events before the first lead of a trick game.
fn write_opening(out: &mut Vec<u8>, game: &GameEvent) -> bool {
    let is_plain = game.sealed.is_none() && game.seals.is_empty() && game.opened.is_empty();
    let AnySeenEvent::Tricks(event) = &game.event else {
        return false;
    };
    let (at_ms, by) = (&game.at_ms, &game.by);
    match event {
        _ if !is_plain => return false,
        SeenEvent::Reveal { seat, stack, piece } => {
            list!(out, ["reveal", at_ms, by, seat, stack, piece]);
        }
        SeenEvent::Take { seat, stack } => list!(out, ["take", at_ms, by, seat, stack]),
        SeenEvent::Ordered { order } => list!(out, ["ordered", at_ms, by, order]),
        SeenEvent::Dealt {
            taken,
            hand,
            hand_size,
        } => list!(out, ["dealt", at_ms, by, taken], [hand, hand_size]),
        _ => return false,
    }
    true
}

struct ShortPlayers<'a>(&'a BySeat<Player>);

impl Serialize for ShortPlayers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.values().map(|player| match player {
            Player::Person { id: person } => Either::Short(id(person.0)),
            Player::Bot { .. } => Either::Full(player),
        }))
    }
}

struct ShortRows<'a>(&'a [SeriesRow]);

impl Serialize for ShortRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|row| {
            let occupant = match &row.occupant {
                Occupant::Person(person) if person.declared_bot.is_none() => Either::Short((
                    id(person.player.0),
                    &person.name,
                    PlayerTag::of(person.player),
                )),
                bot => Either::Full(bot),
            };
            let (captured, score) = (row.captured, row.score);
            let counts = (row.seat, row.played, row.won, row.shared);
            let (seat, played, won, shared) = counts;
            (occupant, seat, played, won, shared, captured, score)
        }))
    }
}

/// A list or text, or an object if there is no short form.
#[derive(Serialize)]
#[serde(untagged)]
enum Either<S, F> {
    Short(S),
    Full(F),
}

/// How a value of a list becomes a value of the object.
#[derive(Clone, Copy)]
enum Kind {
    /// Unchanged.
    Plain,
    /// An id: 16 bytes, or null.
    Id,
    /// 32 bytes.
    Digest,
    /// 64 bytes.
    Signature,
    /// For each seat the id of a person, or a bot.
    Players,
    /// A list of rows of the score table.
    Rows,
    /// A person's id, name and tag, or a bot.
    Occupant,
}

type Form = (&'static str, &'static [(&'static str, Kind)]);

/// The short forms by name, with the field and kind of each value.
const FORMS: [Form; 9] = [
    ("ready", &[("seat", Kind::Plain)]),
    (
        "next",
        &[("match_id", Kind::Id), ("seed_commitment", Kind::Digest)],
    ),
    (
        "finished",
        &[("match_id", Kind::Id), ("server_seed", Kind::Digest)],
    ),
    ("series", &[("matches", Kind::Plain), ("rows", Kind::Rows)]),
    (
        "start",
        &[
            ("match_id", Kind::Id),
            ("rules", Kind::Plain),
            ("variant", Kind::Plain),
            ("seats", Kind::Plain),
            ("options", Kind::Plain),
            ("ceremony", Kind::Plain),
            ("previous", Kind::Id),
            ("players", Kind::Players),
            ("seed_commitment", Kind::Digest),
            ("entropy_commitments", Kind::Plain),
            ("entropy", Kind::Plain),
            ("start_signature", Kind::Signature),
            ("signer", Kind::Digest),
        ],
    ),
    (
        "reveal",
        &[
            ("at_ms", Kind::Plain),
            ("by", Kind::Plain),
            ("seat", Kind::Plain),
            ("stack", Kind::Plain),
            ("piece", Kind::Plain),
        ],
    ),
    (
        "take",
        &[
            ("at_ms", Kind::Plain),
            ("by", Kind::Plain),
            ("seat", Kind::Plain),
            ("stack", Kind::Plain),
        ],
    ),
    (
        "ordered",
        &[
            ("at_ms", Kind::Plain),
            ("by", Kind::Plain),
            ("order", Kind::Plain),
        ],
    ),
    (
        "dealt",
        &[
            ("at_ms", Kind::Plain),
            ("by", Kind::Plain),
            ("taken", Kind::Plain),
            ("hand", Kind::Plain),
            ("hand_size", Kind::Plain),
        ],
    ),
];

/// The fields and kinds of a row of the score table.
const ROW: [(&str, Kind); 7] = [
    ("occupant", Kind::Occupant),
    ("seat", Kind::Plain),
    ("played", Kind::Plain),
    ("won", Kind::Plain),
    ("shared", Kind::Plain),
    ("captured", Kind::Plain),
    ("score", Kind::Plain),
];
/// A person.
const PERSON: [(&str, Kind); 3] = [
    ("player", Kind::Id),
    ("name", Kind::Plain),
    ("tag", Kind::Plain),
];

/// The event for this short form; none if no short form has this name.
pub(super) fn in_full(list: &Value) -> Option<Result<Value, serde_json::Error>> {
    let values = list.as_array()?;
    let (name, values) = values.split_first()?;
    let (name, fields) = FORMS.iter().find(|(known, _)| name == known)?;
    let event = object(fields, values).map(|mut event| {
        event.insert("do".to_owned(), (*name).into());
        event.into()
    });
    Some(event)
}

fn object(
    fields: &[(&str, Kind)],
    values: &[Value],
) -> Result<Map<String, Value>, serde_json::Error> {
    let fields = fields.iter().zip(values);
    let members = fields.map(|(&(name, kind), value)| Ok((name.to_owned(), kind.in_full(value)?)));
    members.collect()
}

impl Kind {
    fn in_full(self, value: &Value) -> Result<Value, serde_json::Error> {
        let each = |f: &dyn Fn(&Value) -> Result<Value, serde_json::Error>| {
            value
                .as_array()
                .into_iter()
                .flatten()
                .map(f)
                .collect::<Result<Value, _>>()
        };
        match (self, value) {
            (Self::Id, Value::String(_)) => {
                let Base64(Hex(id)) = Base64::<16>::deserialize(value)?;
                Ok(Uuid::from_bytes(id).to_string().into())
            }
            (Self::Digest, _) => Ok(Base64::<32>::deserialize(value)?.0.to_string().into()),
            (Self::Signature, _) => Ok(Base64::<64>::deserialize(value)?.0.to_string().into()),
            (Self::Players, _) => each(&|player| match player {
                Value::String(_) => {
                    Ok(object(&[("id", Self::Id)], std::slice::from_ref(player))?.into())
                }
                bot => Ok(bot.clone()),
            }),
            (Self::Rows, _) => each(&|row| {
                let values = row.as_array().map_or(&[][..], Vec::as_slice);
                Ok(object(&ROW, values)?.into())
            }),
            (Self::Occupant, Value::Array(person)) => Ok(object(&PERSON, person)?.into()),
            (_, plain) => Ok(plain.clone()),
        }
    }
}
