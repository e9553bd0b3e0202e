-- A list of matches is merged from streams: all that is asked for by equality comes first in an index, and then the order
-- of the list. What a filter leaves open and has few values (the game, how it ended, listed or not, won or not) is a stream
-- for each. So no question looks at a row that it does not give.

-- How many different people sat there; a match of fewer than two was played against computer players alone.
DROP TRIGGER matches_are_final;
ALTER TABLE matches ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET people = (
    SELECT COUNT(DISTINCT seat.value ->> 'player') FROM json_each(matches.players) seat
);
CREATE TRIGGER matches_are_final BEFORE UPDATE ON matches
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;
DROP INDEX matches_listed;
DROP INDEX matches_by_variant;
DROP INDEX matches_by_status;
DROP INDEX matches_by_room;
CREATE INDEX matches_by_variant ON matches (variant, status, listed, ended_at, match_id);
CREATE INDEX matches_by_room ON matches (room_id, variant, status, listed, ended_at, match_id);
CREATE INDEX matches_with_bots ON matches (ended_at, match_id) WHERE people < 2;

-- Without a reference to `matches`: whoever deletes a match deletes these rows by their keys.
CREATE TABLE streamed_player_matches (
    player_id BLOB NOT NULL,
    variant TEXT NOT NULL,
    status TEXT NOT NULL,
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    ended_at INTEGER NOT NULL,
    match_id BLOB NOT NULL,
    room_id BLOB NOT NULL,
    PRIMARY KEY (player_id, variant, status, listed, won, ended_at, match_id)
) STRICT, WITHOUT ROWID;
INSERT INTO streamed_player_matches (player_id, variant, status, listed, won, ended_at, match_id, room_id)
SELECT p.player_id, m.variant, m.status, p.listed, p.won, p.ended_at, p.match_id, m.room_id
FROM player_matches p JOIN matches m ON m.match_id = p.match_id
ORDER BY 1, 2, 3, 4, 5, 6, 7;
DROP TABLE player_matches;
ALTER TABLE streamed_player_matches RENAME TO player_matches;
CREATE INDEX player_matches_by_room
    ON player_matches (player_id, room_id, variant, status, listed, won, ended_at, match_id);
CREATE TRIGGER player_matches_are_final BEFORE UPDATE ON player_matches
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;

-- What is left of finished matches that were deleted because of their age.
CREATE TABLE deleted_matches (
    match_id BLOB PRIMARY KEY,
    ended_at INTEGER NOT NULL,
    deleted_at INTEGER NOT NULL,
    record_sha256 BLOB NOT NULL,
    signer BLOB NOT NULL
) STRICT, WITHOUT ROWID;
