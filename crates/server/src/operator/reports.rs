//! `/reports`: reports of people about others.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::operator::{NamedPerson, ReportInfo, ReportList, SettleInput, SettlementInfo};
use giog_protocol::rest::ProblemCode;
use giog_rooms::REPORTED_LINES;
use giog_store::{Cursor, KeptReport, MAX_PAGE_REPORTS, ReportId};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;
use uuid::Uuid;

use super::read_text;
use crate::problem::RestError;
use crate::rest::page_cursor;
use crate::rest::{Json, Path, Query};
use crate::state::App;

/// Which reports are requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportsQuery {
    /// Include settled reports.
    settled: Option<bool>,
    /// The `next` of the page before; empty for the first page.
    cursor: Option<String>,
}

/// Reports
///
/// The newest first, 50 per page; only open reports, or all.
#[utoipa::path(
    get,
    path = "/reports",
    tag = "reports",
    params(ReportsQuery),
    responses(
        (status = 200, description = "A page of them.", body = ref("#/components/schemas/ReportList")),
        (status = 400, description = "`bad_parameter`."),
    )
)]
pub async fn list_reports(
    State(app): State<App>,
    Query(query): Query<ReportsQuery>,
) -> Result<Json<ReportList>, RestError> {
    let cursor: Option<Cursor> = page_cursor(query.cursor.as_deref())?;
    let open_only = !query.settled.unwrap_or(false);
    let page = app
        .store
        .reports(open_only, cursor, MAX_PAGE_REPORTS)
        .await?;
    Ok(Json(ReportList {
        reports: page.items.into_iter().map(info).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}

/// Settle a report
///
/// Settles the report with a note; another request replaces the note.
#[utoipa::path(
    put,
    path = "/reports/{report}/settlement",
    tag = "reports",
    params(("report" = uuid::Uuid, Path, description = "The report.")),
    request_body = ref("#/components/schemas/SettleInput"),
    responses(
        (status = 204, description = "It is noted."),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 404, description = "`no_such_report`."),
    )
)]
pub async fn settle_report(
    State(app): State<App>,
    Path(report): Path<Uuid>,
    Json(SettleInput { note }): Json<SettleInput>,
) -> Result<StatusCode, RestError> {
    let note = read_text("note", &note)?;
    let at = app.clock.now().wall;
    if !app.store.settle_report(ReportId(report), &note, at).await? {
        return Err(ProblemCode::NoSuchReport.into());
    }
    tracing::info!(target: "audit", report_id = %report, note, "the operator settles a report");
    Ok(StatusCode::NO_CONTENT)
}

fn info(kept: KeptReport) -> ReportInfo {
    let KeptReport {
        report,
        earlier_chat,
        settled,
    } = kept;
    ReportInfo {
        report_id: report.report_id.0,
        room: report.room,
        match_id: report.match_id,
        seat: report.seat,
        reporter: NamedPerson {
            player: report.reporter,
            name: report.reporter_name,
        },
        reported: NamedPerson {
            player: report.reported,
            name: report.reported_name,
        },
        reason: report.reason,
        chat: chat(&earlier_chat, report.chat),
        at: report.at,
        settled: settled.map(|settlement| SettlementInfo {
            at: settlement.at,
            note: settlement.note,
        }),
    }
}

/// The last lines of chat: those that are stored with earlier reports, and then a report's own. Chat that cannot be parsed is returned as a
/// string.
fn chat(earlier: &[String], own: String) -> Value {
    let Ok(mut own) = serde_json::from_str::<Vec<Value>>(&own) else {
        return Value::String(own);
    };
    let earlier = earlier.iter().filter_map(|chat| {
        let lines: Option<Vec<Value>> = serde_json::from_str(chat).ok();
        lines
    });
    let mut lines: Vec<Value> = earlier.flatten().collect();
    lines.append(&mut own);
    // The earlier reports may also have lines from before these.
    Value::Array(lines.split_off(lines.len().saturating_sub(REPORTED_LINES)))
}
