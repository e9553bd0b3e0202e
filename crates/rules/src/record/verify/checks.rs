//! The checks. Checks that are more than a comparison have a function each.

use super::Receipt;
use super::report::{Check, CheckName};
use crate::fairness::{
    PublicKey, ServerSeed, Stream, is_exact, match_seed, seal, seed_commitment, verify_record,
};
use crate::game::{Deal, HandedOn, Match, Terms, Variant};
use crate::record::{
    By, Fairness, Player, RECORD_FORMAT, RULES_VERSION, Record, RecordPlayer, Replay, replay,
    verify_start,
};
use crate::table::{BySeat, MatchId};

/// The error for records of another format.
pub(super) const OTHER_FORMAT: &str = "it has a form that this program does not know";

/// Checks whether the record is complete enough to be verified.
pub(super) fn shape(record: &Record) -> Result<(), &'static str> {
    if record.format != RECORD_FORMAT {
        return Err(OTHER_FORMAT);
    }
    lists(record.seats, record.players.len(), &record.fairness)?;
    let terms = record.terms().ok();
    let Some(terms) = terms.filter(|terms| terms.options() == record.options) else {
        return Err("it does not have the options of the variant");
    };
    if terms.ceremony() != record.ceremony {
        return Err("nobody but the players makes choices in the variant");
    }
    record
        .deal()
        .map(drop)
        .map_err(|_| "its layout is none of the variant for so many players")
}

/// Checks whether the lists have one entry for each seat.
pub(super) fn lists(seats: u8, players: usize, fairness: &Fairness) -> Result<(), &'static str> {
    let lengths = [
        players,
        fairness.entropy_commitments.len(),
        fairness.entropy.len(),
    ];
    if lengths != [usize::from(seats); 3] {
        return Err(
            "it does not have as many players, commitments to entropy and entropies as seats",
        );
    }
    Ok(())
}

/// All checks of a record and, if there is one, of a player's receipt.
pub(super) fn all(
    record: &Record,
    bytes: &[u8],
    kept: Option<&Receipt>,
    known_keys: &[PublicKey],
) -> Vec<Check> {
    let fairness = &record.fairness;
    let seed = ServerSeed::from(fairness.server_seed);
    let start_holds = verify_start(
        &fairness.signer,
        &record.start_facts(),
        &fairness.start_signature,
    );
    let record_holds = verify_record(
        &fairness.signer,
        &record.unsigned_bytes(),
        &record.signature,
    );
    let mut checks = vec![
        CheckName::Format.holds(record.canonical_bytes() == bytes && has_exact_numbers(bytes)),
        CheckName::StartSignature.holds(start_holds),
        CheckName::RecordSignature.holds(record_holds),
    ];
    let is_bot = |_, of: &RecordPlayer| matches!(of.player, Player::Bot { .. });
    let is_bot = record.players.map(is_bot);
    checks.extend(seeds(record.match_id, is_bot, fairness, known_keys));
    checks.extend(chance(record, &seed));
    checks.extend(play(record, &seed));
    if let Some(kept) = kept {
        let seen_holds = in_order(&fairness.commitments, &kept.commitments);
        checks.extend(receipt(record.match_id, fairness, seen_holds, kept));
    }
    checks
}

/// Checks the key, the server's seed, and every seat's entropy against the commitments. Bots have no entropy.
pub(super) fn seeds(
    match_id: MatchId,
    is_bot: BySeat<bool>,
    fairness: &Fairness,
    known_keys: &[PublicKey],
) -> [Check; 3] {
    let seed = ServerSeed::from(fairness.server_seed);
    let entropy_holds = fairness.entropy.iter().all(|(seat, entropy)| {
        fairness.entropy_commitments[seat].covers(match_id, seat, entropy)
            && (entropy.is_none() || !is_bot[seat])
    });
    [
        if known_keys.contains(&fairness.signer) {
            CheckName::Signer.holds(true)
        } else {
            CheckName::Signer
                .unknown("It was signed with a key that you don't know; ask for the server's keys.")
        },
        CheckName::SeedCommitment
            .holds(seed_commitment(match_id, &seed) == fairness.seed_commitment),
        CheckName::EntropyCommitments.holds(entropy_holds),
    ]
}

/// Whether all readers of JSON read the same numbers. Larger numbers could make two different records look alike.
fn has_exact_numbers(bytes: &[u8]) -> bool {
    serde_json::from_slice(bytes).is_ok_and(|value| is_exact(&value))
}

/// Checks what the seeds decided: the deal, and the server's choices before play.
fn chance(record: &Record, seed: &ServerSeed) -> [Check; 2] {
    let held = record.terms().map_or((false, false), |terms| {
        let mut found = handed_on(record)
            .into_iter()
            .map(|handed_on| chance_after(record, seed, terms, handed_on));
        let first = found.next().unwrap_or_default();
        found.fold(first, |best, next| if next > best { next } else { best })
    });
    let mut shuffle = CheckName::Shuffle.holds(held.0);
    if held.0 && !has_chance(record.variant) {
        "There is no chance in this game.".clone_into(&mut shuffle.text);
    }
    [shuffle, CheckName::Ceremony.holds(held.1)]
}

