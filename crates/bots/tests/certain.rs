//! What is certain for a seat: in small endings exactly what all worlds have in common, which other code goes through, and in all games nothing
//! that a drawn world contradicts.

mod all_worlds;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use giog_bots::Numbers;
use giog_bots::levels::{Certain, Held, Line, MOST_WINS, Sight, Worlds};
use giog_rules::fairness::Stream;
use giog_rules::tricks::{Ceremony, Deal, GeneralBan, Match, OptionsInput, Terms, Variant, View};
use giog_rules::{BySeat, Observer, Pieces, Seat};

use all_worlds::{fill, held, places, some, ways, world};

/// More worlds than this are not gone through.
const MOST_WORLDS: u64 = 6_000;
/// The games and numbers of seats that have no decision with so few worlds.
const UNLOOKED: [(&str, usize); 3] = [("da-qi-luo-2", 5), ("sang-krip", 4), ("tam-cuc", 4)];

/// Goes through random matches of all games with all numbers of seats; each decision is looked at.
fn at_each_decision(matches: u64, mut look: impl FnMut(&View, Seat)) {
    for variant in Variant::ALL {
        for seats in variant.players() {
            for number in 0..matches {
                // Where generals can be banned, in turn in both ways.
                let ban = [GeneralBan::Behead, GeneralBan::Refuse][usize::from(number % 2 == 1)];
                let options = OptionsInput {
                    general_ban: variant.bans_generals().then_some(ban),
                    ..OptionsInput::default()
                };
                let terms = Terms::new(variant, seats, options, Ceremony::Server).expect("a table");
                let mut stream = Stream::new(&table::seed(number));
                let deal = Deal::from_stream(&terms, None, &mut stream);
                let mut game = Match::start(&terms, deal, Some(stream.clone())).game;
                loop {
                    let waiting = game.waiting().next();
                    let Some(seat) = waiting else { break };
                    let view = game.view(Observer::Seat(seat));
                    look(&view, seat);
                    let decision = game.decision(seat).expect("it waits");
                    let action = table::random(&view, &decision, &mut stream);
                    game.act(seat, &action).expect("a legal action");
                }
            }
        }
    }
}

/// Whether the seat wins the trick, whatever those lay who have still to.
fn wins(line: &Line, me: Seat, count: u8) -> bool {
    let seat = line.asks().expect("the trick is open");
    let mut plays = some(line.game().hands()[seat], count).into_iter();
    plays.all(|play| {
        let mut after = *line;
        match after.lay(seat, play) {
            Err(_) => true,
            Ok(Some(finish)) => finish.winner == Some(me),
            Ok(None) => wins(&after, me, count),
        }
    })
}

/// Whether laying this wins the trick in this world, whatever others lay; none if it may not be laid.
fn laid_wins(line: &Line, me: Seat, play: Pieces) -> Option<bool> {
    let mut after = *line;
    match after.lay(me, play).ok()? {
        Some(finish) => Some(finish.winner == Some(me)),
        None => Some(wins(&after, me, play.len())),
    }
}

fn kinds_least(one: Pieces, other: Pieces) -> Pieces {
    one.saturating_minus(one.saturating_minus(other))
}

fn kinds_most(one: Pieces, other: Pieces) -> Pieces {
    one.plus(other.saturating_minus(one))
}

