//! `/matches.ndjson` and `/players/{player}/matches.ndjson`: all finished matches of a list in one answer, a line each.

mod lines;

use std::convert::Infallible;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use giog_rules::{MatchId, PlayerId, Timestamp};
use giog_store::{Cursor, MatchOrder};
use serde::Deserialize;
use utoipa::IntoParams;

use self::lines::{Lines, Wanted};
use super::find::missing;
use super::list::{FilterQuery, PlayerQuery, filter};
use crate::client::ClientAddress;
use crate::content_coding::Coding;
use crate::cost::Meter;
use crate::problem::RestError;
use crate::rest::extract::{Caller, Query};
use crate::state::App;

/// The content type of lines of JSON.
const NDJSON: HeaderValue = HeaderValue::from_static("application/x-ndjson");
/// With several servers on one database, matches that end at the same time may be stored in another order than that of their places. An
/// export from the oldest on ends before the last so many milliseconds, so that whoever continues after its last line misses none.
const UNSETTLED_MS: i64 = 10_000;

/// What an export contains of each match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Content {
    #[default]
    Records,
    Summaries,
}

/// The order of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    Oldest,
    Newest,
}

/// What is exported, and from where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// `records` (default), the bytes that were signed, or `summaries`, as in lists.
    #[serde(default)]
    #[param(value_type = Option<String>, pattern = "^(records|summaries)$")]
    content: Content,
    /// `oldest` first (default) or `newest` first.
    #[serde(default)]
    #[param(value_type = Option<String>, pattern = "^(oldest|newest)$")]
    order: Order,
    /// The `match_id` of the last line that you have: the export continues after it.
    #[param(value_type = Option<uuid::Uuid>)]
    after: Option<MatchId>,
    /// The most lines, at least 1; default: all.
    #[param(value_type = Option<u32>, minimum = 1)]
    limit: Option<NonZeroU32>,
}

/// The client of an export: its address, its connection, and the coding of the body. Brotli is not offered: a line could not be read before
/// many more are there.
pub(crate) struct ExportClient {
    address: IpAddr,
    meter: Option<Arc<Meter>>,
    coding: Coding,
}

impl FromRequestParts<App> for ExportClient {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let address = Extension::<ClientAddress>::from_request_parts(parts, app).await;
        let Extension(ClientAddress(address)) = address.expect("every request has an address");
        Ok(Self {
            address,
            meter: parts.extensions.get::<Arc<Meter>>().cloned(),
            coding: Coding::wanted_of(&parts.headers, &[Coding::Gzip]),
        })
    }
}

/// All finished matches, a line each
///
/// The matches of `/matches` as lines of JSON, oldest first: with `records` exactly the bytes that were signed, which
/// `giog judge` and `giog verify` take line by line. Each line has the `match_id` with which an interrupted export
/// continues (`after`). A record that cannot be read is a line with only `match_id` and `"unreadable": true`. The
/// server sends as fast as the budget of the address allows, and an export that has begun is not refused. An answer
/// that ends without the end of its body is not complete: ask for the rest.
#[utoipa::path(
    get,
    path = "/api/v1/matches.ndjson",
    tag = "matches",
    params(PlayerQuery, FilterQuery, ExportQuery),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The lines.", content((String = "application/x-ndjson"))),
        (status = 400, description = "`bad_parameter`."),
        (status = 404, description = "`no_such_match`: there is no match `after`."),
        (status = 410, description = "`match_deleted`: the match `after` was deleted because of its age."),
        (status = 429, description = "`rate_limited`: too many exports to this address at the same time."),
        (status = 503, description = "`busy`: too many exports at the same time."),
    )
)]
pub async fn export_matches(
    State(app): State<App>,
    client: ExportClient,
    caller: Caller,
    Query(PlayerQuery { player }): Query<PlayerQuery>,
    Query(wanted): Query<FilterQuery>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, RestError> {
    export(app, client, caller, player, wanted, query).await
}

/// An export of finished matches as the caller may see them.
pub(crate) async fn export(
    app: App,
    client: ExportClient,
    caller: Caller,
    player: Option<PlayerId>,
    wanted: FilterQuery,
    query: ExportQuery,
) -> Result<Response, RestError> {
    let mut filter = filter(&caller, player, &wanted)?;
    filter.order = match query.order {
        Order::Oldest => MatchOrder::OldestFirst,
        Order::Newest => MatchOrder::NewestFirst,
    };
    if query.order == Order::Oldest && app.cluster.membership.is_some() {
        let settled = app.clock.now().wall.unix_ms() - UNSETTLED_MS;
        let settled = Timestamp::from_unix_ms(settled);
        filter.to = Some(filter.to.map_or(settled, |to| to.min(settled)));
    }
    let after = match query.after {
        Some(id) => Some(place(&app, id).await?),
        None => None,
    };
    let place = app.exports.take(client.address)?;
    let coding = client.coding;
    let wanted = Wanted {
        filter,
        content: query.content,
        after,
        limit: query.limit,
    };
    let mut lines = Lines::new(app, client, caller, wanted, place);
    // Errors of the first question have a status of their own.
    lines.read_page().await?;
    let mut response = Body::from_stream(lines.into_stream()).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, NDJSON);
    Coding::mark_varying(headers);
    if coding != Coding::Identity {
        coding.mark(headers);
    }
    Ok(response)
}

/// Where an export after this match begins.
async fn place(app: &App, id: MatchId) -> Result<Cursor, RestError> {
    match app.store.match_place(id).await? {
        Some(place) => Ok(place),
        None => Err(missing(app, id).await),
    }
}
