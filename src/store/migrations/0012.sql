-- From version 11 to version 12.
-- Entries for tournaments that are open for them, sealed under a key a row.
CREATE TABLE application (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  number        INTEGER NOT NULL CHECK (number > 0),
  inbound_id    INTEGER REFERENCES inbound(id),
  made_at       TEXT NOT NULL,
  tag           BLOB,
  person        BLOB NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('unverified','asked','applied','admitted','waiting','refused','withdrawn')),
  seen          INTEGER NOT NULL DEFAULT 0 CHECK (seen IN (0,1)),
  paid          INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0,1)),
  code          TEXT UNIQUE,
  asked_at      TEXT,
  player_id     INTEGER REFERENCES player(id),
  settled_at    TEXT,
  erased_at     TEXT,
  UNIQUE (tournament_id, number),
  CHECK ((state = 'asked') <= (asked_at IS NOT NULL))
) STRICT;
CREATE INDEX application_tag ON application(tag) WHERE tag IS NOT NULL;
CREATE INDEX application_state ON application(tournament_id, state);
CREATE TABLE application_key (
  application_id INTEGER NOT NULL PRIMARY KEY REFERENCES application(id),
  key            BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;
