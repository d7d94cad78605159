-- From version 7 to version 8.
-- Rounds are paired one by one: a tournament has a record of its own in `event`, its next
-- round is found by the hour at which it is due, and a game may have the terms of its round.
ALTER TABLE tournament ADD COLUMN pairs_at TEXT;
CREATE INDEX tournament_pairs ON tournament(pairs_at) WHERE pairs_at IS NOT NULL;
CREATE TABLE event_8 (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  at            TEXT NOT NULL,
  game_id       INTEGER REFERENCES game(id),
  tournament_id INTEGER REFERENCES tournament(id),
  player_id     INTEGER REFERENCES player(id),
  event         TEXT NOT NULL CHECK (json_valid(event)),
  what          TEXT GENERATED ALWAYS AS (event ->> 'what') VIRTUAL,
  grounds       TEXT,
  cause         TEXT NOT NULL,
  note          TEXT NOT NULL DEFAULT '',
  CHECK (game_id IS NULL OR (player_id IS NULL AND tournament_id IS NULL)),
  CHECK (game_id IS NOT NULL OR player_id IS NOT NULL OR tournament_id IS NOT NULL)
) STRICT;
INSERT INTO event_8 (id, at, game_id, tournament_id, player_id, event, grounds, cause, note)
  SELECT id, at, game_id, tournament_id, player_id, event, grounds, cause, note FROM event;
DROP TABLE event;
ALTER TABLE event_8 RENAME TO event;
CREATE INDEX event_game ON event(game_id) WHERE game_id IS NOT NULL;
CREATE INDEX event_player ON event(player_id, tournament_id) WHERE player_id IS NOT NULL;
CREATE INDEX event_tournament ON event(tournament_id) WHERE tournament_id IS NOT NULL AND player_id IS NULL;
CREATE INDEX event_decision ON event(id) WHERE substr(cause, 1, 5) = 'order';
CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an event never changes'); END;
CREATE TRIGGER event_never_goes BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an event is never removed'); END;
CREATE TABLE game_8 (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  number        INTEGER NOT NULL CHECK (number > 0),
  round         INTEGER NOT NULL CHECK (round > 0),
  board         INTEGER NOT NULL CHECK (board > 0),
  white         INTEGER NOT NULL REFERENCES player(id),
  black         INTEGER NOT NULL REFERENCES player(id),
  start_fen     TEXT,
  starts_on     TEXT,
  ends_on       TEXT,
  status        TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting','active','paused','adjudication','finished')),
  result        TEXT CHECK (result IN ('1-0','0-1','1/2-1/2','+/-','-/+','-/-','0-0','*')),
  termination   TEXT,
  ply           INTEGER NOT NULL DEFAULT 0 CHECK (ply >= 0),
  turn          TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white','black')),
  last_move_day TEXT,
  last_event    INTEGER NOT NULL DEFAULT 0,
  due_at        TEXT,
  matters       INTEGER DEFAULT 0 CHECK (matters >= 0),
  UNIQUE (tournament_id, number),
  CHECK (white <> black),
  CHECK ((result IS NULL) = (termination IS NULL))
) STRICT;
INSERT INTO game_8 (id, tournament_id, number, round, board, white, black, start_fen, status, result, termination, ply, turn, last_move_day, last_event, due_at, matters)
  SELECT id, tournament_id, number, round, board, white, black, start_fen, status, result, termination, ply, turn, last_move_day, last_event, due_at, matters FROM game;
DROP TABLE game;
ALTER TABLE game_8 RENAME TO game;
CREATE INDEX game_due ON game(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX game_matters ON game(tournament_id, number) WHERE matters IS NOT 0;
CREATE INDEX game_white ON game(white, status);
CREATE INDEX game_black ON game(black, status);
