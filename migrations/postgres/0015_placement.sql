-- What the operator wants of servers that share the rooms: of one that it has no rooms, and of a shard which server has it.
ALTER TABLE nodes ADD COLUMN is_drained BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE shards ADD COLUMN wanted UUID;
