-- From version 3 to version 4.

-- Codes are listed together, each with its own; acts are asked back by one word; what
-- strangers name is seen; officials are senders in their own right.
ALTER TABLE challenge ADD COLUMN told_at TEXT;
ALTER TABLE challenge ADD COLUMN game_id INTEGER REFERENCES game(id);
ALTER TABLE challenge ADD COLUMN ply INTEGER;
ALTER TABLE challenge ADD COLUMN aside_by INTEGER REFERENCES inbound(id);
ALTER TABLE challenge ADD COLUMN told_in INTEGER;
UPDATE challenge SET told_at = made_at;
CREATE INDEX challenge_list ON challenge(told_in) WHERE told_in IS NOT NULL;
CREATE INDEX challenge_untold ON challenge(id) WHERE told_at IS NULL AND used_at IS NULL;

CREATE TABLE question (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  player_id  INTEGER NOT NULL REFERENCES player(id),
  inbound_id INTEGER NOT NULL REFERENCES inbound(id),
  game_id    INTEGER REFERENCES game(id),
  what       TEXT NOT NULL CHECK (json_valid(what)),
  asked_at   TEXT NOT NULL,
  until      TEXT NOT NULL,
  closed_at  TEXT
) STRICT;
CREATE INDEX question_inbound ON question(inbound_id);

CREATE TABLE named (
  inbound_id    INTEGER NOT NULL REFERENCES inbound(id),
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  game_id       INTEGER REFERENCES game(id),
  player_id     INTEGER REFERENCES player(id)
) STRICT;
CREATE INDEX named_inbound ON named(inbound_id);
CREATE INDEX named_game ON named(game_id, inbound_id) WHERE game_id IS NOT NULL;
CREATE INDEX named_tournament ON named(tournament_id, inbound_id);

CREATE INDEX tournament_appeals ON tournament(lower(facts ->> '$.appeals.email'));
CREATE INDEX tournament_adjudicator ON tournament(lower(facts ->> '$.adjudicator.email'));
CREATE INDEX inbound_strange ON inbound(kept_at) WHERE verdict = 'unknown-sender';
