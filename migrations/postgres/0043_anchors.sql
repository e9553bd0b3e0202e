-- The ranks of the computer players of a rated match, as JSON. Null where an earlier version stored the match.
ALTER TABLE rated_matches ADD COLUMN anchor_ranks TEXT;
