//! What is stored of a person, by their id.

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::{bans, choices, devices, guests, mistakes, push, ratings};
use crate::personal::{OwnReport, OwnRoom, Personal, Tie};
use crate::{Ban, StoreError};

pub(super) const OWN_FRIENDS_SQL: &str = "SELECT friend_id AS id, since AS at, FALSE AS refused
    FROM friends WHERE player_id = $1";

/// Whether they were refused is not among it. Of withdrawn requests only refused ones are kept, so none is shown.
pub(super) const OWN_ASKED_SQL: &str = "SELECT asked_id AS id, made_at AS at, FALSE AS refused
    FROM friend_requests WHERE player_id = $1 AND NOT withdrawn";

pub(super) const OWN_ASKING_SQL: &str = "SELECT player_id AS id, made_at AS at, refused
    FROM friend_requests WHERE asked_id = $1";

pub(super) const OWN_BLOCKED_SQL: &str = "SELECT blocked_id AS id, made_at AS at, FALSE AS refused
    FROM blocks WHERE player_id = $1";

pub(super) const OWN_CODE_SQL: &str = "SELECT made_at AS at FROM friend_codes WHERE player_id = $1";

pub(super) const OWN_BANS_SQL: &str =
    "SELECT ban_id, player_id, addresses, reason, made_at, ends_at
    FROM bans WHERE player_id = $1";

pub(super) const OWN_REPORTS_SQL: &str =
    "SELECT room_id, match_id, reported_id, reason, reported_at
    FROM reports WHERE reporter_id = $1 ORDER BY reported_at, report_id LIMIT $2";

pub(super) const REPORTS_ABOUT_SQL: &str =
    "SELECT COUNT(*) AS count FROM reports WHERE reported_id = $1";

pub(super) const CREATED_ROOMS_SQL: &str = "SELECT room_id, creator_id, owner_id, left_at
    FROM sleeping_rooms WHERE creator_id = $1";

pub(super) const OWNED_ROOMS_SQL: &str = "SELECT room_id, creator_id, owner_id, left_at
    FROM sleeping_rooms WHERE owner_id = $1";

row! {
    struct TieRow {
        id: Uuid,
        at: i64,
        refused: bool,
    }
}

row! {
    struct TimeRow {
        at: i64,
    }
}

row! {
    struct ReportRow {
        room_id: Uuid,
        match_id: Option<Uuid>,
        reported_id: Uuid,
        reason: String,
        reported_at: i64,
    }
}

row! {
    struct RoomRow {
        room_id: Uuid,
        creator_id: Uuid,
        owner_id: Option<Uuid>,
        left_at: i64,
    }
}

/// What is stored of a person besides matches; `None` for somebody unknown. Of each rating, and of reports, at most `limit` rows.
pub(super) async fn of(
    conn: &mut Conn<'_>,
    player: PlayerId,
    limit: u32,
) -> Result<Option<Personal>, StoreError> {
    let Some(guest) = guests::by_id(conn, player).await? else {
        return Ok(None);
    };
    let id = Value::Id(player.0);
    let stored = ratings::of_person(conn, player).await?;
    let mut rated = Vec::new();
    for rating in stored.ratings {
        let changes = ratings::changes(conn, player, &rating.pool, limit).await?;
        rated.push((rating, changes));
    }
    let code: Option<TimeRow> = conn.first(OWN_CODE_SQL, &[id]).await?;
    let reports: Vec<ReportRow> = conn
        .all(OWN_REPORTS_SQL, &[id, Value::Int(limit.into())])
        .await?;
    let reports_about = conn.count(REPORTS_ABOUT_SQL, &[id]).await?;
    Ok(Some(Personal {
        guest,
        choices: choices::of(conn, player).await?,
        devices: devices::of(conn, player).await?,
        pushes: push::of(conn, player).await?,
        friends: ties(conn, OWN_FRIENDS_SQL, player).await?,
        asked: ties(conn, OWN_ASKED_SQL, player).await?,
        asking: ties(conn, OWN_ASKING_SQL, player).await?,
        blocked: ties(conn, OWN_BLOCKED_SQL, player).await?,
        friend_code_at: code.map(|row| Timestamp::from_unix_ms(row.at)),
        ratings: rated,
        past_ratings: stored.past,
        bans: own_bans(conn, player).await?,
        reports: reports.into_iter().map(OwnReport::from).collect(),
        reports_about: u64::try_from(reports_about)
            .map_err(|_| StoreError::Corrupt("number of reports"))?,
        mistakes: mistakes::all(conn, player).await?,
        rooms: rooms(conn, player).await?,
    }))
}

/// Those to whom a person stands in a relation, those of the longest time first.
async fn ties(
    conn: &mut Conn<'_>,
    sql: &'static str,
    player: PlayerId,
) -> Result<Vec<Tie>, StoreError> {
    let mut rows: Vec<TieRow> = conn.all(sql, &[Value::Id(player.0)]).await?;
    rows.sort_by_key(|row| (row.at, row.id));
    let ties = rows.into_iter().map(|row| Tie {
        other: PlayerId(row.id),
        since: Timestamp::from_unix_ms(row.at),
        refused: row.refused,
    });
    Ok(ties.collect())
}

async fn own_bans(conn: &mut Conn<'_>, player: PlayerId) -> Result<Vec<Ban>, StoreError> {
    let rows: Vec<bans::BanRow> = conn.all(OWN_BANS_SQL, &[Value::Id(player.0)]).await?;
    let mut bans: Vec<Ban> = rows
        .into_iter()
        .map(Ban::try_from)
        .collect::<Result<_, _>>()?;
    bans.sort_by_key(|ban| (ban.made_at, ban.ban_id.0));
    Ok(bans)
}

/// The sleeping rooms of a person, each once.
async fn rooms(conn: &mut Conn<'_>, player: PlayerId) -> Result<Vec<OwnRoom>, StoreError> {
    let id = [Value::Id(player.0)];
    let mut rows: Vec<RoomRow> = conn.all(CREATED_ROOMS_SQL, &id).await?;
    let owned: Vec<RoomRow> = conn.all(OWNED_ROOMS_SQL, &id).await?;
    rows.extend(owned);
    rows.sort_by_key(|row| (row.left_at, row.room_id));
    rows.dedup_by_key(|row| row.room_id);
    let rooms = rows.into_iter().map(|row| OwnRoom {
        room: RoomId(row.room_id),
        created: row.creator_id == player.0,
        owns: row.owner_id == Some(player.0),
        left_at: Timestamp::from_unix_ms(row.left_at),
    });
    Ok(rooms.collect())
}

impl From<ReportRow> for OwnReport {
    fn from(row: ReportRow) -> Self {
        Self {
            room: RoomId(row.room_id),
            match_id: row.match_id.map(MatchId),
            reported: PlayerId(row.reported_id),
            reason: row.reason,
            at: Timestamp::from_unix_ms(row.reported_at),
        }
    }
}
