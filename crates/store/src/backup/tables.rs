//! The tables and columns of a backup, for each version of the schema.

use super::column::{Column, Kind};
use super::salvage::Salvage;
use crate::database::Conn;

/// A table. Each table comes after the tables that it refers to.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The schema version that added it.
    since: i64,
    columns: &'static [Column],
    /// The columns by which its rows are ordered in the first schema version that has the table.
    key: &'static str,
}

/// From this schema version on, SQLite keeps the rows of closed rooms in another table than those of open ones.
pub(super) const SPLIT_LOG_SCHEMA: i64 = 3;

/// From this schema version on, the key of `player_matches` has other columns than the order of its rows.
const STREAMED_MATCHES_SCHEMA: i64 = 4;

/// From this schema version on, matches have a place in lists beside the time when they ended.
const PLACES_SCHEMA: i64 = 24;

/// From this schema version on, ratings have seasons.
const SEASONS_SCHEMA: i64 = 36;

const fn id(name: &'static str) -> Column {
    column(name, Kind::Id)
}

const fn int(name: &'static str) -> Column {
    column(name, Kind::Int)
}

const fn text(name: &'static str) -> Column {
    column(name, Kind::Text)
}

const fn truth(name: &'static str) -> Column {
    column(name, Kind::Bool)
}

const fn bytes(name: &'static str) -> Column {
    column(name, Kind::Bytes)
}

const fn column(name: &'static str, kind: Kind) -> Column {
    Column {
        name,
        kind,
        is_nullable: false,
        since: 1,
        until: i64::MAX,
    }
}

