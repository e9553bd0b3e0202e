-- The order in which listed matches become public, for all who follow it: a number that grows, counts no other match, and is given after the
-- match is stored. So whoever has seen a number has seen all that are lower, also where several servers store matches at the same time.
ALTER TABLE matches ADD COLUMN published BIGINT;
UPDATE matches SET published = numbered.number FROM (
    SELECT match_id, ROW_NUMBER() OVER (ORDER BY place, match_id) AS number FROM matches WHERE listed = TRUE
) AS numbered WHERE matches.match_id = numbered.match_id;
CREATE UNIQUE INDEX matches_published ON matches (published) WHERE published IS NOT NULL;
CREATE INDEX matches_published_by_variant ON matches (variant, published) WHERE published IS NOT NULL;
CREATE INDEX matches_unpublished ON matches (place, match_id) WHERE listed = TRUE AND published IS NULL;

-- The highest number that was given, also if its match was deleted since. Whoever gives numbers locks this row.
CREATE TABLE publication (
    only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
    last BIGINT NOT NULL
);
INSERT INTO publication (only_row, last) SELECT 1, COALESCE(MAX(published), 0) FROM matches;
