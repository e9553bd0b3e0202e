//! Receipts from the messages of an honest server, and the detection of a dishonest one.

use giog_client::{Incoming, NoMatchToJoin, ReceiptKeeper, Suspicion};
use giog_protocol::client::Ready;
use giog_protocol::server::{
    CancelReason, GameEvent, MatchStart, MatchState, OpenedSeal, Resumed, RoomEvent, SealView,
    SeqEvent, ServerMessage, Snapshot, StandReason,
};
use giog_protocol::{NextMatch, Phase, RoomId, RoomState, SeatState, Series, SettingsInput};
use giog_rules::fairness::{
    Digest, Entropy, EntropyCommitment, Hex, SealKind, Sealed, ServerSeed, Signer, Stream,
    entropy_commitment, match_seed, seal, seed_commitment,
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
    let mut keeper = seated();
    keeper
        .observe(&event(RoomEvent::Next(next())))
        .expect("honest");
    let ready = keeper
        .ready(|bytes| bytes.fill(7))
        .expect("there is a match");
    (keeper, ready)
}

/// A keeper that sits, and knows of no match.
fn seated() -> ReceiptKeeper {
    let mut keeper = ReceiptKeeper::new(ROOM, ME);
    keeper.observe(&resumed(Some(seat()))).expect("honest");
    keeper
}

fn next() -> NextMatch {
    NextMatch {
        match_id: MATCH,
        seed_commitment: promise(),
    }
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
    published(&commitments())
}

fn published(commitments: &BySeat<EntropyCommitment>) -> Incoming {
    event(RoomEvent::Committed {
        match_id: MATCH,
        entropy_commitments: Box::new(*commitments),
    })
}

/// The commitments with that of this entropy on a seat.
fn commitments_with(of: Seat, entropy: &Entropy) -> BySeat<EntropyCommitment> {
    let mut commitments = commitments();
    commitments[of] = EntropyCommitment(Some(entropy_commitment(MATCH, of, entropy)));
    commitments
}

/// Entropy that is not what the keeper committed to.
fn other_entropy() -> Entropy {
    Entropy::new(vec![6; 32]).expect("not too long")
}

