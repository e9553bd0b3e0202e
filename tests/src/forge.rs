//! What an operator could change in a record afterwards, with the server's own key.

use giog_rooms::seeded_deal;
use giog_rules::fairness::{Commitment, ServerSeed, Signer, match_seed, seal, seed_commitment};
use giog_rules::record::{By, Closing, RecordAction, RecordStatus};
use giog_rules::{BySeat, Event, Match, Record};

/// The match as it would have been with this seed, played with default actions, with valid signatures.
///
/// # Panics
/// If the record is not that of a complete match.
pub fn forge(record: &Record, server_seed: ServerSeed, signer: &Signer) -> Record {
    let mut start = record.start_facts();
    start.seed_commitment = seed_commitment(record.match_id, &server_seed);
    let terms = record.terms().expect("a match's terms");
    let seed = match_seed(&server_seed, record.match_id, &start.entropy);
    let (deal, _) = seeded_deal(&terms, &seed, giog_rules::HandedOn::default());
    let mut game = Match::start(&terms, deal.clone(), None).game;
    let (mut actions, mut commitments) = (Vec::new(), Vec::new());
    loop {
        let next = game.waiting().next();
        let Some(seat) = next else { break };
        let action = game.default_action(seat).expect("somebody is waited for");
        let events = game.act(seat, &action).expect("defaults are legal");
        commitments.extend(
            events
                .iter()
                .flat_map(Event::sealed)
                .map(|sealed| Commitment {
                    label: sealed.label,
                    commitment: seal(&server_seed, record.match_id, sealed).commitment,
                }),
        );
        let at_ms = 100 * actions.len() as u64;
        actions.push(RecordAction {
            seat,
            action,
            at_ms,
            by: By::Player,
        });
    }
    let closing = Closing {
        start_signature: signer.sign_start(&start),
        start,
        stand_ins: BySeat::new(terms.seats()),
        deal,
        actions,
        status: RecordStatus::Over,
        started_at: record.started_at,
        ended_at: record.ended_at,
        server_seed,
        commitments,
    };
    Record::sign(closing, signer).expect("a whole match can be recorded")
}
