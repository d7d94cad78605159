-- From version 5 to version 6.
-- Players without e-mail are reached by post: what is composed for them waits for paper,
-- is printed, and is posted; no loop that sends sees it.
CREATE TABLE outbound_6 (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  kind          TEXT NOT NULL,
  game_id       INTEGER REFERENCES game(id),
  player_id     INTEGER REFERENCES player(id),
  to_address    TEXT CHECK (to_address <> ''),
  subject       TEXT NOT NULL,
  message_id    TEXT NOT NULL UNIQUE,
  reply_token   TEXT UNIQUE,
  ply           INTEGER,
  token_void    INTEGER NOT NULL DEFAULT 0 CHECK (token_void IN (0,1)),
  begins        TEXT CHECK (begins IS NULL OR json_valid(begins)),
  state         TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','sent','deferred','failed','print','printed','posted')),
  attempts      INTEGER NOT NULL DEFAULT 0,
  composed      TEXT NOT NULL,
  not_before    TEXT NOT NULL,
  sent          TEXT,
  trouble       TEXT NOT NULL DEFAULT '',
  in_reply_to   INTEGER REFERENCES inbound(id),
  used          TEXT,
  returned      INTEGER NOT NULL DEFAULT 0 CHECK (returned >= 0),
  printed       TEXT,
  batch         INTEGER CHECK (batch > 0),
  posted        TEXT,
  registered    TEXT,
  CHECK ((state = 'sent') = (sent IS NOT NULL)),
  CHECK ((state = 'posted') = (posted IS NOT NULL)),
  CHECK (to_address IS NOT NULL OR state IN ('print','printed','posted','failed')),
  CHECK (to_address IS NULL OR state IN ('queued','sent','deferred','failed'))
) STRICT;
INSERT INTO outbound_6 (id, kind, game_id, player_id, to_address, subject, message_id, reply_token, ply, token_void,
    begins, state, attempts, composed, not_before, sent, trouble, in_reply_to, used, returned)
  SELECT id, kind, game_id, player_id, to_address, subject, message_id, reply_token, ply, token_void,
    begins, state, attempts, composed, not_before, sent, trouble, in_reply_to, used, returned FROM outbound;
DROP TABLE outbound;
ALTER TABLE outbound_6 RENAME TO outbound;
CREATE INDEX outbound_paper ON outbound(id) WHERE state IN ('print','printed');
CREATE INDEX outbound_waiting ON outbound(id, not_before) WHERE state IN ('queued','deferred');
CREATE INDEX outbound_failed ON outbound(composed) WHERE state = 'failed';
CREATE INDEX outbound_game ON outbound(game_id, player_id) WHERE game_id IS NOT NULL;
CREATE INDEX outbound_returned ON outbound(player_id) WHERE returned > 0;
CREATE INDEX outbound_answers ON outbound(in_reply_to) WHERE in_reply_to IS NOT NULL;
CREATE TABLE player_6 (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL CHECK (name <> ''),
  email       TEXT CHECK (email <> ''),
  address_key TEXT UNIQUE,
  postal      TEXT CHECK (postal <> ''),
  language    TEXT NOT NULL CHECK (language GLOB '[a-z][a-z]'),
  rating      INTEGER,
  federation  TEXT,
  style       TEXT NOT NULL DEFAULT 'full' CHECK (style IN ('full','text','pgn','short')),
  wishes      TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(wishes)),
  hard_bounces  INTEGER NOT NULL DEFAULT 0 CHECK (hard_bounces >= 0),
  failing_since TEXT,
  CHECK ((email IS NULL) = (address_key IS NULL)),
  CHECK (email IS NOT NULL OR postal IS NOT NULL)
) STRICT;
INSERT INTO player_6 (id, name, email, address_key, language, rating, federation, style, wishes,
    hard_bounces, failing_since)
  SELECT id, name, email, address_key, language, rating, federation, style, wishes,
    hard_bounces, failing_since FROM player;
DROP TABLE player;
ALTER TABLE player_6 RENAME TO player;
