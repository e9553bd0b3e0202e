//! Who met whom in the latest rated matches. This is only in memory.

use std::collections::{HashMap, VecDeque};

use giog_rules::PlayerId;

/// For how many of somebody's rated matches they do not meet the same person again, while enough others wait.
const MATCHES: usize = 5;
/// The most people who are tracked. When it is reached, all are forgotten: at worst some meet again sooner.
const MAX_PEOPLE: usize = 20_000;

/// The others in each person's latest rated matches, oldest first.
#[derive(Debug, Default)]
pub(super) struct Met(HashMap<PlayerId, VecDeque<Box<[PlayerId]>>>);

impl Met {
    /// Notes that these people begin a rated match.
    pub fn note(&mut self, people: &[PlayerId]) {
        if self.0.len() + people.len() > MAX_PEOPLE {
            self.0.clear();
        }
        for player in people {
            let others = people.iter().filter(|other| *other != player);
            let matches = self.0.entry(*player).or_default();
            matches.push_back(others.copied().collect());
            if matches.len() > MATCHES {
                matches.pop_front();
            }
        }
    }

    /// Whether somebody met one of these people in their latest rated matches.
    pub fn has_met(&self, player: PlayerId, people: &[PlayerId]) -> bool {
        let matches = self.0.get(&player).into_iter().flatten();
        let mut met = matches.flatten();
        met.any(|other| people.contains(other))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    #[test]
    fn people_have_met_until_five_matches_later() {
        let mut met = Met::default();
        met.note(&[player(1), player(2)]);
        for others in 3..=6 {
            met.note(&[player(1), player(others)]);
            assert!(met.has_met(player(1), &[player(9), player(2)]));
        }
        met.note(&[player(1), player(7)]);
        assert!(!met.has_met(player(1), &[player(2)]));
        // Of the other one it is the latest match.
        assert!(met.has_met(player(2), &[player(1)]));
        assert!(!met.has_met(player(9), &[player(1)]));
    }

    #[test]
    fn memory_is_bounded() {
        let mut met = Met::default();
        for pair in 0..MAX_PEOPLE as u128 {
            met.note(&[player(2 * pair), player(2 * pair + 1)]);
        }
        assert!(met.0.len() <= MAX_PEOPLE);
    }
}
