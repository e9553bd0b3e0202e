//! `/matches/{match}/record`.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::VARY;
use axum::response::Response;
use giog_protocol::rest::{MatchPlayer, ProblemCode};
use giog_protocol::{Called, ErrorCode};
use giog_rules::text::{Sight, Style, record_text};
use giog_rules::{BySeat, MatchId, Observer, Record};
use giog_store::MatchSummary;
use serde::Deserialize;
use utoipa::IntoParams;

use super::events::observer;
use super::find::missing;
use crate::cacheable::{CachePolicy, ClientTags, Tagged, cacheable, cacheable_text};
use crate::client::ClientAddress;
use crate::problem::RestError;
use crate::records::{HeldRecord, Hold, ReadFor};
use crate::rest::accept::AnswerForm;
use crate::rest::extract::{Path, Query};
use crate::state::App;
use crate::summaries::summaries;

/// Parameters of the plain text.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TextQuery {
    /// The observer of the plain text: `all` (default; every piece face up, as in the record), `spectator`, or the
    /// number of a seat. It does not affect the record itself.
    #[serde(rename = "as")]
    #[param(pattern = "^(all|spectator|[0-7])$")]
    seen_as: Option<String>,
    /// How the plain text shows pieces: `both` (default) as letters and Chinese characters, `codes` as letters only.
    #[param(pattern = "^(both|codes)$")]
    pieces: Option<String>,
}

/// A match's record
///
/// The canonical bytes (RFC 8785) that the server signed, with which anybody can judge and verify the match; or, with
/// `Accept: text/plain`, the match as text, trick by trick. Only for finished matches; a running match gets the same
/// answer as an unknown one.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{match}/record",
    tag = "matches",
    params(("match" = uuid::Uuid, Path, description = "The match."), TextQuery),
    responses(
        (status = 200, description = "The record.", content(
            (ref("#/components/schemas/Record") = "application/json"),
            (String = "text/plain"),
        )),
        (status = 304, description = "Not modified since `If-None-Match`."),
        (status = 400, description = "`bad_parameter`, for the plain text."),
        (status = 404, description = "`no_such_match`: there is no such match, or it is not finished; `no_such_seat`."),
        (status = 410, description = "`match_deleted` because of its age; `deleted` has what is left of it."),
    )
)]
pub async fn match_record(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(id): Path<MatchId>,
    Query(query): Query<TextQuery>,
    form: AnswerForm,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    let Some(summary) = app.store.match_summary(id).await? else {
        return Err(missing(&app, id).await);
    };
    let read_for = match form {
        AnswerForm::Json => ReadFor::Sending,
        AnswerForm::Text => ReadFor::Replay,
    };
    let Some(record) = app.records.read(address, id, read_for).await? else {
        return Err(missing(&app, id).await);
    };
    let mut response = match form {
        AnswerForm::Json => {
            let (record, hold) = record.tagged(&app.workers).await?;
            hold.of(cacheable(
                &client_tags,
                CachePolicy::for_ever(summary.listed),
                record,
            ))
        }
        AnswerForm::Text => {
            // Names may change, so clients must revalidate it.
            let keep = if summary.listed {
                CachePolicy::PublicAsking
            } else {
                CachePolicy::PrivateAsking
            };
            let (text, hold) = text(&app, summary, record, &query).await?;
            hold.of(cacheable_text(&client_tags, keep, text))
        }
    };
    response
        .headers_mut()
        .append(VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

async fn text(
    app: &App,
    summary: MatchSummary,
    record: HeldRecord,
    query: &TextQuery,
) -> Result<(Tagged, Hold), RestError> {
    let (id, seats) = (summary.match_id, usize::from(summary.seats));
    let sight = match query.seen_as.as_deref() {
        None | Some("all") => Sight::Open,
        Some(text) => Sight::As(observer(text, "`all`, `spectator`")?),
    };
    if let Sight::As(Observer::Seat(seat)) = sight
        && seat.index() >= seats
    {
        return Err(ErrorCode::NoSuchSeat.into());
    }
    let style = match query.pieces.as_deref() {
        None | Some("both") => Style::Both,
        Some("codes") => Style::Codes,
        Some(_) => {
            let detail = "`pieces` must be `both` or `codes`";
            return Err(RestError::BadParameter(detail.to_owned()));
        }
    };
    // The same for all callers: the text contains no room.
    let told = summaries(&app.store, None, vec![summary]).await?.pop();
    let players = told.map(|told| told.players).unwrap_or_default();
    let called: Vec<Called<'_>> = players.iter().map(MatchPlayer::called).collect();
    let mut names = Called::at_table(&called).into_iter();
    let names = BySeat::from_fn(seats, |_| names.next().unwrap_or_default());
    // Replaying a match takes long, so it is done on a worker thread.
    let tell = move || {
        let HeldRecord { bytes, hold } = record;
        let record: Record = serde_json::from_slice(&bytes).ok()?;
        let text = record_text(&record, &names, sight, style).ok()?;
        Some((Tagged::new(text.into_bytes()), hold))
    };
    let Some((text, hold)) = app.workers.run(tell).await? else {
        tracing::error!(match_id = %id, "cannot write a record as text");
        return Err(ProblemCode::Internal.into());
    };
    let hold = hold.resized(text.len())?;
    Ok((text, hold))
}
