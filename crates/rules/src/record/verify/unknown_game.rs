//! Verifies records of games that this program does not know, as far as this is possible without their rules (`docs/FAIRNESS.md`).

use serde::Deserialize;
use serde_json::{Map, Value};

use super::checks;
use super::report::{Check, CheckName};
use super::{Receipt, Subject};
use crate::fairness::{PublicKey, Signature, canonical, is_exact, verify_record};
use crate::game::Variant;
use crate::record::start::verify_start_fields;
use crate::record::{Fairness, Player, RECORD_FORMAT};
use crate::table::{BySeat, MatchId};

/// The longest id of a game, in bytes.
const MAX_VARIANT_BYTES: usize = 64;
/// The signed fields of a start, besides players, seeds and entropy.
const START_FIELDS: [&str; 7] = [
    "ceremony", "match_id", "options", "previous", "rules", "seats", "variant",
];
/// The signed fields of a start that are in `fairness`.
const START_FIELDS_OF_FAIRNESS: [&str; 3] = ["entropy", "entropy_commitments", "seed_commitment"];
/// The reason for checks that need the rules.
const WHY: &str = "This program does not know the game; use a later version.";

/// The field of a record that names the game.
#[derive(Deserialize)]
struct Named {
    variant: String,
}

/// The fields that records of all games have. Commitments are not among them, because their form depends on the family.
#[derive(Deserialize)]
struct Envelope {
    format: u32,
    match_id: MatchId,
    variant: String,
    seats: u8,
    players: BySeat<Player>,
    fairness: Fairness,
    signature: Signature,
}

/// A record of a game that this program does not know.
pub(super) struct UnknownGame {
    fields: Map<String, Value>,
    envelope: Envelope,
    commitments: Vec<Value>,
}

impl UnknownGame {
    /// Whether the bytes name a game that this program does not know.
    pub(super) fn is_named(bytes: &[u8]) -> bool {
        let is_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        serde_json::from_slice(bytes).is_ok_and(|Named { variant }| {
            (1..=MAX_VARIANT_BYTES).contains(&variant.len())
                && variant.bytes().all(is_part)
                && variant.parse::<Variant>().is_err()
        })
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        let fields: Map<String, Value> = serde_json::from_slice(bytes)?;
        let mut rest = Value::from(fields.clone());
        let commitments = rest.pointer_mut("/fairness/commitments");
        let commitments = commitments
            .and_then(Value::as_array_mut)
            .map(std::mem::take);
        Ok(Self {
            fields,
            envelope: serde_json::from_value(rest)?,
            commitments: commitments.unwrap_or_default(),
        })
    }

    pub(super) fn subject(&self) -> Subject {
        Subject {
            match_id: self.envelope.match_id,
            variant: self.envelope.variant.clone(),
            seats: self.envelope.seats,
            signer: self.envelope.fairness.signer,
        }
    }

    /// Checks whether the record is complete enough to be verified.
    pub(super) fn shape(&self) -> Result<(), &'static str> {
        let Envelope {
            format,
            seats,
            players,
            fairness,
            ..
        } = &self.envelope;
        if *format != RECORD_FORMAT {
            return Err(checks::OTHER_FORMAT);
        }
        if !self.fields.values().all(is_exact) {
            return Err("it has a number that no record has");
        }
        checks::lists(*seats, players.len(), fairness)
    }

    /// All checks. Those that need the rules, or the format of this game's records, are unknown.
    pub(super) fn checks(
        &self,
        bytes: &[u8],
        receipt: Option<&Receipt>,
        known_keys: &[PublicKey],
    ) -> Vec<Check> {
        use CheckName::{
            Ceremony, Commitments, Format, Plays, RecordSignature, Result, Rules, Shuffle,
            StartSignature,
        };
        let Envelope {
            match_id,
            players,
            fairness,
            signature,
            ..
        } = &self.envelope;
        let signer = &fairness.signer;
        let start_holds =
            verify_start_fields(signer, &self.start_fields(), &fairness.start_signature);
        let mut unsigned = self.fields.clone();
        unsigned.remove("signature");
        let record_holds = verify_record(signer, &canonical(&unsigned), signature);
        let mut checks = vec![
            if canonical(&self.fields) == bytes {
                Format.unknown(WHY)
            } else {
                Format.holds(false)
            },
            StartSignature.holds(start_holds),
            RecordSignature.holds(record_holds),
        ];
        let is_bot = |_, player: &Player| matches!(player, Player::Bot { .. });
        checks.extend(checks::seeds(
            *match_id,
            players.map(is_bot),
            fairness,
            known_keys,
        ));
        let by_rules = [Shuffle, Ceremony, Rules, Result, Plays, Commitments];
        checks.extend(by_rules.map(|name| name.unknown(WHY)));
        if let Some(receipt) = receipt {
            let seen = receipt.commitments.iter().map(serde_json::to_value);
            let seen: Vec<Value> = seen.flatten().collect();
            let seen_holds = checks::in_order(&self.commitments, &seen);
            checks.extend(checks::receipt(*match_id, fairness, seen_holds, receipt));
        }
        checks
    }

    /// The facts that were signed at the start. Players are without their stand-ins, which are added later.
    fn start_fields(&self) -> Map<String, Value> {
        let named = |of: &Map<String, Value>, names: &[&str]| -> Vec<(String, Value)> {
            let present = names.iter().filter_map(|&name| of.get_key_value(name));
            present
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect()
        };
        let mut start = Map::from_iter(named(&self.fields, &START_FIELDS));
        let fairness = self.fields.get("fairness").and_then(Value::as_object);
        start.extend(fairness.map_or_else(Vec::new, |of| named(of, &START_FIELDS_OF_FAIRNESS)));
        let mut players = self.fields.get("players").cloned().unwrap_or_default();
        for player in players.as_array_mut().into_iter().flatten() {
            if let Some(player) = player.as_object_mut() {
                player.remove("stand_ins");
            }
        }
        start.insert("players".to_owned(), players);
        start
    }
}
