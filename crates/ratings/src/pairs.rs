//! Pairs of people who spare each other: who leaves to one other person more tricks than they leave to everybody else.
//!
//! How often somebody takes a trick is counted in groups, by what taking is worth and by how far the match is: a person's own counts against everybody
//! but the other one, and where these are few those of all people, the more so the more alike people are there. What two people left to each other is
//! compared with that. The score is the logarithm of the likelihood ratio against taking half as often, and how likely it is to be reached by chance
//! is computed, not drawn: in each group from a beta-binomial distribution, since what is usual is known from some occasions only. That is exact if
//! people differ as the beta distribution says that was fitted to the group, and an estimate otherwise. Of all pairs that were compared, those are
//! told that honest people are rarely like.

use std::collections::BTreeMap;

/// Fewer matches of two people tell nothing.
pub const LEAST_MATCHES: u32 = 20;
/// A pair is told if honest people would leave each other so much, or more, with a smaller chance than this.
pub const MOST_CHANCE: f64 = 0.01;
/// The most decisions that are named of a pair.
pub const MOST_TELLING: usize = 5;
/// Of those who spare each other, so many of the tricks are taken that would be taken otherwise.
const SPARED: f64 = 0.5;
/// The borders of the groups into which occasions are put by what taking is worth, in ten-thousandths of a win.
const GAINS: [i32; 7] = [-500, -200, 0, 100, 200, 500, 1_000];
/// So many tricks at the beginning of a match are one group, and all later ones another.
const FIRST_TRICKS: u8 = 4;
/// What is supposed of a group before anything is known: so many occasions, one half of which was taken.
const OF_ALL: Known = Known {
    took: 2.0,
    left: 2.0,
};
/// What is supposed of a person in a group before anything is known: so many occasions, taken as often as all people take. Which of these fits a group
/// best says how alike people are there.
const ALIKE: [f64; 12] = [
    1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 64.0, 128.0,
];
/// No chance is taken for more certain than this in what is compared.
const LEAST_CHANCE: f64 = 0.01;
/// Scores are whole numbers: so many are a factor of e in the likelihood ratio,
const SCORE: f64 = 32.0;
/// or fewer, so that the score of a pair is at most about this.
const MOST_SCORE: f64 = 16_384.0;

/// An occasion of somebody to take a trick that somebody else was winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion<P> {
    /// The match, as the caller numbers it.
    pub game: usize,
    /// Which decision of the match it is, as the caller numbers it.
    pub decision: usize,
    /// What is played, as the caller numbers it, by game and number of players: people take more readily in one than in another.
    pub kind: usize,
    /// The number of the trick, from 0.
    pub trick: u8,
    /// Who could take the trick.
    pub by: P,
    /// Who was winning it.
    pub from: P,
    /// Whether it was taken.
    pub took: bool,
    /// What taking it was worth, in ten-thousandths of a win.
    pub gain: i32,
}

/// Somebody in a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player<P> {
    /// Who.
    pub person: P,
    /// The chance of winning that the ratings gave, and the share of the win that it became; none where that is not known.
    pub result: Option<(f64, f64)>,
}

/// What two people did to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair<P> {
    /// The two.
    pub people: [P; 2],
    /// The matches that both played.
    pub matches: u32,
    /// How often one could take a trick that the other was winning.
    pub occasions: u32,
    /// How often they took it.
    pub took: u32,
    /// How often they would have, as they do with everybody else.
    pub expected: f64,
    /// What they left to each other beyond that, in wins, as far as taking was worth more.
    pub gifts: f64,
    /// By how many standard deviations they won more together than their ratings say.
    pub results: f64,
    /// How likely honest people are to leave each other so much or more: exact if the chances with which people take differ as the beta distribution
    /// that was fitted to each group says, and an estimate otherwise.
    pub chance: f64,
    /// Of the pairs down to this one, as many are by chance, if all people are honest but those (Benjamini and Hochberg).
    pub false_part: f64,
    /// The tricks that tell most of those that were left: matches and decisions.
    pub telling: Vec<(usize, usize)>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs<P> {
    /// How many pairs have at least [`LEAST_MATCHES`] matches, and were compared.
    pub compared: usize,
    /// Those that are less likely than [`MOST_CHANCE`], the least likely first.
    pub told: Vec<Pair<P>>,
}

