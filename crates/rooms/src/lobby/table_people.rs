//! The people at a quick-play table and the addresses they come from: strangers are not to sit among people of one household
//! without having been offered anything better.

use std::collections::HashMap;

use giog_rules::PlayerId;

use crate::origin::Origin;

/// The most people whose address is kept while they are led to a table and do not sit there yet: more than come to one at the same
/// moment. Above it, those who neither sit there nor are on their way are forgotten. For those who sit down, the room reports the
/// address.
const MOST_KNOWN: usize = 64;

/// The people at a quick-play table, and those who are led there.
#[derive(Debug, Default)]
pub(super) struct TablePeople(HashMap<PlayerId, Known>);

#[derive(Clone, Copy, Debug)]
struct Known {
    origin: Origin,
    since_ms: u64,
    /// On how many of their connections they are led there and have not arrived.
    arriving: u32,
}

/// Whether and where somebody may sit at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Not at all; with a number, not before the strangers there have waited so many more milliseconds.
    Never(Option<u64>),
    /// Among people of whom at least two, including this person, come from the same household.
    Mixed,
    /// Among strangers, or alone.
    Distinct,
}

impl TablePeople {
    /// Notes that somebody is led there.
    pub fn leads(&mut self, player: PlayerId, origin: Origin, now_ms: u64) {
        let known = self.note(player, origin, now_ms);
        known.arriving += 1;
    }

    /// Notes that somebody who was led there has arrived, or will not come.
    pub fn arrived(&mut self, player: PlayerId) {
        if let Some(known) = self.0.get_mut(&player) {
            known.arriving = known.arriving.saturating_sub(1);
        }
    }

    /// Notes the address of somebody who sits down.
    pub fn sits(&mut self, player: PlayerId, origin: Origin, now_ms: u64) {
        self.note(player, origin, now_ms);
    }

    /// Notes the address of somebody who may sit down next to these people, if the room allows it.
    pub fn may_sit(&mut self, player: PlayerId, origin: Origin, seated: &[PlayerId], now_ms: u64) {
        if self.0.len() >= MOST_KNOWN {
            self.keep(|known| seated.contains(&known));
        }
        self.note(player, origin, now_ms);
    }

    /// Those of these people whose address is known, with it.
    pub fn of(&self, seated: &[PlayerId]) -> Vec<(PlayerId, Origin)> {
        let known = seated.iter().map(|player| (player, self.0.get(player)));
        known
            .filter_map(|(&player, known)| Some((player, known?.origin)))
            .collect()
    }

    /// Forgets people who neither sit there nor are on their way.
    pub fn keep(&mut self, seated: impl Fn(PlayerId) -> bool) {
        self.0
            .retain(|&player, known| known.arriving > 0 || seated(player));
    }

    /// Whether the address of somebody is known.
    pub fn knows(&self, player: PlayerId) -> bool {
        self.0.contains_key(&player)
    }

    /// How many people sit there, or are about to.
    pub fn expected(&self, seated: &[PlayerId]) -> usize {
        seated.len() + self.arriving(seated).count()
    }

    /// Whether one of these people sits there, or is about to.
    pub fn has_any(&self, seated: &[PlayerId], people: &[PlayerId]) -> bool {
        let mut there = seated.iter().copied().chain(self.arriving(seated));
        there.any(|player| people.contains(&player))
    }

    /// How somebody would fit at this table of so many seats, where strangers have waited long enough after `patience_ms`.
    pub fn fit(
        &self,
        player: PlayerId,
        origin: &Origin,
        (seats, seated): (usize, &[PlayerId]),
        (now_ms, patience_ms): (u64, u64),
    ) -> Fit {
        let people = seated.iter().copied().chain(self.arriving(seated));
        let others: Vec<Known> = people
            .filter(|&other| other != player)
            .map(|other| self.known(other))
            .collect();
        let of = |origin: &Origin| {
            let same = |other: &&Known| other.origin.is_of_household(origin);
            others.iter().filter(same).count()
        };
        let own = of(origin);
        if own > 0 && own < others.len() {
            let strangers = others
                .iter()
                .filter(|other| !other.origin.is_of_household(origin));
            let latest_ms = strangers.map(|other| other.since_ms).max().unwrap_or(0);
            let left_ms = (latest_ms + patience_ms).saturating_sub(now_ms);
            return if left_ms > 0 {
                Fit::Never(Some(left_ms))
            } else {
                Fit::Mixed
            };
        }
        let largest = others.iter().map(|other| of(&other.origin)).max();
        match largest.unwrap_or(0) {
            _ if own > 0 => Fit::Mixed,
            // This household would be all others, or nearly all.
            crowd if crowd * 2 > seats => Fit::Never(None),
            0 | 1 => Fit::Distinct,
            _ => Fit::Mixed,
        }
    }

