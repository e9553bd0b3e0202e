//! Bots that think: on time, late, never, twice, and for a room that has crashed meanwhile.

use giog_bots::levels;
use giog_rooms::Think;

use super::*;

/// From when on a search may take longer than the seat's time for the decision.
const SLOW_MS: u64 = 900;
/// The longest wait of a room for a result that never comes.
const LONGEST_MS: u64 = 60_000;

/// The bot of a room: one that searches for every decision, or the usual one.
pub(super) fn some_bot(chance: &mut Chance) -> Bot {
    let usual = Bot {
        // Fast enough for many matches.
        play: |_, view, decision, seed| levels::play(Level::Club, view, decision, seed),
        ..Bot::default()
    };
    if chance.one_in(2) {
        return usual;
    }
    Bot {
        nodes: |_| Some(1),
        think: |view, decision, _, _| giog_bots::choose(view, decision),
        ..usual
    }
}

impl World {
    /// A decision is searched: the result comes at any time, even after a crash, and possibly more than once.
    pub(super) fn think(&mut self, think: &Think) {
        self.tally.thoughts += 1;
        let times = self.chance.pick(&[0, 1, 1, 1, 1, 2]);
        self.tally.thoughtless += u64::from(times == 0);
        let mut first_ms = u64::MAX;
        for _ in 0..times {
            let able = !self.chance.one_in(8);
            let action = able.then(|| think.action(self.context.bot)).flatten();
            let later_ms = self.chance.pick(&[0, 0, 1, 40, 99, 900, 5_000, 50_000]);
            first_ms = first_ms.min(later_ms);
            self.sent += 1;
            let due = (self.t + later_ms, self.sent);
            let ticket = think.ticket;
            self.thoughts.insert(due, Input::Thought { ticket, action });
        }
        if first_ms >= SLOW_MS {
            self.slow_thought_by_ms = self.t + LONGEST_MS;
        }
    }
}
