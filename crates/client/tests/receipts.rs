//! Receipts from what an honest server says, and what is noticed of a dishonest one.

use giog_client::{Incoming, NoMatchToJoin, ReceiptKeeper, Suspicion};
use giog_protocol::client::Ready;
use giog_protocol::server::{
    GameEvent, MatchStart, MatchState, Resumed, RoomEvent, SealView, SeqEvent, ServerMessage,
    Snapshot, StandReason,
};
use giog_protocol::{NextMatch, Phase, RoomId, RoomState, Series, SettingsInput};
use giog_rules::fairness::{
    Digest, Entropy, EntropyCommitment, Hex, ServerSeed, Signer, Stream, entropy_commitment,
    match_seed, seed_commitment,
};
use giog_rules::record::{By, Player, StartFacts};
use giog_rules::{
    BySeat, Ceremony, Deal, HandedOn, Match, MatchId, Observer, Options, PlayerId, Receipt,
    SealLabel, Seat, SeenEvent, Terms, Variant,
};
use uuid::Uuid;

const ROOM: RoomId = RoomId(Uuid::from_bytes([1; 16]));
const ME: PlayerId = PlayerId(Uuid::from_bytes([2; 16]));
const MATCH: MatchId = MatchId(Uuid::from_bytes([3; 16]));
const SEED: [u8; 32] = [4; 32];
const SEATS: usize = 2;

fn seat() -> Seat {
    Seat::new(1)
}

fn event(event: RoomEvent) -> Incoming {
    ServerMessage::Event(SeqEvent {
        room: ROOM,
        seq: 1,
        event,
    })
    .into()
}

fn promise() -> Digest {
    seed_commitment(MATCH, &ServerSeed::new(SEED))
}

fn resumed(you: Option<Seat>) -> Incoming {
    ServerMessage::Resumed(Resumed {
        room: ROOM,
        after: 0,
        you,
    })
    .into()
}

/// A keeper that sits, has heard of a match and committed to entropy of bytes 7, which the server has.
fn ready() -> ReceiptKeeper {
    let (mut keeper, ready) = pledged();
    keeper.acknowledged(&ready);
    keeper
}

/// The same before the server has answered.
fn pledged() -> (ReceiptKeeper, Ready) {
    let mut keeper = ReceiptKeeper::new(ROOM, ME);
    keeper.observe(&resumed(Some(seat()))).expect("honest");
    let next = NextMatch {
        match_id: MATCH,
        seed_commitment: promise(),
    };
    keeper
        .observe(&event(RoomEvent::Next(next)))
        .expect("honest");
    let ready = keeper
        .ready(|bytes| bytes.fill(7))
        .expect("there is a match");
    (keeper, ready)
}

fn entropy() -> Entropy {
    Entropy::new(vec![7; 32]).expect("not too long")
}

fn commitments() -> BySeat<EntropyCommitment> {
    let mine = EntropyCommitment(Some(entropy_commitment(MATCH, seat(), &entropy())));
    BySeat::from_fn(SEATS, |of| {
        if of == seat() {
            mine
        } else {
            EntropyCommitment(None)
        }
    })
}

fn committed() -> Incoming {
    event(RoomEvent::Committed {
        match_id: MATCH,
        entropy_commitments: Box::new(commitments()),
    })
}

/// The start of the match, after `change`, signed.
fn start(change: impl FnOnce(&mut StartFacts)) -> MatchStart {
    let mut facts = StartFacts {
        match_id: MATCH,
        rules: 1,
        variant: Variant::Tricks(giog_rules::tricks::Variant::Giog),
        seats: 2,
        options: Options::default(),
        ceremony: Ceremony::Players,
        previous: None,
        players: BySeat::from_fn(SEATS, |_| Player::Person { id: ME }),
        seed_commitment: promise(),
        entropy_commitments: commitments(),
        entropy: BySeat::from_fn(SEATS, |of| {
            if of == seat() {
                entropy()
            } else {
                Entropy::NONE
            }
        }),
    };
    change(&mut facts);
    let signer = Signer::new(&[5; 32]);
    MatchStart {
        start_signature: signer.sign_start(&facts),
        signer: signer.public_key(),
        facts,
    }
}

fn started(start: MatchStart) -> Incoming {
    event(RoomEvent::Start(Box::new(start)))
}