/// All tables except those that are about servers (the lease, who has which rooms, whether their date is doubted, and which number of a
/// published match they gave last), push subscriptions, which the devices' pages send again, workers for reviews with their jobs, whose tokens the
/// operator makes again so that none that was revoked comes back, and reviews, mistakes and puzzles,
/// which are made of the records.
const TABLES: &[Table] = &[
    Table {
        name: "rooms",
        since: 1,
        columns: &[id("room_id"), int("opened_at"), int("closed_at").nullable()],
        key: "room_id",
    },
    Table {
        name: "room_log",
        since: 1,
        columns: &[id("room_id"), int("idx"), text("body")],
        key: "room_id, idx",
    },
    Table {
        name: "room_floors",
        since: 3,
        columns: &[id("room_id"), int("below"), text("body")],
        key: "room_id",
    },
    Table {
        name: "sleeping_rooms",
        since: 26,
        columns: &[
            id("room_id"),
            id("creator_id"),
            id("owner_id").nullable(),
            int("left_at"),
        ],
        key: "room_id",
    },
    Table {
        name: "match_starts",
        since: 1,
        columns: &[
            id("match_id"),
            id("room_id"),
            text("variant"),
            truth("listed"),
            int("started_at"),
        ],
        key: "match_id",
    },
    Table {
        name: "cancelled_starts",
        since: 1,
        columns: &[
            id("match_id"),
            id("room_id"),
            int("cancelled_at"),
            text("reason"),
            int("seat").nullable(),
            text("server_seed_hex"),
            text("details"),
        ],
        key: "match_id",
    },
    Table {
        name: "matches",
        since: 1,
        columns: &[
            id("match_id"),
            id("room_id"),
            text("variant"),
            int("seats"),
            text("status"),
            truth("listed"),
            int("started_at"),
            int("ended_at"),
            text("players"),
            int("people").since(4),
            text("ending").since(19).nullable(),
            text("clock").since(19).nullable(),
            int("place").since(PLACES_SCHEMA),
            int("published").since(27).nullable(),
            text("openings").since(33).nullable(),
        ],
        key: "match_id",
    },
    Table {
        name: "match_records",
        since: 1,
        columns: &[id("match_id"), bytes("record"), int("coding").since(13)],
        key: "match_id",
    },
    Table {
        name: "player_matches",
        since: 1,
        columns: &[
            id("player_id"),
            int("ended_at").until(PLACES_SCHEMA),
            int("place").since(PLACES_SCHEMA),
            id("match_id"),
            truth("listed"),
            truth("won").since(2),
            text("variant").since(4),
            text("status").since(4),
            id("room_id").since(4),
        ],
        key: "player_id, ended_at, match_id",
    },
    Table {
        name: "deleted_matches",
        since: 4,
        columns: &[
            id("match_id"),
            int("ended_at"),
            int("deleted_at"),
            bytes("record_sha256"),
            bytes("signer"),
        ],
        key: "match_id",
    },
    Table {
        name: "guests",
        since: 1,
        columns: &[
            id("player_id"),
            text("name"),
            bytes("token_hash").until(5),
            int("created_at"),
            int("seen_at"),
            bytes("recovery_hash").since(5).nullable(),
            text("bot_engine").since(28).nullable(),
            text("bot_version").since(28).nullable(),
            truth("hides_rating").since(30),
            truth("shows_tables").since(31),
            truth("findable").since(33),
            text("tag").since(33),
            text("may_invite").since(35),
            truth("push_invitations").since(35),
        ],
        key: "player_id",
    },
    Table {
        name: "friends",
        since: 31,
        columns: &[id("player_id"), id("friend_id"), int("since")],
        key: "player_id, friend_id",
    },
    Table {
        name: "friend_requests",
        since: 31,
        columns: &[
            id("player_id"),
            id("asked_id"),
            int("made_at"),
            truth("refused"),
            truth("withdrawn"),
        ],
        key: "player_id, asked_id",
    },
    Table {
        name: "friend_codes",
        since: 31,
        columns: &[id("player_id"), bytes("code_hash"), int("made_at")],
        key: "player_id",
    },
    Table {
        name: "blocks",
        since: 31,
        columns: &[id("player_id"), id("blocked_id"), int("made_at")],
        key: "player_id, blocked_id",
    },
    Table {
        name: "devices",
        since: 5,
        columns: &[
            id("device_id"),
            id("player_id"),
            text("name"),
            bytes("token_hash"),
            int("created_at"),
            int("seen_at"),
        ],
        key: "device_id",
    },
    Table {
        name: "ratings",
        since: 30,
        columns: &[
            id("player_id"),
            text("pool"),
            int("mu"),
            int("sigma"),
            int("matches"),
            int("rated_at"),
            int("ladder").nullable(),
            int("season").since(SEASONS_SCHEMA),
            int("season_matches").since(SEASONS_SCHEMA),
            int("dan").since(SEASONS_SCHEMA),
            int("dan_points").since(SEASONS_SCHEMA),
        ],
        key: "player_id, pool",
    },
    Table {
        name: "past_ratings",
        since: SEASONS_SCHEMA,
        columns: &[
            id("player_id"),
            text("pool"),
            int("season"),
            int("mu"),
            int("sigma"),
            int("dan"),
            int("dan_points"),
            int("matches"),
            int("rated_at"),
            int("ladder").nullable(),
        ],
        key: "player_id, pool, season",
    },
    Table {
        name: "season_tables",
        since: SEASONS_SCHEMA,
        columns: &[text("pool"), int("season"), text("body")],
        key: "pool, season",
    },
    Table {
        name: "rating_changes",
        since: 30,
        columns: &[
            id("player_id"),
            text("pool"),
            int("number"),
            id("match_id"),
            int("seat"),
            int("rank"),
            int("rated_at"),
            int("mu_before"),
            int("sigma_before"),
            int("mu_after"),
            int("sigma_after"),
            int("dan_before").since(SEASONS_SCHEMA).nullable(),
            int("dan_points_before").since(SEASONS_SCHEMA).nullable(),
            int("dan_after").since(SEASONS_SCHEMA).nullable(),
            int("dan_points_after").since(SEASONS_SCHEMA).nullable(),
        ],
        key: "player_id, pool, number",
    },
    Table {
        name: "rated_matches",
        since: 30,
        columns: &[
            id("match_id"),
            text("pool"),
            text("unrated").nullable(),
            text("occasions").since(38).nullable(),
            int("ended_at").since(38).nullable(),
            text("anchor_ranks").since(43).nullable(),
        ],
        key: "match_id",
    },
    Table {
        name: "forgotten",
        since: 7,
        columns: &[id("player_id"), int("forgotten_at")],
        key: "player_id",
    },
    Table {
        name: "server_keys",
        since: 1,
        columns: &[bytes("public_key"), int("first_used_at")],
        key: "public_key",
    },
    Table {
        name: "reports",
        since: 2,
        columns: &[
            id("report_id"),
            id("room_id"),
            id("match_id").nullable(),
            int("seat").nullable(),
            id("reporter_id"),
            text("reporter_name"),
            id("reported_id"),
            text("reported_name"),
            text("reason"),
            text("earlier").since(22).nullable(),
            text("chat"),
            int("reported_at"),
            int("settled_at").nullable(),
            text("note").nullable(),
        ],
        key: "report_id",
    },
    Table {
        name: "bans",
        since: 2,
        columns: &[
            id("ban_id"),
            id("player_id").nullable(),
            text("addresses").nullable(),
            text("reason"),
            int("made_at"),
            int("ends_at").nullable(),
        ],
        key: "ban_id",
    },
];

