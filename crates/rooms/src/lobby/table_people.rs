//! The people at a quick-play table and the addresses they come from: strangers are not to sit among people of one household
//! without having been offered anything better.

use std::collections::HashMap;

use giog_rules::PlayerId;

use crate::origin::Origin;

/// People of whom it is kept where they come from who may take a seat at a table and do not sit there yet: more than come to one at the
/// same moment. With more, those are forgotten who are neither there nor on their way; the room says where those come from who sit down.
const MOST_KNOWN: usize = 64;

/// The people at a table of quick play, and those on their way there.
#[derive(Debug, Default)]
pub(super) struct TablePeople(HashMap<PlayerId, Known>);

#[derive(Clone, Copy, Debug)]
struct Known {
    origin: Origin,
    since_ms: u64,
    /// On how many connections they are on their way there.
    arriving: u32,
}

/// How somebody would sit at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Not before somebody there has waited so long yet, if that changes it.
    Never(Option<u64>),
    /// Somebody there comes from where another one comes from.
    Mixed,
    /// Among strangers, or alone.
    Distinct,
}

impl TablePeople {
    /// Notes that somebody is on their way.
    pub fn leads(&mut self, player: PlayerId, origin: Origin, now_ms: u64) {
        let known = self.note(player, origin, now_ms);
        known.arriving += 1;
    }

    /// Notes that somebody who was on their way is there, or is not coming.
    pub fn arrived(&mut self, player: PlayerId) {
        if let Some(known) = self.0.get_mut(&player) {
            known.arriving = known.arriving.saturating_sub(1);
        }
    }

    /// Notes where somebody comes from who sits down.
    pub fn sits(&mut self, player: PlayerId, origin: Origin, now_ms: u64) {
        self.note(player, origin, now_ms);
    }

    /// Notes where somebody comes from who may sit down beside these, if the room lets them.
    pub fn may_sit(&mut self, player: PlayerId, origin: Origin, seated: &[PlayerId], now_ms: u64) {
        if self.0.len() >= MOST_KNOWN {
            self.keep(|known| seated.contains(&known));
        }
        self.note(player, origin, now_ms);
    }

    /// Those of these of whom it is known where they come from.
    pub fn of(&self, seated: &[PlayerId]) -> Vec<(PlayerId, Origin)> {
        let known = seated.iter().map(|player| (player, self.0.get(player)));
        known
            .filter_map(|(&player, known)| Some((player, known?.origin)))
            .collect()
    }

    /// Forgets those who are neither there nor on their way.
    pub fn keep(&mut self, seated: impl Fn(PlayerId) -> bool) {
        self.0
            .retain(|&player, known| known.arriving > 0 || seated(player));
    }

    /// How many people sit there, or are about to.
    pub fn expected(&self, seated: &[PlayerId]) -> usize {
        seated.len() + self.arriving(seated).count()
    }

    /// How somebody would sit at this table of so many seats, where strangers have waited long enough after `patience_ms`.
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
            // All others, or nearly all.
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

    /// What is known of somebody. Nobody knows where those come from who sat there before the server started; they have
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

    /// Somebody of a household: the letter says which, and the dot is one of nobody knows where.
    fn origin(letter: char) -> Origin {
        Origin::new([], (letter != '.').then_some(u64::from(letter)))
    }

    fn player(number: usize) -> PlayerId {
        PlayerId(Uuid::from_u128(number as u128 + 1))
    }

    /// How somebody of household `a` would sit with those at a table of four, the first of whom waits for 10 s at 10 s.
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
        assert_eq!((table_people.expected(&[lin]), table_people.0.len()), (1, 1));
    }
}
