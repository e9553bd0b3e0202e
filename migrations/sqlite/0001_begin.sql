-- Ids are the 16 bytes of a UUID, moments are milliseconds since 1970 in UTC.

-- Who owns the rooms. One row; `fence` grows by one with every take-over.
CREATE TABLE lease (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    fence INTEGER NOT NULL,
    holder TEXT,
    expires_at INTEGER NOT NULL
) STRICT;
INSERT INTO lease (only_row, fence, holder, expires_at) VALUES (1, 0, NULL, 0);

CREATE TABLE rooms (
    room_id BLOB PRIMARY KEY,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX rooms_open ON rooms (room_id) WHERE closed_at IS NULL;
CREATE INDEX rooms_closed ON rooms (closed_at, room_id) WHERE closed_at IS NOT NULL;

-- What rooms replay after a start. Bodies are opaque. With rowids, because rows of many rooms are written together and
-- then share pages.
CREATE TABLE room_log (
    room_id BLOB NOT NULL,
    idx INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room_id, idx)
) STRICT;

CREATE TABLE match_starts (
    match_id BLOB PRIMARY KEY,
    room_id BLOB NOT NULL,
    variant TEXT NOT NULL,
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    started_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE cancelled_starts (
    match_id BLOB PRIMARY KEY,
    room_id BLOB NOT NULL,
    cancelled_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    seat INTEGER,
    server_seed_hex TEXT NOT NULL,
    details TEXT NOT NULL
) STRICT;
CREATE INDEX cancelled_starts_by_room ON cancelled_starts (room_id, cancelled_at, match_id);

-- Finished matches. `players` is a JSON array, as it is only ever read whole.
CREATE TABLE matches (
    match_id BLOB PRIMARY KEY,
    room_id BLOB NOT NULL,
    variant TEXT NOT NULL,
    seats INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('over', 'abandoned')),
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    players TEXT NOT NULL
) STRICT;
CREATE INDEX matches_listed ON matches (listed, ended_at, match_id);
CREATE INDEX matches_by_variant ON matches (variant, listed, ended_at, match_id);
CREATE INDEX matches_by_status ON matches (status, listed, ended_at, match_id);
CREATE INDEX matches_by_room ON matches (room_id, ended_at, match_id);

CREATE TABLE match_records (
    match_id BLOB PRIMARY KEY REFERENCES matches,
    record BLOB NOT NULL
) STRICT;

-- One row for each person of a finished match, in the order their list is read.
CREATE TABLE player_matches (
    player_id BLOB NOT NULL,
    ended_at INTEGER NOT NULL,
    match_id BLOB NOT NULL REFERENCES matches,
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    PRIMARY KEY (player_id, ended_at, match_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER matches_are_final BEFORE UPDATE ON matches
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;
CREATE TRIGGER match_records_are_final BEFORE UPDATE ON match_records
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;
CREATE TRIGGER player_matches_are_final BEFORE UPDATE ON player_matches
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;

-- `token_hash` is SHA-256 of the token.
CREATE TABLE guests (
    player_id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_seen ON guests (seen_at, player_id);

CREATE TABLE server_keys (
    public_key BLOB PRIMARY KEY,
    first_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
