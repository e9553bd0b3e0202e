//! The streams from which a source is merged.

use super::Source;
use crate::{MatchFilter, MatchStatus};

/// A range of an index: the values that are compared for equality, besides the person and the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::database) struct Stream<'v> {
    /// The variant and the status; none for [`of_all_games`].
    pub(super) kind: Option<(&'v str, MatchStatus)>,
    pub(super) listed: bool,
    /// Only for a person's own matches.
    pub(super) won: Option<bool>,
}

/// Whether all listed matches are requested. That is the most frequent query, so an index has them in the order of the list: they are one
/// stream, and not two per variant.
pub(super) fn of_all_games(filter: &MatchFilter, source: &Source) -> bool {
    let MatchFilter {
        variant,
        room,
        status,
        ..
    } = filter;
    *source == Source::Listed && variant.is_none() && room.is_none() && status.is_none()
}

/// Disjoint streams that together are the source. `played` are the variants from [`variants_query`], if that is needed.
pub(in crate::database) fn streams<'v>(
    filter: &'v MatchFilter,
    source: &Source,
    played: &'v [String],
) -> Vec<Stream<'v>> {
    if of_all_games(filter, source) {
        return vec![Stream {
            kind: None,
            listed: true,
            won: None,
        }];
    }
    let variants: Vec<&str> = match &filter.variant {
        Some(variant) => vec![variant],
        None => played.iter().map(String::as_str).collect(),
    };
    let statuses = filter.status.map_or_else(
        || vec![MatchStatus::Over, MatchStatus::Abandoned],
        |status| vec![status],
    );
    let (listed, won): (&[bool], &[Option<bool>]) = match source {
        Source::Listed => (&[true], &[None]),
        Source::Own { whose, listed, .. } if whose.won => (listed.values(), &[Some(true)]),
        Source::Own { listed, .. } => (listed.values(), &[Some(true), Some(false)]),
    };
    let mut streams = Vec::new();
    for &variant in &variants {
        for &status in &statuses {
            for &listed in listed {
                streams.extend(won.iter().map(|&won| Stream {
                    kind: Some((variant, status)),
                    listed,
                    won,
                }));
            }
        }
    }
    streams
}
