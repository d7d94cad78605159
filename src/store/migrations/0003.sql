-- From version 2 to version 3.

-- A starting number may pass to another player: only one holds it at a time.
CREATE TABLE entry_3 (
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  player_id     INTEGER NOT NULL REFERENCES player(id),
  start_number  INTEGER NOT NULL CHECK (start_number > 0),
  withdrawn_at  TEXT,
  replaced_at   TEXT,
  PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO entry_3 (tournament_id, player_id, start_number, withdrawn_at)
  SELECT tournament_id, player_id, start_number, withdrawn_at FROM entry;
DROP TABLE entry;
ALTER TABLE entry_3 RENAME TO entry;
CREATE INDEX entry_player ON entry(player_id, tournament_id);
CREATE UNIQUE INDEX entry_number ON entry(tournament_id, start_number) WHERE replaced_at IS NULL;

-- A game may be left out of the table: its result is then '*'.
CREATE TABLE game_3 (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  number        INTEGER NOT NULL CHECK (number > 0),
  round         INTEGER NOT NULL CHECK (round > 0),
  board         INTEGER NOT NULL CHECK (board > 0),
  white         INTEGER NOT NULL REFERENCES player(id),
  black         INTEGER NOT NULL REFERENCES player(id),
  start_fen     TEXT,
  status        TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting','active','paused','adjudication','finished')),
  result        TEXT CHECK (result IN ('1-0','0-1','1/2-1/2','+/-','-/+','-/-','0-0','*')),
  termination   TEXT,
  ply           INTEGER NOT NULL DEFAULT 0 CHECK (ply >= 0),
  turn          TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white','black')),
  last_move_day TEXT,
  last_event    INTEGER NOT NULL DEFAULT 0,
  due_at        TEXT,
  UNIQUE (tournament_id, number),
  CHECK (white <> black),
  CHECK ((result IS NULL) = (termination IS NULL))
) STRICT;
INSERT INTO game_3 SELECT id, tournament_id, number, round, board, white, black, start_fen,
  status, result, termination, ply, turn, last_move_day, last_event, due_at FROM game;
DROP TABLE game;
ALTER TABLE game_3 RENAME TO game;
CREATE INDEX game_due ON game(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX game_white ON game(white, status);
CREATE INDEX game_black ON game(black, status);

-- What waits for the arbiter, so that asking for it need not read every game. The
-- games of which something may wait are counted when they are next looked at.
ALTER TABLE game ADD COLUMN matters INTEGER DEFAULT 0 CHECK (matters >= 0);
UPDATE game SET matters = NULL
  WHERE status IN ('paused','adjudication')
     OR id IN (SELECT game_id FROM event
               WHERE what IN ('matter-opened','silence-reported','time-exceeded','protested'));
CREATE INDEX game_matters ON game(tournament_id, number) WHERE matters IS NOT 0;

-- Letters that did not leave.
CREATE INDEX outbound_failed ON outbound(composed) WHERE state = 'failed';

-- Messages that somebody should look at.
CREATE INDEX inbound_aside ON inbound(kept_at) WHERE verdict IN ('malformed','unverified');

-- Arbiters write too: who is one is looked up for every letter, and codes go to them.
CREATE INDEX tournament_arbiter ON tournament(lower(facts ->> '$.arbiter.email'));
CREATE INDEX challenge_arbiter ON challenge(address, id) WHERE player_id IS NULL;

-- What the arbiter did to a tournament before its start.
CREATE TABLE amendment (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  at            TEXT NOT NULL,
  what          TEXT NOT NULL CHECK (what <> ''),
  change        TEXT NOT NULL CHECK (json_valid(change)),
  who           TEXT NOT NULL,
  reason        TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX amendment_tournament ON amendment(tournament_id, id);
CREATE TRIGGER amendment_never_changes BEFORE UPDATE ON amendment
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an amendment never changes'); END;
CREATE TRIGGER amendment_never_goes BEFORE DELETE ON amendment
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an amendment is never removed'); END;

-- The arbiter's decisions, to list them.
CREATE INDEX event_decision ON event(id) WHERE substr(cause, 1, 5) = 'order';

-- The final table goes to the players once; those of tournaments that are over already
-- have their results.
ALTER TABLE tournament ADD COLUMN told_at TEXT;
UPDATE tournament SET told_at = finished_at WHERE status = 'finished';
CREATE INDEX tournament_untold ON tournament(finished_at) WHERE status = 'finished' AND told_at IS NULL;
