-- What a person's reviewed matches call inaccuracies, mistakes and blunders of theirs, in the order of the places of the matches. They go with
-- the review, with the match, and with the person.
CREATE TABLE mistakes (
    player_id UUID NOT NULL REFERENCES guests ON DELETE CASCADE,
    place BIGINT NOT NULL,
    match_id UUID NOT NULL,
    seat BIGINT NOT NULL,
    action BIGINT NOT NULL,
    variant TEXT NOT NULL,
    kind TEXT NOT NULL,
    mistake TEXT NOT NULL,
    PRIMARY KEY (player_id, place, match_id, seat, action)
);
CREATE INDEX mistakes_by_match ON mistakes (match_id, seat);
