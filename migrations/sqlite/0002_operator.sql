-- What people in rooms reported about others. `chat` is JSON, the last lines before it.
CREATE TABLE reports (
    report_id BLOB PRIMARY KEY,
    room_id BLOB NOT NULL,
    match_id BLOB,
    seat INTEGER,
    reporter_id BLOB NOT NULL,
    reporter_name TEXT NOT NULL,
    reported_id BLOB NOT NULL,
    reported_name TEXT NOT NULL,
    reason TEXT NOT NULL,
    chat TEXT NOT NULL,
    reported_at INTEGER NOT NULL,
    settled_at INTEGER,
    note TEXT,
    CHECK ((settled_at IS NULL) = (note IS NULL))
) STRICT;
CREATE INDEX reports_by_time ON reports (reported_at, report_id);
CREATE INDEX reports_open ON reports (reported_at, report_id) WHERE settled_at IS NULL;

-- Who may not come. Either a person or a range of addresses in canonical CIDR notation.
CREATE TABLE bans (
    ban_id BLOB PRIMARY KEY,
    player_id BLOB,
    addresses TEXT,
    reason TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    ends_at INTEGER,
    CHECK ((player_id IS NULL) <> (addresses IS NULL))
) STRICT;
CREATE INDEX bans_by_time ON bans (made_at, ban_id);
CREATE INDEX bans_by_end ON bans (ends_at) WHERE ends_at IS NOT NULL;

-- Who won, so that a person's wins are a list of their own.
DROP TRIGGER player_matches_are_final;
ALTER TABLE player_matches ADD COLUMN won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1));
UPDATE player_matches SET won = 1 WHERE EXISTS (
    SELECT 1 FROM matches m, json_each(m.players) seat
    WHERE m.match_id = player_matches.match_id AND seat.value ->> 'won'
        AND unhex(replace(seat.value ->> 'player', '-', '')) = player_matches.player_id
);
CREATE TRIGGER player_matches_are_final BEFORE UPDATE ON player_matches
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;
CREATE INDEX player_wins ON player_matches (player_id, won, ended_at, match_id, listed);
