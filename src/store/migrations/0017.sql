-- From version 16 to version 17.
-- What comes in a game by itself is kept with its summary: what is to come need not be
-- worked out of its record. Games that are not over are counted by an index, and
-- that of what is due tells the games too.
ALTER TABLE game ADD COLUMN ahead TEXT;
CREATE INDEX game_open ON game(tournament_id) WHERE status <> 'finished';
DROP INDEX game_due;
CREATE INDEX game_due ON game(due_at, tournament_id, number) WHERE due_at IS NOT NULL;