    fn arriving(&self, seated: &[PlayerId]) -> impl Iterator<Item = PlayerId> {
        let on_the_way = self
            .0
            .iter()
            .filter(|(player, known)| known.arriving > 0 && !seated.contains(player));
        on_the_way.map(|(&player, _)| player)
    }

    /// What is known of somebody. The addresses of people who sat there before the server started are not known; they count as having
    /// waited long.
    fn known(&self, player: PlayerId) -> Known {
        self.0.get(&player).copied().unwrap_or(Known {
            origin: Origin::default(),
            since_ms: 0,
            arriving: 0,
        })
    }

    fn note(&mut self, player: PlayerId, origin: Origin, now_ms: u64) -> &mut Known {
        let known = self.0.entry(player).or_insert(Known {
            origin,
            since_ms: now_ms,
            arriving: 0,
        });
        known.origin = origin;
        known
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    /// Somebody of a household: the letter says which; a dot means an unknown address.
    fn origin(letter: char) -> Origin {
        Origin::new([], (letter != '.').then_some(u64::from(letter)))
    }

    fn player(number: usize) -> PlayerId {
        PlayerId(Uuid::from_u128(number as u128 + 1))
    }

    /// Checks how somebody of household `a` would fit at a table of four, at `now_ms`, with these people, who have sat there since 0 ms.
    /// Strangers wait for 10 s.
    fn check(letters: &str, now_ms: u64, expected: Fit) {
        let mut table_people = TablePeople::default();
        for (number, letter) in letters.chars().enumerate() {
            table_people.sits(player(number), origin(letter), 0);
        }
        let seated: Vec<PlayerId> = (0..letters.len()).map(player).collect();
        let times = (now_ms, 10_000);
        let fit = table_people.fit(player(99), &origin('a'), (4, &seated), times);
        assert_eq!(fit, expected, "with {letters}, after {now_ms} ms");
    }

    #[test]
    fn nobody_sits_among_a_household_that_has_most_of_the_table() {
        check("", 0, Fit::Distinct);
        check("b", 0, Fit::Distinct);
        check("bc.", 0, Fit::Distinct);
        check("...", 0, Fit::Distinct);
        check("bb", 0, Fit::Mixed);
        check("bbb", 0, Fit::Never(None));
        check("bbb", 20_000, Fit::Never(None));
    }

    #[test]
    fn a_household_sits_together_and_joins_itself_at_strangers_after_a_wait() {
        check("a", 0, Fit::Mixed);
        check("aaa", 0, Fit::Mixed);
        check("ab", 4_000, Fit::Never(Some(6_000)));
        check("ab", 10_000, Fit::Mixed);
        check("aab", 9_999, Fit::Never(Some(1)));
    }

    #[test]
    fn those_on_their_way_count_once_and_until_they_are_there() {
        let mut table_people = TablePeople::default();
        let (lin, mei) = (player(0), player(1));
        table_people.leads(lin, origin('a'), 0);
        table_people.leads(lin, origin('a'), 5);
        table_people.leads(mei, origin('b'), 5);
        assert_eq!(table_people.expected(&[]), 2);
        assert_eq!(table_people.expected(&[lin]), 2);
        table_people.arrived(lin);
        table_people.arrived(lin);
        assert_eq!(table_people.expected(&[]), 1);
        table_people.arrived(mei);
        table_people.keep(|player| player == lin);
        assert_eq!(
            (table_people.expected(&[lin]), table_people.0.len()),
            (1, 1)
        );
    }
}
