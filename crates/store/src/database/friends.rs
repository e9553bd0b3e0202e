//! Friends, requests to be friends, codes that make friends, and blocks.
//!
//! Nobody is told that they were refused or blocked: a refused request looks to whoever made it like one that nobody has answered, for as long as such a
//! request is kept ([`REQUEST_MS`]).

use giog_rules::{PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, IdRow, Value};
use super::{choices, devices};
use crate::friends::{Asked, Contact, Friend, Friends};
use crate::guest::declared;
use crate::limits::{FRIEND_CODE_MS, MAX_ASKED, MAX_ASKING, MAX_BLOCKED, MAX_FRIENDS, REQUEST_MS};
use crate::{Named, Rejection, SecretHash, StoreError};

row! {
    struct ContactRow {
        player_id: Uuid,
        name: String,
        bot_engine: Option<String>,
        bot_version: Option<String>,
        since: i64,
        shown: bool,
    }
}

/// Friends whom the person has not blocked. They are shown at tables unless they do not want it, or have blocked the person.
pub(super) const FRIENDS_SQL: &str =
    "SELECT g.player_id, g.name, g.bot_engine, g.bot_version, f.since AS since,
        (g.shows_tables AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player_id = f.friend_id AND b.blocked_id = f.player_id)) AS shown
    FROM friends f JOIN guests g ON g.player_id = f.friend_id
    WHERE f.player_id = $1
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player_id = f.player_id AND b.blocked_id = f.friend_id)";

/// Who has asked the person since a time, and waits.
pub(super) const ASKING_SQL: &str =
    "SELECT g.player_id, g.name, g.bot_engine, g.bot_version, r.made_at AS since, g.shows_tables AS shown
    FROM friend_requests r JOIN guests g ON g.player_id = r.player_id
    WHERE r.asked_id = $1 AND r.made_at >= $2 AND NOT r.refused AND NOT r.withdrawn
    ORDER BY r.made_at, r.player_id LIMIT $3";

/// Whom the person has asked since a time.
pub(super) const ASKED_SQL: &str =
    "SELECT g.player_id, g.name, g.bot_engine, g.bot_version, r.made_at AS since, g.shows_tables AS shown
    FROM friend_requests r JOIN guests g ON g.player_id = r.asked_id
    WHERE r.player_id = $1 AND r.made_at >= $2 AND NOT r.withdrawn";

/// Whether somebody is a friend of the person, or has asked since a time and waits; never whom the person has blocked.
pub(super) const EXPECTS_SQL: &str = "SELECT id FROM (
        SELECT friend_id AS id FROM friends WHERE player_id = $1 AND friend_id = $2
        UNION ALL
        SELECT player_id AS id FROM friend_requests
        WHERE player_id = $2 AND asked_id = $1 AND made_at >= $3 AND NOT refused AND NOT withdrawn
    ) AS known
    WHERE NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player_id = $1 AND b.blocked_id = $2) LIMIT 1";

pub(super) const BLOCKED_SQL: &str =
    "SELECT g.player_id, g.name, g.bot_engine, g.bot_version, b.made_at AS since, g.shows_tables AS shown
    FROM blocks b JOIN guests g ON g.player_id = b.blocked_id
    WHERE b.player_id = $1";

const ARE_FRIENDS_SQL: &str =
    "SELECT friend_id AS id FROM friends WHERE player_id = $1 AND friend_id = $2";

const HAS_BLOCKED_SQL: &str =
    "SELECT blocked_id AS id FROM blocks WHERE player_id = $1 AND blocked_id = $2";

/// A request that its asker has not withdrawn.
const REQUEST_SQL: &str = "SELECT asked_id AS id FROM friend_requests
    WHERE player_id = $1 AND asked_id = $2 AND made_at >= $3 AND NOT withdrawn";

pub(super) const COUNT_FRIENDS_SQL: &str =
    "SELECT COUNT(*) AS count FROM friends WHERE player_id = $1";

pub(super) const COUNT_ASKED_SQL: &str = "SELECT COUNT(*) AS count FROM friend_requests
    WHERE player_id = $1 AND made_at >= $2 AND NOT withdrawn";

