//! Whether pairs of people who spare each other are found, and honest pairs are not named (docs/RATINGS.md).
//!
//! `pairs giog 4 40 pairs simple club policy`: the game, the number of seats, how many houses, the name of the seed, and the players. In each house
//! twelve people play 240 matches, each as one of the players, at tables that are drawn. Two of them, who meet in 20 of these, spare each other:
//! where one of them would take a trick that the other is winning, they leave it in half of the cases.

use std::env;
use std::error::Error;

use giog_bots::Numbers;
use giog_bots::levels::{Policy, Valued, World, Worlds, net};
use giog_ratings::pairs::{Occasion, Pairs, Player as Seated, pairs};
use giog_review::WHOLE;
use giog_review::tricks::{History, occasions};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::Record;
use giog_rules::tricks::{self, Ceremony};
use giog_rules::{Action, BySeat, Match, Observer, Options, Pieces, Seat, Terms, Variant, View};

#[path = "../tests/calibrated/mod.rs"]
mod calibrated;
#[path = "../tests/played/mod.rs"]
mod played;

use calibrated::{Player, any};
use played::lay;

const USAGE: &str = "GAME SEATS HOUSES SEED PLAYER…";
const PEOPLE: usize = 12;
const MATCHES: usize = 240;
/// The two who spare each other, and how often they meet.
const TWO: [usize; 2] = [0, 1];
const JOINT: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [game, seats, houses, seed, names @ ..] = &*words else {
        return Err(USAGE.into());
    };
    let (variant, seats): (Variant, usize) = (game.parse()?, seats.parse()?);
    let terms = Terms::new(variant, seats, Options::default(), Ceremony::Server)?;
    let Variant::Tricks(of_tricks) = variant else {
        return Err("a trick game".into());
    };
    let policy = net(of_tricks, seats).and_then(|net| Policy::new(net, of_tricks));
    let policy = policy.ok_or("there is no net of this game for so many players")?;
    let players: Option<Vec<Player>> = names.iter().map(|name| Player::named(name)).collect();
    let players = players.filter(|players| !players.is_empty()).ok_or(USAGE)?;
    let houses: u32 = houses.parse()?;
    let (mut found, mut honest, mut blamed) = (0, 0, 0);
    for house in 0..houses {
        let mut numbers = Numbers::new(first(seed, house));
        let table = House {
            terms: &terms,
            policy: &policy,
            people: std::array::from_fn(|_| players[any(players.len(), &mut numbers)]),
        };
        let Pairs { compared, told } = table.judge(house, &mut numbers);
        let of_two = told.iter().filter(|pair| pair.people == TWO).count();
        found += of_two;
        honest += compared - 1;
        blamed += told.len() - of_two;
    }
    println!("found {found} of {houses}; of {honest} honest pairs {blamed} are told");
    Ok(())
}

fn first(seed: &str, house: u32) -> u64 {
    seed.bytes().fold(u64::from(house), |sum, byte| {
        sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte)
    })
}

struct House<'a> {
    terms: &'a Terms,
    policy: &'a Policy<'static>,
    people: [Player; PEOPLE],
}

