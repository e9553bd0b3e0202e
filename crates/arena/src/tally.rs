//! Counts what the matches of a run led to.

use giog_rules::{BySeat, Seat};

use crate::contest::Contest;
use crate::engine::Fault;
use crate::play::{Effort, FaultAt, Played};
use crate::seating::{Contestant, Seating};
use crate::statistics::Clusters;

/// A deal that a pairing plays in all seatings: what is played and counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub deal: u32,
    pub pairing: usize,
}

impl Item {
    /// The item with this number: all pairings play a deal before the next one begins.
    pub fn of(contest: &Contest, number: u64) -> Self {
        let pairings = contest.pairings().len() as u64;
        Self {
            deal: u32::try_from(number / pairings).unwrap_or(u32::MAX),
            pairing: usize::try_from(number % pairings).expect("few pairings"),
        }
    }
}

/// What is counted of a match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Summary {
    pub winners: Vec<Seat>,
    pub points: Option<BySeat<i64>>,
    pub efforts: BySeat<Effort>,
    pub faults: Vec<FaultAt>,
}

impl From<Played> for Summary {
    fn from(played: Played) -> Self {
        Self {
            winners: played.winners,
            points: played.points,
            efforts: played.efforts,
            faults: played.faults,
        }
    }
}

/// What a pairing has reached. Each deal is one value.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairingTally {
    /// The share of the first engine alone on a side.
    pub alone: Clusters,
    /// That of the second engine alone on a side; empty if it was not played.
    pub other: Clusters,
    /// By how much the first engine's share is greater.
    pub gain: Clusters,
    /// The points a seat of the first engine alone on a side.
    pub points: Clusters,
}

/// What an engine did in all its matches.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EngineTally {
    pub decisions: u64,
    pub restarts: u64,
    pub time_ns: u64,
    pub longest_ns: u64,
    pub illegal: u64,
    pub late: u64,
    pub crashed: u64,
    pub gone: u64,
    /// Its mean gain over all other engines; each deal is one value. Empty where not every engine is alone against every other one.
    pub gain: Clusters,
}

/// Everything that is counted.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pub pairings: Vec<PairingTally>,
    pub engines: Vec<EngineTally>,
    pub matches: u64,
    /// The sum of each engine's gains in the deal that is being counted.
    gains: Vec<f64>,
}

impl Tally {
    pub fn new(contest: &Contest) -> Self {
        Self {
            pairings: vec![PairingTally::default(); contest.pairings().len()],
            engines: vec![EngineTally::default(); contest.engines().len()],
            matches: 0,
            gains: vec![0.0; contest.engines().len()],
        }
    }

    /// Adds the matches of an item, one for each seating. The share of the first engine alone on a side in them.
    pub fn add(&mut self, contest: &Contest, item: Item, matches: &[Summary]) -> Option<f64> {
        self.matches += matches.len() as u64;
        let pairing = contest.pairings()[item.pairing];
        for (seating, played) in contest.seated().iter().zip(matches) {
            for (seat, &who) in seating.seats.iter() {
                self.engines[pairing.engine(who)].note(played, seat);
            }
        }
        let tally = &mut self.pairings[item.pairing];
        let mean = |who, value| mean_alone(contest.seated(), matches, who, value);
        let first = mean(Contestant::First, &share)?;
        tally.alone.add(first);
        let second = match mean(Contestant::Second, &share) {
            // Of two sides the one is alone where the other is.
            None if contest.sides() == 2 => Some(1.0 - first),
            second => second,
        };
        if let Some(points) = mean(Contestant::First, &points) {
            tally.points.add(points);
        }
        let Some(second) = second else {
            tally.gain.add(first - fair(contest));
            return Some(first);
        };
        tally.other.add(second);
        let gain = (first - second) / 2.0;
        tally.gain.add(gain);
        self.gains[pairing.first] += gain;
        self.gains[pairing.second] -= gain;
        if item.pairing + 1 == self.pairings.len() {
            self.close_deal();
        }
        Some(first)
    }

    /// All pairings have played the deal.
    fn close_deal(&mut self) {
        let others = u32::try_from(self.engines.len() - 1).expect("few engines");
        for (engine, gain) in self.engines.iter_mut().zip(&mut self.gains) {
            engine.gain.add(std::mem::take(gain) / f64::from(others));
        }
    }
}

impl EngineTally {
    fn note(&mut self, played: &Summary, seat: Seat) {
        let effort = &played.efforts[seat];
        self.decisions += u64::from(effort.decisions);
        self.restarts += u64::from(effort.restarts);
        self.time_ns += effort.time_ns;
        self.longest_ns = self.longest_ns.max(effort.longest_ns);
        for at in played.faults.iter().filter(|at| at.seat == seat) {
            *match at.fault {
                Fault::Illegal => &mut self.illegal,
                Fault::Late => &mut self.late,
                Fault::Crashed => &mut self.crashed,
                Fault::Gone => &mut self.gone,
            } += 1;
        }
    }
}

/// The fair share of a side.
pub(crate) fn fair(contest: &Contest) -> f64 {
    1.0 / f64::from(u32::try_from(contest.sides()).expect("few sides"))
}