pub(super) const COUNT_ASKING_SQL: &str = "SELECT COUNT(*) AS count FROM friend_requests
    WHERE asked_id = $1 AND made_at >= $2 AND NOT refused AND NOT withdrawn";

pub(super) const COUNT_BLOCKED_SQL: &str =
    "SELECT COUNT(*) AS count FROM blocks WHERE player_id = $1";

pub(super) const CODE_SQL: &str =
    "SELECT player_id AS id FROM friend_codes WHERE code_hash = $1 AND made_at >= $2";

pub(super) const DELETE_REQUESTS_SQL: &str =
    "DELETE FROM friend_requests WHERE (player_id, asked_id) IN
    (SELECT player_id, asked_id FROM friend_requests WHERE made_at < $1 ORDER BY made_at, player_id, asked_id LIMIT $2)";

pub(super) const DELETE_CODES_SQL: &str = "DELETE FROM friend_codes WHERE player_id IN
    (SELECT player_id FROM friend_codes WHERE made_at < $1 ORDER BY made_at, player_id LIMIT $2)";

/// The oldest moment at which a request may have been made that is kept at `now`.
fn requests_since(now: Timestamp) -> Value<'static> {
    Value::Int(now.unix_ms().saturating_sub(REQUEST_MS))
}

pub(super) async fn of(
    conn: &mut Conn<'_>,
    player: PlayerId,
    now: Timestamp,
) -> Result<Friends, StoreError> {
    let id = Value::Id(player.0);
    let friends: Vec<ContactRow> = conn.all(FRIENDS_SQL, &[id]).await?;
    let since = requests_since(now);
    let asking = [id, since, Value::Int(MAX_ASKING.into())];
    let asking: Vec<ContactRow> = conn.all(ASKING_SQL, &asking).await?;
    let asked: Vec<ContactRow> = conn.all(ASKED_SQL, &[id, since]).await?;
    Ok(Friends {
        friends: in_order(friends),
        asking: in_order(asking),
        asked: in_order(asked),
        choices: choices::of(conn, player).await?,
    })
}

/// Whether somebody is a friend of a person, or has asked them to be friends.
pub(super) async fn expects(
    conn: &mut Conn<'_>,
    player: PlayerId,
    other: PlayerId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let [player, other] = pair(player, other);
    has(conn, EXPECTS_SQL, &[player, other, requests_since(now)]).await
}

/// Asks somebody to be friends, or agrees if they have asked before.
pub(super) async fn ask(
    conn: &mut Conn<'_>,
    player: PlayerId,
    other: PlayerId,
    at: Timestamp,
) -> Result<Asked, StoreError> {
    if player == other || !lock_both(conn, player, other).await? {
        return Ok(Asked::Nobody);
    }
    let (mine, theirs) = (pair(player, other), pair(other, player));
    if has(conn, ARE_FRIENDS_SQL, &mine).await? {
        return Ok(Asked::Friends);
    }
    if has(conn, HAS_BLOCKED_SQL, &mine).await? {
        return Ok(Asked::Blocked);
    }
    let since = requests_since(at);
    let they_ask = has(conn, REQUEST_SQL, &[theirs[0], theirs[1], since]).await?;
    let they_block = has(conn, HAS_BLOCKED_SQL, &theirs).await?;
    if they_ask && !they_block {
        befriend(conn, player, other, at).await?;
        return Ok(Asked::Friends);
    }
    let is_open = has(conn, REQUEST_SQL, &[mine[0], mine[1], since]).await?;
    if !is_open {
        let asked = conn.count(COUNT_ASKED_SQL, &[mine[0], since]).await?;
        fits(asked, "requests to be friends", MAX_ASKED)?;
    }
    let asking = conn.count(COUNT_ASKING_SQL, &[mine[1], since]).await?;
    let is_refused = they_block || (!is_open && asking >= i64::from(MAX_ASKING));
    let sql = "INSERT INTO friend_requests (player_id, asked_id, made_at, refused, withdrawn)
        VALUES ($1, $2, $3, $4, FALSE)
        ON CONFLICT (player_id, asked_id) DO UPDATE SET made_at = excluded.made_at, withdrawn = FALSE,
            refused = excluded.refused OR (friend_requests.refused AND friend_requests.made_at >= $5)";
    let values = [
        mine[0],
        mine[1],
        Value::Int(at.unix_ms()),
        Value::Bool(is_refused),
        since,
    ];
    conn.execute(sql, &values).await?;
    Ok(Asked::Waits)
}

