-- Cancelled starts go with their room: those of rooms that are no more were left behind.
DELETE FROM cancelled_starts WHERE room_id NOT IN (SELECT room_id FROM rooms);
