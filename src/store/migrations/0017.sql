-- From version 16 to version 17.
-- What comes in a game by itself is kept with its summary: what is to come need not be
-- worked out of its record.
ALTER TABLE game ADD COLUMN ahead TEXT;
