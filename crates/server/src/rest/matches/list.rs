//! `/matches`.

use axum::extract::State;
use giog_protocol::RoomId;
use giog_protocol::rest::{MatchList, MatchStatus};
use giog_rules::{PlayerId, Timestamp, Variant};
use giog_store::{Cursor, MAX_PAGE_MATCHES, MatchFilter, MatchOrder, MatchStatus as StoredStatus};
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::IntoParams;

use crate::problem::RestError;
use crate::rest::extract::{Caller, Json, Query};
use crate::rest::openapi::{status_schema, variant_schema};
use crate::rest::page_cursor;
use crate::state::App;
use crate::summaries::summaries;

/// The default number of matches per page.
pub(crate) const USUAL_PAGE: u32 = 20;

/// The player whose finished matches are requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayerQuery {
    /// Only matches in which this person sat.
    #[param(value_type = Option<uuid::Uuid>)]
    pub(super) player: Option<PlayerId>,
}

/// Which finished matches are requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FilterQuery {
    /// Only matches of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
    /// Only matches that this person won, alone or with others.
    #[param(value_type = Option<uuid::Uuid>)]
    won_by: Option<PlayerId>,
    /// Only matches of this room.
    #[param(value_type = Option<uuid::Uuid>)]
    room: Option<RoomId>,
    /// Only matches that ended like this.
    #[param(schema_with = status_schema, required = false)]
    status: Option<MatchStatus>,
    /// Only matches that ended at this time or later (RFC 3339), by their places in lists: a match that ended while the clock was set back
    /// has a later one.
    #[param(format = DateTime)]
    from: Option<String>,
    /// Only matches that ended before this time (RFC 3339), by their places in lists.
    #[param(format = DateTime)]
    to: Option<String>,
}

/// Which page of them is requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The `next` of the page before; empty for the first page.
    cursor: Option<String>,
    /// Matches per page, 1 to 100; default 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Finished matches
///
/// The latest first: in the order in which they were stored, also if the clock was set back. Matches of unlisted and password rooms are in no list except, with a token, the caller's own. A
/// page may have fewer matches than `limit`, or none, and still a `next`: for two people who have played very much,
/// each page searches a part of their matches.
#[utoipa::path(
    get,
    path = "/api/v1/matches",
    tag = "matches",
    params(PlayerQuery, FilterQuery, PageQuery),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "A page of them.", body = ref("#/components/schemas/MatchList")),
        (status = 400, description = "`bad_parameter`."),
    )
)]
pub async fn list_matches(
    State(app): State<App>,
    caller: Caller,
    Query(PlayerQuery { player }): Query<PlayerQuery>,
    Query(wanted): Query<FilterQuery>,
    Query(query): Query<PageQuery>,
) -> Result<Json<MatchList>, RestError> {
    page(&app, &caller, player, wanted, query).await.map(Json)
}

/// A page of finished matches as the caller may see them.
pub(crate) async fn page(
    app: &App,
    caller: &Caller,
    player: Option<PlayerId>,
    wanted: FilterQuery,
    query: PageQuery,
) -> Result<MatchList, RestError> {
    let filter = filter(caller, player, &wanted)?;
    let cursor: Option<Cursor> = page_cursor(query.cursor.as_deref())?;
    let limit = query.limit.unwrap_or(USUAL_PAGE);
    if !(1..=MAX_PAGE_MATCHES).contains(&limit) {
        return Err(bad("`limit` must be from 1 to 100"));
    }
    let page = app.store.matches(&filter, cursor, limit).await?;
    Ok(MatchList {
        matches: summaries(&app.store, caller.player(), page.items).await?,
        next: page.next.map(|next| next.to_string()),
    })
}

/// The filter of these matches, newest first: public ones, and the caller's own.
pub(super) fn filter(
    caller: &Caller,
    player: Option<PlayerId>,
    wanted: &FilterQuery,
) -> Result<MatchFilter, RestError> {
    Ok(MatchFilter {
        player,
        won_by: wanted.won_by,
        variant: wanted.variant.map(|variant| variant.id().to_owned()),
        room: wanted.room,
        status: wanted.status.map(|status| match status {
            MatchStatus::Over => StoredStatus::Over,
            MatchStatus::Abandoned => StoredStatus::Abandoned,
        }),
        from: moment("from", wanted.from.as_deref())?,
        to: moment("to", wanted.to.as_deref())?,
        include_unlisted_of: caller.player(),
        order: MatchOrder::NewestFirst,
    })
}

/// A moment in the form of RFC 3339.
pub(crate) fn moment(name: &str, text: Option<&str>) -> Result<Option<Timestamp>, RestError> {
    let read = |text| {
        let at = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        let ms = at.unix_timestamp_nanos().div_euclid(1_000_000);
        i64::try_from(ms).ok().map(Timestamp::from_unix_ms)
    };
    text.map(|text| {
        read(text).ok_or_else(|| {
            bad(&format!(
                "`{name}` must be a moment in the form of RFC 3339, such as 2026-01-31T12:00:00Z"
            ))
        })
    })
    .transpose()
}

fn bad(detail: &str) -> RestError {
    RestError::BadParameter(detail.to_owned())
}
