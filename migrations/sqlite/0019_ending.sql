-- Why a match is over, in the word of its record, and the clock of its table as a JSON text. Both are unknown of matches that ended
-- before: the record has the one too, but reading it is dear for a list, and finished matches are not changed.
ALTER TABLE matches ADD COLUMN ending TEXT;
ALTER TABLE matches ADD COLUMN clock TEXT;
