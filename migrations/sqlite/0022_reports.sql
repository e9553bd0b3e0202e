-- The earlier reports of the same room with which the lines of chat before `chat` are stored, as a JSON list of their ids in the order of the
-- lines, so that a line is stored once. Null if a report has all its lines itself, as all have that were made before.
ALTER TABLE reports ADD COLUMN earlier TEXT;
