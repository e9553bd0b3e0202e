//! Whole matches between bots, from a seed.

#![allow(dead_code, reason = "every user takes a part")]

use giog_rules::fairness::{Entropy, MatchSeed, ServerSeed, Stream, match_seed};
use giog_rules::tricks::{Action, Ask, Deal, Decision, Generals, Match, Outcome, Terms, View};
use giog_rules::{BySeat, MatchId, Observer, Pieces, Seat};
use uuid::Uuid;

/// The seed of the `number`th match.
pub fn seed(number: u64) -> MatchSeed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    match_seed(
        &ServerSeed::new(bytes),
        MatchId(Uuid::nil()),
        &BySeat::<Entropy>::new(0),
    )
}

/// Plays a match; `choose` is asked for every decision the match waits for.
pub fn play(
    terms: Terms,
    number: u64,
    mut choose: impl FnMut(Seat, &View, &Decision, &mut Stream) -> Action,
) -> Outcome {
    let mut stream = Stream::new(&seed(number));
    let deal = Deal::from_stream(&terms, None, &mut stream);
    let mut game = Match::start(&terms, deal, Some(stream.clone())).game;
    while game.outcome().is_none() {
        let seat = game
            .waiting()
            .next()
            .expect("an open match waits for somebody");
        let decision = game
            .decision(seat)
            .expect("whoever is waited for has a decision");
        let view = game.view(Observer::Seat(seat));
        let action = choose(seat, &view, &decision, &mut stream);
        if let Err(code) = game.act(seat, &action) {
            panic!(
                "match {number}: seat {seat} was refused {action:?} ({code:?})\n{decision:?}\n{view:?}"
            );
        }
    }
    game.outcome()
        .expect("the loop ends with the match")
        .clone()
}

/// A random legal action (any pieces if there are more plays than are listed).
pub fn random(view: &View, decision: &Decision, stream: &mut Stream) -> Action {
    let mut any = |stacks: &[u8]| i64::from(stacks[stream.index(stacks.len())]);
    match &decision.ask {
        Ask::Reveal { stacks } => Action::Reveal { stack: any(stacks) },
        Ask::Take { stacks } => Action::Take { stack: any(stacks) },
        Ask::Play {
            plays: Some(plays), ..
        } => Action::Play {
            pieces: plays[stream.index(plays.len())].to_string(),
        },
        Ask::Play { count: None, .. } => {
            let hand = view.hand.expect("a player has a hand");
            let types = view.variant.describe().combinations.into_iter();
            let mut leads: Vec<Pieces> = types.flat_map(|info| info.ranking).flatten().collect();
            leads.retain(|&lead| hand.contains(lead));
            Action::Play {
                pieces: leads[stream.index(leads.len())].to_string(),
            }
        }
        Ask::Expose { stacks } => Action::Expose { stack: any(stacks) },
        Ask::Throw { signs, .. } => Action::Throw {
            sign: signs[stream.index(signs.len())],
        },
        Ask::End { ends } => Action::End {
            end: ends[stream.index(ends.len())],
        },
        Ask::Order { stacks } => {
            let mut order: Vec<i64> = (0..i64::from(*stacks)).collect();
            stream.shuffle(&mut order);
            Action::Order { stacks: order }
        }
        Ask::Play {
            count: Some(count),
            generals,
            ..
        } => {
            let hand = view.hand.expect("a player has a hand");
            let hand = if *generals == Generals::Refused {
                hand.without_generals()
            } else {
                hand
            };
            let mut pieces: Vec<_> = hand.iter().collect();
            stream.shuffle(&mut pieces);
            let pieces: Pieces = pieces.into_iter().take(usize::from(*count)).collect();
            Action::Play {
                pieces: pieces.to_string(),
            }
        }
        Ask::TakeBack { .. } => Action::TakeBack,
    }
}

/// A seat's part of the win: 1, or less if the win is shared.
pub fn share(outcome: &Outcome, seat: Seat) -> f64 {
    let winners = u8::try_from(outcome.winners.len()).expect("there are few seats");
    if outcome.winners.contains(&seat) {
        1.0 / f64::from(winners)
    } else {
        0.0
    }
}
