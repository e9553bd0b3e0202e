//! `/matches/{match}/events`.

use std::net::IpAddr;

use axum::Extension;
use axum::body::HttpBody as _;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use giog_protocol::ErrorCode;
use giog_protocol::rest::{MatchEvents, ProblemCode};
use giog_rooms::{MatchAnswer, replayed_events};
use giog_rules::{MatchId, Observer, Record, Seat};
use giog_store::MatchSummary;
use serde::Deserialize;
use utoipa::IntoParams;

use super::find::{Found, find, missing};
use crate::cacheable::{CachePolicy, ClientTags, Tagged, cacheable};
use crate::client::ClientAddress;
use crate::problem::RestError;
use crate::records::{HeldRecord, Hold, ReadFor};
use crate::rest::extract::{Caller, Json, Path, Query};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// The observer: `spectator`, or the number of a seat. Default: for a finished match `spectator`, for a running
    /// match the caller.
    #[serde(rename = "as")]
    #[param(pattern = "^(spectator|[0-7])$")]
    seen_as: Option<String>,
}

/// A match's events
///
/// The events as the socket sent them, including commitments, openings and the observer's own nonces. For a finished
/// match, as any seat or the spectators saw them. For a running match, as spectators see them or, with a token, as the
/// caller's own seat does; of a long one the first may be left out (`left_out`), and then `snapshot` is there as well.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{match}/events",
    tag = "matches",
    params(("match" = uuid::Uuid, Path, description = "The match."), EventsQuery),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The events.", body = ref("#/components/schemas/MatchEvents")),
        (status = 304, description = "Not modified since `If-None-Match`."),
        (status = 400, description = "`bad_parameter`."),
        (status = 403, description = "`not_seated`: in a running match, only the player of a seat sees what it sees, and a blindfolded player not what spectators see."),
        (status = 404, description = "`no_such_match`: there is no such match, or the caller may not see it; `no_such_seat`."),
        (status = 410, description = "`match_deleted` because of its age; `deleted` has what is left of it."),
    )
)]
pub async fn match_events(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(id): Path<MatchId>,
    Query(query): Query<EventsQuery>,
    caller: Caller,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    let seen_as = query.seen_as.as_deref();
    let seen_as = seen_as
        .map(|text| observer(text, "`spectator`"))
        .transpose()?;
    match find(&app, id, &caller, seen_as).await? {
        Found::Finished(summary) => {
            let seen_as = seen_as.unwrap_or(Observer::Spectator);
            let (events, hold) = finished(&app, address, &summary, seen_as).await?;
            Ok(hold.of(cacheable(
                &client_tags,
                CachePolicy::for_ever(summary.listed),
                events,
            )))
        }
        Found::Running(answer) => {
            let response = Json(running(id, *answer)).into_response();
            let bytes = response.body().size_hint().exact().unwrap_or_default();
            let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
            Ok(app.records.hold(address, bytes)?.of(response))
        }
    }
}

/// The observer in the parameter `as`. `words` lists the allowed words for the error; seat numbers are always allowed.
pub(super) fn observer(text: &str, words: &str) -> Result<Observer, RestError> {
    let bad = || RestError::BadParameter(format!("`as` must be {words} or the number of a seat"));
    if text == "spectator" {
        return Ok(Observer::Spectator);
    }
    let number: u8 = text.parse().map_err(|_| bad())?;
    let seat = Seat::try_from(number).map_err(|_| ErrorCode::NoSuchSeat)?;
    Ok(Observer::Seat(seat))
}

/// The events as JSON. Replaying a match takes long, so it is done on a worker thread.
async fn finished(
    app: &App,
    address: IpAddr,
    summary: &MatchSummary,
    seen_as: Observer,
) -> Result<(Tagged, Hold), RestError> {
    let id = summary.match_id;
    if let Observer::Seat(seat) = seen_as
        && seat.index() >= usize::from(summary.seats)
    {
        return Err(ErrorCode::NoSuchSeat.into());
    }
    let Some(record) = app.records.read(address, id, ReadFor::Replay).await? else {
        return Err(missing(app, id).await);
    };
    let replay = move || {
        let HeldRecord { bytes, hold } = record;
        let record: Record = serde_json::from_slice(&bytes).ok()?;
        let events = replayed_events(&record, seen_as).ok()?;
        let events = MatchEvents {
            match_id: id,
            seen_by: seat_of(seen_as),
            left_out: 0,
            events,
            snapshot: None,
        };
        let events = serde_json::to_vec(&events).ok()?;
        Some((Tagged::new(events), hold))
    };
    let Some((events, hold)) = app.workers.run(replay).await? else {
        tracing::error!(match_id = %id, "cannot replay a record");
        return Err(ProblemCode::Internal.into());
    };
    let hold = hold.resized(events.len())?;
    Ok((events, hold))
}

/// The events of a running match that the room still has. Events that do not begin with the match's start need the snapshot.
fn running(match_id: MatchId, answer: MatchAnswer) -> MatchEvents {
    MatchEvents {
        match_id,
        seen_by: seat_of(answer.observer),
        left_out: answer.left_out,
        events: answer.events,
        snapshot: (answer.left_out > 0).then(|| Box::new(answer.snapshot)),
    }
}

const fn seat_of(seen_as: Observer) -> Option<Seat> {
    match seen_as {
        Observer::Seat(seat) => Some(seat),
        Observer::Spectator => None,
    }
}