/// The mean of a value over the matches in which an engine is alone on a side; none if there are none, or a match has no such value.
fn mean_alone(
    seated: &[Seating],
    matches: &[Summary],
    who: Contestant,
    value: &dyn Fn(&Seating, &Summary) -> Option<f64>,
) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for (seating, played) in seated.iter().zip(matches) {
        if seating.alone == who {
            sum += value(seating, played)?;
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// The seats of the engine that is alone.
fn seats_alone(seating: &Seating) -> impl Iterator<Item = Seat> {
    let seats = seating.seats.iter();
    seats.filter_map(|(seat, &who)| (who == seating.alone).then_some(seat))
}

/// The part of the win that the engine alone on a side has.
#[expect(clippy::unnecessary_wraps, reason = "as all values of matches")]
fn share(seating: &Seating, played: &Summary) -> Option<f64> {
    let won = seats_alone(seating).filter(|seat| played.winners.contains(seat));
    let won = f64::from(u32::try_from(won.count()).expect("few seats"));
    let winners = u32::try_from(played.winners.len().max(1)).expect("few seats");
    Some(won / f64::from(winners))
}

/// The points a seat of the engine alone on a side.
fn points(seating: &Seating, played: &Summary) -> Option<f64> {
    let points = played.points.as_ref()?;
    let (mut sum, mut count) = (0, 0_u32);
    for seat in seats_alone(seating) {
        sum += points[seat];
        count += 1;
    }
    #[expect(clippy::cast_precision_loss, reason = "matches have few points")]
    let sum = sum as f64;
    Some(sum / f64::from(count.max(1)))
}

#[cfg(test)]
mod tests {
    use giog_rules::tricks::Ceremony;
    use giog_rules::{Options, Terms, Variant};

    use super::*;
    use crate::seating::Seatings;
    use crate::seeds::ArenaSeed;

    fn contest(seats: usize, seatings: Seatings) -> Contest {
        let terms = Terms::new(
            Variant::default(),
            seats,
            Options::default(),
            Ceremony::Server,
        );
        let names = ["a", "b"].map(str::to_owned).to_vec();
        Contest::new(
            terms.expect("terms"),
            ArenaSeed::named("x"),
            seatings,
            names,
        )
    }

    /// The means of alone, other and gain after a deal with these winners of its seatings.
    fn means(contest: &Contest, winners: &[&[usize]]) -> [Option<f64>; 3] {
        assert_eq!(contest.seated().len(), winners.len());
        let matches = winners.iter().map(|winners| Summary {
            winners: winners.iter().map(|&seat| Seat::new(seat)).collect(),
            points: None,
            efforts: BySeat::new(contest.terms().seats()),
            faults: Vec::new(),
        });
        let mut tally = Tally::new(contest);
        let matches: Vec<Summary> = matches.collect();
        tally.add(
            contest,
            Item {
                deal: 0,
                pairing: 0,
            },
            &matches,
        );
        let PairingTally {
            alone, other, gain, ..
        } = &tally.pairings[0];
        [alone, other, gain].map(|values| values.interval(None).map(|interval| interval.mean))
    }

    #[test]
    fn the_gain_of_an_engine_is_its_mean_over_all_others_when_all_have_played_the_deal() {
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let two = contest(2, Seatings::Both);
        let contest = Contest::new(*two.terms(), two.seed().clone(), Seatings::Both, names);
        let mut tally = Tally::new(&contest);
        let won = |seats: [usize; 2]| {
            seats.map(|seat| Summary {
                winners: vec![Seat::new(seat)],
                points: None,
                efforts: BySeat::new(2),
                faults: Vec::new(),
            })
        };
        // a beats b twice, and c once of two times; b and c win one each.
        for (pairing, seats) in [[0, 1], [0, 0], [1, 1]].into_iter().enumerate() {
            assert_eq!(tally.engines[0].gain.count(), 0);
            tally.add(&contest, Item { deal: 0, pairing }, &won(seats));
        }
        let gains: Vec<f64> = tally.engines.iter().map(|one| one.gain.mean()).collect();
        assert_eq!(gains, [0.25, -0.25, 0.0]);
    }

    #[test]
    fn shares_are_those_of_who_is_alone() {
        // a alone at seats 0, 1, 2: it wins, shares a win of two, and loses: 1.5 of 3. Then b alone: it shares one win of three.
        let both = contest(3, Seatings::Both);
        let found = means(&both, &[&[0], &[0, 1], &[0], &[0, 1, 2], &[0], &[0, 1]]);
        assert_eq!(
            found,
            [Some(0.5), Some(1.0 / 9.0), Some((0.5 - 1.0 / 9.0) / 2.0)]
        );
        let alone = contest(3, Seatings::Alone);
        let found = means(&alone, &[&[0], &[0, 1], &[0]]);
        assert_eq!(found, [Some(0.5), None, Some(0.5 - 1.0 / 3.0)]);
        let two = contest(2, Seatings::Both);
        assert_eq!(
            means(&two, &[&[0], &[0, 1]]),
            [Some(0.75), Some(0.25), Some(0.25)]
        );
    }
}