/// Ends a friendship, declines a request of the other one, and withdraws an own one.
pub(super) async fn end(
    conn: &mut Conn<'_>,
    player: PlayerId,
    other: PlayerId,
) -> Result<(), StoreError> {
    lock_both(conn, player, other).await?;
    let (mine, theirs) = (pair(player, other), pair(other, player));
    let sql = "DELETE FROM friends WHERE player_id = $1 AND friend_id = $2";
    for way in [&mine, &theirs] {
        conn.execute(sql, way).await?;
    }
    withdraw(conn, &mine).await?;
    refuse(conn, &theirs).await
}

/// The person does not want to hear of somebody any more; false if there is no such person.
pub(super) async fn block(
    conn: &mut Conn<'_>,
    player: PlayerId,
    other: PlayerId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    if player == other || !lock_both(conn, player, other).await? {
        return Ok(false);
    }
    let (mine, theirs) = (pair(player, other), pair(other, player));
    if !has(conn, HAS_BLOCKED_SQL, &mine).await? {
        let blocked = conn.count(COUNT_BLOCKED_SQL, &mine[..1]).await?;
        fits(blocked, "blocked people", MAX_BLOCKED)?;
        let sql = "INSERT INTO blocks (player_id, blocked_id, made_at) VALUES ($1, $2, $3)";
        let values = [mine[0], mine[1], Value::Int(at.unix_ms())];
        conn.execute(sql, &values).await?;
    }
    withdraw(conn, &mine).await?;
    refuse(conn, &theirs).await?;
    Ok(true)
}

pub(super) async fn unblock(
    conn: &mut Conn<'_>,
    player: PlayerId,
    other: PlayerId,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2";
    conn.execute(sql, &pair(player, other)).await.map(drop)
}

pub(super) async fn blocked(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<Vec<Contact>, StoreError> {
    let rows: Vec<ContactRow> = conn.all(BLOCKED_SQL, &[Value::Id(player.0)]).await?;
    Ok(in_order(rows))
}

/// Sets the code that makes friends of a person, in place of an earlier one.
pub(super) async fn set_code(
    conn: &mut Conn<'_>,
    player: PlayerId,
    code: SecretHash,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO friend_codes (player_id, code_hash, made_at) VALUES ($1, $2, $3)
        ON CONFLICT (player_id) DO UPDATE SET code_hash = excluded.code_hash, made_at = excluded.made_at";
    let values = [
        Value::Id(player.0),
        Value::Bytes(&code),
        Value::Int(at.unix_ms()),
    ];
    conn.execute(sql, &values).await.map(drop)
}

/// Makes friends of a person and the one of a code. None if the code is not valid for them, which is also the answer if one has blocked the other.
pub(super) async fn befriend_by_code(
    conn: &mut Conn<'_>,
    player: PlayerId,
    code: SecretHash,
    at: Timestamp,
) -> Result<Option<PlayerId>, StoreError> {
    let since = Value::Int(at.unix_ms().saturating_sub(FRIEND_CODE_MS));
    let values = [Value::Bytes(&code), since];
    let Some(IdRow { id }) = conn.first(CODE_SQL, &values).await? else {
        return Ok(None);
    };
    let other = PlayerId(id);
    if player == other || !lock_both(conn, player, other).await? {
        return Ok(None);
    }
    // It may have been replaced meanwhile.
    let still: Option<IdRow> = conn.first(CODE_SQL, &values).await?;
    let (mine, theirs) = (pair(player, other), pair(other, player));
    if still.is_none_or(|row| row.id != id)
        || has(conn, HAS_BLOCKED_SQL, &mine).await?
        || has(conn, HAS_BLOCKED_SQL, &theirs).await?
    {
        return Ok(None);
    }
    if !has(conn, ARE_FRIENDS_SQL, &mine).await? {
        befriend(conn, player, other, at).await?;
    }
    Ok(Some(other))
}

/// Makes friends of two people who both agreed, if both have room for one more.
async fn befriend(
    conn: &mut Conn<'_>,
    player: PlayerId,
    other: PlayerId,
    at: Timestamp,
) -> Result<(), StoreError> {
    for way in [pair(player, other), pair(other, player)] {
        let friends = conn.count(COUNT_FRIENDS_SQL, &way[..1]).await?;
        fits(friends, "friends", MAX_FRIENDS)?;
        let sql = "DELETE FROM friend_requests WHERE player_id = $1 AND asked_id = $2";
        conn.execute(sql, &way).await?;
        let sql = "INSERT INTO friends (player_id, friend_id, since) VALUES ($1, $2, $3)";
        let values = [way[0], way[1], Value::Int(at.unix_ms())];
        conn.execute(sql, &values).await?;
    }
    Ok(())
}

/// Whoever made a refused request may not be told, nor ask anew at once, by withdrawing it.
async fn withdraw(conn: &mut Conn<'_>, way: &[Value<'_>; 2]) -> Result<(), StoreError> {
    let sql = "DELETE FROM friend_requests WHERE player_id = $1 AND asked_id = $2 AND NOT refused";
    conn.execute(sql, way).await?;
    let sql = "UPDATE friend_requests SET withdrawn = TRUE WHERE player_id = $1 AND asked_id = $2";
    conn.execute(sql, way).await.map(drop)
}