/// What the previous match of the room may have handed on. It is in another record, so all possibilities are tried.
fn handed_on(record: &Record) -> Vec<HandedOn> {
    let nothing = HandedOn::default();
    let mut possible = Vec::new();
    if record.previous.is_some() {
        // The seat that has the six stacks, exposes, or starts is the previous winner, or was drawn by lot if no winner sits here.
        let winner = record.six.or(record.exposer).or(record.starter);
        possible.extend(winner.map(|_| HandedOn { winner, ..nothing }));
        let second = record.red.or(record.first);
        possible.extend(second.map(|_| HandedOn { second, ..nothing }));
    }
    possible.push(nothing);
    possible
}

/// Whether the game has any chance.
fn has_chance(variant: Variant) -> bool {
    match variant {
        Variant::Tricks(_) | Variant::Tiles(_) => true,
        Variant::Board(variant) => variant.definition().is_shuffled,
    }
}

/// Whether the deal, and the server's choices, follow from the seeds, if this was handed on.
fn chance_after(
    record: &Record,
    seed: &ServerSeed,
    terms: Terms,
    handed_on: HandedOn,
) -> (bool, bool) {
    let mut stream = Stream::new(&match_seed(seed, record.match_id, &record.fairness.entropy));
    let mut due = Deal::from_stream(&terms, handed_on, &mut stream);
    if let Ok(said) = record.deal() {
        due.draw_on(&terms, &said, &mut stream);
    }
    let shuffle = record.is_of(&due);
    let choices = Match::start(&terms, due, Some(stream)).ceremony;
    let (by_server, others) = record
        .actions
        .split_at(choices.len().min(record.actions.len()));
    let ceremony = by_server.len() == choices.len()
        && by_server.iter().all(|taken| taken.by == By::Server)
        && others.iter().all(|taken| taken.by != By::Server)
        && by_server
            .iter()
            .zip(&choices)
            .all(|(taken, due)| taken.seat == due.seat && taken.action == due.action);
    (shuffle, ceremony)
}

/// Checks the players' actions: whether they are legal, and match their commitments.
fn play(record: &Record, seed: &ServerSeed) -> Vec<Check> {
    use CheckName::{Commitments, Plays, Result, Rules};
    if record.rules != RULES_VERSION {
        let why = "It was refereed by a version of the rules that this program does not know.";
        return [Rules, Result, Plays, Commitments]
            .map(|name| name.unknown(why))
            .to_vec();
    }
    match replay(record) {
        Ok(replayed) => {
            let (plays, commitments) = commitments_hold(record, seed, &replayed);
            vec![
                Rules.holds(true),
                Result.holds(replayed.result() == record.result),
                Plays.holds(plays),
                Commitments.holds(commitments),
            ]
        }
        Err(error) => {
            let mut rules = Rules.holds(false);
            rules.text = format!("{} ({error})", rules.text);
            let why = "It could not be checked, because the actions are not a match by the rules.";
            let mut checks = vec![rules];
            checks.extend([Result, Plays, Commitments].map(|name| name.unknown(why)));
            checks
        }
    }
}

/// Whether every hidden decision matches its commitment, and whether there is exactly one commitment for each, in order.
fn commitments_hold(record: &Record, seed: &ServerSeed, replayed: &Replay) -> (bool, bool) {
    let published = &record.fairness.commitments;
    let due: Vec<_> = replayed.sealed().collect();
    let labels = published
        .iter()
        .map(|commitment| commitment.label)
        .eq(due.iter().map(|sealed| sealed.label));
    let plays = published.iter().zip(&due).all(|(commitment, sealed)| {
        commitment.commitment == seal(seed, record.match_id, sealed).commitment
    });
    (plays, labels)
}

/// Whether everything that was seen was published, in the same order. A player who was disconnected has seen only a part.
pub(super) fn in_order<T: PartialEq>(published: &[T], seen: &[T]) -> bool {
    let mut published = published.iter();
    seen.iter().all(|seen| published.any(|one| one == seen))
}

/// The checks against a receipt; `seen_holds` tells whether the record has the commitments that the player saw.
pub(super) fn receipt(
    match_id: MatchId,
    fairness: &Fairness,
    seen_holds: bool,
    receipt: &Receipt,
) -> [Check; 5] {
    let own = fairness.entropy.get(receipt.seat);
    let before = |name: CheckName, holds: bool| {
        if holds && receipt.late {
            name.unknown("The receipt was begun during the match: it does not know.")
        } else {
            name.holds(holds)
        }
    };
    let same_seed = receipt.seed_commitment == fairness.seed_commitment;
    let same_entropy = own == Some(&receipt.entropy);
    let mut entropy = before(CheckName::ReceiptEntropy, same_entropy);
    if same_entropy && receipt.entropy.is_none() {
        "You gave no entropy, and the shuffle has none for your seat."
            .clone_into(&mut entropy.text);
    }
    [
        CheckName::ReceiptMatch.holds(receipt.match_id == match_id),
        before(CheckName::ReceiptSeed, same_seed),
        entropy,
        CheckName::ReceiptStart.holds(receipt.start_signature == fairness.start_signature),
        CheckName::ReceiptCommitments.holds(seen_holds),
    ]
}
