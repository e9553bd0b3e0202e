-- Rooms that were closed because everybody had left, and that their link opens again for some hours. What such a room was is its floor.
CREATE TABLE sleeping_rooms (
    room_id UUID PRIMARY KEY,
    creator_id UUID NOT NULL,
    owner_id UUID,
    left_at BIGINT NOT NULL
);
CREATE INDEX sleeping_rooms_by_creator ON sleeping_rooms (creator_id, left_at, room_id);
CREATE INDEX sleeping_rooms_by_owner ON sleeping_rooms (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX sleeping_rooms_by_time ON sleeping_rooms (left_at, room_id);
