-- Puzzles: decisions of finished public matches with a clear answer, each with what its seat saw. A puzzle goes with its match, and with the
-- person who decided.
CREATE TABLE puzzles (
    puzzle_id UUID NOT NULL PRIMARY KEY,
    match_id UUID NOT NULL,
    seat BIGINT NOT NULL,
    action BIGINT NOT NULL,
    -- Who decided; null for a bot.
    player_id UUID REFERENCES guests ON DELETE CASCADE,
    puzzle BYTEA NOT NULL,
    coding BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    -- Whether it was evaluated once more because of a report.
    settled BOOLEAN NOT NULL DEFAULT FALSE,
    -- The day since 1970 (UTC) whose puzzle it is or was last; null until then, -1 of what is none any more.
    day BIGINT
);
CREATE UNIQUE INDEX puzzles_by_decision ON puzzles (match_id, seat, action);
CREATE INDEX puzzles_by_day ON puzzles (day, made_at, puzzle_id) WHERE day IS NOT NULL;
CREATE INDEX puzzles_without_day ON puzzles (made_at, puzzle_id) WHERE day IS NULL;
CREATE INDEX puzzles_by_player ON puzzles (player_id) WHERE player_id IS NOT NULL;