impl House<'_> {
    fn judge(&self, house: u32, numbers: &mut Numbers) -> Pairs<usize> {
        let (mut matches, mut found) = (Vec::new(), Vec::new());
        for game in 0..MATCHES {
            let sitting = self.sit(game < JOINT, numbers);
            let number = house * 1_000 + u32::try_from(game).expect("few");
            let record = self.play(&sitting, number, numbers);
            let count = f64::from(u8::try_from(sitting.len()).expect("few"));
            let people = sitting.iter().enumerate().map(|(index, &person)| {
                let share = History::of(&record, Seat::new(index))
                    .expect("it was played")
                    .share;
                Seated {
                    person,
                    result: Some((1.0 / count, f64::from(share) / f64::from(WHOLE))),
                }
            });
            matches.push(people.collect());
            for occasion in occasions(&record).expect("it was played") {
                found.push(Occasion {
                    game,
                    decision: occasion.action,
                    kind: 0,
                    trick: occasion.trick,
                    by: sitting[occasion.seat.index()],
                    from: sitting[occasion.from.index()],
                    took: occasion.took,
                    gain: occasion.gain,
                });
            }
        }
        pairs(&matches, &found)
    }

    /// Who sits down, by seat; both of the two, or one of them at most.
    fn sit(&self, both: bool, numbers: &mut Numbers) -> Vec<usize> {
        loop {
            let mut left: Vec<usize> = (0..PEOPLE).collect();
            let sitting: Vec<usize> = (0..self.terms.seats())
                .map(|_| left.swap_remove(any(left.len(), numbers)))
                .collect();
            if TWO.iter().all(|one| sitting.contains(one)) == both {
                return sitting;
            }
        }
    }

    fn play(&self, sitting: &[usize], number: u32, numbers: &mut Numbers) -> Record {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&numbers.next().to_be_bytes());
        let two = TWO.map(|one| sitting.iter().position(|&sits| sits == one).map(Seat::new));
        let mut hands = None;
        let mut plays: Vec<(Seat, Pieces)> = Vec::new();
        played::played(
            self.terms,
            ServerSeed::new(bytes),
            number,
            usize::MAX,
            |game, seat| {
                let player = self.people[sitting[seat.index()]];
                let action = player.choose(self.policy, game, seat, numbers);
                let action = action.or_else(|| game.stand_in_action(seat))?;
                let Action::Tricks(tricks::Action::Play { pieces }) = &action else {
                    return Some(action);
                };
                let mut laid: Pieces = pieces.parse().expect("pieces");
                let hands = *hands
                    .get_or_insert_with(|| BySeat::from_fn(sitting.len(), |seat| hand(game, seat)));
                let partner = match two {
                    [Some(one), Some(other)] if one == seat => Some(other),
                    [Some(one), Some(other)] if other == seat => Some(one),
                    _ => None,
                };
                if let Some(partner) = partner {
                    laid = self.spare(game, (seat, partner), (hands, &plays), laid, numbers);
                }
                plays.push((seat, laid));
                Some(lay(laid))
            },
        )
    }

    /// If a seat would take a trick that its partner is winning, it leaves it in half of the cases, with what is worth most then.
    fn spare(
        &self,
        game: &Match,
        (me, partner): (Seat, Seat),
        (hands, plays): (BySeat<Pieces>, &[(Seat, Pieces)]),
        laid: Pieces,
        numbers: &mut Numbers,
    ) -> Pieces {
        let View::Tricks(view) = game.view(Observer::Seat(me)) else {
            return laid;
        };
        let mut plays = plays.to_vec();
        if !view.variant.lays_in_turn() {
            // Of the open trick the lead alone counts.
            let open = plays.len() % self.terms.seats();
            plays.truncate(plays.len() - open.saturating_sub(1));
        }
        let world = World { hands, plays };
        let line = Worlds::of(&view).and_then(|worlds| worlds.line(&world));
        let Some(line) = line.filter(|line| line.game().best() == Some(partner)) else {
            return laid;
        };
        let winner = |play: Pieces| {
            let mut line = line;
            match line.lay(me, play) {
                Ok(Some(finish)) => finish.winner,
                _ => line.game().best(),
            }
        };
        if winner(laid) != Some(me) || numbers.below(2) == 0 {
            return laid;
        }
        let mut valued = Valued::default();
        self.policy.value(&line, me, &mut valued);
        let plays = valued.plays.iter().zip(&valued.values);
        let leaving = plays.filter(|&(&play, _)| winner(play) != Some(me));
        let best = leaving.max_by_key(|&(_, value)| *value);
        best.map_or(laid, |(&play, _)| play)
    }
}

fn hand(game: &Match, seat: Seat) -> Pieces {
    match game.view(Observer::Seat(seat)) {
        View::Tricks(view) => view.hand.unwrap_or_default(),
        _ => Pieces::EMPTY,
    }
}
