//! Measures the share of the wins of the player that thinks, in games on boards, with 95 % confidence intervals:
//! `cargo run --release -p giog-bots --example share_on_boards -- 100 xiangqi`. Of games with several numbers of players the third
//! argument chooses one; the fourth is the opponent, `random` or `greedy`.

#[path = "interval/mod.rs"]
mod interval;
#[path = "../tests/table/mod.rs"]
mod table;

use std::time::{Duration, Instant};

use giog_rules::boards::{
    BoardAction, BoardDecision, BoardEnd, BoardOptions, BoardTable, BoardTerms, BoardVariant,
    BoardView,
};
use giog_rules::fairness::Stream;
use giog_rules::{Deal, Decision, HandedOn, Observer, Seat, Terms, Variant, View};
use interval::Mean;

type Opponent = fn(&BoardView, &BoardDecision, &mut Stream) -> BoardAction;

/// The results of many matches.
#[derive(Default)]
struct Tally {
    shares: Mean,
    drawn: u32,
    decisions: u32,
    time: Duration,
    longest: Duration,
    ends: Vec<(BoardEnd, u32)>,
}

fn main() {
    let matches = std::env::args()
        .nth(1)
        .map_or(100, |text| text.parse().expect("a number of matches"));
    let only = std::env::args().nth(2);
    let only_seats: Option<usize> = std::env::args().nth(3).and_then(|text| text.parse().ok());
    let only_opponent = std::env::args().nth(4);
    println!(
        "{matches} matches each; share of wins (a shared win counts as its part), 95 % confidence"
    );
    let opponents: [(&str, Opponent); 2] = [("random", random), ("greedy", greedy)];
    let variants = BoardVariant::ALL.into_iter();
    for variant in
        variants.filter(|variant| only.as_deref().is_none_or(|only| only == variant.id()))
    {
        let numbers = variant.players();
        for seats in numbers.filter(|&seats| only_seats.is_none_or(|only| only == seats)) {
            for (name, opponent) in opponents {
                if only_opponent.as_deref().is_some_and(|only| only != name) {
                    continue;
                }
                let terms = BoardTerms::new(variant, seats, BoardOptions::default());
                let terms = terms.expect("the variant's own number of players");
                report(terms, name, &measure(terms, matches, opponent));
            }
        }
    }
}

/// A random legal choice.
fn random(_: &BoardView, decision: &BoardDecision, stream: &mut Stream) -> BoardAction {
    let mut choices: Vec<BoardAction> = decision.listed().collect();
    let index = stream.index(choices.len());
    choices.swap_remove(index)
}

/// The bot that decides without a search.
fn greedy(view: &BoardView, decision: &BoardDecision, _: &mut Stream) -> BoardAction {
    let (view, decision) = (
        View::Board(Box::new(view.clone())),
        Decision::Board(decision.clone()),
    );
    board_action(giog_bots::choose(&view, &decision))
}

fn board_action(action: Option<giog_rules::Action>) -> BoardAction {
    match action {
        Some(giog_rules::Action::Board(action)) => action,
        other => panic!("an action on a board: {other:?}"),
    }
}

fn measure(terms: BoardTerms, matches: u32, opponent: Opponent) -> Tally {
    let mut tally = Tally::default();
    for number in 0..matches {
        let mut stream = Stream::new(&table::seed(number.into()));
        let Deal::Board(deal) =
            Deal::from_stream(&Terms::Board(terms), HandedOn::default(), &mut stream)
        else {
            panic!("a deal of a game on a board");
        };
        let (mut game, _) = BoardTable::start(&terms, deal);
        let bot = Seat::new(number as usize % terms.seats());
        // Partners are bots of the same kind; otherwise the result would depend on the partner.
        let team = match terms.variant() {
            BoardVariant::SupplyChess => vec![bot, Seat::new((bot.index() + 2) % 4)],
            _ => vec![bot],
        };
        for turn in 0_u64.. {
            let waiting = game.waiting();
            // If the match waits for two boards, they take turns.
            let index = usize::try_from(turn).expect("few") % waiting.len().max(1);
            let Some(&seat) = waiting.get(index) else {
                break;
            };
            let decision = game.decision(seat).expect("it is asked");
            let view = game.view(Observer::Seat(seat));
            let action = if team.contains(&seat) {
                tally.think(&view, &decision, u64::from(number) << 32 | turn)
            } else {
                opponent(&view, &decision, &mut stream)
            };
            let acted = game.act(seat, &action);
            acted.unwrap_or_else(|error| panic!("{action:?} is refused: {error:?}"));
        }
        let outcome = game.outcome().expect("it is over");
        tally.note(&outcome.winners, &team, terms.seats(), outcome.end);
    }
    tally
}

impl Tally {
    #[expect(
        clippy::disallowed_methods,
        reason = "a measurement is about this machine's own time"
    )]
    fn think(&mut self, view: &BoardView, decision: &BoardDecision, seed: u64) -> BoardAction {
        let nodes = giog_bots::nodes(Variant::Board(view.variant)).expect("it thinks about them");
        let (view, decision) = (
            View::Board(Box::new(view.clone())),
            Decision::Board(decision.clone()),
        );
        let begun = Instant::now();
        let action = giog_bots::think(&view, &decision, seed, nodes);
        let took = begun.elapsed();
        self.decisions += 1;
        self.time += took;
        self.longest = self.longest.max(took);
        board_action(action)
    }

    fn note(&mut self, winners: &[Seat], team: &[Seat], seats: usize, end: BoardEnd) {
        let won = winners
            .iter()
            .filter(|winner| team.contains(winner))
            .count();
        let share = f64::from(u32::try_from(won).expect("few"))
            / f64::from(u32::try_from(winners.len()).expect("few"));
        self.shares.note(share);
        self.drawn += u32::from(winners.len() == seats);
        match self.ends.iter_mut().find(|(known, _)| *known == end) {
            Some((_, count)) => *count += 1,
            None => self.ends.push((end, 1)),
        }
    }
}

fn report(terms: BoardTerms, opponent: &str, tally: &Tally) {
    println!(
        "{:14} {} players, against {opponent}: {:5.1} % ± {:.1}, drawn {} of {}, {:.1} ms a decision (longest {:.0} ms), ends {:?}",
        terms.variant().id(),
        terms.seats(),
        100.0 * tally.shares.mean(),
        100.0 * tally.shares.either_side(),
        tally.drawn,
        tally.shares.count(),
        tally.time.as_secs_f64() * 1e3 / f64::from(tally.decisions.max(1)),
        tally.longest.as_secs_f64() * 1e3,
        tally.ends,
    );
}
