-- From version 1 to version 2.

-- Addresses that letters come back from.
ALTER TABLE player ADD COLUMN hard_bounces INTEGER NOT NULL DEFAULT 0 CHECK (hard_bounces >= 0);
ALTER TABLE player ADD COLUMN failing_since TEXT;

-- Answers are counted by the hour too, and by game. Yesterday's counters mean nothing.
DROP TABLE answer;
CREATE TABLE answer (
  period TEXT NOT NULL,
  scope  TEXT NOT NULL,
  count  INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (period, scope)
) STRICT, WITHOUT ROWID;

-- A letter is compared with the codes of its sender.
CREATE INDEX challenge_player ON challenge(player_id, id) WHERE player_id IS NOT NULL;
