//! Levels: nets in whole numbers, and answers that are legal and always the same.

mod table;

use std::collections::HashMap;

use giog_bots::Numbers;
use giog_bots::levels::{Net, Policy, Size, Valued, Worlds, choose, net, net_of, of};
use giog_rules::Level;
use giog_rules::tricks::{Action, Ask, Ceremony, OptionsInput, Terms, Variant};

/// All games and numbers of seats that have levels.
fn tables() -> impl Iterator<Item = Terms> {
    let all = Variant::ALL.into_iter();
    let all = all.flat_map(|variant| variant.players().map(move |seats| (variant, seats)));
    let played = all.filter(|&(variant, seats)| net(variant, seats).is_some());
    played.map(|(variant, seats)| {
        Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server).expect("a table")
    })
}

/// The most bytes of all nets together: they are part of every server and terminal.
const MOST_BYTES: usize = 2_000_000;

#[test]
fn the_files_of_nets_are_read_and_written_alike() {
    let mut files = HashMap::new();
    for terms in tables() {
        for level in Level::ALL {
            let net = net_of(level, terms.variant(), terms.seats()).expect("it has one");
            let bytes = net.to_bytes();
            assert_eq!(Net::read(&bytes).as_ref(), Ok(net));
            for end in [0, 8, 9, bytes.len() - 1] {
                assert!(Net::read(&bytes[..end]).is_err());
            }
            for (at, wrong) in [(0, b'x'), (8, 0), (10, 0x7f)] {
                let mut bytes = bytes.clone();
                bytes[at] = wrong;
                assert!(Net::read(&bytes).is_err(), "{at}");
            }
            let of_master = level == Level::Master && net.size() == Size::LARGE;
            assert!(of_master || net.size() == Size::SMALL, "{level:?}");
            files.insert(std::ptr::from_ref(net), bytes.len());
        }
    }
    assert!(!files.is_empty(), "some game has levels");
    assert!(files.values().sum::<usize>() <= MOST_BYTES);
}

/// The values that a net of this size with random weights gives to the plays of a match, as one number.
fn values(size: Size) -> u64 {
    let mut numbers = Numbers::new(1);
    let weights: Vec<f32> = (0..size.weights())
        .map(|_| (f32::from(u16::try_from(numbers.below(1000)).expect("small")) - 480.0) / 1000.0)
        .collect();
    let net = Net::of(size, &weights).expect("as many weights");
    let policy = Policy::new(&net, Variant::Giog).expect("it has combinations");
    let terms = Terms::new(Variant::Giog, 4, OptionsInput::default(), Ceremony::Server);
    let (mut sum, mut valued) = (0_u64, Valued::default());
    table::play(
        terms.expect("a table"),
        1,
        |seat, view, decision, stream| {
            let worlds = Worlds::of(view).expect("a trick is open");
            let (_, line) = worlds.draw(&mut numbers).expect("a world");
            policy.value(&line, seat, &mut valued);
            for &value in &valued.values {
                sum = sum
                    .wrapping_mul(31)
                    .wrapping_add(value.unsigned_abs().into());
            }
            table::random(view, decision, stream)
        },
    );
    sum
}

#[test]
fn a_net_says_the_same_on_every_machine() {
    assert_eq!(values(Size::SMALL), 542_220_840_481_888_202);
    assert_eq!(values(Size::LARGE), 15_885_728_465_196_349_756);
}

#[test]
fn answers_are_legal_and_follow_from_view_level_and_seed() {
    for terms in tables() {
        let levels = of(terms.variant().into(), terms.seats());
        assert!(levels.contains(&Level::Club), "{terms:?}");
        for &level in &levels[1..] {
            let every = match level {
                Level::Simple | Level::Club => 1,
                Level::Strong => 9,
                Level::Master => 27,
            };
            let mut asked = 0;
            // A play that is not legal would be refused.
            table::play(terms, 3, |_, view, decision, stream| {
                asked += 1;
                if asked % every != 0 {
                    return table::random(view, decision, stream);
                }
                let answer = choose(level, view, decision, 7);
                assert_eq!(answer, choose(level, view, decision, 7));
                let answer = answer.expect("it plays this game");
                assert!(matches!(answer, Action::Play { .. }));
                answer
            });
        }
    }
}

#[test]
fn levels_leave_choices_before_the_first_lead_to_the_default() {
    let terms = Terms::new(Variant::Giog, 4, OptionsInput::default(), Ceremony::Players);
    let mut choices = 0;
    table::play(terms.expect("a table"), 2, |_, view, decision, stream| {
        if !matches!(decision.ask, Ask::Play { .. }) {
            assert_eq!(choose(Level::Club, view, decision, 1), None);
            choices += 1;
        }
        table::random(view, decision, stream)
    });
    assert!(choices > 4, "{choices}");
}
