-- The order of lists: a sequence that is also a time. The place of a match is when it ended, or right after the latest place if the clock
-- of the machine was set back. Matches that ended before are in the places that they had, so that cursors into their lists stay valid.
-- Renaming the column keeps the indexes. A place may change: one that was given under a date ahead of time is corrected.
DROP TRIGGER matches_are_final;
ALTER TABLE matches RENAME COLUMN ended_at TO place;
ALTER TABLE matches ADD COLUMN ended_at INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET ended_at = place;
CREATE TRIGGER matches_are_final BEFORE UPDATE OF
    match_id, room_id, variant, seats, status, listed, started_at, ended_at, players, people, ending, clock ON matches
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;

DROP TRIGGER player_matches_are_final;
ALTER TABLE player_matches RENAME COLUMN ended_at TO place;
CREATE TRIGGER player_matches_are_final BEFORE UPDATE OF
    player_id, variant, status, listed, won, match_id, room_id ON player_matches
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;
