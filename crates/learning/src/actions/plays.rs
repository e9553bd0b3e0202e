//! The actions of trick games: plays.

use giog_rules::tricks::{Action, Ask, Decision, Generals, VariantInfo};
use giog_rules::{Piece, Pieces};

use super::hands::Hands;

/// All plays of a trick game: the multisets of each size that can be led, those of few pieces first.
#[derive(Debug)]
pub struct Plays {
    hands: Hands,
    /// The sizes that can be led, ascending, each with the index of its first play.
    sizes: Vec<(u8, u32)>,
    count: u32,
    /// All combinations, for leads that are too many to be listed.
    leads: Vec<Pieces>,
}

impl Plays {
    /// Those of a game with so many seats.
    pub fn new(info: &VariantInfo, seats: usize) -> Self {
        let table = seats.saturating_sub(usize::from(info.min_players));
        let set = info.kinds.iter().map(|kind| {
            let count = kind.counts.get(table).copied().unwrap_or(0);
            Pieces::of(kind.piece, count)
        });
        let set = set.fold(Pieces::EMPTY, Pieces::plus);
        let hand = info.hand_sizes.get(table).copied().unwrap_or(0);
        let rankings = info.combinations.iter().flat_map(|info| &info.ranking);
        let leads: Vec<Pieces> = rankings
            .flatten()
            .copied()
            .filter(|lead| lead.len() <= hand && set.contains(*lead))
            .collect();
        let mut led: Vec<u8> = leads.iter().map(|lead| lead.len()).collect();
        led.sort_unstable();
        led.dedup();
        let hands = Hands::new(set);
        let mut count = 0;
        let sizes = led.into_iter().map(|size| {
            let first = count;
            count += hands.count(size);
            (size, first)
        });
        Self {
            sizes: sizes.collect(),
            count,
            hands,
            leads,
        }
    }

    pub const fn count(&self) -> u32 {
        self.count
    }

    pub fn index(&self, action: &Action) -> Option<u32> {
        let Action::Play { pieces } = action else {
            return None;
        };
        self.of(pieces.parse().ok()?)
    }

    fn of(&self, pieces: Pieces) -> Option<u32> {
        let size = pieces.len();
        let (_, first) = self.sizes.iter().find(|&&(of, _)| of == size)?;
        Some(first + self.hands.number(pieces)?)
    }

    pub fn action(&self, index: u32) -> Option<Action> {
        let &(size, first) = self.sizes.iter().rfind(|&&(_, first)| first <= index)?;
        let pieces = self.hands.pieces(size, index - first)?.to_string();
        Some(Action::Play { pieces })
    }

    pub fn legal(&self, hand: Pieces, decision: &Decision, legal: &mut Vec<u32>) {
        let Ask::Play {
            count,
            generals,
            plays,
            ..
        } = &decision.ask
        else {
            return;
        };
        if let Some(plays) = plays {
            legal.extend(plays.iter().filter_map(|&play| self.of(play)));
            return;
        }
        if !decision.more_actions {
            let actions = decision.actions.iter().flatten();
            legal.extend(actions.filter_map(|action| self.index(action)));
            return;
        }
        let hand = match generals {
            Generals::Refused => hand.without_generals(),
            Generals::Free | Generals::Behead => hand,
        };
        if let Some(count) = *count {
            choose(hand, count, &mut |play| legal.extend(self.of(play)));
        } else {
            let leads = self.leads.iter().filter(|&&lead| hand.contains(lead));
            legal.extend(leads.filter_map(|&lead| self.of(lead)));
        }
    }
}

/// Calls `found` with all choices of so many pieces of a hand.
fn choose(hand: Pieces, count: u8, found: &mut impl FnMut(Pieces)) {
    let kinds: Vec<(Piece, u8)> = hand.kinds().collect();
    let mut open = vec![(Pieces::EMPTY, count, 0)];
    while let Some((taken, missing, next)) = open.pop() {
        let Some(&(piece, held)) = kinds.get(next) else {
            if missing == 0 {
                found(taken);
            }
            continue;
        };
        for some in 0..=held.min(missing) {
            open.push((
                taken.plus(Pieces::of(piece, some)),
                missing - some,
                next + 1,
            ));
        }
    }
}
