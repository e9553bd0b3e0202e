-- People who had themselves forgotten, until nothing that is stored names them any more.
CREATE TABLE forgotten (
    player_id BLOB PRIMARY KEY,
    forgotten_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
