-- From version 2 to version 3.

-- What waits for the arbiter, so that asking for it need not read every game. The
-- games of which something may wait are counted when they are next looked at.
ALTER TABLE game ADD COLUMN matters INTEGER DEFAULT 0 CHECK (matters >= 0);
UPDATE game SET matters = NULL
  WHERE status IN ('paused','adjudication')
     OR id IN (SELECT game_id FROM event
               WHERE what IN ('matter-opened','silence-reported','time-exceeded','protested'));
CREATE INDEX game_matters ON game(tournament_id, number) WHERE matters IS NOT 0;

-- Messages that somebody should look at.
CREATE INDEX inbound_aside ON inbound(kept_at) WHERE verdict IN ('malformed','unverified');

-- Arbiters write too: who is one is looked up for every letter, and codes go to them.
CREATE INDEX tournament_arbiter ON tournament(lower(facts ->> '$.arbiter.email'));
CREATE INDEX challenge_arbiter ON challenge(address, id) WHERE player_id IS NULL;
