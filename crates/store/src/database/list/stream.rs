//! What a source is merged from.

use super::{ListQuery, Source};
use crate::{MatchFilter, MatchStatus};

/// One beginning of an index: what is asked for by equality, besides the person and the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::database) struct Stream<'v> {
    pub(super) variant: &'v str,
    pub(super) status: MatchStatus,
    pub(super) listed: bool,
    /// Only of a person's own.
    pub(super) won: Option<bool>,
}

row! {
    /// One of the games that were played.
    pub(in crate::database) struct VariantRow {
        pub(in crate::database) variant: String,
    }
}

/// Disjoint streams that together are the source. `played` are the games of [`variants_query`], where the filter names none.
pub(in crate::database) fn streams<'v>(
    filter: &'v MatchFilter,
    source: &Source,
    played: &'v [String],
) -> Vec<Stream<'v>> {
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
                    variant,
                    status,
                    listed,
                    won,
                }));
            }
        }
    }
    streams
}

/// Asks for the games that were played, in a room, by a person or at all, where the filter names none: from each the index
/// leads to the next one.
pub(in crate::database) fn variants_query(
    filter: &MatchFilter,
    source: &Source,
) -> Option<ListQuery<'static>> {
    if filter.variant.is_some() {
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
