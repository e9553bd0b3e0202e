-- How each seat opened a match, as a JSON list by seat. Null of a match whose openings are not known yet: they are read from its record.
ALTER TABLE matches ADD COLUMN openings TEXT;
CREATE INDEX matches_without_openings ON matches (place, match_id)
    WHERE listed = TRUE AND status = 'over' AND openings IS NULL;
CREATE TRIGGER openings_are_final BEFORE UPDATE OF openings ON matches WHEN OLD.openings IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'finished matches are immutable'); END;

-- Whether a guest is found by name and tag, and their tag, which follows from their id; empty until it is computed.
ALTER TABLE guests ADD COLUMN findable INTEGER NOT NULL DEFAULT 1 CHECK (findable IN (0, 1));
ALTER TABLE guests ADD COLUMN tag TEXT NOT NULL DEFAULT '';
CREATE INDEX guests_by_name ON guests (name, tag, player_id) WHERE findable = TRUE;
CREATE INDEX guests_without_tag ON guests (player_id) WHERE tag = '';
