//! Cases of what is certain, as docs/REVIEW.md tells it.

use giog_rules::fairness::{Entropy, ServerSeed, Stream, match_seed};
use giog_rules::tricks::{
    Ceremony, CombinationType, Deal, InTurn, Match, OpenTrick, OptionsInput, SeenTrick, StackView,
    Terms, Variant, WonBy,
};
use giog_rules::{MatchId, Observer, Stage};
use uuid::Uuid;

use super::places::ALL_TRIES;
use super::*;

#[path = "../../../tests/table/mod.rs"]
mod table;

const ME: Seat = Seat::new(0);

fn pieces(text: &str) -> Pieces {
    text.parse().expect("pieces")
}

/// What seat 0 sees in the fourth trick, which it leads, with this hand, while these pieces are not seen and others hold so many. All the rest was left
/// over, face up.
fn view(variant: Variant, hand: &str, unseen: &str, sizes: &[u8]) -> View {
    let seats = 1 + sizes.len();
    let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server);
    let terms = terms.expect("a table");
    let seed = match_seed(
        &ServerSeed::new([7; 32]),
        MatchId(Uuid::nil()),
        &BySeat::<Entropy>::new(0),
    );
    let mut stream = Stream::new(&seed);
    let deal = Deal::from_stream(&terms, None, &mut stream);
    let mut view = Match::start(&terms, deal, Some(stream))
        .game
        .view(Observer::Seat(ME));
    let (hand, unseen) = (pieces(hand), pieces(unseen));
    let rest = variant
        .set(seats)
        .minus(hand.plus(unseen))
        .expect("in the set");
    view.stage = Stage::Play;
    view.stacks = vec![StackView {
        up: rest.iter().collect(),
        taken_by: None,
        bottom_taken_by: None,
    }];
    view.order = Some((0..seats).map(Seat::new).collect());
    view.hand_sizes = BySeat::from_fn(seats, |seat| match seat.index() {
        0 => hand.len(),
        other => sizes[other - 1],
    });
    view.hand = Some(hand);
    view.known = BySeat::new(seats);
    view.trick = Some(OpenTrick {
        trick: 3,
        leader: ME,
        kind: None,
        count: None,
        laid: BySeat::new(seats),
        yours: None,
        last: false,
        in_turn: variant.lays_in_turn().then(|| InTurn {
            up: BySeat::new(seats),
            best: None,
            next: ME,
        }),
    });
    view.tricks = Vec::new();
    view
}

/// The same in a trick that the next seat has led face down.
fn led(
    variant: Variant,
    hand: &str,
    unseen: &str,
    sizes: &[u8],
    kind: CombinationType,
    count: u8,
) -> View {
    let mut view = view(variant, hand, unseen, sizes);
    let leader = Seat::new(1);
    let open = view.trick.as_mut().expect("it is open");
    (open.leader, open.kind, open.count) = (leader, Some(kind), Some(count));
    open.laid[leader] = true;
    view.hand_sizes[leader] -= count;
    view
}

fn told(view: &View) -> Certain {
    Certain::of(view).expect("a trick is open")
}

fn wins(view: &View) -> Vec<String> {
    told(view).wins.iter().map(ToString::to_string).collect()
}

#[test]
fn where_nothing_is_out_of_the_game_others_hold_all_that_is_not_seen() {
    let all = told(&view(Variant::Giog, "Rp", "rhcp", &[2, 2]));
    assert_eq!((all.held, all.most), (pieces("rhcp"), pieces("rhcp")));
    assert_eq!(all.hands[Seat::new(1)].least, Pieces::EMPTY);
    assert_eq!(all.hands[Seat::new(1)].most, pieces("rhcp"));
    // One of five is nobody's.
    let some = told(&view(Variant::Giog, "Rp", "rhcpp", &[2, 2]));
    assert_eq!((some.held, some.most), (pieces("p"), pieces("rhcpp")));
}

