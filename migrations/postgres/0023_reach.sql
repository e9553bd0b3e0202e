-- What a server says of itself with its heartbeats: how far it reaches over the bus, and whether it is ready. A server of an earlier
-- version does not say.
ALTER TABLE nodes ADD COLUMN reach TEXT;
ALTER TABLE nodes ADD COLUMN health TEXT;
