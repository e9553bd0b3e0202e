-- Servers that share the rooms, one row for each start of one. Only the key is a key: whoever appends keeps the row, and a
-- heartbeat changes another column.
CREATE TABLE nodes (
    node UUID PRIMARY KEY,
    name TEXT NOT NULL,
    build TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'leaving', 'fenced')),
    beat BIGINT NOT NULL,
    beat_at BIGINT NOT NULL
);

-- Which of them has which part of the rooms; `moved` grows with every change. A server that has the lease alone has all.
CREATE TABLE shards (
    shard INTEGER PRIMARY KEY CHECK (shard BETWEEN 0 AND 255),
    node UUID,
    moved BIGINT NOT NULL
);
INSERT INTO shards (shard, node, moved) SELECT shard, NULL, 0 FROM generate_series(0, 255) AS shard;