/// Compares all pairs of people in these matches.
pub fn pairs<P: Copy + Ord>(matches: &[Vec<Player<P>>], occasions: &[Occasion<P>]) -> Pairs<P> {
    let mut by_person: BTreeMap<P, Vec<&Occasion<P>>> = BTreeMap::new();
    for occasion in occasions {
        by_person.entry(occasion.by).or_default().push(occasion);
    }
    let all_people = Usual::of(&by_person);
    let enough = joint(matches);
    let enough = enough
        .into_iter()
        .filter(|(_, joint)| joint.matches >= LEAST_MATCHES);
    let of = |by: P| by_person.get(&by).map_or(&[][..], Vec::as_slice);
    let mut pairs: Vec<Pair<P>> = enough
        .map(|(people, joint)| {
            let [one, other] = people;
            compare(
                people,
                &joint,
                [(of(one), other), (of(other), one)],
                &all_people,
            )
        })
        .collect();
    pairs.sort_by(|one, other| one.chance.total_cmp(&other.chance));
    let (compared, mut least) = (pairs.len(), 1.0_f64);
    for (place, pair) in pairs.iter_mut().enumerate().rev() {
        least = least.min(pair.chance * count(compared) / count(place + 1));
        pair.false_part = least;
    }
    pairs.retain(|pair| pair.chance < MOST_CHANCE);
    Pairs {
        compared,
        told: pairs,
    }
}

/// What two people won together.
#[derive(Default)]
struct Joint {
    matches: u32,
    surplus: f64,
    variance: f64,
}