fn laid(byte: u8) -> Incoming {
    let label = SealLabel::Play {
        trick: 0,
        seat: Seat::new(0),
        attempt: 0,
    };
    let seen = SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Play {
        seat: Seat::new(0),
        trick: 0,
        lead: false,
        kind: None,
        count: 1,
        up: false,
        pieces: None,
    });
    let sealed = Some(SealView {
        label,
        commitment: Hex([byte; 32]),
        nonce: None,
    });
    event(RoomEvent::Game(Box::new(GameEvent {
        seals: Vec::new(),
        event: seen,
        by: By::Player,
        at_ms: 0,
        sealed,
        opened: Vec::new(),
    })))
}

fn finished(seed: [u8; 32]) -> Incoming {
    event(RoomEvent::Finished {
        match_id: MATCH,
        server_seed: Hex(seed),
    })
}

#[test]
fn an_honest_match_leaves_a_receipt() {
    let mut keeper = ready();
    assert_eq!(
        keeper.to_open(),
        None,
        "nothing is opened before all commitments are published"
    );
    keeper.observe(&committed()).expect("honest");
    assert_eq!(keeper.to_open().expect("now").entropy, entropy());
    let start = start(|_| {});
    for incoming in [started(start.clone()), laid(1), laid(1), finished(SEED)] {
        keeper.observe(&incoming).expect("honest");
    }
    let receipt = keeper.receipt().expect("a receipt");
    assert_eq!(
        (receipt.match_id, receipt.seat, receipt.seed_commitment),
        (MATCH, seat(), promise())
    );
    assert_eq!(
        (&receipt.entropy, receipt.start_signature),
        (&entropy(), start.start_signature)
    );
    assert_eq!(receipt.commitments.len(), 1, "what comes twice counts once");
}

#[test]
fn a_match_that_was_missed_is_kept_for_the_seat_one_had_then() {
    let mut keeper = ready();
    let stood = event(RoomEvent::Stood {
        seat: seat(),
        reason: StandReason::Gone,
    });
    let missed = [committed(), started(start(|_| {})), laid(1), finished(SEED)];
    keeper.observe(&resumed(None)).expect("honest");
    for incoming in missed.into_iter().chain([stood]) {
        keeper.observe(&incoming).expect("honest");
    }
    let receipt = keeper.receipt().expect("a receipt");
    assert_eq!((receipt.seat, &receipt.entropy), (seat(), &entropy()));
    assert_eq!(receipt.commitments.len(), 1);
}

#[test]
fn who_lost_the_seat_while_the_connection_was_broken_has_committed_to_nothing() {
    let none = event(RoomEvent::Committed {
        match_id: MATCH,
        entropy_commitments: Box::new(BySeat::from_fn(SEATS, |_| EntropyCommitment(None))),
    });
    let next = NextMatch {
        match_id: MATCH,
        seed_commitment: promise(),
    };
    let gathering = |you| picture(you, Some(next), None);
    for (you, is_honest) in [
        (None, true),
        (Some(Seat::new(0)), true),
        (Some(seat()), false),
    ] {
        let mut keeper = ready();
        keeper.observe(&gathering(you)).expect("honest");
        assert_eq!(keeper.observe(&none).is_ok(), is_honest, "{you:?}");
    }
}

/// The whole picture of the running match, with these commitments.
fn pictured(start: MatchStart, commitments: &[u8]) -> Incoming {
    let terms = Terms::new(
        Variant::Tricks(giog_rules::tricks::Variant::Giog),
        SEATS,
        Options::default(),
        Ceremony::Players,
    );
    let terms = terms.expect("two play it");
    let seed = match_seed(&ServerSeed::new(SEED), MATCH, &BySeat::new(SEATS));
    let deal = Deal::from_stream(&terms, HandedOn::default(), &mut Stream::new(&seed));
    let view = Match::start(&terms, deal, None)
        .game
        .view(Observer::Seat(seat()));
    let seal = |&byte: &u8| SealView {
        label: SealLabel::Play {
            trick: 0,
            seat: Seat::new(0),
            attempt: 0,
        },
        commitment: Hex([byte; 32]),
        nonce: None,
    };
    let game = MatchState {
        start,
        view,
        commitments: commitments.iter().map(seal).collect(),
    };
    picture(Some(seat()), None, Some(game))
}

/// The whole picture of the room.
fn picture(you: Option<Seat>, next: Option<NextMatch>, game: Option<MatchState>) -> Incoming {
    let (settings, _) = SettingsInput::default()
        .resolve()
        .expect("the usual settings");
    let phase = if game.is_some() {
        Phase::Playing
    } else {
        Phase::Gathering
    };
    ServerMessage::Snapshot(Box::new(Snapshot {
        room: ROOM,
        seq: 9,
        you,
        state: RoomState {
            settings,
            phase,
            owner: None,
            seats: Vec::new(),
            next,
            previous: None,
            series: Series::default(),
            quick: false,
            silenced: false,
        },
        game,
    }))
    .into()
}

