-- What statistics of pairs need of a rated match: its occasions, as JSON, and when it ended. Null until they are read from its record.
ALTER TABLE rated_matches ADD COLUMN occasions TEXT;
ALTER TABLE rated_matches ADD COLUMN ended_at INTEGER;
CREATE INDEX rated_matches_without_occasions ON rated_matches (match_id) WHERE occasions IS NULL AND unrated IS NULL;
CREATE INDEX rated_matches_by_end ON rated_matches (ended_at, match_id) WHERE ended_at IS NOT NULL;
