//! The ways in which a hand may become complete, and what each is worth.

use std::collections::HashMap;

use giog_rules::tiles::mahjong::search::Set;

use super::chances::{MOST_AWAY, winning};
use super::hand::Hand;
use super::knowledge::Knowledge;
use super::worth::{PAID, of_flowers, paid, planned};
use crate::tiles::mahjong::away::{
    Counts, GROUPS, HONOURS, KINDS, NOTHING, Parts, SUIT, join, least, parts_of,
};

/// How many unseen tiles bring a hand nearer that goes on as planned, with so many tiles missing: for any hand, one suit with honours, one
/// suit, and pungs. Set by measuring what wins; fewer than fit, as a hand does not always go on as planned.
const ACCEPTED: [[f64; 8]; 4] = [
    [3.6, 9.0, 15.6, 22.8, 30.0, 36.0, 40.8, 45.0],
    [3.0, 6.6, 10.8, 15.0, 19.2, 22.8, 25.8, 28.2],
    [3.0, 6.0, 9.0, 11.4, 13.8, 15.6, 16.8, 18.0],
    [2.1, 3.6, 4.8, 6.0, 8.4, 12.0, 15.6, 18.0],
];
/// How much more often a tile comes that may be claimed from all others, from the left one, and any tile in the mean.
const FROM_ALL: f64 = 2.8;
const FROM_LEFT: f64 = 1.7;
const FROM_SOME: f64 = 1.5;
/// How often others discard a tile that somebody waits for, of those that are not honours or ends of a suit, and of those that are.
const DISCARDED: [f64; 2] = [0.5, 0.7];
/// A part of what the second-best plan is worth counts, since a hand may change its plan.
const SECOND: f64 = 0.15;
/// With more tiles missing thirteen orphans are not thought of.
const MOST_ORPHANS: usize = 5;

/// A way for a hand to become complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// The only suit; none if all are kept.
    suit: Option<usize>,
    /// Whether honours are kept.
    honours: bool,
    /// Whether all sets are pungs.
    triplets: bool,
}

const PLANS: [Plan; 11] = {
    const fn plan(suit: Option<usize>, honours: bool, triplets: bool) -> Plan {
        Plan {
            suit,
            honours,
            triplets,
        }
    }
    [
        plan(None, true, false),
        plan(None, true, true),
        plan(Some(0), true, false),
        plan(Some(1), true, false),
        plan(Some(2), true, false),
        plan(Some(0), false, false),
        plan(Some(1), false, false),
        plan(Some(2), false, false),
        plan(Some(0), true, true),
        plan(Some(1), true, true),
        plan(Some(2), true, true),
    ]
};

impl Plan {
    const fn keeps(self, kind: usize) -> bool {
        if kind >= HONOURS {
            return self.honours;
        }
        match self.suit {
            None => true,
            Some(suit) => kind / SUIT == suit,
        }
    }

    /// Whether the sets on the table fit it.
    fn allows(self, set: Set) -> bool {
        let (tile, is_chow) = match set {
            Set::Chow(tile) => (tile, true),
            Set::Pung(tile) | Set::Kong(tile) | Set::ConcealedKong(tile) => (tile, false),
        };
        self.keeps(tile.index()) && !(is_chow && self.triplets)
    }

    const fn accepted(self) -> &'static [f64; 8] {
        match (self.suit, self.honours, self.triplets) {
            (_, _, true) => &ACCEPTED[3],
            (None, ..) => &ACCEPTED[0],
            (Some(_), true, _) => &ACCEPTED[1],
            (Some(_), false, _) => &ACCEPTED[2],
        }
    }
}

/// Reckons what hands are worth.
pub(super) struct Reckoner<'a> {
    knowledge: &'a Knowledge,
    /// The sets that tiles of a group may form.
    parts: HashMap<(bool, u64), Parts>,
    /// What others would win from this seat if it does not win.
    lost: f64,
}

impl<'a> Reckoner<'a> {
    pub fn new(knowledge: &'a Knowledge) -> Self {
        Self {
            knowledge,
            parts: HashMap::new(),
            lost: match knowledge.min_faan {
                0 => 5.0,
                1 => 6.0,
                _ => 15.0,
            },
        }
    }

