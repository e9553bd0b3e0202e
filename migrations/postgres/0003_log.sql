-- The part of the rooms that a room is in: rooms of one part have one owner.
ALTER TABLE rooms ADD COLUMN shard INTEGER NOT NULL GENERATED ALWAYS AS (get_byte(uuid_send(room_id), 0)) STORED;
ALTER TABLE room_log ADD COLUMN shard INTEGER NOT NULL GENERATED ALWAYS AS (get_byte(uuid_send(room_id), 0)) STORED;

-- What a room was at some row of its log: it is replayed from there, and rows below are gone. As secret as the log.
CREATE TABLE room_floors (
    room_id UUID PRIMARY KEY,
    below BIGINT NOT NULL,
    body TEXT NOT NULL
);
