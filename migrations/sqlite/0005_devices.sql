-- A device of a person, with a token of its own. `token_hash` is SHA-256 of the token. What hangs on a device (such as
-- where to notify it) refers to it, and is gone with it.
CREATE TABLE devices (
    device_id BLOB PRIMARY KEY,
    player_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- People no longer have a token themselves. `recovery_hash` is SHA-256 of the bytes of their recovery code.
CREATE TABLE people (
    player_id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    recovery_hash BLOB
) STRICT, WITHOUT ROWID;
INSERT INTO people (player_id, name, created_at, seen_at) SELECT player_id, name, created_at, seen_at FROM guests;
CREATE TEMP TABLE tokens AS SELECT player_id, token_hash, created_at, seen_at FROM guests;
DROP TABLE guests;
ALTER TABLE people RENAME TO guests;
INSERT INTO devices (device_id, player_id, name, token_hash, created_at, seen_at)
    SELECT randomblob(16), player_id, 'earlier', token_hash, created_at, seen_at FROM tokens;
DROP TABLE tokens;

CREATE INDEX guests_by_seen ON guests (seen_at, player_id);
CREATE UNIQUE INDEX guests_by_recovery ON guests (recovery_hash) WHERE recovery_hash IS NOT NULL;
CREATE UNIQUE INDEX devices_by_token ON devices (token_hash);
CREATE INDEX devices_by_player ON devices (player_id, created_at, device_id);
CREATE INDEX devices_by_seen ON devices (seen_at, device_id);