/// What another program kept, which ended after a play was laid.
fn kept() -> Receipt {
    let mut keeper = ready();
    for message in [committed(), started(start(|_| ())), laid(8)] {
        keeper.observe(&message).expect("honest");
    }
    keeper.receipt().expect("a match is played").clone()
}

#[test]
fn what_a_program_kept_before_it_ended_binds_the_server_when_the_next_one_comes_back() {
    let come_back = |picture: Incoming| {
        let mut keeper = ReceiptKeeper::new(ROOM, ME);
        keeper.recall(kept());
        keeper.observe(&picture).map(|()| keeper)
    };
    let honest = come_back(pictured(start(|_| ()), &[8])).expect("honest");
    assert_eq!(honest.receipt(), Some(&kept()));
    for (picture, expected) in [
        (
            pictured(start(|_| ()), &[9]),
            Suspicion::CommitmentExchanged(MATCH),
        ),
        (
            pictured(start(|_| ()), &[]),
            Suspicion::CommitmentExchanged(MATCH),
        ),
        (
            pictured(start(|facts| facts.seed_commitment = Hex([1; 32])), &[8]),
            Suspicion::SeedExchanged(MATCH),
        ),
        (
            pictured(start(|facts| facts.rules = 2), &[8]),
            Suspicion::BadSignature(MATCH),
        ),
    ] {
        assert_eq!(come_back(picture).err(), Some(expected));
    }
}

/// What is noticed when an honest beginning goes on with these.
fn check(goes_on: impl IntoIterator<Item = Incoming>, expected: Suspicion) {
    let mut keeper = ready();
    let noticed = goes_on
        .into_iter()
        .find_map(|incoming| keeper.observe(&incoming).err());
    assert_eq!(noticed, Some(expected));
}

#[test]
fn a_match_may_begin_before_the_server_has_heard_of_the_entropy() {
    let (mut keeper, _) = pledged();
    let without = start(|facts| {
        facts.entropy[seat()] = Entropy::NONE;
        facts.entropy_commitments[seat()] = EntropyCommitment(None);
    });
    assert_eq!(keeper.observe(&started(without)), Ok(()));
    assert_eq!(
        keeper.receipt().map(|kept| &kept.entropy),
        Some(&Entropy::NONE)
    );
}

#[test]
fn exchanged_promises_are_noticed() {
    let none = BySeat::from_fn(SEATS, |_| EntropyCommitment(None));
    let left_out = event(RoomEvent::Committed {
        match_id: MATCH,
        entropy_commitments: Box::new(none),
    });
    check([left_out], Suspicion::EntropyLeftOut(seat()));
    let other_seed = Hex([9; 32]);
    check(
        [started(start(|facts| facts.seed_commitment = other_seed))],
        Suspicion::SeedExchanged(MATCH),
    );
    // Publishing another promise for the same match later does not help.
    let again = event(RoomEvent::Next(NextMatch {
        match_id: MATCH,
        seed_commitment: other_seed,
    }));
    check(
        [
            again,
            started(start(|facts| facts.seed_commitment = other_seed)),
        ],
        Suspicion::SeedExchanged(MATCH),
    );
    let without_mine = |facts: &mut StartFacts| facts.entropy[seat()] = Entropy::NONE;
    check(
        [committed(), started(start(without_mine))],
        Suspicion::EntropyLeftOut(seat()),
    );
    let with_late_one = |facts: &mut StartFacts| facts.entropy[Seat::new(0)] = entropy();
    check(
        [committed(), started(start(with_late_one))],
        Suspicion::EntropyExchanged(MATCH),
    );
    let mut unsigned = start(|_| {});
    unsigned.facts.rules = 2;
    check(
        [committed(), started(unsigned)],
        Suspicion::BadSignature(MATCH),
    );
    check(
        [started(start(|_| {})), laid(1), laid(2)],
        Suspicion::CommitmentExchanged(MATCH),
    );
    check(
        [started(start(|_| {})), finished([8; 32])],
        Suspicion::WrongSeed(MATCH),
    );
}

#[test]
fn without_a_seat_or_a_match_there_is_nothing_to_be_ready_for() {
    let mut keeper = ReceiptKeeper::new(ROOM, ME);
    assert_eq!(keeper.ready(|_| {}), Err(NoMatchToJoin));
    assert_eq!(keeper.receipt(), None);
}
