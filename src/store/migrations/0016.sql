-- From version 15 to version 16.
CREATE TABLE own_note (
  player_id INTEGER NOT NULL REFERENCES player(id),
  game_id   INTEGER NOT NULL REFERENCES game(id),
  text      TEXT NOT NULL CHECK (text <> ''),
  PRIMARY KEY (player_id, game_id)
) STRICT, WITHOUT ROWID;
