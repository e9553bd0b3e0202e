//! The mistakes of people in their reviewed matches. They are stored and deleted with the review, in the same transactions.

use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::{Backend, Database};
use crate::limits::{MAX_MISTAKES, PAGE_MISTAKES};
use crate::{Cursor, MistakeFilter, OwnMistakes, Page, ReviewKey, StoreError, StoredMistake};

/// The latest first, without those of reviews that a worker computed that was revoked. A person has a bounded number, so that what a filter leaves
/// out takes little.
pub(super) const MISTAKES_SQL: &str = "SELECT match_id, place, mistake FROM mistakes
    WHERE player_id = $1 AND (place, match_id) < ($2, $3) AND ($4 IS NULL OR variant = $4) AND ($5 IS NULL OR kind = $5)
        AND (SELECT COUNT(*) FROM reviews JOIN reviewers ON reviewers.reviewer_id = reviews.reviewer_id
            WHERE reviews.match_id = mistakes.match_id AND reviews.seat = mistakes.seat AND revoked_at IS NOT NULL) = 0
    ORDER BY place DESC, match_id DESC, seat DESC, action DESC LIMIT $6";

pub(super) const DELETE_OF_REVIEW_SQL: &str =
    "DELETE FROM mistakes WHERE match_id = $1 AND seat = $2";

pub(super) const DELETE_OF_MATCH_SQL: &str = "DELETE FROM mistakes WHERE match_id = $1";

/// The first match that is too many.
pub(super) const FIRST_TOO_MANY_SQL: &str = "SELECT match_id, place, mistake FROM mistakes
    WHERE player_id = $1 ORDER BY place DESC, match_id DESC, seat DESC, action DESC LIMIT 1 OFFSET $2";

pub(super) const DELETE_TOO_MANY_SQL: &str =
    "DELETE FROM mistakes WHERE player_id = $1 AND (place, match_id) <= ($2, $3)";

const KEEP_SQL: &str =
    "INSERT INTO mistakes (player_id, place, match_id, seat, action, variant, kind, mistake)
    SELECT $1, m.place, m.match_id, $3, $4, m.variant, $5, $6 FROM matches m
    WHERE m.match_id = $2 AND EXISTS (SELECT 1 FROM guests WHERE player_id = $1)
    ON CONFLICT DO NOTHING";

row! {
    struct MistakeRow {
        match_id: Uuid,
        place: i64,
        mistake: String,
    }
}

impl MistakeRow {
    fn cursor(&self) -> Cursor {
        Cursor {
            at: Timestamp::from_unix_ms(self.place),
            id: self.match_id,
        }
    }
}

impl<B: Backend> Database<B> {
    pub(crate) async fn mistakes(
        &self,
        player: PlayerId,
        filter: &MistakeFilter,
    ) -> Result<Page<StoredMistake>, StoreError> {
        self.history(async |conn| page(conn, player, filter).await)
            .await
    }
}

/// The latest of a person's mistakes before some place. A page has all of a match, or nothing of it.
pub(super) async fn page(
    conn: &mut Conn<'_>,
    player: PlayerId,
    filter: &MistakeFilter,
) -> Result<Page<StoredMistake>, StoreError> {
    let (at, id) = filter.before.map_or((i64::MAX, Uuid::max()), |before| {
        (before.at.unix_ms(), before.id)
    });
    let values = [
        Value::Id(player.0),
        Value::Int(at),
        Value::Id(id),
        Value::MaybeText(filter.variant.as_deref()),
        Value::MaybeText(filter.kind.as_deref()),
        Value::Int(i64::from(PAGE_MISTAKES) + 1),
    ];
    let mut rows: Vec<MistakeRow> = conn.all(MISTAKES_SQL, &values).await?;
    let mut next = None;
    if rows.len() > PAGE_MISTAKES as usize {
        // Of the last match there may be more.
        let last = rows.last().map(MistakeRow::cursor);
        rows.retain(|row| Some(row.cursor()) != last);
        next = rows.last().map(MistakeRow::cursor);
    }
    let items = rows.into_iter().map(|row| StoredMistake {
        match_id: MatchId(row.match_id),
        content: row.mistake,
    });
    Ok(Page {
        items: items.collect(),
        next,
    })
}

/// All of a person's mistakes, the latest first.
pub(super) async fn all(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<Vec<StoredMistake>, StoreError> {
    let mut all = Vec::new();
    let mut filter = MistakeFilter::default();
    loop {
        let page = page(conn, player, &filter).await?;
        all.extend(page.items);
        filter.before = page.next;
        if page.next.is_none() {
            return Ok(all);
        }
    }
}

/// Stores the mistakes of a review in the place of those that its seat had. Does nothing for somebody who is not stored. A person keeps
/// those of the latest matches.
pub(super) async fn keep(
    conn: &mut Conn<'_>,
    key: ReviewKey,
    own: &OwnMistakes,
) -> Result<(), StoreError> {
    delete_of_review(conn, key.match_id, key.seat.into()).await?;
    let player = Value::Id(own.player.0);
    for mistake in &own.mistakes {
        let values = [
            player,
            Value::Id(key.match_id.0),
            Value::Int(key.seat.into()),
            Value::Int(mistake.action.into()),
            Value::Text(&mistake.kind),
            Value::Text(&mistake.content),
        ];
        conn.execute(KEEP_SQL, &values).await?;
    }
    let values = [player, Value::Int(MAX_MISTAKES.into())];
    let many: Option<MistakeRow> = conn.first(FIRST_TOO_MANY_SQL, &values).await?;
    let Some(MistakeRow {
        match_id, place, ..
    }) = many
    else {
        return Ok(());
    };
    let values = [player, Value::Int(place), Value::Id(match_id)];
    let deleted = conn.execute(DELETE_TOO_MANY_SQL, &values);
    deleted.await.map(drop)
}

pub(super) async fn delete_of_review(
    conn: &mut Conn<'_>,
    id: MatchId,
    seat: i64,
) -> Result<(), StoreError> {
    let values = [Value::Id(id.0), Value::Int(seat)];
    let deleted = conn.execute(DELETE_OF_REVIEW_SQL, &values);
    deleted.await.map(drop)
}

pub(super) async fn delete_of_match(conn: &mut Conn<'_>, id: MatchId) -> Result<(), StoreError> {
    let values = [Value::Id(id.0)];
    let deleted = conn.execute(DELETE_OF_MATCH_SQL, &values);
    deleted.await.map(drop)
}
