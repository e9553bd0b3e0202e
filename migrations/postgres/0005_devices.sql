-- A device of a person, with a token of its own. `token_hash` is SHA-256 of the token. What hangs on a device (such as
-- where to notify it) refers to it, and is gone with it.
CREATE TABLE devices (
    device_id UUID PRIMARY KEY,
    player_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
INSERT INTO devices (device_id, player_id, name, token_hash, created_at, seen_at)
    SELECT gen_random_uuid(), player_id, 'earlier', token_hash, created_at, seen_at FROM guests;

-- People no longer have a token themselves. `recovery_hash` is SHA-256 of the bytes of their recovery code.
ALTER TABLE guests DROP COLUMN token_hash;
ALTER TABLE guests ADD COLUMN recovery_hash BYTEA;
CREATE UNIQUE INDEX guests_by_recovery ON guests (recovery_hash) WHERE recovery_hash IS NOT NULL;
CREATE UNIQUE INDEX devices_by_token ON devices (token_hash);
CREATE INDEX devices_by_player ON devices (player_id, created_at, device_id);
CREATE INDEX devices_by_seen ON devices (seen_at, device_id);
