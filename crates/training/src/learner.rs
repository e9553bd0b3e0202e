//! Plays and learns in turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use giog_bots::Numbers;
use giog_bots::levels::{Net, Size};
use giog_rules::tricks::Terms;

use crate::model::Model;
use crate::self_play::{Players, Samples, play};

/// How many matches are played between two steps of learning.
const MATCHES: u64 = 256;
/// How many of them make a part of the samples, which one thread plays.
const PART: u64 = 32;
/// How many samples a step learns from.
const BATCH: usize = 512;
/// The size of steps at the beginning, and at the end.
const RATES: [f32; 2] = [1.5e-3, 2e-5];
/// The same where an answer to a net is learned, beginning with that net.
const RATES_OF_ANSWERS: [f32; 2] = [3e-4, 2e-5];
/// How often the net is written.
const WRITTEN: u64 = 100;

/// What is learned.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// A net of this size, by matches against itself.
    Itself(Size),
    /// To answer this net, beginning with it.
    Answer(&'static Net),
}

/// Makes a net.
#[derive(Debug)]
pub struct Learner {
    terms: Terms,
    seed: u64,
    jobs: usize,
    task: Task,
}

impl Learner {
    /// For matches by these terms.
    pub const fn new(terms: Terms, seed: u64, jobs: usize, task: Task) -> Self {
        Self {
            terms,
            seed,
            jobs,
            task,
        }
    }

    /// Plays so many matches and learns from them; writes the net now and then, and at the end.
    pub fn learn(
        &self,
        matches: u64,
        write: impl Fn(&Net) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut numbers = Numbers::new(self.seed);
        #[expect(clippy::cast_precision_loss, reason = "few seats")]
        let fair = 1.0 / self.terms.seats() as f32;
        let (mut model, rates) = match self.task {
            Task::Itself(size) => (Model::new(size, fair, &mut numbers), RATES),
            Task::Answer(net) => (Model::of_net(net), RATES_OF_ANSWERS),
        };
        let net = |model: &Model| {
            model
                .net()
                .map_err(|_| anyhow::anyhow!("weights are missing"))
        };
        let rounds = matches.div_ceil(MATCHES).max(1);
        let (mut errors, mut steps) = (0.0, 0.0);
        for round in 0..rounds {
            let now = net(&model)?;
            let samples = self.play(&now, round * MATCHES);
            let mut order: Vec<usize> = (0..samples.len()).collect();
            numbers.shuffle(&mut order);
            #[expect(clippy::cast_precision_loss, reason = "a part of the way")]
            let done = round as f32 / rounds as f32;
            let rate = rates[0] + (rates[1] - rates[0]) * done;
            for batch in order.chunks(BATCH) {
                errors += model.step(&samples, batch, rate);
                steps += 1.0;
            }
            if (round + 1) % rounds.div_ceil(WRITTEN) == 0 || round + 1 == rounds {
                println!(
                    "{} matches, squared error {:.5}",
                    (round + 1) * MATCHES,
                    errors / steps
                );
                (errors, steps) = (0.0, 0.0);
                write(&net(&model)?)?;
            }
        }
        Ok(())
    }

    /// Plays the matches from this number on.
    fn play(&self, net: &Net, from: u64) -> Samples {
        let parts = MATCHES / PART;
        let taken = AtomicU64::new(0);
        let played = Mutex::new(Vec::new());
        let work = || {
            loop {
                let part = taken.fetch_add(1, Ordering::Relaxed);
                if part >= parts {
                    return;
                }
                let mut samples = Samples::default();
                let players = Players {
                    learns: net,
                    against: match self.task {
                        Task::Itself(_) => None,
                        Task::Answer(other) => Some(other),
                    },
                };
                let begin = from + part * PART;
                for number in begin..begin + PART {
                    play(self.terms, players, self.seed, number, &mut samples);
                }
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                played.push((part, samples));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.jobs {
                scope.spawn(work);
            }
            work();
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        // The order in which threads are ready makes no difference.
        played.sort_by_key(|&(part, _)| part);
        let mut all = Samples::default();
        for (_, samples) in &played {
            all.extend(samples);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use giog_rules::tricks::{Ceremony, OptionsInput, Variant};
    use sha2::{Digest as _, Sha256};

    use super::*;

    /// The hash of the file that three rounds of learning give, as `giog-training learn --game giog --seats 2 --matches 768` does.
    const LEARNED: &str = "54593521c57830249934f8cd776585b6c89e150452ea9297fa242697fc0fb118";

    /// The same of a large net (`--large`).
    const LEARNED_LARGE: &str = "3b1c4c5d497706af9d6a5ba31a87f2e2e85fd95f44b49c8bc8c7492c7cb22e5e";

    fn learned(size: Size, seed: u64, jobs: usize) -> String {
        let options = OptionsInput::default();
        let terms = Terms::new(Variant::Giog, 2, options, Ceremony::Server).expect("a table");
        let file = RefCell::new(Vec::new());
        let write = |net: &Net| {
            file.replace(net.to_bytes());
            Ok(())
        };
        let learner = Learner::new(terms, seed, jobs, Task::Itself(size));
        learner.learn(3 * MATCHES, write).expect("it learns");
        hex::encode(Sha256::digest(file.into_inner()))
    }

    #[test]
    fn learning_again_gives_the_same_file_whatever_the_number_of_threads_is() {
        assert_eq!(learned(Size::SMALL, 1, 1), LEARNED);
        assert_eq!(learned(Size::SMALL, 1, 3), LEARNED);
        assert_ne!(learned(Size::SMALL, 2, 1), LEARNED, "the seed matters");
        assert_eq!(learned(Size::LARGE, 1, 2), LEARNED_LARGE);
    }
}
