CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE player (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL CHECK (name <> ''),
  email       TEXT NOT NULL CHECK (email <> ''),
  address_key TEXT NOT NULL UNIQUE,
  language    TEXT NOT NULL CHECK (language IN ('ru','en','uk','pl')),
  rating      INTEGER,
  federation  TEXT,
  style       TEXT NOT NULL DEFAULT 'full' CHECK (style IN ('full','text','pgn'))
) STRICT;
CREATE TABLE tournament (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  code        TEXT NOT NULL UNIQUE,
  name        TEXT NOT NULL,
  file        TEXT NOT NULL CHECK (json_valid(file)),
  facts       TEXT NOT NULL CHECK (json_valid(facts)),
  status      TEXT NOT NULL DEFAULT 'planned' CHECK (status IN ('planned','started','finished')),
  added_at    TEXT NOT NULL,
  started_at  TEXT,
  finished_at TEXT,
  shrunk_at   TEXT
) STRICT;
CREATE TABLE entry (
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  player_id     INTEGER NOT NULL REFERENCES player(id),
  start_number  INTEGER NOT NULL CHECK (start_number > 0),
  withdrawn_at  TEXT,
  PRIMARY KEY (tournament_id, player_id),
  UNIQUE (tournament_id, start_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_player ON entry(player_id, tournament_id);
CREATE TABLE game (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  number        INTEGER NOT NULL CHECK (number > 0),
  round         INTEGER NOT NULL CHECK (round > 0),
  board         INTEGER NOT NULL CHECK (board > 0),
  white         INTEGER NOT NULL REFERENCES player(id),
  black         INTEGER NOT NULL REFERENCES player(id),
  start_fen     TEXT,
  status        TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting','active','paused','adjudication','finished')),
  result        TEXT CHECK (result IN ('1-0','0-1','1/2-1/2','+/-','-/+','-/-','0-0')),
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
CREATE INDEX game_due ON game(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX game_white ON game(white, status);
CREATE INDEX game_black ON game(black, status);
CREATE TABLE event (
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
  CHECK ((game_id IS NULL) <> (player_id IS NULL))
) STRICT;
CREATE INDEX event_game ON event(game_id) WHERE game_id IS NOT NULL;
CREATE INDEX event_player ON event(player_id, tournament_id) WHERE player_id IS NOT NULL;
CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an event never changes'); END;
CREATE TRIGGER event_never_goes BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an event is never removed'); END;
CREATE TABLE leave (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  player_id     INTEGER NOT NULL REFERENCES player(id),
  tournament_id INTEGER REFERENCES tournament(id),
  from_day      TEXT NOT NULL,
  to_day        TEXT NOT NULL,
  announced_at  TEXT NOT NULL,
  granted       INTEGER NOT NULL CHECK (granted IN (0,1))
) STRICT;
CREATE INDEX leave_player ON leave(player_id, tournament_id);
CREATE INDEX leave_days ON leave(to_day, from_day);
CREATE TABLE inbound (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  transport_key TEXT UNIQUE,
  content_hash  BLOB NOT NULL,
  text_hash     BLOB,
  message_id    TEXT,
  from_address  TEXT NOT NULL DEFAULT '',
  subject       TEXT NOT NULL DEFAULT '',
  arrived       TEXT NOT NULL,
  kept_at       TEXT NOT NULL,
  kind          TEXT NOT NULL DEFAULT '',
  state         TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending','done')),
  attempts      INTEGER NOT NULL DEFAULT 0,
  verdict       TEXT,
  game_id       INTEGER REFERENCES game(id),
  games         TEXT,
  requests      TEXT CHECK (requests IS NULL OR json_valid(requests)),
  note          TEXT NOT NULL DEFAULT '',
  CHECK ((state = 'done') = (verdict IS NOT NULL))
) STRICT;
CREATE INDEX inbound_pending ON inbound(arrived, id) WHERE state = 'pending';
CREATE INDEX inbound_message ON inbound(message_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbound_content ON inbound(content_hash);
CREATE INDEX inbound_game ON inbound(game_id) WHERE game_id IS NOT NULL;
CREATE TABLE inbound_letter (
  id     INTEGER PRIMARY KEY REFERENCES inbound(id),
  size   INTEGER NOT NULL,
  bytes  BLOB NOT NULL
) STRICT;
CREATE TABLE inbound_archive (
  id     INTEGER PRIMARY KEY REFERENCES inbound(id),
  form   TEXT NOT NULL CHECK (form IN ('archived','envelope')),
  size   INTEGER NOT NULL,
  hash   BLOB NOT NULL,
  bundle INTEGER NOT NULL REFERENCES bundle(id),
  start  INTEGER NOT NULL,
  length INTEGER NOT NULL
) STRICT;
CREATE INDEX inbound_archive_bundle ON inbound_archive(bundle);
CREATE TABLE outbound (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  kind          TEXT NOT NULL,
  game_id       INTEGER REFERENCES game(id),
  player_id     INTEGER REFERENCES player(id),
  to_address    TEXT NOT NULL CHECK (to_address <> ''),
  subject       TEXT NOT NULL,
  message_id    TEXT NOT NULL UNIQUE,
  reply_token   TEXT UNIQUE,
  ply           INTEGER,
  token_void    INTEGER NOT NULL DEFAULT 0 CHECK (token_void IN (0,1)),
  begins        TEXT CHECK (begins IS NULL OR json_valid(begins)),
  state         TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','sent','deferred','failed')),
  attempts      INTEGER NOT NULL DEFAULT 0,
  composed      TEXT NOT NULL,
  not_before    TEXT NOT NULL,
  sent          TEXT,
  trouble       TEXT NOT NULL DEFAULT '',
  in_reply_to   INTEGER REFERENCES inbound(id),
  CHECK ((state = 'sent') = (sent IS NOT NULL))
) STRICT;
CREATE INDEX outbound_waiting ON outbound(id, not_before) WHERE state IN ('queued','deferred');
CREATE INDEX outbound_game ON outbound(game_id, player_id) WHERE game_id IS NOT NULL;
CREATE INDEX outbound_answers ON outbound(in_reply_to) WHERE in_reply_to IS NOT NULL;
CREATE TABLE outbound_letter (
  id     INTEGER PRIMARY KEY REFERENCES outbound(id),
  size   INTEGER NOT NULL,
  bytes  BLOB NOT NULL
) STRICT;
CREATE TABLE outbound_archive (
  id     INTEGER PRIMARY KEY REFERENCES outbound(id),
  form   TEXT NOT NULL CHECK (form IN ('archived','envelope')),
  size   INTEGER NOT NULL,
  hash   BLOB NOT NULL,
  bundle INTEGER NOT NULL REFERENCES bundle(id),
  start  INTEGER NOT NULL,
  length INTEGER NOT NULL
) STRICT;
CREATE INDEX outbound_archive_bundle ON outbound_archive(bundle);
CREATE TABLE bundle (
  id      INTEGER PRIMARY KEY,
  game_id INTEGER REFERENCES game(id),
  form    TEXT NOT NULL CHECK (form IN ('whole','envelope')),
  newest  TEXT NOT NULL,
  size    INTEGER NOT NULL,
  bytes   BLOB NOT NULL
) STRICT;
CREATE INDEX bundle_game ON bundle(game_id, form);
CREATE TABLE part (
  id    INTEGER PRIMARY KEY,
  hash  BLOB NOT NULL UNIQUE,
  size  INTEGER NOT NULL,
  uses  INTEGER NOT NULL CHECK (uses > 0),
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE thread (
  game_id    INTEGER NOT NULL REFERENCES game(id),
  player_id  INTEGER NOT NULL REFERENCES player(id),
  root       TEXT NOT NULL,
  last       TEXT NOT NULL,
  last_id    INTEGER NOT NULL REFERENCES outbound(id),
  move_id    INTEGER REFERENCES outbound(id),
  spent_to   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (game_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE challenge (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  code       TEXT NOT NULL UNIQUE,
  player_id  INTEGER REFERENCES player(id),
  address    TEXT NOT NULL,
  inbound_id INTEGER REFERENCES inbound(id),
  what       TEXT NOT NULL CHECK (json_valid(what)),
  made_at    TEXT NOT NULL,
  until      TEXT NOT NULL,
  used_at    TEXT
) STRICT;
CREATE INDEX challenge_inbound ON challenge(inbound_id) WHERE inbound_id IS NOT NULL;
CREATE TABLE answer (
  day     TEXT NOT NULL,
  address TEXT NOT NULL,
  count   INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, address)
) STRICT, WITHOUT ROWID;
