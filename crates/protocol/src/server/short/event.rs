//! Short forms of the events of trick games: plays, and the ends of tricks.

use compact_str::{CompactString, ToCompactString as _};
use giog_rules::record::By;
use giog_rules::tricks::{CombinationType, Pieces, SeenEvent, SeenTrick, WonBy};
use giog_rules::{BySeat, SealLabel, Seat, SeenEvent as AnySeenEvent};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::base64::Base64;
use super::{list, seldom};
use crate::server::{GameEvent, OpenedSeal, RoomEvent, SealView};

/// `["play", at_ms, seat, trick, count, attempt, commitment, type, by, pieces, nonce]`. Nulls at the end are left out from `type` on.
/// `attempt` and `commitment` are null if the pieces lie face up.
#[derive(Deserialize)]
struct Play {
    _name: String,
    at_ms: u64,
    seat: Seat,
    trick: u8,
    count: u8,
    attempt: Option<u8>,
    commitment: Option<Base64<32>>,
    #[serde(default)]
    kind: Option<CombinationType>,
    #[serde(default)]
    by: Option<By>,
    #[serde(default)]
    pieces: Option<Pieces>,
    #[serde(default)]
    nonce: Option<Base64<16>>,
}

/// `["trick", at_ms, trick, leader, type, plays, hidden, winner, won_by, captured, beheaded, opened]`. `hidden` lists the seats whose
/// pieces were not turned up.
#[derive(Deserialize)]
struct Trick {
    _name: String,
    at_ms: u64,
    number: u8,
    leader: Seat,
    kind: CombinationType,
    plays: BySeat<Option<Pieces>>,
    hidden: Vec<Seat>,
    winner: Option<Seat>,
    won_by: WonBy,
    captured: BySeat<u8>,
    beheaded: Vec<Seat>,
    opened: Vec<Opened>,
}

/// The nonce that opens the commitment to a play of the trick.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Opened {
    /// Only the nonce. The position in the list is the seat, and the play is the seat's first attempt.
    InPlace(Base64<16>),
    /// `[seat, attempt, nonce]`.
    Any(Seat, u8, Base64<16>),
}

/// Writes the short form of an event; false if it has none.
pub fn write_event(out: &mut Vec<u8>, event: &RoomEvent) -> bool {
    let RoomEvent::Game(game) = event else {
        return seldom::write(out, event);
    };
    match &game.event {
        AnySeenEvent::Tricks(SeenEvent::Trick(trick)) => write_trick(out, game, trick),
        AnySeenEvent::Tricks(play @ SeenEvent::Play { .. }) => write_play(out, game, play),
        AnySeenEvent::Tricks(_) | AnySeenEvent::Board(_) | AnySeenEvent::Tiles(_) => {
            seldom::write(out, event)
        }
    }
}

fn write_play(out: &mut Vec<u8>, game: &GameEvent, play: &SeenEvent) -> bool {
    let SeenEvent::Play {
        seat,
        trick,
        lead,
        kind,
        count,
        up,
        pieces,
    } = play
    else {
        return false;
    };
    let (attempt, sealed) = match &game.sealed {
        None => (None, None),
        Some(sealed) => match sealed.label {
            SealLabel::Play {
                trick: of,
                seat: by,
                attempt,
            } if (of, by) == (*trick, *seat) => (Some(attempt), Some(sealed)),
            _ => return false,
        },
    };
    if *up == sealed.is_some() || *lead != kind.is_some() || !game.opened.is_empty() {
        return false;
    }
    let commitment = sealed.map(|sealed| Base64(sealed.commitment));
    let nonce = sealed.and_then(|sealed| sealed.nonce).map(Base64);
    let by = (!game.by.is_player()).then_some(game.by);
    list!(
        out,
        [
            "play",
            &game.at_ms,
            seat,
            trick,
            count,
            &attempt,
            &commitment
        ],
        [kind, by, pieces, nonce]
    );
    true
}

