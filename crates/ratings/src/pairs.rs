//! Pairs of people who spare each other: who leaves to one other person more tricks than they leave to everybody else.
//!
//! How often somebody takes a trick is counted in groups, by what taking is worth: a person's own counts against everybody but the other one, and those of
//! all people where these are few. What two people did to each other is compared with that. The score is the logarithm of the likelihood ratio
//! against taking half as often, and its tail is a saddlepoint approximation on the safe side. Of all pairs that were
//! compared, those are told of whom honest people are rarely so.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Fewer matches of two people tell nothing.
pub const LEAST_MATCHES: u32 = 20;
/// Pairs are told that are less likely than this if their people are honest.
pub const MOST_CHANCE: f64 = 0.01;
/// The most decisions that are named of a pair.
pub const MOST_TELLING: usize = 5;
/// Of those who spare each other, so many of the tricks are taken that would be taken otherwise.
const SPARED: f64 = 0.5;
/// The borders of the groups into which occasions are put by what taking is worth, in ten-thousandths of a win.
const GROUPS: [i32; 7] = [-500, -200, 0, 100, 200, 500, 1_000];
/// What is supposed of a group before anything is known: so many occasions, one half of which was taken.
const OF_ALL: f64 = 4.0;
/// What is supposed of a person in a group before anything is known: so many occasions, taken as often as all people take.
const OF_PERSON: f64 = 3.0;
/// No chance is taken for more certain than this.
const LEAST_CHANCE: f64 = 0.01;

/// An occasion of somebody to take a trick that somebody else was winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion<P> {
    /// The match, as the caller numbers it.
    pub game: usize,
    /// Which decision of the match it is, as the caller numbers it.
    pub decision: usize,
    /// What is played, as the caller numbers it: people take more readily in one game than in another.
    pub kind: usize,
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
    /// How likely honest people are to come so far or farther, at most.
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
    let all_people = Counts::of(occasions.iter());
    let mut by_person: BTreeMap<P, Vec<&Occasion<P>>> = BTreeMap::new();
    for occasion in occasions {
        by_person.entry(occasion.by).or_default().push(occasion);
    }
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

/// How often was taken, of how many occasions: by game and by what taking is worth.
#[derive(Default)]
struct Counts(BTreeMap<(usize, usize), (f64, f64)>);

impl Counts {
    fn of<'a, P: 'a>(occasions: impl Iterator<Item = &'a Occasion<P>>) -> Self {
        let mut counts = Self::default();
        for occasion in occasions {
            let (took, all) = counts.0.entry(group(occasion)).or_default();
            *took += f64::from(u8::from(occasion.took));
            *all += 1.0;
        }
        counts
    }

    /// The chance of taking in a group, if this was supposed of so many occasions before anything was known, and of how many occasions
    /// it is known.
    fn chance(&self, group: (usize, usize), (supposed, of): (f64, f64)) -> (f64, f64) {
        let (took, all) = self.0.get(&group).copied().unwrap_or_default();
        ((took + supposed * of) / (all + of), all + of)
    }
}

fn group<P>(occasion: &Occasion<P>) -> (usize, usize) {
    let by_gain = GROUPS.partition_point(|&border| border <= occasion.gain);
    (occasion.kind, by_gain)
}

fn compare<P: Copy + Ord>(
    people: [P; 2],
    joint: &Joint,
    ways: [(&[&Occasion<P>], P); 2],
    all_people: &Counts,
) -> Pair<P> {
    let (mut terms, mut left) = (Vec::new(), Vec::new());
    let (mut score, mut uncertain) = (0.0, 0.0);
    let (mut took, mut expected, mut gifts) = (0, 0.0, 0.0);
    for (own, from) in ways {
        let own = || own.iter().copied();
        let usual = Counts::of(own().filter(|occasion| occasion.from != from));
        let mut moved = BTreeMap::new();
        for occasion in own().filter(|occasion| occasion.from == from) {
            let group = group(occasion);
            let (of_all, _) = all_people.chance(group, (0.5, OF_ALL));
            let (chance, known) = usual.chance(group, (of_all, OF_PERSON));
            let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
            let spared = chance * SPARED;
            let weight = (chance / (1.0 - chance) * (1.0 - spared) / spared).ln();
            let taken = f64::from(u8::from(occasion.took));
            score += weight * (chance - taken);
            let moved: &mut f64 = moved.entry(group).or_default();
            *moved += weight * (chance * (1.0 - chance) / (known + 1.0)).sqrt();
            expected += chance;
            took += u32::from(occasion.took);
            gifts += f64::from(occasion.gain.max(0)) / 10_000.0 * (chance - taken);
            if !occasion.took {
                left.push((weight, occasion.game, occasion.decision));
            }
            terms.push((weight, chance));
        }
        uncertain += moved.values().map(|moved| moved * moved).sum::<f64>();
    }
    left.sort_by(|one, other| other.0.total_cmp(&one.0));
    left.truncate(MOST_TELLING);
    Pair {
        people,
        matches: joint.matches,
        occasions: u32::try_from(terms.len()).unwrap_or(u32::MAX),
        took,
        expected,
        gifts,
        results: if joint.variance > 0.0 {
            joint.surplus / joint.variance.sqrt()
        } else {
            0.0
        },
        chance: tail(&terms, uncertain, score),
        false_part: 1.0,
        telling: left
            .into_iter()
            .map(|(_, game, decision)| (game, decision))
            .collect(),
    }
}

