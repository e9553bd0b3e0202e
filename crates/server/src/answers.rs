//! Answers that are made from much, and for how long each is given again.

use std::collections::HashMap;

use giog_protocol::operator::PairList;
use giog_protocol::rest::{FeaturedTable, VariantStats};
use giog_ratings::{Pool, Season};
use giog_rules::Variant;

use crate::cached::Cached;

/// The table to watch, in milliseconds: however many people look at the first page, its room is asked no more often.
const FEATURED_MS: u64 = 2_000;
/// What is counted in matches and ladders.
const COUNTED_MS: u64 = 5 * 60_000;
const STATISTICS_MS: u64 = 10 * 60_000;
const PAIRS_MS: u64 = 10 * 60_000;

/// The answers.
#[derive(Debug)]
pub(crate) struct Answers {
    /// The table to watch.
    pub featured: Cached<FeaturedTable>,
    /// The ladders of a season, those with the most people first, and how many these are.
    pub most_played: Cached<(Season, Vec<(Pool, u64)>)>,
    /// The statistics of each game, as far as they were asked for.
    pub statistics: HashMap<Variant, Cached<VariantStats>>,
    /// Who spares whom at rated tables.
    pub pairs: Cached<PairList>,
}

impl Default for Answers {
    fn default() -> Self {
        let games = Variant::ALL.into_iter();
        let statistics = games.map(|game| (game, Cached::for_ms(STATISTICS_MS)));
        Self {
            featured: Cached::for_ms(FEATURED_MS),
            most_played: Cached::for_ms(COUNTED_MS),
            statistics: statistics.collect(),
            pairs: Cached::for_ms(PAIRS_MS),
        }
    }
}