fn write_trick(out: &mut Vec<u8>, game: &GameEvent, trick: &SeenTrick) -> bool {
    let opened = game.opened.iter().enumerate();
    let opened = opened.map(|(place, seal)| match seal.label {
        SealLabel::Play {
            trick: of,
            seat,
            attempt,
        } if of == trick.trick
            && seal.by.is_player()
            && text_of(trick.plays.get(seat)).as_ref() == Some(&seal.text) =>
        {
            let nonce = Base64(seal.nonce);
            Some(if (place, 0) == (seat.index(), attempt) {
                Opened::InPlace(nonce)
            } else {
                Opened::Any(seat, attempt, nonce)
            })
        }
        _ => None,
    });
    let Some(opened) = opened.collect::<Option<Vec<_>>>() else {
        return false;
    };
    if !game.by.is_player() || game.sealed.is_some() || trick.shown.len() != trick.plays.len() {
        return false;
    }
    let hidden = trick.shown.iter().filter(|&(_, &shown)| !shown);
    let hidden: Vec<Seat> = hidden.map(|(seat, _)| seat).collect();
    list!(
        out,
        [
            "trick",
            &game.at_ms,
            &trick.trick,
            &trick.leader,
            &trick.kind,
            &trick.plays,
            &hidden,
            &trick.winner,
            &trick.won_by,
            &trick.captured,
            &trick.beheaded,
            &opened,
        ]
    );
    true
}

/// The text that is committed to, of a play that the receiver sees.
fn text_of(play: Option<&Option<Pieces>>) -> Option<CompactString> {
    play?.map(|pieces| pieces.to_compact_string())
}

/// Reads an event as an object or in its short form.
// Inlined, so that this and everything it calls is compiled for clients only, and not for the server.
#[inline]
pub fn read_event(event: Value) -> Result<RoomEvent, serde_json::Error> {
    let name = event.get(0).and_then(Value::as_str);
    let game = match name {
        None => return RoomEvent::deserialize(event),
        Some("play") => Play::deserialize(event)?.in_full(),
        Some("trick") => Trick::deserialize(event)?.in_full()?,
        Some(_) if let Some(full) = seldom::in_full(&event) => {
            return RoomEvent::deserialize(full?);
        }
        Some(other) => {
            let text = format!("no event is called `{other}` in a short form");
            return Err(serde::de::Error::custom(text));
        }
    };
    Ok(RoomEvent::Game(Box::new(game)))
}

impl Play {
    fn in_full(self) -> GameEvent {
        let Self { seat, trick, .. } = self;
        let sealed = self.attempt.zip(self.commitment);
        let play = SeenEvent::Play {
            seat,
            trick,
            lead: self.kind.is_some(),
            kind: self.kind,
            count: self.count,
            up: sealed.is_none(),
            pieces: self.pieces,
        };
        GameEvent {
            event: AnySeenEvent::Tricks(play),
            by: self.by.unwrap_or_default(),
            at_ms: self.at_ms,
            sealed: sealed.map(|(attempt, commitment)| SealView {
                label: SealLabel::Play {
                    trick,
                    seat,
                    attempt,
                },
                commitment: commitment.0,
                nonce: self.nonce.map(|nonce| nonce.0),
            }),
            seals: Vec::new(),
            opened: Vec::new(),
        }
    }
}

impl Trick {
    fn in_full(self) -> Result<GameEvent, serde_json::Error> {
        let Self {
            number: trick,
            plays,
            ..
        } = self;
        let opened = self.opened.into_iter().enumerate();
        let opened = opened.map(|(place, opened)| {
            let (seat, attempt, nonce) = match opened {
                Opened::InPlace(nonce) => (plays.seats().nth(place), 0, nonce),
                Opened::Any(seat, attempt, nonce) => (Some(seat), attempt, nonce),
            };
            let play = seat.and_then(|seat| Some((seat, text_of(plays.get(seat))?)));
            let (seat, text) = play.ok_or_else(|| {
                serde::de::Error::custom("a play is opened that nothing is said of")
            })?;
            Ok(OpenedSeal {
                label: SealLabel::Play {
                    trick,
                    seat,
                    attempt,
                },
                text,
                nonce: nonce.0,
                by: By::default(),
            })
        });
        let opened = opened.collect::<Result<_, serde_json::Error>>()?;
        let trick = SeenTrick {
            trick,
            leader: self.leader,
            kind: self.kind,
            plays,
            shown: plays.map(|seat, _| !self.hidden.contains(&seat)),
            winner: self.winner,
            won_by: self.won_by,
            captured: self.captured,
            beheaded: self.beheaded,
        };
        Ok(GameEvent {
            event: AnySeenEvent::Tricks(SeenEvent::Trick(trick)),
            by: By::default(),
            at_ms: self.at_ms,
            sealed: None,
            seals: Vec::new(),
            opened,
        })
    }
}
