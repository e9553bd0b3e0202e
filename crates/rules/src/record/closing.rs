//! Makes and signs the record of a match that has ended.

use super::envelope::{
    BadRecord, Fairness, RECORD_FORMAT, Record, RecordAction, RecordLayout, RecordPlayer,
    RecordStatus, StandIn, signature_text,
};
use super::replay::replay;
use super::start::StartFacts;
use crate::fairness::{Commitment, ServerSeed, Signature, Signer};
use crate::game::{Deal, MatchResult};
use crate::table::{BySeat, Timestamp};

/// Everything from which the record of a finished match is made.
#[derive(Clone, Debug)]
pub struct Closing {
    /// The facts that were signed before the shuffle.
    pub start: StartFacts,
    /// The signature over these facts.
    pub start_signature: Signature,
    /// For each seat the stand-ins that played it.
    pub stand_ins: BySeat<Vec<StandIn>>,
    /// The deal.
    pub deal: Deal,
    /// All actions, in the order in which they took effect.
    pub actions: Vec<RecordAction>,
    /// How it ended.
    pub status: RecordStatus,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The server's seed.
    pub server_seed: ServerSeed,
    /// The commitments to hidden decisions, in the order of publication.
    pub commitments: Vec<Commitment>,
}

impl Record {
    /// Replays the match and signs the record with the result.
    pub fn sign(closing: Closing, signer: &Signer) -> Result<Self, BadRecord> {
        Self::sign_to_bytes(closing, signer).map(|(record, _)| record)
    }

    /// The same. It also returns the canonical bytes, so that they are written only once.
    pub fn sign_to_bytes(closing: Closing, signer: &Signer) -> Result<(Self, Vec<u8>), BadRecord> {
        let Closing { start, deal, .. } = closing;
        let layout = RecordLayout::of(start.variant, &deal);
        let mut stand_ins = closing.stand_ins;
        let mut record = Self {
            format: RECORD_FORMAT,
            rules: start.rules,
            match_id: start.match_id,
            status: closing.status,
            variant: start.variant,
            seats: start.seats,
            options: start.options,
            ceremony: start.ceremony,
            previous: start.previous,
            players: start.players.map(|seat, player| RecordPlayer {
                player: player.clone(),
                stand_ins: stand_ins
                    .get_mut(seat)
                    .map(std::mem::take)
                    .unwrap_or_default(),
            }),
            started_at: closing.started_at,
            ended_at: closing.ended_at,
            stacks: layout.stacks,
            red: layout.red,
            first: layout.first,
            cards: layout.cards,
            starter: layout.starter,
            six: layout.six,
            exposer: layout.exposer,
            dice: layout.dice,
            walls: layout.walls,
            throws: layout.throws,
            actions: closing.actions,
            result: MatchResult::default(),
            practice: signer.is_for_practice(),
            fairness: Fairness {
                seed_commitment: start.seed_commitment,
                server_seed: closing.server_seed.publish(),
                entropy_commitments: start.entropy_commitments,
                entropy: start.entropy,
                start_signature: closing.start_signature,
                commitments: closing.commitments,
                signer: signer.public_key(),
            },
            signature: Signature::default(),
        };
        record.result = replay(&record)?.result();
        let unsigned = record.canonical_bytes();
        let member = record.signature_member(&unsigned);
        record.signature =
            signer.sign_record(&[&unsigned[..member.start], &unsigned[member.end..]].concat());
        let mut bytes = unsigned;
        bytes.splice(member, signature_text(record.signature).into_bytes());
        Ok((record, bytes))
    }
}
