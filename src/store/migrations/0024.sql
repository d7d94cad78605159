-- From version 23 to version 24.
-- Which letters pass words of others on: of those before it is not known.
ALTER TABLE outbound ADD COLUMN passes_on INTEGER NOT NULL DEFAULT 1 CHECK (passes_on IN (0,1));
CREATE INDEX outbound_passes_on ON outbound(game_id, player_id, ply) WHERE passes_on = 1;
-- What was mailed for a browser is looked up before anything is written.
CREATE INDEX sign_in_browser ON sign_in(browser);