/// The tables of this schema version.
pub(super) fn of_schema(schema: i64) -> impl Iterator<Item = &'static Table> {
    TABLES.iter().filter(move |table| table.since <= schema)
}

impl Table {
    /// The columns by which its rows are ordered in this schema version.
    pub(super) fn key(&self, schema: i64) -> &'static str {
        match self.name {
            "player_matches" if schema >= PLACES_SCHEMA => "player_id, place, match_id",
            _ => self.key,
        }
    }

    /// The table that contains its rows in a database of this schema version.
    pub(super) fn source(&self, conn: &Conn<'_>, schema: i64) -> &'static str {
        match conn {
            Conn::Sqlite(_) if self.name == "room_log" && schema >= SPLIT_LOG_SCHEMA => "all_log",
            _ => self.name,
        }
    }

    /// Its rows in a SQLite database of this schema version after a row, in the order of [`Self::key`], as far as they can be read.
    pub(super) fn salvage<'a>(
        &self,
        columns: &'a [Column],
        schema: i64,
        after: Option<String>,
    ) -> Vec<Salvage<'a>> {
        let (order, later) = (self.key(schema), after.as_ref());
        let later = later.map(|after| format!("({order}) > ({after})"));
        match self.name {
            "room_log" if schema >= SPLIT_LOG_SCHEMA => vec![
                Salvage::only("room_log", "row_id", columns, later),
                Salvage::after("closed_log", order, columns, after),
            ],
            "player_matches" if schema >= STREAMED_MATCHES_SCHEMA => {
                let key = if schema >= PLACES_SCHEMA {
                    "player_id, variant, status, listed, won, place, match_id"
                } else {
                    "player_id, variant, status, listed, won, ended_at, match_id"
                };
                vec![Salvage::only(self.name, key, columns, later)]
            }
            _ => vec![Salvage::after(self.name, order, columns, after)],
        }
    }

    /// The columns that refer to another table, that table, and its column.
    pub(super) fn refers(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self.name {
            "room_log" | "room_floors" | "sleeping_rooms" => &[("room_id", "rooms", "room_id")],
            "match_records" | "player_matches" => &[("match_id", "matches", "match_id")],
            "devices" | "friend_codes" => &[("player_id", "guests", "player_id")],
            "friends" => &[
                ("player_id", "guests", "player_id"),
                ("friend_id", "guests", "player_id"),
            ],
            "friend_requests" => &[
                ("player_id", "guests", "player_id"),
                ("asked_id", "guests", "player_id"),
            ],
            "blocks" => &[
                ("player_id", "guests", "player_id"),
                ("blocked_id", "guests", "player_id"),
            ],
            _ => &[],
        }
    }

    /// Its columns in this schema version.
    pub(super) fn columns(&self, schema: i64) -> Vec<Column> {
        let columns = self.columns.iter().copied();
        columns
            .filter(|column| column.since <= schema && schema < column.until)
            .collect()
    }
}

/// Every column of this schema version as `table.column`, with a `?` if it may be null.
#[cfg(test)]
pub(crate) fn columns(schema: i64) -> Vec<String> {
    let of = |table: &'static Table| {
        let columns = table.columns(schema).into_iter();
        columns.map(|column| {
            let null = if column.is_nullable { "?" } else { "" };
            format!("{}.{}{null}", table.name, column.name)
        })
    };
    of_schema(schema).flat_map(of).collect()
}
