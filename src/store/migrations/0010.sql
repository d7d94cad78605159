-- From version 9 to version 10.
-- Captains write letters of their own. No tournament of an earlier version names one.
CREATE TABLE captain (
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  team          INTEGER NOT NULL CHECK (team > 0),
  address       TEXT NOT NULL CHECK (address <> ''),
  PRIMARY KEY (tournament_id, team)
) STRICT, WITHOUT ROWID;
CREATE INDEX captain_address ON captain(address);