#[test]
fn a_hand_of_one_piece_has_no_two_and_the_last_hand_has_the_rest() {
    let two = told(&view(Variant::Giog, "R", "pp", &[1, 1]));
    for seat in [1, 2].map(Seat::new) {
        assert_eq!(
            two.hands[seat],
            Held {
                size: 1,
                least: pieces("p"),
                most: pieces("p")
            }
        );
    }
    let one = told(&view(Variant::Giog, "Rp", "Kh", &[2]));
    assert_eq!(one.hands[Seat::new(1)].least, pieces("Kh"));
}

#[test]
fn what_all_have_seen_a_seat_take_it_holds_until_it_lays_it() {
    let mut seen = view(Variant::Giog, "Rp", "rhcK", &[2, 2]);
    seen.known[Seat::new(2)] = pieces("K");
    let told = told(&seen);
    let [one, two] = [1, 2].map(|seat| told.hands[Seat::new(seat)]);
    assert_eq!((one.least, one.most), (Pieces::EMPTY, pieces("rhc")));
    assert_eq!((two.least, two.most), (pieces("K"), pieces("Krhc")));
}

#[test]
fn a_lead_that_lies_face_down_is_a_combination_of_its_type() {
    let pair = led(
        Variant::Giog,
        "EEp",
        "aaRRhc",
        &[3, 3],
        CombinationType::Pair,
        2,
    );
    let known = told(&pair);
    assert_eq!(known.leads, ["aa", "RR"].map(pieces));
    assert_eq!(known.wins, [], "the guards are higher");
    // Only one pair is left.
    let pair = led(
        Variant::Giog,
        "EEp",
        "aRRhcC",
        &[3, 3],
        CombinationType::Pair,
        2,
    );
    let known = told(&pair);
    assert_eq!(
        (known.leads, known.wins),
        (vec![pieces("RR")], vec![pieces("EE")])
    );
    assert_eq!(known.hands[Seat::new(1)].least, pieces("RR"));
    assert_eq!(known.hands[Seat::new(2)].most, pieces("ahcC"));
}

#[test]
fn what_went_in_face_down_was_no_play_that_would_have_been_turned_up() {
    // A general would have been turned up on the guard: both are in hands, whoever has them.
    let mut later = view(Variant::SangKrip, "Rp", "Kkhc", &[2, 1]);
    let plays = ["", "A", ""].map(|text| Some(pieces(text)).filter(|play| !play.is_empty()));
    later.stacks[0].up.retain(|piece| piece.code() != 'A');
    later.stacks[0]
        .up
        .push(giog_rules::Piece::from_code('A').expect("a piece"));
    let mine = Some(pieces("e"));
    later.stacks[0].up.retain(|piece| piece.code() != 'e');
    later.stacks[0]
        .up
        .push(giog_rules::Piece::from_code('e').expect("a piece"));
    later.tricks = vec![SeenTrick {
        trick: 0,
        leader: Seat::new(1),
        kind: CombinationType::Single,
        plays: BySeat::from_fn(3, |seat| {
            if seat == ME {
                mine
            } else {
                plays[seat.index()]
            }
        }),
        shown: BySeat::from_fn(3, |seat| seat.index() == 1),
        winner: Some(Seat::new(1)),
        won_by: WonBy::Highest,
        captured: BySeat::new(3),
        beheaded: Vec::new(),
    }];
    let known = told(&later);
    assert_eq!((known.held, known.most), (pieces("Kk"), pieces("Kkhc")));
}

#[test]
fn the_highest_that_is_left_wins() {
    assert_eq!(
        wins(&view(Variant::Giog, "ARp", "rhcp", &[2, 2])),
        ["A", "R"]
    );
    assert_eq!(wins(&view(Variant::Giog, "ARp", "Ehcp", &[2, 2])), ["A"]);
    assert!(
        wins(&view(Variant::Giog, "ARp", "Khcpp", &[2, 2])).is_empty(),
        "the general may be held"
    );
    // A pair that nobody can have.
    assert_eq!(wins(&view(Variant::Giog, "hhp", "KRrc", &[2, 2])), ["hh"]);
    // Nobody has two pieces.
    assert_eq!(wins(&view(Variant::Giog, "pp", "KRhh", &[1, 1])), ["pp"]);
}