/// The start with this entropy on a seat, which opens its commitment.
fn start_with(of: Seat, entropy: &Entropy) -> MatchStart {
    start(|facts| {
        facts.entropy_commitments = commitments_with(of, entropy);
        facts.entropy[of] = entropy.clone();
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

/// The first play of seat 0.
const PLAY: SealLabel = SealLabel::Play {
    trick: 0,
    seat: Seat::new(0),
    attempt: 0,
};

fn laid(byte: u8) -> Incoming {
    sealed(view(PLAY, byte))
}

fn view(label: SealLabel, byte: u8) -> SealView {
    SealView {
        label,
        commitment: Hex([byte; 32]),
        nonce: None,
    }
}

fn sealed(sealed: SealView) -> Incoming {
    game_event(Some(sealed), Vec::new())
}

fn game_event(sealed: Option<SealView>, opened: Vec<OpenedSeal>) -> Incoming {
    let seen = SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Play {
        seat: Seat::new(0),
        trick: 0,
        lead: false,
        kind: None,
        count: 1,
        up: false,
        pieces: None,
    });
    event(RoomEvent::Game(Box::new(GameEvent {
        seals: Vec::new(),
        event: seen,
        by: By::Player,
        at_ms: 0,
        sealed,
        opened,
    })))
}

/// The honest commitment to a text under a label, and what opens it.
fn honest_seal(label: SealLabel, kind: SealKind, text: &str) -> (SealView, Incoming) {
    let hidden = Sealed {
        label,
        kind,
        text: text.into(),
    };
    let made = seal(&ServerSeed::new(SEED), MATCH, &hidden);
    let view = SealView {
        label,
        commitment: made.commitment,
        nonce: None,
    };
    let opened = OpenedSeal {
        label,
        text: text.into(),
        nonce: made.nonce,
        by: By::Player,
    };
    (view, game_event(None, vec![opened]))
}

/// A split of seat 0 in a deal.
fn split(deal: u16) -> SealLabel {
    SealLabel::Deal {
        deal,
        seat: Seat::new(0),
        attempt: 0,
    }
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
    let none = published(&BySeat::from_fn(SEATS, |_| EntropyCommitment(None)));
    let gathering = |you| picture(you, gathering(), None);
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
    let views = commitments.iter().map(|&byte| view(PLAY, byte));
    pictured_with(start, views.collect())
}

fn pictured_with(start: MatchStart, commitments: Vec<SealView>) -> Incoming {
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
    let game = MatchState {
        start,
        view,
        commitments,
    };
    picture(Some(seat()), room(Phase::Playing, None), Some(game))
}

/// The room while people get ready for the match.
fn gathering() -> RoomState {
    room(Phase::Gathering, Some(next()))
}

/// The room while entropy is opened, from a server that tells these commitments, or none.
fn opening(commitments: Option<&BySeat<EntropyCommitment>>) -> Incoming {
    let state = RoomState {
        entropy_commitments: commitments.copied().map(Box::new),
        ..room(Phase::Opening, Some(next()))
    };
    picture(Some(seat()), state, None)
}

fn room(phase: Phase, next: Option<NextMatch>) -> RoomState {
    let (settings, _) = SettingsInput::default()
        .resolve()
        .expect("the usual settings");
    RoomState {
        settings,
        phase,
        owner: None,
        seats: Vec::new(),
        next,
        entropy_commitments: None,
        previous: None,
        series: Series::default(),
        quick: false,
        silenced: false,
        paused: false,
    }
}

/// The whole picture of the room.
fn picture(you: Option<Seat>, state: RoomState, game: Option<MatchState>) -> Incoming {
    ServerMessage::Snapshot(Box::new(Snapshot {
        room: ROOM,
        seq: 9,
        you,
        state,
        game,
        chat: Vec::new(),
        happened: Vec::new(),
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
    check([published(&none)], Suspicion::EntropyLeftOut(seat()));
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

#[test]
fn the_commitments_that_were_published_first_count() {
    let exchanged = Suspicion::EntropyExchanged(MATCH);
    let other = Seat::new(0);
    let with_other = || published(&commitments_with(other, &other_entropy()));
    check([committed(), with_other()], exchanged);
    check(
        [
            committed(),
            opening(Some(&commitments_with(other, &other_entropy()))),
        ],
        exchanged,
    );
    check([opening(Some(&commitments())), with_other()], exchanged);
    // Whoever goes on after that does not take the other list for the first one.
    let mut keeper = ready();
    keeper.observe(&committed()).expect("honest");
    keeper.observe(&with_other()).expect_err("exchanged");
    let begun = start_with(other, &other_entropy());
    assert_eq!(keeper.observe(&started(begun)), Err(exchanged));
    // Nor where a list for another match comes between.
    let of_another_match = event(RoomEvent::Committed {
        match_id: MatchId(Uuid::from_bytes([8; 16])),
        entropy_commitments: Box::new(commitments()),
    });
    let mut keeper = ready();
    for message in [committed(), of_another_match, with_other()] {
        keeper.observe(&message).expect("nothing to compare with");
    }
    assert_eq!(keeper.to_open(), None);
    let again = keeper.ready(|bytes| bytes.fill(9)).expect("a match");
    assert_ne!(again.entropy_commitment, commitments()[seat()].0);
}

#[test]
fn entropy_is_opened_after_a_picture_only_if_it_has_all_commitments() {
    let mut keeper = ready();
    keeper.observe(&opening(None)).expect("an older server");
    assert_eq!(keeper.to_open(), None);
    keeper
        .observe(&opening(Some(&commitments())))
        .expect("honest");
    assert_eq!(keeper.to_open().expect("now").entropy, entropy());
    keeper.observe(&started(start(|_| {}))).expect("honest");
    let none = BySeat::from_fn(SEATS, |_| EntropyCommitment(None));
    check([opening(Some(&none))], Suspicion::EntropyLeftOut(seat()));
}

#[test]
fn readiness_that_is_said_again_has_the_same_entropy_until_it_may_have_been_opened() {
    let (mut keeper, first) = pledged();
    let again = |keeper: &mut ReceiptKeeper| keeper.ready(|bytes| bytes.fill(9)).expect("a match");
    assert_eq!(again(&mut keeper), first);
    keeper.observe(&committed()).expect("honest");
    assert_eq!(again(&mut keeper), first);
    assert_eq!(keeper.to_open().expect("now").entropy, entropy());
    let cancelled = event(RoomEvent::Cancelled {
        match_id: MATCH,
        reason: CancelReason::Left,
        server_seed: Hex(SEED),
    });
    // No honest server prepares the same match again.
    let prepared = event(RoomEvent::Next(next()));
    let (after_event, after_picture) = (keeper.clone(), keeper.clone());
    for (mut keeper, messages) in [
        (keeper, vec![cancelled, prepared.clone()]),
        (after_event, vec![prepared]),
        (
            after_picture,
            vec![picture(Some(seat()), gathering(), None)],
        ),
    ] {
        for message in messages {
            keeper.observe(&message).expect("nothing to compare with");
        }
        assert_ne!(again(&mut keeper), first);
    }
}

#[test]
fn a_picture_of_a_game_with_several_deals_has_the_commitments_of_one() {
    let exchanged = Suspicion::CommitmentExchanged(MATCH);
    let mut keeper = ready();
    let begun = [committed(), started(start(|_| {}))];
    let splits = [(0, 1), (1, 2)].map(|(deal, byte)| sealed(view(split(deal), byte)));
    for message in begun.into_iter().chain(splits) {
        keeper.observe(&message).expect("honest");
    }
    for (shown, expected) in [
        (vec![(1, 2)], Ok(vec![(0, 1), (1, 2)])),
        (vec![(2, 3)], Ok(vec![(0, 1), (1, 2), (2, 3)])),
        (vec![], Ok(vec![(0, 1), (1, 2)])),
        (vec![(1, 9)], Err(exchanged)),
        (vec![(1, 2), (1, 9)], Err(exchanged)),
        (vec![(1, 2), (0, 9)], Err(exchanged)),
    ] {
        let mut keeper = keeper.clone();
        let views = shown.iter().map(|&(deal, byte)| view(split(deal), byte));
        let picture = pictured_with(start(|_| {}), views.collect());
        let kept = keeper.observe(&picture).map(|()| {
            let receipt = keeper.receipt().expect("a match is played");
            let kept = receipt.commitments.iter();
            kept.map(|known| (known.label.deal().expect("a split"), known.commitment.0[0]))
                .collect::<Vec<_>>()
        });
        assert_eq!(kept, expected, "{shown:?}");
    }
}

/// Whether the receipt is late that these leave.
fn is_late(mut keeper: ReceiptKeeper, messages: impl IntoIterator<Item = Incoming>) -> bool {
    for message in messages {
        keeper.observe(&message).expect("honest");
    }
    keeper.receipt().expect("a match is played").late
}

#[test]
fn a_receipt_is_late_where_nothing_was_promised_or_the_entropy_is_of_another_device() {
    let announced = || event(RoomEvent::Next(next()));
    let without = || {
        started(start(|facts| {
            facts.entropy[seat()] = Entropy::NONE;
            facts.entropy_commitments[seat()] = EntropyCommitment(None);
        }))
    };
    assert!(!is_late(ready(), [committed(), started(start(|_| {}))]));
    assert!(!is_late(ready(), [pictured(start(|_| {}), &[])]));
    assert!(!is_late(seated(), [announced(), without()]));
    assert!(is_late(seated(), [without()]));
    assert!(is_late(seated(), [pictured(start(|_| {}), &[])]));
    assert!(is_late(seated(), [announced(), started(start(|_| {}))]));
    let (unanswered, _) = pledged();
    let of_another_device = start_with(seat(), &other_entropy());
    assert!(is_late(unanswered, [started(of_another_device)]));
    let (unanswered, _) = pledged();
    assert!(is_late(unanswered, [without()]), "it is left out");
}

#[test]
fn a_start_that_was_refused_is_refused_again_in_a_picture() {
    let of_another_match = |facts: &mut StartFacts| {
        facts.match_id = MatchId(Uuid::from_bytes([8; 16]));
        let mine = entropy_commitment(facts.match_id, seat(), &entropy());
        facts.entropy_commitments[seat()] = EntropyCommitment(Some(mine));
    };
    for start in [
        start(of_another_match),
        start(|facts| facts.seed_commitment = Hex([9; 32])),
    ] {
        let exchanged = Err(Suspicion::SeedExchanged(start.facts.match_id));
        let mut keeper = ready();
        assert_eq!(keeper.observe(&started(start.clone())), exchanged);
        assert_eq!(keeper.observe(&pictured(start, &[])), exchanged);
        assert_eq!(keeper.receipt(), None);
    }
}

#[test]
fn a_start_that_is_told_twice_forgets_no_commitment() {
    let mut keeper = ready();
    for message in [
        committed(),
        started(start(|_| {})),
        laid(1),
        started(start(|_| {})),
    ] {
        keeper.observe(&message).expect("honest");
    }
    assert_eq!(
        keeper.observe(&laid(2)),
        Err(Suspicion::CommitmentExchanged(MATCH))
    );
}

#[test]
fn what_is_turned_up_was_committed_to_before() {
    let exchanged = Err(Suspicion::PlayExchanged(MATCH));
    let playing = || {
        let mut keeper = ready();
        for message in [committed(), started(start(|_| {}))] {
            keeper.observe(&message).expect("honest");
        }
        keeper
    };
    let round = SealLabel::Throw {
        round: 0,
        seat: Seat::new(0),
    };
    for (label, kind, text) in [
        (PLAY, SealKind::Play, "P"),
        (round, SealKind::Throw, "rock"),
        (split(0), SealKind::Split, "4221"),
        (split(0), SealKind::Bet, "big:20"),
    ] {
        let (view, opened) = honest_seal(label, kind, text);
        let mut keeper = playing();
        assert_eq!(keeper.observe(&opened), exchanged, "withheld: {label:?}");
        keeper.observe(&sealed(view.clone())).expect("honest");
        assert_eq!(keeper.observe(&opened), Ok(()), "{label:?}");
        let (_, another) = honest_seal(label, kind, "another");
        assert_eq!(keeper.observe(&another), exchanged, "{label:?}");
        // Whoever comes in the middle finds it in the picture, which has all commitments.
        for (shown, expected) in [(vec![view], Ok(())), (vec![], exchanged)] {
            let mut keeper = seated();
            keeper
                .observe(&pictured_with(start(|_| {}), shown))
                .expect("honest");
            assert_eq!(keeper.observe(&opened), expected, "{label:?}");
        }
    }
}

#[test]
fn what_was_laid_in_deals_that_were_missed_may_be_turned_up() {
    let mut keeper = seated();
    let picture = pictured_with(start(|_| {}), vec![view(split(2), 1)]);
    keeper.observe(&picture).expect("honest");
    for (deal, is_honest) in [(1, true), (2, false), (3, false)] {
        let (_, opened) = honest_seal(split(deal), SealKind::Split, "4221");
        assert_eq!(keeper.observe(&opened).is_ok(), is_honest, "{deal}");
    }
}

#[test]
fn another_device_of_the_same_person_may_get_ready_instead() {
    let got_ready = || event(RoomEvent::Ready { seat: seat() });
    let of_another_device = || published(&commitments_with(seat(), &other_entropy()));
    let unready = || event(RoomEvent::Unready { seat: seat() });
    check(
        [got_ready(), of_another_device()],
        Suspicion::EntropyLeftOut(seat()),
    );
    let shown = |ready| {
        let seats = (0..SEATS).map(|index| SeatState {
            seat: Seat::new(index),
            occupant: None,
            ready,
            away: false,
            suggests: None,
            agrees: false,
            ending: false,
        });
        let state = RoomState {
            seats: seats.collect(),
            ..gathering()
        };
        picture(Some(seat()), state, None)
    };
    check(
        [shown(true), of_another_device()],
        Suspicion::EntropyLeftOut(seat()),
    );
    for before in [
        vec![got_ready(), got_ready()],
        vec![shown(true), got_ready()],
        vec![got_ready(), unready(), got_ready()],
        vec![shown(false), got_ready()],
    ] {
        let mut keeper = ready();
        for message in before.into_iter().chain([of_another_device()]) {
            keeper.observe(&message).expect("honest");
        }
        assert_eq!(keeper.to_open(), None);
        let begun = started(start_with(seat(), &other_entropy()));
        assert!(is_late(keeper, [begun]));
    }
    // Who gets ready once more after that is bound to be among them again.
    let mut keeper = ready();
    for message in [got_ready(), unready()] {
        keeper.observe(&message).expect("honest");
    }
    let again = keeper.ready(|bytes| bytes.fill(9)).expect("a match");
    keeper.acknowledged(&again);
    keeper.observe(&got_ready()).expect("honest");
    assert_eq!(
        keeper.observe(&of_another_device()),
        Err(Suspicion::EntropyLeftOut(seat()))
    );
}
