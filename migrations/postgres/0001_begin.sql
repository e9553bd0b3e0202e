-- Moments are milliseconds since 1970 in UTC.

-- Who owns the rooms. One row; `fence` grows by one with every take-over.
CREATE TABLE lease (
    only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
    fence BIGINT NOT NULL,
    holder TEXT,
    expires_at BIGINT NOT NULL
);
INSERT INTO lease (only_row, fence, holder, expires_at) VALUES (1, 0, NULL, 0);

CREATE TABLE rooms (
    room_id UUID PRIMARY KEY,
    opened_at BIGINT NOT NULL,
    closed_at BIGINT
);
CREATE INDEX rooms_open ON rooms (room_id) WHERE closed_at IS NULL;
CREATE INDEX rooms_closed ON rooms (closed_at, room_id) WHERE closed_at IS NOT NULL;

-- What rooms replay after a start. Bodies are opaque.
CREATE TABLE room_log (
    room_id UUID NOT NULL,
    idx BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room_id, idx)
);

CREATE TABLE match_starts (
    match_id UUID PRIMARY KEY,
    room_id UUID NOT NULL,
    variant TEXT NOT NULL,
    listed BOOLEAN NOT NULL,
    started_at BIGINT NOT NULL
);

CREATE TABLE cancelled_starts (
    match_id UUID PRIMARY KEY,
    room_id UUID NOT NULL,
    cancelled_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    seat BIGINT,
    server_seed_hex TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE INDEX cancelled_starts_by_room ON cancelled_starts (room_id, cancelled_at, match_id);

-- Finished matches. `players` is a JSON array, as it is only ever read whole.
CREATE TABLE matches (
    match_id UUID PRIMARY KEY,
    room_id UUID NOT NULL,
    variant TEXT NOT NULL,
    seats BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('over', 'abandoned')),
    listed BOOLEAN NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    players TEXT NOT NULL
);
CREATE INDEX matches_listed ON matches (listed, ended_at, match_id);
CREATE INDEX matches_by_variant ON matches (variant, listed, ended_at, match_id);
CREATE INDEX matches_by_status ON matches (status, listed, ended_at, match_id);
CREATE INDEX matches_by_room ON matches (room_id, ended_at, match_id);

CREATE TABLE match_records (
    match_id UUID PRIMARY KEY REFERENCES matches,
    record BYTEA NOT NULL
);

-- One row for each person of a finished match, in the order their list is read.
CREATE TABLE player_matches (
    player_id UUID NOT NULL,
    ended_at BIGINT NOT NULL,
    match_id UUID NOT NULL REFERENCES matches,
    listed BOOLEAN NOT NULL,
    PRIMARY KEY (player_id, ended_at, match_id)
);

CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'finished matches are immutable' USING ERRCODE = 'integrity_constraint_violation'; END;
$$;
CREATE TRIGGER matches_are_final BEFORE UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER match_records_are_final BEFORE UPDATE ON match_records FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER player_matches_are_final BEFORE UPDATE ON player_matches FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- `token_hash` is SHA-256 of the token.
CREATE TABLE guests (
    player_id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX guests_by_seen ON guests (seen_at, player_id);

CREATE TABLE server_keys (
    public_key BYTEA PRIMARY KEY,
    first_used_at BIGINT NOT NULL
);