#[test]
fn equal_plays_win_as_the_game_says() {
    let hands = |variant| wins(&view(variant, "AR", "Ahcp", &[2, 2]));
    assert_eq!(hands(Variant::Giog), ["A"]);
    assert!(hands(Variant::JuMaPao).is_empty(), "nobody wins");
    assert!(hands(Variant::DaQiLuo2).is_empty(), "the later wins");
    // The last in turn.
    let mut last = led(
        Variant::DaQiLuo2,
        "AR",
        "hcp",
        &[2, 1],
        CombinationType::Single,
        1,
    );
    let open = last.trick.as_mut().expect("it is open");
    let (leader, other) = (Seat::new(1), Seat::new(2));
    open.laid[other] = true;
    last.hand_sizes[other] = 1;
    let in_turn = open.in_turn.as_mut().expect("in turn");
    in_turn.up[leader] = Some(pieces("a"));
    in_turn.best = Some(leader);
    last.stacks[0].up.retain(|piece| piece.code() != 'a');
    last.stacks[0]
        .up
        .push(giog_rules::Piece::from_code('a').expect("a piece"));
    assert_eq!(wins(&last), ["A"]);
}

#[test]
fn generals_that_are_refused_beat_nothing() {
    let mut first = view(Variant::Giog, "AR", "KEhc", &[2, 2]);
    assert!(wins(&first).is_empty());
    first.trick.as_mut().expect("it is open").trick = 0;
    assert_eq!(wins(&first), ["A"]);
    first.options.general_ban = Some(GeneralBan::Behead);
    assert!(wins(&first).is_empty());
    // A leader of two pieces cannot lead both with a general, so that it is no pair of generals.
    let pair = led(
        Variant::JuMaPao,
        "AA",
        "Kkhh",
        &[2, 2],
        CombinationType::Pair,
        2,
    );
    assert_eq!(told(&pair).leads, [pieces("hh")]);
}

#[test]
fn only_the_suit_that_was_led_wins() {
    // A chariot beats no commander.
    assert_eq!(wins(&view(Variant::ZhiHu, "Ep", "RrhP", &[2, 2])), ["E"]);
    assert!(wins(&view(Variant::ZhiHu, "pp", "PPKk", &[2, 2])).is_empty());
}

#[test]
fn what_is_told_has_a_bound() {
    let many = view(Variant::DaQiLuo2, "KAERHCPkaerhcp", "PPpp", &[2, 2]);
    let wins = told(&many).wins;
    assert_eq!(wins.len(), MOST_WINS);
    assert!(wins.iter().all(|play| play.len() == 7), "{wins:?}");
}

/// The most tries of a decision in random matches of a game.
fn most_tries(variant: Variant, seats: usize, matches: u64) -> u32 {
    let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server);
    let terms = terms.expect("a table");
    let mut most = 0;
    for number in 0..matches {
        table::play(terms, number, |_, view, decision, stream| {
            if let Some(asked) = Asked::of(view) {
                asked.told();
                most = most.max(ALL_TRIES - asked.places.left().get());
            }
            table::random(view, decision, stream)
        });
    }
    most
}

#[test]
fn all_questions_of_a_decision_together_are_far_from_their_bound() {
    // The games that ask most: after leads that lie face down, and in turn.
    for (variant, seats) in [(Variant::ZhiHu, 4), (Variant::DaQiLuo2, 5)] {
        let most = most_tries(variant, seats, 20);
        assert!((500..ALL_TRIES / 8).contains(&most), "{variant}: {most}");
    }
}

#[test]
fn when_all_tries_are_spent_nothing_is_certain() {
    let view = view(Variant::Giog, "Rp", "pphc", &[2, 2]);
    let asked = Asked::of(&view).expect("a trick is open");
    let general = asked.holds(Seat::new(1), pieces("K"));
    assert!(!asked.can(&general));
    asked.places.left().set(0);
    assert!(asked.can(&general));
    let told = asked.told();
    assert_eq!((told.held, told.most), (Pieces::EMPTY, pieces("pphc")));
    for seat in [1, 2].map(Seat::new) {
        let Held { least, most, .. } = told.hands[seat];
        assert_eq!((least, most), (Pieces::EMPTY, pieces("pphc")));
    }
}