#[test]
fn in_small_endings_it_is_exactly_what_all_worlds_have_in_common() {
    let (mut compared, mut with_plays, mut sure) = (BTreeMap::new(), 0, 0);
    at_each_decision(50, |view, me| {
        let Some(sight) = Sight::of(view) else { return };
        let known: u8 = sight.known.values().map(|known| known.len()).sum();
        let places = places(view, me);
        let of_game = compared
            .entry((view.variant.id(), view.hand_sizes.len()))
            .or_insert(0);
        if ways(sight.unseen.len() + known, &places) > MOST_WORLDS || *of_game == 24 {
            return;
        }
        *of_game += 1;
        with_plays += i32::from(places.iter().any(|(_, at, _)| at.is_some()));
        let worlds = Worlds::of(view).expect("a trick is open");
        let mut lines = Vec::new();
        fill(
            sight.unseen,
            &sight.known,
            &places,
            &mut Vec::new(),
            &mut |filled| {
                lines.extend(worlds.line(&world(view, me, sight.hand, filled)));
            },
        );
        assert!(!lines.is_empty(), "the truth is one: {view:?}");
        let told = Certain::of(view).expect("a trick is open");
        let held: Vec<_> = lines.iter().map(|line| held(view, me, line)).collect();
        let all =
            |hands: &BySeat<Pieces>| hands.values().copied().fold(Pieces::EMPTY, Pieces::plus);
        let totals = || held.iter().map(all);
        assert_eq!(Some(told.held), totals().reduce(kinds_least), "{view:?}");
        assert_eq!(Some(told.most), totals().reduce(kinds_most), "{view:?}");
        for (seat, &hand) in told.hands.iter().filter(|&(seat, _)| seat != me) {
            let hands = || held.iter().map(|hands| hands[seat]);
            assert_eq!(
                Some(hand.least),
                hands().reduce(kinds_least),
                "{seat} {view:?}"
            );
            assert_eq!(
                Some(hand.most),
                hands().reduce(kinds_most),
                "{seat} {view:?}"
            );
            assert!(hands().all(|pieces| pieces.len() == hand.size));
        }
        let leads: BTreeSet<String> = lines
            .iter()
            .map(|line| line.game().laid()[sight.leader])
            .filter(|lead| sight.leader != me && !view.variant.lays_in_turn() && !lead.is_empty())
            .map(|lead| lead.to_string())
            .collect();
        let told_leads: BTreeSet<_> = told.leads.iter().map(ToString::to_string).collect();
        assert_eq!(told_leads, leads, "{view:?}");
        let plays = view.variant.combinations(sight.hand).filter(|&play| {
            sight
                .led
                .is_none_or(|(kind, _)| view.variant.type_of(play) == Some(kind))
        });
        for play in plays {
            let wins = lines
                .iter()
                .map(|line| laid_wins(line, me, play).unwrap_or(false));
            let is_sure = wins.into_iter().all(|wins| wins);
            sure += i32::from(is_sure);
            let is_told = told.wins.contains(&play);
            // If there are more, those with the most pieces are told.
            let is_cut =
                told.wins.len() == MOST_WINS && told.wins[MOST_WINS - 1].len() >= play.len();
            assert_eq!(
                is_told || is_cut && is_sure,
                is_sure,
                "{play} {told:?} {view:?}"
            );
        }
    });
    println!("{compared:?}, {with_plays} with plays face down, {sure} certain to win");
    let without = compared.iter().filter(|&(_, &count)| count == 0);
    let without: Vec<_> = without.map(|(&of, _)| of).collect();
    assert_eq!(without, UNLOOKED, "{compared:?}");
    assert!(with_plays > 200 && sure > 200, "{with_plays} {sure}");
}

#[test]
fn no_world_contradicts_it() {
    let mut all = 0;
    at_each_decision(3, |view, me| {
        let Some(told) = Certain::of(view) else {
            panic!("a trick is open: {view:?}");
        };
        let worlds = Worlds::of(view).expect("a trick is open");
        let mut numbers = Numbers::new(7);
        for _ in 0..4 {
            let (_, line) = worlds.draw(&mut numbers).expect("a world");
            all += 1;
            let held = held(view, me, &line);
            let together = held.values().copied().fold(Pieces::EMPTY, Pieces::plus);
            assert!(
                together.contains(told.held) && told.most.contains(together),
                "{view:?}"
            );
            for (seat, &Held { size, least, most }) in told.hands.iter() {
                if seat != me {
                    assert_eq!(held[seat].len(), size);
                    assert!(
                        held[seat].contains(least) && most.contains(held[seat]),
                        "{view:?}"
                    );
                }
            }
            let lead = line.game().laid()[line.game().leader()];
            if !told.leads.is_empty() {
                assert!(told.leads.contains(&lead), "{lead} {told:?} {view:?}");
            }
            for &play in &told.wins {
                // Of all that others can lay in early tricks, what they would lay by strength.
                let mut after = line;
                let mut finish = after.lay(me, play).expect("legal");
                while finish.is_none() {
                    let seat = after.asks().expect("the trick is open");
                    let mut plays = Vec::new();
                    after.plays(seat, &mut plays);
                    let other = plays[usize::try_from(
                        numbers.below(u32::try_from(plays.len()).expect("few")),
                    )
                    .expect("small")];
                    finish = after.lay(seat, other).expect("legal");
                }
                assert_eq!(
                    finish.expect("all have laid").winner,
                    Some(me),
                    "{play} {view:?}"
                );
            }
        }
    });
    assert!(all > 1_000, "{all}");
}