    /// What a hand between turns is worth, in points; with this number of draws more than others have.
    pub fn value(&mut self, hand: &Hand, more: usize) -> f64 {
        let groups = self.groups(&hand.counts);
        let sets = hand.sets();
        let any = least(
            &groups.iter().fold(NOTHING, |all, group| join(&all, group)),
            sets,
        );
        if any == 0 {
            // It would have won already.
            return 0.0;
        }
        let mut values: Vec<f64> = Vec::new();
        if any == 1 {
            values.push(self.ready(hand, &groups, more));
        }
        for plan in PLANS {
            if !hand.melds.iter().all(|&set| plan.allows(set)) {
                continue;
            }
            let (away, rate) = if plan.triplets {
                self.triplets(hand, plan)
            } else {
                self.free(hand, &groups, plan)
            };
            // It was reckoned with tile by tile.
            if away == 1 {
                continue;
            }
            values.push(self.of_plan(hand, plan, away, rate, more));
        }
        values.push(self.orphans(hand, more));
        values.sort_by(|one, other| other.total_cmp(one));
        values[0] + SECOND * values.get(1).copied().unwrap_or(0.0)
    }

    fn of_plan(&self, hand: &Hand, plan: Plan, away: usize, rate: f64, more: usize) -> f64 {
        if away == 0 || away > MOST_AWAY || rate <= 0.0 {
            return 0.0;
        }
        let typical = plan.accepted();
        let hidden = self.knowledge.hidden;
        let mut rates = [0.0; MOST_AWAY];
        for (place, value) in rates.iter_mut().enumerate().take(away) {
            let accepted = typical[place.min(typical.len() - 1)];
            let claims = match (place, plan.triplets) {
                (0, _) | (_, true) => FROM_ALL,
                _ => FROM_SOME,
            };
            *value = accepted * claims / hidden;
        }
        rates[away - 1] = rate;
        let won = winning(self.knowledge, &rates[..away], more);
        let suits = if plan.suit.is_some() { 1 } else { 3 };
        let faan = planned(self.knowledge, hand, suits, plan.honours, plan.triplets);
        let (least, flowers) = (self.knowledge.min_faan, of_flowers(self.knowledge));
        let mean = PAID[0] * 0.7 + PAID[1] * 0.3;
        won * (mean * faan.points(least, flowers) + self.lost * faan.enough(least))
    }

    /// What a hand with one tile missing is worth.
    fn ready(&mut self, hand: &Hand, groups: &[Parts; 4], more: usize) -> f64 {
        let (rate, points) = self.waits(hand, groups);
        if rate == 0.0 {
            return 0.0;
        }
        winning(self.knowledge, &[rate], more) * points / rate
    }

    /// How likely a hand with one tile missing wins in a turn, and how many points that is in the mean of all turns.
    fn waits(&mut self, hand: &Hand, groups: &[Parts; 4]) -> (f64, f64) {
        let (mut rate, mut points) = (0.0, 0.0);
        for kind in 0..KINDS {
            let unseen = f64::from(self.knowledge.unseen[kind]);
            if unseen == 0.0 || self.away_with(hand, groups, kind) != 0 {
                continue;
            }
            let [discarded, drawn] = paid(self.knowledge, hand, kind);
            let is_end = kind >= HONOURS || matches!(kind % SUIT, 0 | 8);
            let each = unseen / self.knowledge.hidden;
            if drawn > 0.0 {
                rate += each;
                points += each * (drawn + self.lost);
            }
            if discarded > 0.0 {
                let each = 3.0 * each * DISCARDED[usize::from(is_end)];
                rate += each;
                points += each * (discarded + self.lost);
            }
        }
        (rate, points)
    }

    /// How many tiles the hand is away from being complete with one more tile.
    fn away_with(&mut self, hand: &Hand, groups: &[Parts; 4], kind: usize) -> usize {
        let group = (kind / SUIT).min(GROUPS.len() - 1);
        let mut counts = hand.counts;
        counts[kind] += 1;
        let changed = self.group(&counts, group);
        let others = (0..GROUPS.len()).filter(|&other| other != group);
        let all = others.fold(changed, |all, other| join(&all, &groups[other]));
        least(&all, hand.sets())
    }

