//! The bot acts sensibly, one situation per test.

use giog_bots::tricks::choose;
use giog_rules::tricks::{
    Action, Ask, CombinationType, Decision, Generals, Layout, OpenTrick, Options, SeenTrick, Shape,
    StackView, Variant, View, WonBy,
};
use giog_rules::{BySeat, Pieces, Seat, Stage};

fn pieces(text: &str) -> Pieces {
    text.parse().expect("a test's pieces")
}

/// A table of four in which seat 0 holds `hand`, and everything in `gone` was played in the first trick.
fn table(hand: &str, gone: &str) -> View {
    let hand = pieces(hand);
    let none = BySeat::new(4);
    let mut plays = BySeat::new(4);
    plays[Seat::new(1)] = Some(pieces(gone));
    let trick = SeenTrick {
        trick: 0,
        leader: Seat::new(1),
        kind: CombinationType::Single,
        plays,
        shown: BySeat::from_fn(4, |_| true),
        winner: Some(Seat::new(1)),
        won_by: WonBy::Highest,
        captured: none,
        beheaded: Vec::new(),
    };
    View {
        variant: Variant::Giog,
        options: Options::default(),
        you: Some(Seat::new(0)),
        stage: Stage::Play,
        layout: rows(),
        stacks: vec![
            StackView {
                up: Vec::new(),
                taken_by: Some(Seat::new(1)),
                bottom_taken_by: None,
            };
            16
        ],
        thrown: Vec::new(),
        throws: None,
        order: Some((0..4).map(Seat::new).collect()),
        hand: Some(hand),
        hand_sizes: BySeat::from_fn(4, |_| hand.len()),
        known: BySeat::new(4),
        trick: None,
        tricks: vec![trick],
        captured: none,
        aside: 0,
        beheaded: Vec::new(),
        outcome: None,
    }
}

fn rows() -> Layout {
    Layout {
        shape: Shape::Rows,
        heights: vec![2; 16],
        rows: (0..16).map(|stack| Seat::new(stack / 4)).collect(),
        exposer: None,
        dice: None,
    }
}

fn decision(ask: Ask) -> Decision {
    Decision {
        decision: 0,
        must: true,
        stage: Stage::Play,
        ask,
        default: None,
        actions: None,
        more_actions: false,
    }
}

fn played(view: &View, ask: Ask) -> String {
    match choose(view, &decision(ask)) {
        Action::Play { pieces } => pieces,
        other => panic!("{other:?}"),
    }
}

/// The lead from `hand` if `plays` are legal and the pieces in `gone` were already played.
fn check_lead(hand: &str, gone: &str, plays: &[&str], expected: &str) {
    let mut view = table(hand, gone);
    view.trick = Some(open_trick(Seat::new(0), None));
    let plays = Some(plays.iter().map(|play| pieces(play)).collect());
    let ask = Ask::Play {
        trick: 1,
        lead: true,
        kind: None,
        count: None,
        generals: Generals::Free,
        plays,
    };
    assert_eq!(played(&view, ask), expected, "{hand}");
}

/// The play from `hand` if seat 2 led this type with this number of pieces.
fn check_follow(hand: &str, gone: &str, kind: CombinationType, count: u8, expected: &str) {
    let mut view = table(hand, gone);
    view.trick = Some(open_trick(Seat::new(2), Some((kind, count))));
    let kind = Some(kind);
    let ask = Ask::Play {
        trick: 1,
        lead: false,
        kind,
        count: Some(count),
        generals: Generals::Free,
        plays: None,
    };
    assert_eq!(played(&view, ask), expected, "{hand}");
}

fn open_trick(leader: Seat, led: Option<(CombinationType, u8)>) -> OpenTrick {
    OpenTrick {
        trick: 1,
        leader,
        kind: led.map(|(kind, _)| kind),
        count: led.map(|(_, count)| count),
        laid: BySeat::from_fn(4, |seat| led.is_some() && seat == leader),
        yours: None,
        last: false,
        in_turn: None,
    }
}

#[test]
fn a_general_goes_out_before_the_last_trick() {
    check_lead("Kp", "", &["p", "K"], "K");
    check_lead("kp", "", &["p", "k"], "k");
    check_follow("Kpp", "", CombinationType::Pair, 2, "Kp");
}

#[test]
fn a_pair_that_nobody_beats_is_led_at_once() {
    check_lead("AApph", "", &["p", "h", "A", "pp", "AA"], "AA");
}

#[test]
fn of_two_sure_winners_the_weaker_is_enough() {
    check_follow("Rrp", "KkAAaaEEee", CombinationType::Single, 1, "r");
}

#[test]
fn what_cannot_win_is_shed_weakest_first_and_pairs_are_kept() {
    check_follow("AAhcp", "", CombinationType::Giog, 3, "hcp");
    check_follow("KAEcp", "", CombinationType::Pair, 2, "cp");
}

#[test]
fn the_end_is_chosen_that_gives_the_best_of_what_lies_open() {
    let mut view = table("", "");
    (view.hand, view.order) = (None, Some((0..4).map(Seat::new).collect()));
    view.stacks = vec![
        StackView {
            up: Vec::new(),
            taken_by: None,
            bottom_taken_by: None,
        };
        16
    ];
    // From stack 8 upwards, this seat gets 8, 12, 0 and 4.
    for (stack, piece) in [(8, 'K'), (12, 'A'), (9, 'p'), (3, 'c')] {
        view.stacks[stack].up = vec![giog_rules::Piece::from_code(piece).expect("a piece")];
    }
    let take = decision(Ask::Take {
        stacks: vec![0, 3, 4, 7, 8, 11, 12, 15],
    });
    let Action::Take { stack } = choose(&view, &take) else {
        panic!("a stack is to be taken")
    };
    assert!([0, 4, 8, 12].contains(&stack), "{stack}");
}

#[test]
fn what_nobody_waits_for_and_what_is_not_known_is_answered_legally() {
    let view = table("pp", "");
    let take_back = Ask::TakeBack {
        trick: 1,
        pieces: pieces("p"),
    };
    assert_eq!(choose(&view, &decision(take_back)), Action::TakeBack);
    let order = choose(&view, &decision(Ask::Order { stacks: 3 }));
    assert_eq!(
        order,
        Action::Order {
            stacks: vec![0, 1, 2]
        }
    );
    let mut spectator = view;
    spectator.you = None;
    let ask = Ask::Play {
        trick: 1,
        lead: true,
        kind: None,
        count: None,
        generals: Generals::Free,
        plays: Some(vec![pieces("p"), pieces("pp")]),
    };
    assert_eq!(
        choose(&spectator, &decision(ask)),
        Action::Play {
            pieces: "p".to_owned()
        }
    );
}
