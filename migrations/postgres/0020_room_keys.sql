-- Under which key somebody makes which room, on servers that share the rooms: said before the room is made, so that one key makes one
-- room whatever the servers know of each other. It counts as long as the room is open, or its server may still make it.
CREATE TABLE cluster_room_keys (
    player_id UUID NOT NULL,
    key TEXT NOT NULL,
    room_id UUID NOT NULL UNIQUE,
    node UUID NOT NULL,
    PRIMARY KEY (player_id, key)
);
