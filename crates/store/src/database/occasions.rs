//! The columns `rated_matches.occasions` and `ended_at`: what statistics of pairs need of a rated match. Somebody who can read records fills
//! them in, since they take more than a transaction may.

use giog_ratings::Rating;
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::ratings::{pool, small};
use super::{Backend, Database};
use crate::bounds::check_text;
use crate::limits::{MAX_OCCASIONS_BYTES, MAX_PAGE_MATCHES};
use crate::{Cursor, Page, RatedPlay, RatedSeat, StoreError};

/// Rated matches whose occasions are not known.
pub(super) const WITHOUT_OCCASIONS_SQL: &str =
    "SELECT match_id FROM rated_matches WHERE occasions IS NULL AND unrated IS NULL
    ORDER BY match_id LIMIT $1";

/// Those that ended from `$1` on and before a place, with their people, the latest first.
pub(super) const RATED_PLAYS_SQL: &str =
    "SELECT rated.match_id, rated.pool, ended_at, occasions, anchor_ranks,
        (SELECT seats FROM matches WHERE matches.match_id = rated.match_id) AS seats,
        (SELECT people FROM matches WHERE matches.match_id = rated.match_id) AS people,
        player_id, seat, rank, mu_before, sigma_before
    FROM (SELECT match_id, pool, ended_at, occasions, anchor_ranks FROM rated_matches
          WHERE ended_at IS NOT NULL AND ended_at >= $1 AND (ended_at, match_id) < ($2, $3)
          ORDER BY ended_at DESC, match_id DESC LIMIT $4) AS rated
    LEFT JOIN rating_changes ON rating_changes.match_id = rated.match_id
    ORDER BY ended_at DESC, rated.match_id DESC";

row! {
    struct UnreadRow {
        match_id: Uuid,
    }
}

row! {
    struct PlayRow {
        match_id: Uuid,
        pool: String,
        ended_at: i64,
        occasions: Option<String>,
        anchor_ranks: Option<String>,
        seats: Option<i64>,
        people: Option<i64>,
        player_id: Option<Uuid>,
        seat: Option<i64>,
        rank: Option<i64>,
        mu_before: Option<i64>,
        sigma_before: Option<i64>,
    }
}

impl<B: Backend> Database<B> {
    pub(crate) async fn matches_without_occasions(
        &self,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let limit = [Value::Int(limit.clamp(1, MAX_PAGE_MATCHES).into())];
        let mut reader = self.reader().await?;
        let conn = &mut B::conn(&mut reader);
        let rows: Vec<UnreadRow> = conn.all(WITHOUT_OCCASIONS_SQL, &limit).await?;
        Ok(rows.into_iter().map(|row| MatchId(row.match_id)).collect())
    }

    pub(crate) async fn set_occasions(
        &self,
        matches: &[(MatchId, String)],
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        for (id, occasions) in matches {
            check_text("occasions", occasions, MAX_OCCASIONS_BYTES)?;
            let sql = "UPDATE rated_matches SET occasions = $2,
                           ended_at = (SELECT ended_at FROM matches WHERE match_id = $1)
                       WHERE match_id = $1 AND occasions IS NULL";
            B::conn(&mut tx)
                .execute(sql, &[Value::Id(id.0), Value::Text(occasions)])
                .await?;
        }
        self.commit(tx).await
    }

    pub(crate) async fn rated_plays(
        &self,
        since: Timestamp,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<RatedPlay>, StoreError> {
        self.history(async |conn| plays(conn, since, cursor, limit).await)
            .await
    }
}

pub(crate) async fn plays(
    conn: &mut Conn<'_>,
    since: Timestamp,
    cursor: Option<Cursor>,
    limit: u32,
) -> Result<Page<RatedPlay>, StoreError> {
    let limit = limit.clamp(1, MAX_PAGE_MATCHES);
    let before = cursor.map_or((i64::MAX, Uuid::max()), |cursor| {
        (cursor.at.unix_ms(), cursor.id)
    });
    // One more than requested shows whether there is a next page.
    let values = [
        Value::Int(since.unix_ms()),
        Value::Int(before.0),
        Value::Id(before.1),
        Value::Int(i64::from(limit) + 1),
    ];
    let rows: Vec<PlayRow> = conn.all(RATED_PLAYS_SQL, &values).await?;
    let mut plays: Vec<RatedPlay> = Vec::new();
    for row in rows {
        let seat = row.person()?;
        let anchors = match row.anchor_ranks {
            Some(ranks) => Some(anchors(&ranks)?),
            // A match is deleted with its row here.
            None => (row.seats == row.people).then(Vec::new),
        };
        match plays.last_mut() {
            Some(last) if last.match_id.0 == row.match_id => last.people.extend(seat),
            _ => plays.push(RatedPlay {
                match_id: MatchId(row.match_id),
                pool: pool(&row.pool)?,
                ended_at: Timestamp::from_unix_ms(row.ended_at),
                occasions: row.occasions.unwrap_or_default(),
                people: seat.into_iter().collect(),
                anchors,
            }),
        }
    }
    for play in &mut plays {
        play.people.sort_by_key(|one| one.seat);
    }
    Ok(Page::cut(plays, limit, RatedPlay::cursor))
}

fn anchors(ranks: &str) -> Result<Vec<u8>, StoreError> {
    serde_json::from_str(ranks).map_err(|_| StoreError::Corrupt("ranks of computer players"))
}

impl PlayRow {
    /// Who played; nobody if the data of all were deleted.
    fn person(&self) -> Result<Option<RatedSeat>, StoreError> {
        let (Some(player), Some(seat), Some(rank), Some(mu), Some(sigma)) = (
            self.player_id,
            self.seat,
            self.rank,
            self.mu_before,
            self.sigma_before,
        ) else {
            return Ok(None);
        };
        Ok(Some(RatedSeat {
            player: PlayerId(player),
            seat: small(seat)?,
            rank: small(rank)?,
            before: Rating { mu, sigma },
        }))
    }
}
