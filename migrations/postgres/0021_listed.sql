-- All listed matches in the order of a list: what people ask for most, which would otherwise be merged from two streams for each game
-- there is.
CREATE INDEX matches_listed ON matches (listed, ended_at, match_id);
