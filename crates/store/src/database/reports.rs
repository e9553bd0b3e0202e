//! Reports: stored with the row that causes them, read and settled by the operator, and deleted after a time.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use crate::limits::MAX_PAGE_REPORTS;
use crate::{Cursor, KeptReport, Page, Report, ReportId, Settlement, StoreError};

macro_rules! list {
    ($and:literal) => {
        concat!(
            "SELECT report_id, room_id, match_id, seat, reporter_id, reporter_name, reported_id, reported_name,
                 reason, earlier, chat, reported_at, settled_at, note
             FROM reports WHERE (reported_at, report_id) < ($1, $2)",
            $and,
            " ORDER BY reported_at DESC, report_id DESC LIMIT $3"
        )
    };
}

pub(super) const REPORTS_SQL: &str = list!("");

pub(super) const OPEN_REPORTS_SQL: &str = list!(" AND settled_at IS NULL");

/// The chat of one report, for the later ones that share it.
pub(super) const REPORT_CHAT_SQL: &str = "SELECT chat FROM reports WHERE report_id = $1";

/// Only the index is read, and of it no more than [`MAX_REPORTS_COUNTED`].
pub(super) const WAITING_REPORTS_SQL: &str = "SELECT COUNT(*) AS waiting FROM
    (SELECT report_id FROM reports WHERE settled_at IS NULL ORDER BY reported_at, report_id LIMIT $1) AS open_reports";

/// The most open reports that are counted: an exact number above it is of no use.
const MAX_REPORTS_COUNTED: i64 = 10_000;

pub(super) const DELETE_REPORTS_SQL: &str = "DELETE FROM reports WHERE report_id IN
    (SELECT report_id FROM reports WHERE reported_at < $1 ORDER BY reported_at, report_id LIMIT $2)";

row! {
    struct ReportRow {
        report_id: Uuid,
        room_id: Uuid,
        match_id: Option<Uuid>,
        seat: Option<i64>,
        reporter_id: Uuid,
        reporter_name: String,
        reported_id: Uuid,
        reported_name: String,
        reason: String,
        earlier: Option<String>,
        chat: String,
        reported_at: i64,
        settled_at: Option<i64>,
        note: Option<String>,
    }
}

row! {
    struct ChatRow {
        chat: String,
    }
}

pub(super) async fn store(conn: &mut Conn<'_>, report: &Report) -> Result<(), StoreError> {
    let sql = "INSERT INTO reports
                   (report_id, room_id, match_id, seat, reporter_id, reporter_name, reported_id, reported_name,
                    reason, chat, reported_at, earlier)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING";
    let earlier = match report.earlier.as_slice() {
        [] => None,
        some => Some(serde_json::to_string(some).expect("ids are texts")),
    };
    let values = [
        Value::Id(report.report_id.0),
        Value::Id(report.room.0),
        Value::MaybeId(report.match_id.map(|id| id.0)),
        Value::MaybeInt(report.seat.map(i64::from)),
        Value::Id(report.reporter.0),
        Value::Text(&report.reporter_name),
        Value::Id(report.reported.0),
        Value::Text(&report.reported_name),
        Value::Text(&report.reason),
        Value::Text(&report.chat),
        Value::Int(report.at.unix_ms()),
        Value::MaybeText(earlier.as_deref()),
    ];
    conn.execute(sql, &values).await.map(drop)
}

pub(super) async fn page(
    conn: &mut Conn<'_>,
    open_only: bool,
    cursor: Option<Cursor>,
    limit: u32,
) -> Result<Page<KeptReport>, StoreError> {
    let limit = limit.clamp(1, MAX_PAGE_REPORTS);
    let sql = if open_only {
        OPEN_REPORTS_SQL
    } else {
        REPORTS_SQL
    };
    let after = cursor.map_or((i64::MAX, Uuid::max()), |cursor| {
        (cursor.at.unix_ms(), cursor.id)
    });
    // One more than requested shows whether there is a next page.
    let values = [
        Value::Int(after.0),
        Value::Id(after.1),
        Value::Int(i64::from(limit) + 1),
    ];
    let rows: Vec<ReportRow> = conn.all(sql, &values).await?;
    let items = rows.into_iter().map(KeptReport::try_from);
    let mut page = Page::cut(items.collect::<Result<_, _>>()?, limit, KeptReport::cursor);
    read_earlier_chat(conn, &mut page.items).await?;
    Ok(page)
}

/// Reads the chat that reports share with earlier ones, each of those once: on a page they are mostly of a few rooms.
async fn read_earlier_chat(
    conn: &mut Conn<'_>,
    reports: &mut [KeptReport],
) -> Result<(), StoreError> {
    let mut read: BTreeMap<ReportId, Option<String>> = BTreeMap::new();
    for kept in reports {
        for &id in &kept.report.earlier {
            let chat = match read.entry(id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let row: Option<ChatRow> =
                        conn.first(REPORT_CHAT_SQL, &[Value::Id(id.0)]).await?;
                    new.insert(row.map(|row| row.chat))
                }
            };
            kept.earlier_chat.extend(chat.clone());
        }
    }
    Ok(())
}

pub(super) async fn waiting(conn: &mut Conn<'_>) -> Result<u64, StoreError> {
    row! {
        struct Count {
            waiting: i64,
        }
    }
    let values = [Value::Int(MAX_REPORTS_COUNTED)];
    let count: Option<Count> = conn.first(WAITING_REPORTS_SQL, &values).await?;
    Ok(count.map_or(0, |count| count.waiting.unsigned_abs()))
}

pub(super) async fn settle(
    conn: &mut Conn<'_>,
    id: ReportId,
    note: &str,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE reports SET settled_at = $2, note = $3 WHERE report_id = $1";
    let values = [Value::Id(id.0), Value::Int(at.unix_ms()), Value::Text(note)];
    Ok(conn.execute(sql, &values).await? == 1)
}

impl TryFrom<ReportRow> for KeptReport {
    type Error = StoreError;

    fn try_from(row: ReportRow) -> Result<Self, StoreError> {
        let seat = row.seat.map(u8::try_from).transpose();
        let report = Report {
            report_id: ReportId(row.report_id),
            room: RoomId(row.room_id),
            match_id: row.match_id.map(MatchId),
            seat: seat.map_err(|_| StoreError::Corrupt("seat"))?,
            reporter: PlayerId(row.reporter_id),
            reporter_name: row.reporter_name,
            reported: PlayerId(row.reported_id),
            reported_name: row.reported_name,
            reason: row.reason,
            earlier: match row.earlier {
                Some(ids) => serde_json::from_str(&ids)
                    .map_err(|_| StoreError::Corrupt("earlier reports"))?,
                None => Vec::new(),
            },
            chat: row.chat,
            at: Timestamp::from_unix_ms(row.reported_at),
        };
        let settled = row.settled_at.zip(row.note);
        let settled = settled.map(|(at, note)| Settlement {
            at: Timestamp::from_unix_ms(at),
            note,
        });
        Ok(Self {
            report,
            earlier_chat: Vec::new(),
            settled,
        })
    }
}
