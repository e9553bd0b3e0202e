//! What happened at the table, as people are told of it among the lines of the chat. It is kept as these lines are: in memory, for those whom
//! it had reached.

use std::collections::{BTreeSet, VecDeque};

use giog_protocol::server::{Happened, Happening};
use giog_rules::{PlayerId, Seat};

use super::Room;
use super::entry::Entry;

/// The most that is kept: as much as of the chat.
const MAX_HAPPENINGS: usize = 30;

/// What happened at the table lately, the latest last.
#[derive(Debug, Default)]
pub(super) struct Happenings(VecDeque<Kept>);

#[derive(Debug)]
struct Kept {
    what: Happening,
    /// How many lines of chat had been said before it.
    said: u64,
    /// The people who were there.
    reached: BTreeSet<PlayerId>,
}

impl Happenings {
    fn note(&mut self, what: Happening, said: u64, reached: BTreeSet<PlayerId>) {
        if reached.is_empty() {
            return;
        }
        self.0.push_back(Kept {
            what,
            said,
            reached,
        });
        if self.0.len() > MAX_HAPPENINGS {
            self.0.pop_front();
        }
    }

    /// What had reached a person; `before` counts the lines shown to them that are among the first ones of this number.
    pub fn reached(&self, player: PlayerId, before: impl Fn(u64) -> usize) -> Vec<Happened> {
        let kept = self.0.iter();
        let kept = kept.filter(|kept| kept.reached.contains(&player));
        kept.map(|kept| Happened {
            after: u32::try_from(before(kept.said)).unwrap_or(u32::MAX),
            what: kept.what.clone(),
        })
        .collect()
    }

    /// The room was opened to more people: nothing of what was before is shown again.
    pub fn end_past(&mut self) {
        self.0.clear();
    }

    /// A person's data was deleted: nothing is shown again that names them, and nothing to them.
    pub fn forget(&mut self, player: PlayerId) {
        self.0
            .retain(|kept| kept.what.who().is_none_or(|who| who.player != player));
        for kept in &mut self.0 {
            kept.reached.remove(&player);
        }
    }
}

impl Room {
    /// What people are told of an entry that is about to take effect; nothing for most.
    pub(super) fn happening_of(&self, entry: &Entry) -> Option<Happening> {
        let at = |seat: Seat| {
            let occupant = self.state.seats.get(seat)?.occupant.as_ref();
            occupant?.person().cloned()
        };
        match entry {
            Entry::Sat { occupant, .. } => {
                let who = occupant.person()?.clone();
                Some(Happening::Sat { who })
            }
            Entry::Stood { seat, reason } => {
                let (who, reason) = (at(*seat)?, *reason);
                Some(Happening::Stood { who, reason })
            }
            Entry::Away { seat, .. } => at(*seat).map(|who| Happening::Away { who }),
            Entry::Back { seat } => at(*seat).map(|who| Happening::Back { who }),
            Entry::Owner { owner } => {
                let seat = self.state.seat_of((*owner)?)?;
                at(seat).map(|who| Happening::Owner { who })
            }
            Entry::Configured { settings, .. } => Some(Happening::Configured {
                before: Some(Box::new(self.state.settings.clone())),
                settings: Some(Box::new(settings.clone())),
            }),
            _ => None,
        }
    }

    /// Keeps what people are told of an entry that has taken effect, for those who are there.
    pub(super) fn note_happening(&mut self, what: Option<Happening>, had_scores: bool) {
        let begins_anew = had_scores && self.state.series.matches == 0;
        let series = begins_anew.then_some(Happening::Series);
        for what in what.into_iter().chain(series) {
            let here: BTreeSet<PlayerId> = self.people.players().into_iter().collect();
            let said = self.chat_state.said;
            self.chat_state.happened.note(what, said, here);
        }
    }
}

#[cfg(test)]
mod tests {
    use giog_protocol::Person;
    use uuid::Uuid;

    use super::*;

    fn person(number: u128) -> Person {
        let player = PlayerId(Uuid::from_u128(number));
        Person::forgotten(player)
    }

    #[test]
    fn the_latest_happenings_are_kept_and_those_of_the_forgotten_are_not() {
        let (one, two) = (person(1), person(2));
        let mut happenings = Happenings::default();
        happenings.note(Happening::Series, 0, BTreeSet::new());
        assert_eq!(happenings.0.len(), 0, "nobody was there");
        for number in 0..=MAX_HAPPENINGS {
            let who = if number % 2 == 0 { &one } else { &two };
            let what = Happening::Sat { who: who.clone() };
            let here = [one.player, two.player].into();
            happenings.note(what, number as u64, here);
        }
        let shown = |happenings: &Happenings, player| happenings.reached(player, |_| 0).len();
        assert_eq!(shown(&happenings, one.player), MAX_HAPPENINGS);
        happenings.forget(two.player);
        assert_eq!(shown(&happenings, one.player), MAX_HAPPENINGS / 2);
        assert_eq!(shown(&happenings, two.player), 0);
    }
}
