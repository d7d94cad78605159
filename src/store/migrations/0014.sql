-- From version 13 to version 14.
CREATE TABLE account (
  player_id INTEGER PRIMARY KEY REFERENCES player(id),
  password  TEXT NOT NULL,
  set_at    TEXT NOT NULL
) STRICT;
CREATE TABLE session (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  tag       BLOB NOT NULL UNIQUE,
  player_id INTEGER NOT NULL REFERENCES player(id),
  browser   TEXT NOT NULL,
  begun     TEXT NOT NULL,
  seen      TEXT NOT NULL,
  until     TEXT NOT NULL
) STRICT;
CREATE INDEX session_player ON session(player_id, id);
CREATE TABLE sign_in (
  tag       BLOB PRIMARY KEY,
  player_id INTEGER NOT NULL REFERENCES player(id),
  browser   BLOB NOT NULL,
  until     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE access_key (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  tag       BLOB NOT NULL UNIQUE,
  player_id INTEGER NOT NULL REFERENCES player(id),
  purpose   TEXT NOT NULL CHECK (purpose IN ('xfcc','api')),
  name      TEXT NOT NULL,
  made      TEXT NOT NULL,
  until     TEXT NOT NULL,
  used      TEXT
) STRICT;
CREATE INDEX access_key_player ON access_key(player_id, id);
CREATE TABLE heartbeat (
  began TEXT PRIMARY KEY,
  last  TEXT NOT NULL,
  CHECK (began <= last)
) STRICT, WITHOUT ROWID;
