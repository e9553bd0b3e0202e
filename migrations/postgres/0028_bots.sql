-- The engine of a guest who has declared itself a bot, and its version: both or neither.
ALTER TABLE guests ADD COLUMN bot_engine TEXT;
ALTER TABLE guests ADD COLUMN bot_version TEXT;