/// Each two people who played together.
fn joint<P: Copy + Ord>(matches: &[Vec<Player<P>>]) -> BTreeMap<[P; 2], Joint> {
    let mut found: BTreeMap<[P; 2], Joint> = BTreeMap::new();
    for people in matches {
        for (index, one) in people.iter().enumerate() {
            for other in &people[index + 1..] {
                let (person, with) = (one.person, other.person);
                let joint = found
                    .entry([person.min(with), person.max(with)])
                    .or_default();
                joint.matches += 1;
                if let (Some((chance, share)), Some((of_other, share_of_other))) =
                    (one.result, other.result)
                {
                    let chance = (chance + of_other).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
                    joint.surplus += share + share_of_other - chance;
                    joint.variance += chance * (1.0 - chance);
                }
            }
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
const fn count(of: usize) -> f64 {
    of as f64
}

/// Occasions that are alike: the game, what taking is worth, and whether it is one of the first tricks.
type Group = (usize, usize, bool);

fn group<P>(occasion: &Occasion<P>) -> Group {
    let gain = GAINS.partition_point(|&border| border <= occasion.gain);
    (occasion.kind, gain, occasion.trick < FIRST_TRICKS)
}

/// How often tricks of each group were taken, and how often they were left.
#[derive(Default)]
struct Counts(BTreeMap<Group, Known>);

impl Counts {
    fn of<'a, P: 'a>(occasions: impl Iterator<Item = &'a Occasion<P>>) -> Self {
        let mut counts = Self::default();
        for occasion in occasions {
            let known = counts.0.entry(group(occasion)).or_default();
            if occasion.took {
                known.took += 1.0;
            } else {
                known.left += 1.0;
            }
        }
        counts
    }

    /// What is known of a group, if this was supposed before.
    fn known(&self, group: Group, supposed: Known) -> Known {
        let counted = self.0.get(&group).copied().unwrap_or_default();
        Known {
            took: supposed.took + counted.took,
            left: supposed.left + counted.left,
        }
    }
}

/// What all people do.
struct Usual {
    counts: Counts,
    /// How alike they are.
    alike: BTreeMap<Group, f64>,
}

impl Usual {
    fn of<P>(by_person: &BTreeMap<P, Vec<&Occasion<P>>>) -> Self {
        let all = by_person.values().flatten().copied();
        let mut usual = Self {
            counts: Counts::of(all),
            alike: BTreeMap::new(),
        };
        let own: Vec<Counts> = by_person
            .values()
            .map(|own| Counts::of(own.iter().copied()))
            .collect();
        let mut likely: BTreeMap<Group, [f64; ALIKE.len()]> = BTreeMap::new();
        for (&group, &known) in own.iter().flat_map(|own| &own.0) {
            let likely = likely.entry(group).or_default();
            for (likely, alike) in likely.iter_mut().zip(ALIKE) {
                *likely += usual.supposed(group, alike).log_likelihood(known);
            }
        }
        for (group, likely) in likely {
            let likely = likely.into_iter().zip(ALIKE);
            let best = likely.max_by(|one, other| one.0.total_cmp(&other.0));
            usual.alike.extend(best.map(|(_, alike)| (group, alike)));
        }
        usual
    }

    /// What is supposed of somebody in a group, if people are so alike.
    fn supposed(&self, group: Group, alike: f64) -> Known {
        let chance = self.counts.known(group, OF_ALL).chance();
        Known {
            took: chance * alike,
            left: (1.0 - chance) * alike,
        }
    }

    fn of_anybody(&self, group: Group) -> Known {
        let alike = self.alike.get(&group).copied();
        self.supposed(group, alike.unwrap_or(ALIKE[0]))
    }
}

/// What is known of the chance of taking: so many occasions on which the trick was taken, and so many on which it was left.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    took: f64,
    left: f64,
}

impl Known {
    fn chance(self) -> f64 {
        self.took / (self.took + self.left)
    }

    /// The logarithm of how likely it is that just these are taken and left then, in any order.
    fn log_likelihood(self, then: Self) -> f64 {
        // The logarithm of a product from a number on, in steps of 1.
        let product = |from: f64, count: f64| {
            let (mut sum, mut done) = (0.0, 0.0);
            while done < count {
                sum += (from + done).ln();
                done += 1.0;
            }
            sum
        };
        product(self.took, then.took) + product(self.left, then.left)
            - product(self.took + self.left, then.took + then.left)
    }

    /// How likely each number of tricks is to be left then, of so many: a beta-binomial distribution.
    fn chances(self, of: u32) -> Vec<f64> {
        let Self { took, left } = self;
        // Logarithms, since of many it is all but impossible that none is left.
        let none = (0..of).map(|index| {
            let index = f64::from(index);
            ((took + index) / (took + left + index)).ln()
        });
        let mut log: f64 = none.sum();
        let mut chances = vec![log.exp()];
        for index in 0..of {
            let (number, rest) = (f64::from(index), f64::from(of - index));
            log += (rest / (number + 1.0) * (left + number) / (took + rest - 1.0)).ln();
            chances.push(log.exp());
        }
        chances
    }
}

/// What somebody did to the other one in a group.
struct Seen {
    known: Known,
    /// What a trick that is left adds to the logarithm of the likelihood ratio, more than one that is taken.
    weight: f64,
    took: u32,
    left: u32,
}

impl Seen {
    fn new<P>(known: Known, occasions: &[&Occasion<P>]) -> Self {
        let took = occasions.iter().filter(|occasion| occasion.took).count();
        let chance = known.chance().clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        let spared = chance * SPARED;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            known,
            weight: (chance / (1.0 - chance) * (1.0 - spared) / spared).ln(),
            took: number(took),
            left: number(occasions.len() - took),
        }
    }

    const fn all(&self) -> u32 {
        self.took + self.left
    }
}

fn compare<P: Copy + Ord>(
    people: [P; 2],
    joint: &Joint,
    ways: [(&[&Occasion<P>], P); 2],
    all_people: &Usual,
) -> Pair<P> {
    let (mut all, mut left) = (Vec::new(), Vec::new());
    let (mut expected, mut gifts) = (0.0, 0.0);
    for (own, from) in ways {
        let own = || own.iter().copied();
        let usual = Counts::of(own().filter(|occasion| occasion.from != from));
        let mut groups: BTreeMap<Group, Vec<&Occasion<P>>> = BTreeMap::new();
        for occasion in own().filter(|occasion| occasion.from == from) {
            groups.entry(group(occasion)).or_default().push(occasion);
        }
        for (group, occasions) in groups {
            let known = usual.known(group, all_people.of_anybody(group));
            let (chance, seen) = (known.chance(), Seen::new(known, &occasions));
            for occasion in occasions {
                let taken = f64::from(u8::from(occasion.took));
                expected += chance;
                gifts += f64::from(occasion.gain.max(0)) / 10_000.0 * (chance - taken);
                if !occasion.took {
                    left.push((seen.weight, occasion.game, occasion.decision));
                }
            }
            all.push(seen);
        }
    }
    left.sort_by(|one, other| other.0.total_cmp(&one.0));
    left.truncate(MOST_TELLING);
    Pair {
        people,
        matches: joint.matches,
        occasions: all.iter().map(Seen::all).sum(),
        took: all.iter().map(|seen| seen.took).sum(),
        expected,
        gifts,
        results: if joint.variance > 0.0 {
            joint.surplus / joint.variance.sqrt()
        } else {
            0.0
        },
        chance: chance_of(&all),
        false_part: 1.0,
        telling: left
            .into_iter()
            .map(|(_, game, decision)| (game, decision))
            .collect(),
    }
}

/// How likely the score of what was left is to be as high as it is or higher.
fn chance_of(all: &[Seen]) -> f64 {
    let most: f64 = all
        .iter()
        .map(|seen| seen.weight * f64::from(seen.all()))
        .sum();
    let unit = SCORE.min(MOST_SCORE / most);
    let (mut scores, mut reached) = (vec![1.0], 0);
    for seen in all {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 1 to a few hundred"
        )]
        let step = (seen.weight * unit).round().max(1.0) as usize;
        let chances = seen.known.chances(seen.all());
        let mut with = vec![0.0; scores.len() + step * (chances.len() - 1)];
        for (score, &before) in scores.iter().enumerate() {
            if before > 0.0 {
                for (count, chance) in chances.iter().enumerate() {
                    with[score + step * count] += before * chance;
                }
            }
        }
        scores = with;
        reached += step * seen.left as usize;
    }
    scores[reached..].iter().sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests;
