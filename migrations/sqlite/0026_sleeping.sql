-- Rooms that were closed because everybody had left, and that their link opens again for some hours. What such a room was is its floor.
CREATE TABLE sleeping_rooms (
    room_id BLOB PRIMARY KEY,
    creator_id BLOB NOT NULL,
    owner_id BLOB,
    left_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sleeping_rooms_by_creator ON sleeping_rooms (creator_id, left_at, room_id);
CREATE INDEX sleeping_rooms_by_owner ON sleeping_rooms (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX sleeping_rooms_by_time ON sleeping_rooms (left_at, room_id);