async fn refuse(conn: &mut Conn<'_>, way: &[Value<'_>; 2]) -> Result<(), StoreError> {
    let sql = "UPDATE friend_requests SET refused = TRUE WHERE player_id = $1 AND asked_id = $2";
    conn.execute(sql, way).await.map(drop)
}

/// Locks two people until the transaction ends, always in the same order; false if one of them is unknown.
async fn lock_both(
    conn: &mut Conn<'_>,
    player: PlayerId,
    other: PlayerId,
) -> Result<bool, StoreError> {
    let mut both = [player, other];
    both.sort_unstable_by_key(|one| one.0);
    for one in both {
        devices::lock(conn, one).await?;
        if !has(
            conn,
            "SELECT player_id AS id FROM guests WHERE player_id = $1",
            &[Value::Id(one.0)],
        )
        .await?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The earliest first. There are few, so that they need no index for it.
fn in_order<T: From<ContactRow>>(mut rows: Vec<ContactRow>) -> Vec<T> {
    rows.sort_unstable_by_key(|row| (row.since, row.player_id));
    rows.into_iter().map(T::from).collect()
}

const fn pair(player: PlayerId, other: PlayerId) -> [Value<'static>; 2] {
    [Value::Id(player.0), Value::Id(other.0)]
}

async fn has(
    conn: &mut Conn<'_>,
    sql: &'static str,
    values: &[Value<'_>],
) -> Result<bool, StoreError> {
    let row: Option<IdRow> = conn.first(sql, values).await?;
    Ok(row.is_some())
}

/// Refuses one more of something of which there are so many.
fn fits(count: i64, what: &'static str, limit: u32) -> Result<(), Rejection> {
    if count < i64::from(limit) {
        Ok(())
    } else {
        Err(Rejection::TooMany { what, limit })
    }
}

impl From<ContactRow> for Contact {
    fn from(row: ContactRow) -> Self {
        Self {
            person: Named {
                player: PlayerId(row.player_id),
                declared_bot: declared(row.bot_engine.as_deref(), row.bot_version.as_deref()),
                name: row.name,
            },
            since: Timestamp::from_unix_ms(row.since),
        }
    }
}

impl From<ContactRow> for Friend {
    fn from(row: ContactRow) -> Self {
        Self {
            shows_tables: row.shown,
            contact: row.into(),
        }
    }
}
