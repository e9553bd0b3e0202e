-- Whether a person's friends see at which public tables they are.
ALTER TABLE guests ADD COLUMN shows_tables INTEGER NOT NULL DEFAULT 1 CHECK (shows_tables IN (0, 1));

-- Two people who both agreed: a row for each of them. All of this is gone with either of the two.
CREATE TABLE friends (
    player_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    friend_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (player_id, friend_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX friends_by_friend ON friends (friend_id);

-- Who asked whom to be friends. A refused request stays, so that whoever made it is not told; and if they withdraw it, so that they cannot ask
-- anew at once.
CREATE TABLE friend_requests (
    player_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    asked_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    made_at INTEGER NOT NULL,
    refused INTEGER NOT NULL CHECK (refused IN (0, 1)),
    withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
    PRIMARY KEY (player_id, asked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX friend_requests_by_asked ON friend_requests (asked_id, made_at, player_id);
CREATE INDEX friend_requests_by_time ON friend_requests (made_at, player_id, asked_id);

-- A code that makes friends of its person whoever is given it. `code_hash` is its SHA-256.
CREATE TABLE friend_codes (
    player_id BLOB PRIMARY KEY REFERENCES guests ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX friend_codes_by_hash ON friend_codes (code_hash);
CREATE INDEX friend_codes_by_time ON friend_codes (made_at, player_id);

-- Whom a person does not want to hear of.
CREATE TABLE blocks (
    player_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    blocked_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);
