-- From version 3 to version 4.

-- The mail servers of the configuration: since when one of them is asked in vain.
CREATE TABLE server (
  role     TEXT NOT NULL PRIMARY KEY CHECK (role IN ('inbox','outbox')),  -- what it is there for
  name     TEXT NOT NULL,             -- host and port
  asked    TEXT,                      -- since when it was asked and has not answered; NULL: it answered the last time
  answered TEXT,                      -- when it last answered; NULL: never
  trouble  TEXT NOT NULL DEFAULT ''   -- why it could not be used
) STRICT, WITHOUT ROWID;

-- Tokens are known by their keyed hash too, where their letters are lost.
ALTER TABLE thread ADD COLUMN spent_ply INTEGER NOT NULL DEFAULT -1;
CREATE TABLE lost_token (
  nonce TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
-- Looks into the mailbox that were complete.
CREATE TABLE look (
  what   TEXT NOT NULL PRIMARY KEY CHECK (what IN ('fetched','ruled')),
  began  TEXT NOT NULL,
  ended  TEXT NOT NULL,
  newest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO look (what, began, ended, newest)
  SELECT 'fetched', value, value, 0 FROM meta WHERE key = 'last-complete-poll';
DELETE FROM meta WHERE key = 'last-complete-poll';

-- What a limit holds back is owed, not dropped.
CREATE TABLE owed (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  inbound_id  INTEGER NOT NULL REFERENCES inbound(id),
  sender_id   INTEGER NOT NULL REFERENCES player(id),
  player_id   INTEGER REFERENCES player(id),
  game_id     INTEGER REFERENCES game(id),
  begins      TEXT CHECK (begins IS NULL OR json_valid(begins)),
  notice      TEXT NOT NULL CHECK (json_valid(notice)),
  made_at     TEXT NOT NULL,
  settled     TEXT,
  outbound_id INTEGER REFERENCES outbound(id)
) STRICT;
CREATE INDEX owed_open ON owed(sender_id, id) WHERE settled IS NULL;
CREATE INDEX owed_begins ON owed(id) WHERE begins IS NOT NULL;

-- Whether a letter of ours arrived: its token came back, or it came back itself.
ALTER TABLE outbound ADD COLUMN used TEXT;
ALTER TABLE outbound ADD COLUMN returned INTEGER NOT NULL DEFAULT 0 CHECK (returned >= 0);
CREATE INDEX outbound_returned ON outbound(player_id) WHERE returned > 0;

-- What a player wrote before, and since.
CREATE INDEX inbound_from ON inbound(from_address, arrived, id);
