-- From version 16 to version 17.
-- What comes in a game by itself is kept with its summary: what is to come need not be
-- worked out of its record. Games that are not over are counted by an index.
ALTER TABLE game ADD COLUMN ahead TEXT;
CREATE INDEX game_open ON game(tournament_id) WHERE status <> 'finished';
