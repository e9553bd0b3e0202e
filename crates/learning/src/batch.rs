//! Many matches at once.

use std::ops::Range;
use std::sync::Arc;

use giog_arena::ArenaSeed;

use crate::encoding::Encoding;
use crate::env::{Env, Illegal};

/// Many matches of one game. Each is replaced by the next one as soon as it is over. What it found out with the last step is kept here, for
/// each match one after the other.
#[derive(Debug)]
pub struct Batch {
    encoding: Arc<Encoding>,
    seed: ArenaSeed,
    matches: Vec<Env>,
    /// The deal of the next match.
    next_deal: u32,
    /// Which seat decides.
    seats: Vec<i32>,
    /// What it observes.
    observations: Vec<i32>,
    /// Whether each action is legal; empty if that is not asked for.
    mask: Vec<u8>,
    /// The legal actions of all matches, ascending for each.
    legal: Vec<i32>,
    /// Where the legal actions of each match begin in them, and where those of the last one end.
    offsets: Vec<i32>,
    /// Whether a match was over with the last step.
    done: Vec<u8>,
    /// What each seat gained in such a match; otherwise 0.
    returns: Vec<f32>,
}

/// An action of a batch that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// There are more or fewer actions than matches.
    #[error("{given} actions for {matches} matches")]
    Count {
        /// The actions.
        given: usize,
        /// The matches.
        matches: usize,
    },
    /// One of them is illegal. The matches before it have taken theirs.
    #[error("in match {index}: {illegal}")]
    Illegal {
        /// The number of the match, from 0.
        index: usize,
        /// Why.
        illegal: Illegal,
    },
}

impl Batch {
    /// Begins so many matches: the deals from 0 of this seed.
    pub fn new(encoding: Arc<Encoding>, matches: u32, seed: ArenaSeed, with_mask: bool) -> Self {
        let count = matches as usize;
        let begin = |deal| Env::new(&encoding, &seed, deal, false);
        let masked = if with_mask {
            count * encoding.actions() as usize
        } else {
            0
        };
        let mut batch = Self {
            matches: (0..matches).map(begin).collect(),
            next_deal: matches,
            seats: vec![0; count],
            observations: vec![0; count * encoding.observation_size()],
            mask: vec![0; masked],
            legal: Vec::new(),
            offsets: Vec::with_capacity(count + 1),
            done: vec![0; count],
            returns: vec![0.0; count * encoding.seats()],
            encoding,
            seed,
        };
        batch.look();
        batch
    }

    /// The number of matches.
    pub fn len(&self) -> usize {
        self.matches.len()
    }

    /// Whether there is no match.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// Which seat decides in each match.
    pub fn seats(&self) -> &[i32] {
        &self.seats
    }

    /// What that seat observes: [`Encoding::observation_size`] integers for each match.
    pub fn observations(&self) -> &[i32] {
        &self.observations
    }

    /// Whether each action is legal (1 or 0): [`Encoding::actions`] for each match, or empty.
    pub fn mask(&self) -> &[u8] {
        &self.mask
    }

    /// The legal actions of all matches.
    pub fn legal(&self) -> &[i32] {
        &self.legal
    }

    /// Where the legal actions of each match begin, and where those of the last one end.
    pub fn offsets(&self) -> &[i32] {
        &self.offsets
    }

    /// Whether each match was over with the last step (1 or 0): what is observed belongs to the next one.
    pub fn done(&self) -> &[u8] {
        &self.done
    }

    /// What each seat gained in each match that was over with the last step; 0 in others.
    pub fn returns(&self) -> &[f32] {
        &self.returns
    }

    /// Takes an action in each match.
    pub fn step(&mut self, actions: &[i32]) -> Result<(), BatchError> {
        if actions.len() != self.matches.len() {
            return Err(BatchError::Count {
                given: actions.len(),
                matches: self.matches.len(),
            });
        }
        let seats = self.encoding.seats();
        self.returns.fill(0.0);
        for (index, (env, &action)) in self.matches.iter_mut().zip(actions).enumerate() {
            let taken = env.step(i64::from(action));
            taken.map_err(|illegal| BatchError::Illegal { index, illegal })?;
            let returns = env.returns();
            self.done[index] = u8::from(returns.is_some());
            if let Some(returns) = returns {
                let own = &mut self.returns[index * seats..][..seats];
                for (to, gained) in own.iter_mut().zip(returns) {
                    #[expect(clippy::cast_possible_truncation, reason = "small fractions")]
                    let gained = gained as f32;
                    *to = gained;
                }
                *env = Env::new(&self.encoding, &self.seed, self.next_deal, false);
                self.next_deal = self.next_deal.wrapping_add(1);
            }
        }
        self.look();
        Ok(())
    }

    /// Finds out what is to be decided.
    fn look(&mut self) {
        let (size, actions) = (
            self.encoding.observation_size(),
            self.encoding.actions() as usize,
        );
        self.unmask(actions);
        self.legal.clear();
        self.offsets.clear();
        self.offsets.push(0);
        let mut legal = Vec::new();
        for (index, env) in self.matches.iter().enumerate() {
            let seat = env.seat().expect("a match that is over was replaced");
            self.seats[index] = i32::from(u8::from(seat));
            let observation = &mut self.observations[index * size..][..size];
            env.observe(seat, observation, &mut legal);
            if let Some(mask) = self.mask.get_mut(index * actions..(index + 1) * actions) {
                for &action in &legal {
                    mask[action as usize] = 1;
                }
            }
            self.legal
                .extend(legal.iter().map(|&action| as_i32(action as usize)));
            self.offsets.push(as_i32(self.legal.len()));
        }
    }

    /// Takes back what the last look has put into the mask.
    fn unmask(&mut self, actions: usize) {
        if self.mask.is_empty() {
            return;
        }
        for (index, bounds) in self.offsets.windows(2).enumerate() {
            let as_index = |number: i32| usize::try_from(number).unwrap_or_default();
            let own: Range<usize> = as_index(bounds[0])..as_index(bounds[1]);
            for &action in &self.legal[own] {
                self.mask[index * actions + as_index(action)] = 0;
            }
        }
    }
}

/// A number of actions: no list has more than fit.
fn as_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
