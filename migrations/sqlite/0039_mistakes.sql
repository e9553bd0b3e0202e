-- What a person's reviewed matches call inaccuracies, mistakes and blunders of theirs, in the order of the places of the matches. They go with
-- the review, with the match, and with the person.
CREATE TABLE mistakes (
    player_id BLOB NOT NULL REFERENCES guests ON DELETE CASCADE,
    place INTEGER NOT NULL,
    match_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    action INTEGER NOT NULL,
    variant TEXT NOT NULL,
    kind TEXT NOT NULL,
    mistake TEXT NOT NULL,
    PRIMARY KEY (player_id, place, match_id, seat, action)
) STRICT, WITHOUT ROWID;
CREATE INDEX mistakes_by_match ON mistakes (match_id, seat);
