-- From version 4 to version 5.
-- What an order at the console brings may wait for a daily letter too; and which games a
-- letter names that said what was owed is looked up with its token.
CREATE TABLE owed_5 (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  inbound_id  INTEGER REFERENCES inbound(id),
  sender_id   INTEGER NOT NULL REFERENCES player(id),
  player_id   INTEGER REFERENCES player(id),
  game_id     INTEGER REFERENCES game(id),
  begins      TEXT CHECK (begins IS NULL OR json_valid(begins)),
  notice      TEXT NOT NULL CHECK (json_valid(notice)),
  made_at     TEXT NOT NULL,
  settled     TEXT,
  outbound_id INTEGER REFERENCES outbound(id)
) STRICT;
INSERT INTO owed_5 (id, inbound_id, sender_id, player_id, game_id, begins, notice, made_at,
    settled, outbound_id)
  SELECT id, inbound_id, sender_id, player_id, game_id, begins, notice, made_at,
    settled, outbound_id FROM owed;
DROP TABLE owed;
ALTER TABLE owed_5 RENAME TO owed;
CREATE INDEX owed_open ON owed(sender_id, id) WHERE settled IS NULL;
CREATE INDEX owed_begins ON owed(id) WHERE begins IS NOT NULL;
CREATE INDEX owed_said ON owed(outbound_id) WHERE outbound_id IS NOT NULL;