    /// How many tiles are missing for a plan, and how likely one of them comes in a turn.
    fn free(&mut self, hand: &Hand, groups: &[Parts; 4], plan: Plan) -> (usize, f64) {
        let sets = hand.sets();
        let kept = |group: usize| match plan.suit {
            _ if group == 3 => plan.honours,
            None => true,
            Some(suit) => suit == group,
        };
        let of_kept = (0..GROUPS.len()).filter(|&group| kept(group));
        let all = of_kept
            .clone()
            .fold(NOTHING, |all, group| join(&all, &groups[group]));
        let away = least(&all, sets);
        let mut rate = 0.0;
        for group in of_kept.clone() {
            let others = of_kept.clone().filter(|&other| other != group);
            let others = others.fold(NOTHING, |all, other| join(&all, &groups[other]));
            for kind in GROUPS[group].clone() {
                let unseen = self.knowledge.unseen[kind];
                if unseen == 0 {
                    continue;
                }
                let mut counts = hand.counts;
                counts[kind] += 1;
                let changed = self.group(&counts, group);
                if least(&join(&others, &changed), sets) < away {
                    rate += f64::from(unseen) * claims(&hand.counts, kind, away);
                }
            }
        }
        (away, rate / self.knowledge.hidden)
    }

    /// The same with pungs alone.
    fn triplets(&self, hand: &Hand, plan: Plan) -> (usize, f64) {
        let kept = (0..KINDS).filter(|&kind| plan.keeps(kind));
        let (mut pungs, mut pairs) = (0, 0);
        for kind in kept.clone() {
            match hand.counts[kind] {
                3.. => pungs += 1,
                2 => pairs += 1,
                _ => {}
            }
        }
        let sets = hand.sets();
        let missing = sets.saturating_sub(pungs);
        pairs += pungs.saturating_sub(sets);
        let away = 2 * missing + 1 - pairs.min(missing + 1);
        let wants_pairs = pairs < missing + 1;
        let mut rate = 0.0;
        for kind in kept {
            let unseen = f64::from(self.knowledge.unseen[kind]);
            rate += match hand.counts[kind] {
                2 if missing > 0 => unseen * FROM_ALL,
                1 if wants_pairs && away == 1 => unseen * FROM_ALL,
                1 if wants_pairs => unseen,
                _ => 0.0,
            };
        }
        (away, rate / self.knowledge.hidden)
    }

    /// What thirteen orphans are worth.
    fn orphans(&self, hand: &Hand, more: usize) -> f64 {
        if !hand.melds.is_empty() {
            return 0.0;
        }
        let is_orphan = |&kind: &usize| kind >= HONOURS || matches!(kind % SUIT, 0 | 8);
        let orphans = (0..KINDS).filter(is_orphan);
        let held = orphans
            .clone()
            .filter(|&kind| hand.counts[kind] > 0)
            .count();
        let has_pair = orphans.clone().any(|kind| hand.counts[kind] > 1);
        let away = 14 - held - usize::from(has_pair);
        if away > MOST_ORPHANS {
            return 0.0;
        }
        let missing = orphans.filter(|&kind| hand.counts[kind] == 0);
        let unseen: Vec<f64> = missing
            .map(|kind| f64::from(self.knowledge.unseen[kind]))
            .collect();
        if unseen.contains(&0.0) {
            return 0.0;
        }
        let mut rates = [0.0; MOST_ORPHANS];
        for (place, rate) in (1_u32..).zip(rates.iter_mut()).take(away) {
            let claims = if place == 1 { FROM_ALL } else { 1.0 };
            *rate = f64::from(place) * 2.6 * claims / self.knowledge.hidden;
        }
        winning(self.knowledge, &rates[..away], more) * (PAID[0] * 64.0 + self.lost)
    }

    fn groups(&mut self, counts: &Counts) -> [Parts; 4] {
        std::array::from_fn(|group| self.group(counts, group))
    }

    fn group(&mut self, counts: &Counts, group: usize) -> Parts {
        let kinds = &counts[GROUPS[group].clone()];
        let key = kinds
            .iter()
            .fold(1, |key, &count| key * 5 + u64::from(count.min(4)));
        let parts = self.parts.entry((group == 3, key));
        *parts.or_insert_with(|| parts_of(counts, group))
    }
}

/// How much more often than it is drawn a tile that brings the hand nearer comes, by being claimed.
fn claims(held: &Counts, kind: usize, away: usize) -> f64 {
    let is_end = kind >= HONOURS || matches!(kind % SUIT, 0 | 8);
    if away == 1 {
        return 1.0 + 3.0 * DISCARDED[usize::from(is_end)];
    }
    if held[kind] >= 2 {
        return FROM_ALL;
    }
    let beside = |step: isize| {
        let other = kind.checked_add_signed(step);
        let other = other.filter(|&other| other < HONOURS && other / SUIT == kind / SUIT);
        other.is_some_and(|other| held[other] > 0)
    };
    let run = kind < HONOURS
        && (beside(-2) && beside(-1) || beside(-1) && beside(1) || beside(1) && beside(2));
    if run { FROM_LEFT } else { 1.0 }
}
