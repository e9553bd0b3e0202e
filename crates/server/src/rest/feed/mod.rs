//! `/feed`: public matches that end and public tables that open and close, as they happen.

mod stream;

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::KeepAlive;
use axum::response::{IntoResponse, Sse};
use axum::{Extension, http::HeaderName};
use giog_protocol::rest::ProblemCode;
use giog_rules::{MatchId, Variant};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use self::stream::Events;
use crate::client::ClientAddress;
use crate::feed::Following;
use crate::problem::RestError;
use crate::rest::extract::Query;
use crate::rest::matches::missing;
use crate::rest::openapi::variant_schema;
use crate::state::App;

/// How often a line is sent on a silent stream, so that proxies do not close it and clients notice if it is dead.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The header with which browsers say where an interrupted stream goes on.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// With it, nginx and other proxies pass every event on at once.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Which events are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Matches,
    Tables,
}

/// What is followed, and from where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedQuery {
    /// Only matches and tables of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
    /// Only `matches` that end, or only `tables` that open and close; default: both.
    #[param(value_type = Option<String>, pattern = "^(matches|tables)$")]
    kind: Option<Kind>,
    /// The `match_id` of the last match that you have: all later ones are sent first. The header `Last-Event-ID` goes before it.
    #[param(value_type = Option<uuid::Uuid>)]
    after: Option<MatchId>,
}

/// Public matches that end and tables that open and close, as they happen
///
/// Server-sent events without end. `match_over` has a match as in `/matches`, and its `match_id` as the id of the event:
/// a stream that is opened with it (`Last-Event-ID`, which browsers send by themselves, or `after`) goes on behind that
/// match, on any server, without a loss or a repetition. `table_opened` has a table as in `/rooms`, first for all that
/// are open now, and `table_closed` its `room`. Each event is charged to the address. The server ends a stream when it
/// stops, when the budget of the address is used up for long, and when events are not read: connect again after the
/// time in `retry`.
#[utoipa::path(
    get,
    path = "/api/v1/feed",
    tag = "feed",
    params(FeedQuery, ("Last-Event-ID" = Option<uuid::Uuid>, Header, description = "The id of the last event that you have.")),
    responses(
        (status = 200, description = "The events.", content((String = "text/event-stream"))),
        (status = 400, description = "`bad_parameter`."),
        (status = 404, description = "`no_such_match`: there is no public match `after`."),
        (status = 410, description = "`match_deleted`: the match `after` was deleted because of its age."),
        (status = 429, description = "`rate_limited`: too many streams to this address at the same time."),
        (status = 503, description = "`busy`: too many streams at the same time."),
    )
)]
pub async fn feed(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    Query(query): Query<FeedQuery>,
) -> Result<impl IntoResponse, RestError> {
    let FeedQuery {
        variant,
        kind,
        after,
    } = query;
    let place = app.feed.places.take(address)?;
    let after = last_event(&headers)?.or(after);
    let matches = match kind {
        Some(Kind::Tables) => None,
        Some(Kind::Matches) | None => Some(follow_matches(&app, variant, after).await?),
    };
    let tables = (kind != Some(Kind::Matches)).then(|| app.hub.follow_tables(variant));
    let events = Events::new(app, (address, place), variant, matches, tables);
    let heartbeat = KeepAlive::new().interval(HEARTBEAT);
    let stream = Sse::new(events.into_stream()).keep_alive(heartbeat);
    Ok(([(UNBUFFERED, "no")], stream))
}

/// The id of the last event that a browser has got; none in a header without one.
fn last_event(headers: &HeaderMap) -> Result<Option<MatchId>, RestError> {
    let Some(id) = headers.get(LAST_EVENT_ID).filter(|id| !id.is_empty()) else {
        return Ok(None);
    };
    let id: Option<Uuid> = id.to_str().ok().and_then(|id| id.parse().ok());
    let bad = || RestError::BadParameter("`Last-Event-ID` must be the id of a match".to_owned());
    id.map(MatchId).ok_or_else(bad).map(Some)
}

/// The matches after this one, or from now on.
async fn follow_matches(
    app: &App,
    variant: Option<Variant>,
    after: Option<MatchId>,
) -> Result<Following, RestError> {
    match (app.feed.follow(variant, after).await?, after) {
        (Some(following), _) => Ok(following),
        (None, Some(id)) => Err(missing(app, id).await),
        (None, None) => Err(ProblemCode::Internal.into()),
    }
}