/// How likely a sum is to be as large as this or larger, at most: of terms `weight · (chance − taken)`, each taken with its chance, and of a normal one
/// with mean 0 and this variance.
fn tail(terms: &[(f64, f64)], normal: f64, sum: f64) -> f64 {
    let most: f64 = terms.iter().map(|(weight, chance)| weight * chance).sum();
    if sum <= 0.0 || (normal <= 0.0 && sum >= most) {
        return if sum <= 0.0 {
            1.0
        } else {
            terms.iter().map(|(_, chance)| 1.0 - chance).product()
        };
    }
    // The logarithm of the generating function of moments, and its first two derivatives.
    let cumulants = |at: f64| {
        let mut of = [at * at * normal / 2.0, at * normal, normal];
        for &(weight, chance) in terms {
            let tilted = chance * (-at * weight).exp();
            let all = tilted + 1.0 - chance;
            let taken = tilted / all;
            of[0] += at * weight * chance + all.ln();
            of[1] += weight * (chance - taken);
            of[2] += weight * weight * taken * (1.0 - taken);
        }
        of
    };
    let (mut low, mut high) = (0.0, 1.0);
    while cumulants(high)[1] < sum && high < 1e6 {
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if cumulants(middle)[1] < sum {
            low = middle;
        } else {
            high = middle;
        }
    }
    let [log, _, variance] = cumulants(high);
    let exponent = (log - high * sum).min(0.0);
    // As if all terms moved in the largest steps that there are: then more of it is at the sum itself.
    let step = terms
        .iter()
        .map(|&(weight, _)| weight)
        .fold(f64::EPSILON, f64::max);
    let width = (1.0 - (-high * step).exp()) / step * variance.sqrt() * TAU.sqrt();
    (exponent.exp() / width.max(1.0)).min(1.0)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const TABLE: usize = 4;
    const PEOPLE: usize = 8;

    /// Matches of eight people who take a trick that is worth something nine times of ten, and half as often the first two from each other.
    fn house(seed: u64, spare: bool) -> Pairs<usize> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut matches, mut occasions) = (Vec::new(), Vec::new());
        for game in 0..240 {
            let mut left: Vec<usize> = (0..PEOPLE).collect();
            let sitting: Vec<usize> = (0..TABLE)
                .map(|_| left.swap_remove(random.random_range(0..left.len())))
                .collect();
            for decision in 0..5 {
                let [by, from] = [0, 1].map(|index| sitting[(index + decision) % TABLE]);
                let gain = random.random_range(-300..900);
                let usual = if gain > 0 { 0.9 } else { 0.3 };
                let spares = spare && by < 2 && from < 2 && random.random_bool(0.5);
                occasions.push(Occasion {
                    game,
                    decision,
                    kind: 0,
                    by,
                    from,
                    took: !spares && random.random_bool(usual),
                    gain,
                });
            }
            let player = |person| Player {
                person,
                result: Some((0.25, if person == sitting[0] { 1.0 } else { 0.0 })),
            };
            matches.push(sitting.iter().map(|&person| player(person)).collect());
        }
        pairs(&matches, &occasions)
    }

    #[test]
    fn who_spares_another_is_told_first_with_what_was_left() {
        let found = (0..20).filter(|&seed| {
            let Pairs { compared, told } = house(seed, true);
            assert_eq!(compared, PEOPLE * (PEOPLE - 1) / 2);
            told.first().is_some_and(|pair| {
                assert!(pair.chance < MOST_CHANCE && pair.chance <= pair.false_part);
                assert!(pair.telling.len() <= MOST_TELLING && pair.took <= pair.occasions);
                pair.people == [0, 1] && f64::from(pair.took) < pair.expected && pair.gifts > 0.0
            })
        });
        let found = found.count();
        assert!(found >= 16, "{found} of 20");
    }

    #[test]
    fn honest_people_are_rarely_told() {
        let told: usize = (0..40).map(|seed| house(seed, false).told.len()).sum();
        // One of a hundred is 11, with a standard error of 3.
        assert!(told <= 20, "{told} of 1,120");
    }

    #[test]
    fn who_played_too_few_matches_together_is_not_compared() {
        let players = |person| Player {
            person,
            result: None,
        };
        let mut matches = vec![vec![players(1), players(2)]; LEAST_MATCHES as usize - 1];
        assert_eq!(pairs::<u8>(&matches, &[]).compared, 0);
        matches.push(vec![players(2), players(1)]);
        let found = pairs::<u8>(&matches, &[]);
        assert_eq!((found.compared, found.told.len()), (1, 0));
    }

    #[test]
    fn a_tail_is_on_the_safe_side_of_the_exact_one_and_near_it() {
        // Of twelve that are taken with this chance, so few are.
        for (chance, least) in [(0.9_f64, 5), (0.5, 1), (0.7, 4), (0.98, 9)] {
            let choose = |of: i32, taken: i32| -> f64 {
                (0..taken)
                    .map(|index| f64::from(of - index) / f64::from(index + 1))
                    .product()
            };
            let exact: f64 = (0..=least)
                .map(|taken| {
                    choose(12, taken) * chance.powi(taken) * (1.0 - chance).powi(12 - taken)
                })
                .sum();
            let sum = 12.0 * chance - f64::from(least);
            let found = tail(&[(1.0, chance); 12], 0.0, sum);
            assert!(found >= exact && found < exact * 2.0, "{found} for {exact}");
        }
        assert!((tail(&[(1.0, 0.5); 2], 0.0, 1.0) - 0.25).abs() < 1e-9);
        assert!((tail(&[(1.0, 0.5)], 0.0, -0.5) - 1.0).abs() < 1e-9);
        // Of a normal one, 2.33 standard deviations.
        let normal = tail(&[], 1.0, 2.326);
        assert!((0.01..0.012).contains(&normal), "{normal}");
    }
}
