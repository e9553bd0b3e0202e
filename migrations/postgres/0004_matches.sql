-- A list of matches is merged from streams: all that is asked for by equality comes first in an index, and then the order
-- of the list. What a filter leaves open and has few values (the game, how it ended, listed or not, won or not) is a stream
-- for each. So no question looks at a row that it does not give.

-- How many different people sat there; a match of fewer than two was played against computer players alone.
ALTER TABLE matches DISABLE TRIGGER matches_are_final;
ALTER TABLE matches ADD COLUMN people BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET people = (
    SELECT COUNT(DISTINCT seat ->> 'player') FROM jsonb_array_elements(matches.players::JSONB) seat
);
ALTER TABLE matches ENABLE TRIGGER matches_are_final;
DROP INDEX matches_listed;
DROP INDEX matches_by_variant;
DROP INDEX matches_by_status;
DROP INDEX matches_by_room;
CREATE INDEX matches_by_variant ON matches (variant, status, listed, ended_at, match_id);
CREATE INDEX matches_by_room ON matches (room_id, variant, status, listed, ended_at, match_id);
CREATE INDEX matches_with_bots ON matches (ended_at, match_id) WHERE people < 2;

-- Without a reference to `matches`: whoever deletes a match deletes these rows by their keys.
CREATE TABLE streamed_player_matches (
    player_id UUID NOT NULL,
    variant TEXT NOT NULL,
    status TEXT NOT NULL,
    listed BOOLEAN NOT NULL,
    won BOOLEAN NOT NULL,
    ended_at BIGINT NOT NULL,
    match_id UUID NOT NULL,
    room_id UUID NOT NULL
);
INSERT INTO streamed_player_matches (player_id, variant, status, listed, won, ended_at, match_id, room_id)
SELECT p.player_id, m.variant, m.status, p.listed, p.won, p.ended_at, p.match_id, m.room_id
FROM player_matches p JOIN matches m ON m.match_id = p.match_id;
DROP TABLE player_matches;
ALTER TABLE streamed_player_matches RENAME TO player_matches;
ALTER TABLE player_matches ADD CONSTRAINT player_matches_pkey
    PRIMARY KEY (player_id, variant, status, listed, won, ended_at, match_id);
CREATE INDEX player_matches_by_room
    ON player_matches (player_id, room_id, variant, status, listed, won, ended_at, match_id);
CREATE TRIGGER player_matches_are_final BEFORE UPDATE ON player_matches FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What is left of finished matches that were deleted because of their age.
CREATE TABLE deleted_matches (
    match_id UUID PRIMARY KEY,
    ended_at BIGINT NOT NULL,
    deleted_at BIGINT NOT NULL,
    record_sha256 BYTEA NOT NULL,
    signer BYTEA NOT NULL
);
