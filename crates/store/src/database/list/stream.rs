//! The streams from which a source is merged.

use serde::Deserialize;

use super::super::conn::ListedRow;
use super::{ListQuery, Source};
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

row! {
    /// A variant that was played.
    #[derive(Deserialize)]
    pub(in crate::database) struct VariantRow {
        pub(in crate::database) variant: String,
    }
}

impl ListedRow for VariantRow {
    const JSON: &str = "json_array(variant)";
}

/// Whether all listed matches are requested. That is the most frequent query, so an index has them in the order of the list: they are one
/// stream, and not two per variant.
fn of_all_games(filter: &MatchFilter, source: &Source) -> bool {
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

/// Queries the variants that were played (in a room, by a person or at all), if there is a stream for each of them: the index leads from
/// each to the next.
pub(in crate::database) fn variants_query(
    filter: &MatchFilter,
    source: &Source,
) -> Option<ListQuery<'static>> {
    if filter.variant.is_some() || of_all_games(filter, source) {
        return None;
    }
    let mut query = ListQuery::empty();
    let (table, player) = match source {
        Source::Listed => ("matches", None),
        Source::Own { whose, .. } => ("player_matches", Some(whose.player)),
    };
    let player = player.map(|player| format!("player_id = {} AND ", query.id(player.0)));
    let room = filter.room;
    let room = room.map(|room| format!("room_id = {} AND ", query.id(room.0)));
    let (player, room) = (player.unwrap_or_default(), room.unwrap_or_default());
    let least = format!("SELECT MIN(variant) FROM {table} WHERE {player}{room}variant");
    // One lower bound each: of two, SQLite may begin at the wrong one.
    query.push(format_args!(
        "WITH RECURSIVE played (variant) AS (
             {least} >= ''
             UNION ALL
             SELECT ({least} > played.variant) FROM played WHERE played.variant IS NOT NULL
         )
         SELECT variant FROM played WHERE variant IS NOT NULL"
    ));
    Some(query)
}
