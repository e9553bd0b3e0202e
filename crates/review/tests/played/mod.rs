//! Records of matches that are played here.

#![allow(dead_code, reason = "every user takes a part")]

use giog_bots::Numbers;
use giog_rules::fairness::{
    Entropy, EntropyCommitment, ServerSeed, Signer, Stream, match_seed, seed_commitment,
};
use giog_rules::record::{By, Closing, Player, Record, RecordAction, RecordStatus, StartFacts};
use giog_rules::tricks;
use giog_rules::{
    Action, BySeat, Deal, HandedOn, Match, MatchId, Pieces, RULES_VERSION, Seat, Terms, Timestamp,
    Variant,
};
use uuid::Uuid;

/// The action of laying these.
pub fn lay(pieces: Pieces) -> Action {
    Action::Tricks(tricks::Action::Play {
        pieces: pieces.to_string(),
    })
}

/// A record of the match with this number that is played so, by stand-ins where nothing is chosen, or which ends after so many actions.
pub fn played(
    terms: &Terms,
    seed: ServerSeed,
    number: u32,
    most: usize,
    mut choose: impl FnMut(&Match, Seat) -> Option<Action>,
) -> Record {
    let (id, seats) = (MatchId(Uuid::from_u128(number.into())), terms.seats());
    let entropy = BySeat::from_fn(seats, |_| Entropy::default());
    let start = StartFacts {
        match_id: id,
        rules: RULES_VERSION,
        variant: terms.variant(),
        seats: u8::try_from(seats).expect("few"),
        options: terms.options(),
        ceremony: terms.ceremony(),
        previous: None,
        players: BySeat::from_fn(seats, |_| Player::Bot {
            bot: "steady".to_owned(),
        }),
        seed_commitment: seed_commitment(id, &seed),
        entropy_commitments: entropy.map(|_, _| EntropyCommitment(None)),
        entropy: entropy.clone(),
    };
    let mut stream = Stream::new(&match_seed(&seed, id, &entropy));
    let deal = Deal::from_stream(terms, HandedOn::default(), &mut stream);
    let started = Match::start(terms, deal, Some(stream));
    let mut game = started.game;
    let record = |(seat, action), by| RecordAction {
        seat,
        action,
        at_ms: 0,
        by,
    };
    let by_server = started.ceremony.into_iter();
    let mut actions: Vec<RecordAction> = by_server
        .map(|step| record((step.seat, step.action), By::Server))
        .collect();
    let mut numbers = Numbers::new(number.into());
    while actions.len() < most {
        // Where two boards are played side by side, either may be the next one.
        let boards = match terms.variant() {
            Variant::Board(variant) => variant.boards(),
            Variant::Tricks(_) | Variant::Tiles(_) => 1,
        };
        let skipped = numbers.below(u32::try_from(boards).expect("few"));
        let seat = game.waiting().nth(skipped as usize);
        let Some(seat) = seat else { break };
        let action = choose(&game, seat).or_else(|| game.stand_in_action(seat));
        let action = action.expect("a seat that is waited for has a default");
        game.act(seat, &action).expect("it is legal");
        actions.push(record((seat, action), By::Player));
    }
    let is_over = game.waiting().next().is_none();
    let operator = Signer::new(&[7; 32]);
    let closing = Closing {
        start_signature: operator.sign_start(&start),
        start,
        stand_ins: BySeat::new(seats),
        // With the chance that came later.
        deal: game.deal(),
        actions,
        status: if is_over {
            RecordStatus::Over
        } else {
            RecordStatus::Abandoned
        },
        started_at: Timestamp::from_unix_ms(0),
        ended_at: Timestamp::from_unix_ms(1),
        server_seed: seed,
        commitments: Vec::new(),
    };
    Record::sign(closing, &operator).expect("a played match can be recorded")
}
