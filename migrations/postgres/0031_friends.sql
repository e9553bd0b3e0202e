-- Whether a person's friends see at which public tables they are.
ALTER TABLE guests ADD COLUMN shows_tables BOOLEAN NOT NULL DEFAULT TRUE;

-- Two people who both agreed: a row for each of them. All of this is gone with either of the two.
CREATE TABLE friends (
    player_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    friend_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    since BIGINT NOT NULL,
    PRIMARY KEY (player_id, friend_id)
);
CREATE INDEX friends_by_friend ON friends (friend_id);

-- Who asked whom to be friends. A refused request stays, so that whoever made it is not told; and if they withdraw it, so that they cannot ask
-- anew at once.
CREATE TABLE friend_requests (
    player_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    asked_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    refused BOOLEAN NOT NULL,
    withdrawn BOOLEAN NOT NULL,
    PRIMARY KEY (player_id, asked_id)
);
CREATE INDEX friend_requests_by_asked ON friend_requests (asked_id, made_at, player_id);
CREATE INDEX friend_requests_by_time ON friend_requests (made_at, player_id, asked_id);

-- A code that makes friends of its person whoever is given it. `code_hash` is its SHA-256.
CREATE TABLE friend_codes (
    player_id UUID PRIMARY KEY REFERENCES guests ON DELETE CASCADE,
    code_hash BYTEA NOT NULL,
    made_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX friend_codes_by_hash ON friend_codes (code_hash);
CREATE INDEX friend_codes_by_time ON friend_codes (made_at, player_id);

-- Whom a person does not want to hear of.
CREATE TABLE blocks (
    player_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    blocked_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);
