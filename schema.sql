-- The database of a club's home, as it is today. A new home is made from this
-- file; older homes are brought up by src/store/migrations/, and a test proves
-- that both roads meet.
--
-- Instants are RFC 3339 in UTC with whole seconds ('2026-01-10T12:00:00Z'), days
-- are ISO dates in the tournament's zone. Both sort as text.
-- Nothing is deleted or rewritten but summaries, queues and counters; what
-- happened stands in `event`, and `postchess verify` rebuilds every game from it.

-- Single values of the club.
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,  -- what it is
  value TEXT NOT NULL               -- its value, as text
) STRICT, WITHOUT ROWID;

-- The mail servers of the configuration: since when one of them is asked in vain.
CREATE TABLE server (
  role     TEXT NOT NULL PRIMARY KEY CHECK (role IN ('inbox','outbox')),  -- what it is there for
  name     TEXT NOT NULL,             -- host and port
  asked    TEXT,                      -- since when it was asked and has not answered; NULL: it answered the last time
  answered TEXT,                      -- when it last answered; NULL: never
  trouble  TEXT NOT NULL DEFAULT ''   -- why it could not be used
) STRICT, WITHOUT ROWID;

-- Looks into the mailbox that were complete: nothing was left there, all is kept.
-- What falls due at an hour is declared only after a look that began then or later.
CREATE TABLE look (
  what   TEXT NOT NULL PRIMARY KEY CHECK (what IN ('fetched','ruled')),  -- the last one; the last before it of which all is ruled
  began  TEXT NOT NULL,     -- the hour before the mailbox was asked for anything
  ended  TEXT NOT NULL,     -- the hour at which the last letter was kept
  newest INTEGER NOT NULL   -- the newest message then: all that it brought has no greater number
) STRICT, WITHOUT ROWID;

-- Keys of persons: what is sealed under one can be read only while the key is there. To erase
-- a person, the key is destroyed: no line of the archive has it, but a file beside them.
CREATE TABLE person_key (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,  -- number, by which what is sealed names it
  address TEXT UNIQUE CHECK (address <> ''),  -- whose it is, in lower case; NULL: whose address is not known, or destroyed
  key     BLOB CHECK (length(key) = 32),      -- 32 bytes of chance; NULL: it is gone
  gone    TEXT CHECK (gone IN ('destroyed','lost')),  -- why: by order, or nowhere to be found at a restore
  CHECK ((key IS NULL) = (gone IS NOT NULL))
) STRICT;

-- Persons. The same address is the same player in every tournament; who has none is
-- known by name and postal address.
CREATE TABLE player (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- printed in letters and reports, never reused
  name        TEXT NOT NULL CHECK (name <> ''),   -- as first entered
  email       TEXT CHECK (email <> ''),           -- the registered address, as written; NULL: reached by post alone
  address_key TEXT UNIQUE,                        -- the address in lower case, by which a sender is found
  postal      BLOB CHECK (length(postal) > 0),    -- the postal address, a line each, sealed; for the arbiter and who needs it alone
  language    TEXT NOT NULL CHECK (language GLOB '[a-z][a-z]'),  -- of the letters to this player (ISO 639-1)
  rating      INTEGER,                            -- as first entered, where known
  federation  TEXT,                               -- three letters, where known
  style       TEXT NOT NULL DEFAULT 'full' CHECK (style IN ('full','text') OR style IN ('pgn','short')),  -- of the letters, FORMAT …
  wishes      TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(wishes)),  -- what else the player wishes of them, as JSON: WARN …
  hard_bounces  INTEGER NOT NULL DEFAULT 0 CHECK (hard_bounces >= 0),  -- letters that came back for good since the player last wrote
  failing_since TEXT,                             -- since when the address counts as failing; NULL: it does not
  key_id      INTEGER REFERENCES person_key(id),  -- under which the postal address is sealed
  CHECK ((postal IS NOT NULL) <= (key_id IS NOT NULL)),
  CHECK ((email IS NULL) = (address_key IS NULL)),
  CHECK (email IS NOT NULL OR postal IS NOT NULL)
) STRICT;

-- Tournaments.
CREATE TABLE tournament (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- number in this home
  code        TEXT NOT NULL UNIQUE,               -- the first half of its games' names
  name        TEXT NOT NULL,                      -- as printed
  file        TEXT NOT NULL CHECK (json_valid(file)),   -- the whole tournament file, as JSON
  facts       TEXT NOT NULL CHECK (json_valid(facts)),  -- what deciding about a game needs of it, as JSON
  status      TEXT NOT NULL DEFAULT 'planned' CHECK (status IN ('planned','started') OR status IN ('finished')),  -- where it stands
  added_at    TEXT NOT NULL,                      -- when the file was read
  started_at  TEXT,                               -- when the start letters were queued
  finished_at TEXT,                               -- when its last game ended
  shrunk_at   TEXT,                               -- when its letters were cut to their envelopes
  told_at     TEXT,                               -- when its final table went to the players; NULL: it has not
  reports_due TEXT,                               -- when the next player is asked for a report (55.1.2); NULL: none is
  pairs_at    TEXT                                -- when its next round is to be paired; NULL: none is
) STRICT;
CREATE INDEX tournament_untold ON tournament(finished_at) WHERE status = 'finished' AND told_at IS NULL;
CREATE INDEX tournament_reports ON tournament(reports_due) WHERE reports_due IS NOT NULL AND status = 'started';
CREATE INDEX tournament_pairs ON tournament(pairs_at) WHERE pairs_at IS NOT NULL;
CREATE INDEX tournament_cycle ON tournament(file ->> '$.stage.cycle') WHERE file ->> '$.stage.cycle' IS NOT NULL;
CREATE INDEX tournament_arbiter ON tournament(lower(facts ->> '$.arbiter.email'));
CREATE INDEX tournament_appeals ON tournament(lower(facts ->> '$.appeals.email'));
CREATE INDEX tournament_adjudicator ON tournament(lower(facts ->> '$.adjudicator.email'));

-- Who plays in which tournament. A player whose place another has taken over keeps
-- a row, for the games he finished.
CREATE TABLE entry (
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),      -- the tournament
  player_id     INTEGER NOT NULL REFERENCES player(id),          -- who plays
  start_number  INTEGER NOT NULL CHECK (start_number > 0),       -- starting number, from 1
  withdrawn_at  TEXT,                                            -- when the player withdrew
  replaced_at   TEXT,                                            -- when another took over the starting number
  PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_player ON entry(player_id, tournament_id);
CREATE UNIQUE INDEX entry_number ON entry(tournament_id, start_number) WHERE replaced_at IS NULL;

-- Entries for tournaments that are open for them (27-29). Who asks is sealed; what was
-- decided stands in `event`.
CREATE TABLE application (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,  -- number in this home
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),  -- where the person wants to play
  number        INTEGER NOT NULL CHECK (number > 0),  -- the N of orders and lists: in order of arrival
  inbound_id    INTEGER REFERENCES inbound(id),  -- the message that asked for it
  made_at       TEXT NOT NULL,  -- when that arrived
  tag           BLOB,  -- keyed hash of the address, by which a sender is found; NULL once erased
  person        BLOB NOT NULL,  -- who it is, sealed under his key; empty once erased
  state         TEXT NOT NULL CHECK (state IN ('unverified','asked') OR state IN ('applied','admitted') OR state IN ('waiting','refused') OR state IN ('withdrawn')),  -- where it stands
  seen          INTEGER NOT NULL DEFAULT 0 CHECK (seen IN (0,1)),  -- 1: the documents were seen (27.3-27.5); none is kept
  paid          INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0,1)),  -- 1: the fee was paid (28.3)
  code          TEXT UNIQUE,  -- the single-use code that confirms it
  asked_at      TEXT,  -- when that was mailed; NULL: it never was
  player_id     INTEGER REFERENCES player(id),  -- the player he is, once known or admitted
  settled_at    TEXT,  -- when it was refused or withdrawn
  erased_at     TEXT,  -- when that was done
  key_id        INTEGER REFERENCES person_key(id),  -- under which `person` is sealed
  UNIQUE (tournament_id, number),
  CHECK ((state = 'asked') <= (asked_at IS NOT NULL))
) STRICT;
CREATE INDEX application_tag ON application(tag) WHERE tag IS NOT NULL;
CREATE INDEX application_state ON application(tournament_id, state);

-- Who speaks for a team (24): letters from these addresses are a captain's.
CREATE TABLE captain (
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),  -- the tournament
  team          INTEGER NOT NULL CHECK (team > 0),           -- the number of the team in it
  address       TEXT NOT NULL CHECK (address <> ''),         -- the captain's address, in lower case
  PRIMARY KEY (tournament_id, team)
) STRICT, WITHOUT ROWID;
CREATE INDEX captain_address ON captain(address);

-- Who acts in a tournament beside its arbiter, appeals arbiter and adjudicator: their
-- letters are heard. What they are stands in `tournament.facts`.
CREATE TABLE official (
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),  -- the tournament
  address       TEXT NOT NULL CHECK (address <> ''),         -- the official's address, in lower case
  PRIMARY KEY (tournament_id, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX official_address ON official(address);

-- Games. What follows `ends_on` is a summary of the game's events, kept so that
-- lists and clocks need not read them; `verify` compares it with the record.
CREATE TABLE game (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,             -- number in this home; players see CODE/N
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),    -- its tournament
  number        INTEGER NOT NULL CHECK (number > 0),           -- the N of CODE/N
  round         INTEGER NOT NULL CHECK (round > 0),            -- the round, from 1
  board         INTEGER NOT NULL CHECK (board > 0),            -- the board in the round, from 1
  white         INTEGER NOT NULL REFERENCES player(id),        -- who plays White
  black         INTEGER NOT NULL REFERENCES player(id),        -- who plays Black
  start_fen     TEXT,                                          -- the start position, where it is not the usual one
  starts_on     TEXT,                                          -- the official start of its round, where it is not the tournament's
  ends_on       TEXT,                                          -- the end of its round, where it is not the tournament's
  status        TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting','active') OR status IN ('paused','adjudication') OR status IN ('finished')),  -- where it stands
  result        TEXT CHECK (result IN ('1-0','0-1') OR result IN ('1/2-1/2','+/-') OR result IN ('-/+','-/-') OR result IN ('0-0','*')),  -- the result, once there is one; *: left out of the table
  termination   TEXT,                                          -- why it ended
  ply           INTEGER NOT NULL DEFAULT 0 CHECK (ply >= 0),   -- half-moves played
  turn          TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white','black')),  -- whose move it is
  last_move_day TEXT,                                          -- dispatch of the last half-move
  last_event    INTEGER NOT NULL DEFAULT 0,                    -- the last event this summary includes, 0 for none
  due_at        TEXT,                                          -- when a pass over the clocks has to look at it; NULL: never
  matters       INTEGER DEFAULT 0 CHECK (matters >= 0),        -- how many things in it wait for the arbiter; NULL: not counted yet
  ahead         TEXT,                                          -- what comes in it by itself, as JSON; NULL: not looked ahead yet
  UNIQUE (tournament_id, number),
  CHECK (white <> black),
  CHECK ((result IS NULL) = (termination IS NULL))
) STRICT;
CREATE INDEX game_due ON game(due_at, tournament_id, number) WHERE due_at IS NOT NULL;
CREATE INDEX game_open ON game(tournament_id) WHERE status <> 'finished';
CREATE INDEX game_matters ON game(tournament_id, number) WHERE matters IS NOT 0;
CREATE INDEX game_standing ON game(tournament_id, status, last_event);
CREATE INDEX game_moved ON game(tournament_id, last_move_day, number);
CREATE INDEX game_white ON game(white, status);
CREATE INDEX game_black ON game(black, status);

-- What happened, for ever. Rows are only added; a correction is a new row.
CREATE TABLE event (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,     -- printed in the record and the log
  at            TEXT NOT NULL,                         -- when it was recorded
  game_id       INTEGER REFERENCES game(id),           -- the game it is about
  tournament_id INTEGER REFERENCES tournament(id),     -- the tournament it is about; of a player's, where it is about one
  player_id     INTEGER REFERENCES player(id),         -- the player it is about
  event         TEXT NOT NULL,                         -- what happened, as JSON; its kind: event ->> 'what'
  grounds       TEXT,                                  -- the article that decided, where one did
  cause         TEXT NOT NULL,                         -- 'letter N' (of inbound), 'tick', 'post', 'card', 'web'; of a decision: 'order', 'order web' or 'order letter N' first, then 'decision N' (of the first)
  note          TEXT NOT NULL DEFAULT '',              -- a remark, or the arbiter's reason
  CHECK (game_id IS NULL OR (player_id IS NULL AND tournament_id IS NULL)),
  CHECK (game_id IS NOT NULL OR player_id IS NOT NULL OR tournament_id IS NOT NULL)
) STRICT;
CREATE INDEX event_game ON event(game_id) WHERE game_id IS NOT NULL;
CREATE INDEX event_player ON event(player_id, tournament_id) WHERE player_id IS NOT NULL;
CREATE INDEX event_tournament ON event(tournament_id) WHERE tournament_id IS NOT NULL AND player_id IS NULL;
CREATE INDEX event_decision ON event(id) WHERE substr(cause, 1, 5) = 'order';
CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an event never changes'); END;
CREATE TRIGGER event_never_goes BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an event is never removed'); END;

-- Who gave a decision of the arbiter's at the console, as told there: it names, it does
-- not prove; at the desk of the server, who was signed in. One row a decision; of those
-- given by letter the letter tells.
CREATE TABLE giver (
  event_id      INTEGER NOT NULL PRIMARY KEY REFERENCES event(id),  -- the decision: its first entry
  name          TEXT NOT NULL CHECK (name <> ''),                   -- who gave it: as the tournament names him, or the console
  address       TEXT,                                               -- his address, where he is an official
  role          TEXT                                                -- what he is in the tournament, by which he gave it
) STRICT;
CREATE TRIGGER giver_never_changes BEFORE UPDATE ON giver
BEGIN SELECT RAISE(ABORT, 'the record is append-only: a giver never changes'); END;
CREATE TRIGGER giver_never_goes BEFORE DELETE ON giver
BEGIN SELECT RAISE(ABORT, 'the record is append-only: a giver is never removed'); END;

-- What the arbiter did to a tournament before its start, for ever: its draw of lots,
-- late changes (31.4). No game has begun yet, so it stands in no game's record.
CREATE TABLE amendment (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,  -- number
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),    -- the tournament
  at            TEXT NOT NULL,                         -- when it was recorded
  what          TEXT NOT NULL CHECK (what <> ''),     -- what, in a sentence
  change        TEXT NOT NULL CHECK (json_valid(change)),  -- the same, as JSON
  who           TEXT NOT NULL,                         -- by whose decision
  reason        TEXT NOT NULL DEFAULT ''        -- why, in the arbiter's words
) STRICT;
CREATE INDEX amendment_tournament ON amendment(tournament_id, id);
CREATE TRIGGER amendment_never_changes BEFORE UPDATE ON amendment
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an amendment never changes'); END;
CREATE TRIGGER amendment_never_goes BEFORE DELETE ON amendment
BEGIN SELECT RAISE(ABORT, 'the record is append-only: an amendment is never removed'); END;

-- Leave as it stands, derived from the players' events. Both days inclusive;
-- one that ends before it begins is cancelled.
CREATE TABLE leave (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,   -- printed in letters; `td leave cancel` takes it
  player_id     INTEGER NOT NULL REFERENCES player(id),    -- whose
  tournament_id INTEGER REFERENCES tournament(id),   -- where; NULL: in every tournament
  from_day      TEXT NOT NULL,                       -- first day
  to_day        TEXT NOT NULL,                       -- last day
  announced_at  TEXT NOT NULL,                       -- when its notice was sent
  granted       INTEGER NOT NULL CHECK (granted IN (0,1))  -- 1: by the arbiter beyond the rules (56.7.7)
) STRICT;
CREATE INDEX leave_player ON leave(player_id, tournament_id);
CREATE INDEX leave_days ON leave(to_day, from_day);

-- Every message ever received. It is kept before anyone tries to read it.
CREATE TABLE inbound (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,   -- printed by `inbox list`
  transport_key TEXT UNIQUE,                         -- what the mailbox calls it; NULL from a pipe, and where the mailbox has no such name any more, or gave it to another
  content_hash  BLOB NOT NULL,                       -- 16 bytes of SHA-256 over what does not differ by the way it came
  text_hash     BLOB,                                -- 16 bytes of SHA-256 over the sender's own text, once it is read
  message_id    TEXT,                                -- without angle brackets
  from_address  TEXT NOT NULL DEFAULT '',            -- of From, in lower case
  subject       TEXT NOT NULL DEFAULT '',            -- decoded
  arrived       TEXT NOT NULL,                       -- arrival, the order in which letters are processed
  kept_at       TEXT NOT NULL,                       -- when it was stored here
  kind          TEXT NOT NULL DEFAULT '',            -- person, auto-reply, bounce, bulk; empty until it is read
  state         TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending','done')),  -- whether it waits to be processed
  attempts      INTEGER NOT NULL DEFAULT 0,          -- how often processing began
  verdict       TEXT,                                -- what became of it
  game_id       INTEGER REFERENCES game(id),         -- the first game it is about
  games         TEXT,                                -- names of the games it is about, with commas
  requests      TEXT CHECK (requests IS NULL OR json_valid(requests)),  -- what was understood, as a JSON array
  note          TEXT NOT NULL DEFAULT '',            -- why, in English
  key_id        INTEGER REFERENCES person_key(id),   -- of somebody unknown: under which the archive has it
  believed      INTEGER NOT NULL DEFAULT 0 CHECK (believed IN (0, 1)),  -- 1: it was known to be from its sender; only such a letter makes another a duplicate
  dated         TEXT,                                -- what its Date says, of somebody's that we know, once it is read
  transport_mark TEXT,                               -- what the server told of it: size in bytes, then hour of arrival in seconds (IMAP) or hash over its header (POP3); NULL: a Maildir, a pipe, or kept before that was noted
  CHECK ((state = 'done') = (verdict IS NOT NULL))
) STRICT;
CREATE INDEX inbound_pending ON inbound(arrived, id) WHERE state = 'pending';
CREATE INDEX inbound_message ON inbound(message_id, believed DESC, id) WHERE message_id IS NOT NULL;
CREATE INDEX inbound_content ON inbound(content_hash, believed DESC, id);
CREATE INDEX inbound_aside ON inbound(kept_at) WHERE verdict IN ('malformed','unverified');
CREATE INDEX inbound_strange ON inbound(kept_at) WHERE verdict = 'unknown-sender';
CREATE INDEX inbound_from ON inbound(from_address, arrived, id);
CREATE INDEX inbound_dated ON inbound(from_address, dated, believed DESC, id) WHERE dated IS NOT NULL;
CREATE INDEX inbound_game ON inbound(game_id) WHERE game_id IS NOT NULL;
CREATE INDEX inbound_key ON inbound(key_id) WHERE key_id IS NOT NULL;

-- The bytes of the messages received, while they are fresh: packed by what letters have in common
-- (assets/letters).
CREATE TABLE inbound_letter (
  id     INTEGER PRIMARY KEY REFERENCES inbound(id),  -- the message
  size   INTEGER NOT NULL,                        -- of the original, in bytes
  bytes  BLOB NOT NULL,                           -- zstd of the original
  hash   BLOB                                     -- 16 bytes of SHA-256 over the original; NULL: stored by an older program, nightly fills it in
) STRICT;

-- The bytes of the messages received, once they are archived. Rows move here from
-- inbound_letter: were they changed in place, their pages would stay nearly empty.
CREATE TABLE inbound_archive (
  id     INTEGER PRIMARY KEY REFERENCES inbound(id),      -- the message
  form   TEXT NOT NULL CHECK (form IN ('archived','envelope')),  -- whole, or cut to its header
  size   INTEGER NOT NULL,                            -- of the original, in bytes
  hash   BLOB NOT NULL,                               -- 16 bytes of SHA-256 over the original
  bundle INTEGER NOT NULL REFERENCES bundle(id),      -- where it is
  start  INTEGER NOT NULL,                            -- first byte in the unpacked bundle
  length INTEGER NOT NULL                             -- bytes in the unpacked bundle
) STRICT;
CREATE INDEX inbound_archive_bundle ON inbound_archive(bundle);

-- Every message ever composed. It has exactly one recipient.
CREATE TABLE outbound (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,   -- printed by `outbox list`; letters leave in this order
  kind          TEXT NOT NULL,                       -- X-Postchess-Kind
  game_id       INTEGER REFERENCES game(id),         -- the game it is about
  player_id     INTEGER REFERENCES player(id),       -- to whom; NULL: not to a player
  to_address    TEXT CHECK (to_address <> ''),       -- the recipient; NULL: it goes on paper
  subject       TEXT NOT NULL,                       -- decoded
  message_id    TEXT NOT NULL UNIQUE,                -- without angle brackets; fixed here, for every attempt
  reply_token   TEXT UNIQUE,                         -- the secret part of its reply address
  ply           INTEGER,                             -- half-moves played when it was composed
  token_void    INTEGER NOT NULL DEFAULT 0 CHECK (token_void IN (0,1)),  -- 1: others have seen its token
  begins        TEXT CHECK (begins IS NULL OR json_valid(begins)),  -- what is reckoned from its leaving, as JSON
  state         TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','sent') OR state IN ('deferred','failed') OR state IN ('print','printed') OR state IN ('posted')),  -- how far it is; the last three on paper
  attempts      INTEGER NOT NULL DEFAULT 0,          -- how often it was handed over
  composed      TEXT NOT NULL,                       -- when it was composed
  not_before    TEXT NOT NULL,                       -- when it may be tried next
  sent          TEXT,                                -- when the server took it
  trouble       TEXT NOT NULL DEFAULT '',            -- what the server said when it did not
  in_reply_to   INTEGER REFERENCES inbound(id),      -- the message it answers
  used          TEXT,                                -- when its reader first wrote with its token: it had arrived
  returned      INTEGER NOT NULL DEFAULT 0 CHECK (returned >= 0),  -- how often it came back
  printed       TEXT,                                -- on paper: when it was last printed
  batch         INTEGER CHECK (batch > 0),           -- on paper: the number of that printing, named when it is posted
  posted        TEXT,                                -- on paper: the day on which it was posted
  registered    TEXT,                                -- on paper: the number of the registered letter's slip
  key_id        INTEGER REFERENCES person_key(id),   -- to somebody unknown: under which the archive has it
  passes_on     INTEGER NOT NULL DEFAULT 1 CHECK (passes_on IN (0,1)),  -- 1: words of others may stand in it
  CHECK ((state = 'sent') = (sent IS NOT NULL)),
  CHECK ((state = 'posted') = (posted IS NOT NULL)),
  CHECK (to_address IS NOT NULL OR state IN ('print','printed') OR state IN ('posted','failed')),
  CHECK (to_address IS NULL OR state IN ('queued','sent') OR state IN ('deferred','failed'))
) STRICT;
CREATE INDEX outbound_paper ON outbound(id) WHERE state IN ('print','printed');
CREATE INDEX outbound_waiting ON outbound(id, not_before) WHERE state IN ('queued','deferred');
CREATE INDEX outbound_failed ON outbound(composed) WHERE state = 'failed';
CREATE INDEX outbound_game ON outbound(game_id, player_id) WHERE game_id IS NOT NULL;
CREATE INDEX outbound_returned ON outbound(player_id) WHERE returned > 0;
CREATE INDEX outbound_key ON outbound(key_id) WHERE key_id IS NOT NULL;
CREATE INDEX outbound_passes_on ON outbound(game_id, player_id, ply) WHERE passes_on = 1;
CREATE INDEX outbound_answers ON outbound(in_reply_to) WHERE in_reply_to IS NOT NULL;

-- What somebody is to be told and is not yet, since a limit holds it back: answers to
-- who writes too much, and what others are told of his acts. Said with a later letter.
CREATE TABLE owed (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,     -- number
  inbound_id  INTEGER REFERENCES inbound(id),        -- the message that brought it; NULL: an order at the console or a pass did
  sender_id   INTEGER NOT NULL REFERENCES player(id),   -- whose message or move it was: the limits are his
  player_id   INTEGER REFERENCES player(id),         -- to whom; NULL: to an official
  game_id     INTEGER REFERENCES game(id),           -- the game it is about
  begins      TEXT CHECK (begins IS NULL OR json_valid(begins)),  -- what is reckoned as if it had left with its pass, as JSON; NULL once that is recorded
  notice      TEXT NOT NULL CHECK (json_valid(notice)),  -- what is to be said, as JSON
  made_at     TEXT NOT NULL,                         -- the hour of the pass that ruled
  settled     TEXT,                                  -- when a letter said it, or nothing was left to say; NULL: it is owed
  outbound_id INTEGER REFERENCES outbound(id)        -- the letter that says it
) STRICT;
CREATE INDEX owed_open ON owed(sender_id, id) WHERE settled IS NULL;
CREATE INDEX owed_begins ON owed(id) WHERE begins IS NOT NULL;
CREATE INDEX owed_said ON owed(outbound_id) WHERE outbound_id IS NOT NULL;

-- The bytes of the messages composed, while they are fresh: packed in the same way.
CREATE TABLE outbound_letter (
  id     INTEGER PRIMARY KEY REFERENCES outbound(id),  -- the message
  size   INTEGER NOT NULL,                        -- of the original, in bytes
  bytes  BLOB NOT NULL,                           -- zstd of the original
  hash   BLOB                                     -- 16 bytes of SHA-256 over the original; NULL: stored by an older program, nightly fills it in
) STRICT;

-- The bytes of the messages composed, once they are archived. Rows move here from
-- outbound_letter: were they changed in place, their pages would stay nearly empty.
CREATE TABLE outbound_archive (
  id     INTEGER PRIMARY KEY REFERENCES outbound(id),      -- the message
  form   TEXT NOT NULL CHECK (form IN ('archived','envelope')),  -- whole, or cut to its header
  size   INTEGER NOT NULL,                            -- of the original, in bytes
  hash   BLOB NOT NULL,                               -- 16 bytes of SHA-256 over the original
  bundle INTEGER NOT NULL REFERENCES bundle(id),      -- where it is
  start  INTEGER NOT NULL,                            -- first byte in the unpacked bundle
  length INTEGER NOT NULL                             -- bytes in the unpacked bundle
) STRICT;
CREATE INDEX outbound_archive_bundle ON outbound_archive(bundle);

-- Older letters of one game, packed together: each repeats most of the one before.
CREATE TABLE bundle (
  id      INTEGER PRIMARY KEY,                 -- number
  game_id INTEGER REFERENCES game(id),         -- whose letters; NULL: about no game
  form    TEXT NOT NULL CHECK (form IN ('whole','envelope')),  -- whole letters as recipes, or their headers as they are
  newest  TEXT NOT NULL,                       -- when the newest letter in it was stored
  size    INTEGER NOT NULL,                    -- bytes unpacked
  bytes   BLOB NOT NULL,                       -- zstd of the letters' recipes (literal text, and numbers of parts), or of headers
  hash    BLOB                                 -- 16 bytes of SHA-256 over them unpacked; NULL: stored by an older program, nightly fills it in
) STRICT;
CREATE INDEX bundle_game ON bundle(game_id, form);

-- Bulky parts of archived letters (drawn boards), each stored once.
CREATE TABLE part (
  id    INTEGER PRIMARY KEY,      -- number, named in recipes
  hash  BLOB NOT NULL UNIQUE,     -- 16 bytes of SHA-256 over the part
  size  INTEGER NOT NULL,         -- bytes unpacked; where `bytes` has as many, it is stored as it is
  uses  INTEGER NOT NULL CHECK (uses > 0),  -- places in archived letters that name it
  bytes BLOB NOT NULL             -- the part, zstd where that is smaller
) STRICT;

-- Our letters to one player about one game: what threads them, and which tokens still hold.
CREATE TABLE thread (
  game_id    INTEGER NOT NULL REFERENCES game(id),      -- the game
  player_id  INTEGER NOT NULL REFERENCES player(id),    -- the player
  root       TEXT NOT NULL,                             -- Message-ID of the first letter
  last       TEXT NOT NULL,                             -- Message-ID of the last letter
  last_id    INTEGER NOT NULL REFERENCES outbound(id),  -- the last letter
  move_id    INTEGER REFERENCES outbound(id),           -- the last letter that began a term, sent again by REPEAT
  spent_to   INTEGER NOT NULL DEFAULT 0,                -- tokens of letters up to this one are not enough alone any more
  spent_ply  INTEGER NOT NULL DEFAULT -1,               -- nor are those of lost letters about up to so many half-moves
  PRIMARY KEY (game_id, player_id)
) STRICT, WITHOUT ROWID;

-- Tokens of letters that left after the backup that was put back, once they are used
-- or others have seen them: not enough alone any more.
CREATE TABLE lost_token (
  nonce TEXT NOT NULL PRIMARY KEY  -- the token's random part
) STRICT, WITHOUT ROWID;

-- Codes sent to a registered address, to be answered with a yes.
CREATE TABLE challenge (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,    -- number
  code       TEXT NOT NULL UNIQUE,                 -- the single-use code
  player_id  INTEGER REFERENCES player(id),        -- who has to confirm; NULL: an arbiter
  address    TEXT NOT NULL,                        -- where the code went, in lower case
  inbound_id INTEGER REFERENCES inbound(id),       -- the message that waits for it
  what       TEXT NOT NULL CHECK (json_valid(what)),  -- what is confirmed, as JSON
  made_at    TEXT NOT NULL,                        -- when it was made
  until      TEXT NOT NULL,                        -- the last moment at which it holds
  used_at    TEXT,                                 -- when it was used
  told_at    TEXT,                                 -- when a letter first listed it; NULL: none has yet
  game_id    INTEGER REFERENCES game(id),          -- the one game that the waiting message is about
  ply        INTEGER,                              -- half-moves played there when it came
  aside_by   INTEGER REFERENCES inbound(id),       -- the message for the same half-move that was confirmed instead
  told_in    INTEGER,                              -- the number of the list of codes that told it first
  shown      TEXT CHECK (shown IS NULL OR json_valid(shown))  -- the requests of the message that its list showed, as a JSON array: it stands for no others
) STRICT;
CREATE INDEX challenge_address ON challenge(address, made_at);
CREATE INDEX challenge_open ON challenge(until) WHERE used_at IS NULL;
CREATE INDEX challenge_inbound ON challenge(inbound_id) WHERE inbound_id IS NOT NULL;
CREATE INDEX challenge_player ON challenge(player_id, id) WHERE player_id IS NOT NULL;
CREATE INDEX challenge_arbiter ON challenge(address, id) WHERE player_id IS NULL;
CREATE INDEX challenge_list ON challenge(told_in) WHERE told_in IS NOT NULL;
CREATE INDEX challenge_untold ON challenge(id) WHERE told_at IS NULL AND used_at IS NULL;

-- Acts that a letter stated and we asked back about by one word.
CREATE TABLE question (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,    -- number
  player_id  INTEGER NOT NULL REFERENCES player(id),   -- who was asked
  inbound_id INTEGER NOT NULL REFERENCES inbound(id),  -- the message that stated the act; the asking letter answers it
  game_id    INTEGER REFERENCES game(id),          -- the game; NULL: it is about a tournament
  what       TEXT NOT NULL CHECK (json_valid(what)),   -- the act, and what it stood on, as JSON
  asked_at   TEXT NOT NULL,                        -- when it was asked
  until      TEXT NOT NULL,                        -- the last moment at which one word answers it
  closed_at  TEXT                                  -- when it was answered, or overtaken
) STRICT;
CREATE INDEX question_inbound ON question(inbound_id);

-- What messages of unknown senders name: they change nothing and are never answered,
-- but somebody should see that they came.
CREATE TABLE named (
  inbound_id    INTEGER NOT NULL REFERENCES inbound(id),     -- the message
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),  -- the tournament of what it names
  game_id       INTEGER REFERENCES game(id),                 -- the game; NULL: a player
  player_id     INTEGER REFERENCES player(id)                -- the player; NULL: a game
) STRICT;
CREATE INDEX named_inbound ON named(inbound_id);
CREATE INDEX named_game ON named(game_id, inbound_id) WHERE game_id IS NOT NULL;
CREATE INDEX named_tournament ON named(tournament_id, inbound_id);

-- Changes of rows that are committed and may not lie in the archive yet, while the
-- home has one; triggers of each connection note them (src/store/journal.rs).
CREATE TABLE journal (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,           -- the `seq` of the archive's lines
  change TEXT NOT NULL CHECK (json_valid(change))     -- table, what is done to the row, and the row, as JSON
) STRICT;

-- How many answers were provoked in a day or an hour: two robots must not write to
-- each other for ever.
CREATE TABLE answer (
  period TEXT NOT NULL,                       -- the day ('2026-01-10') or the hour ('2026-01-10T12'), UTC
  scope  TEXT NOT NULL,                       -- by what: 'player N', 'game N', 'all'; 'told …' once the arbiter knows
  count  INTEGER NOT NULL CHECK (count > 0),  -- answers so far
  PRIMARY KEY (period, scope)
) STRICT, WITHOUT ROWID;

-- Passes that somebody may ask about: those that declared something, and those whose
-- hour was in doubt (RULES.md 4). What the latter stamped does not count as the newest.
CREATE TABLE pass (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,  -- printed in letters and the log; `td revoke --pass` takes it
  at       TEXT NOT NULL,  -- its hour, as it was told
  given    INTEGER NOT NULL CHECK (given IN (0,1)),  -- 1: a person gave it (--now)
  doubt    TEXT CHECK (doubt IN ('back','ahead') OR doubt IN ('server')),  -- why it was in doubt; NULL: it was not
  against  TEXT,  -- the hour that speaks against it
  found    TEXT CHECK (found IN ('right','wrong')),  -- what it turned out to be; NULL: nobody knows yet
  truth    TEXT,  -- of a wrong one: the hour it is taken to have been
  declared INTEGER NOT NULL DEFAULT 0 CHECK (declared >= 0),  -- games in which it declared something
  CHECK ((doubt IS NULL) = (against IS NULL)),
  CHECK (found IS NULL OR doubt IS NOT NULL),
  CHECK ((found = 'wrong') = (truth IS NOT NULL))
) STRICT;
CREATE INDEX pass_doubt ON pass(id) WHERE doubt IS NOT NULL AND found IS NULL;

-- The entries of those passes: what one declared, and what was recorded by an hour in doubt.
CREATE TABLE pass_entry (
  event_id INTEGER PRIMARY KEY REFERENCES event(id),  -- the entry
  pass_id  INTEGER NOT NULL REFERENCES pass(id)  -- its pass
) STRICT;
CREATE INDEX pass_entry_pass ON pass_entry(pass_id, event_id);

-- The messages that were kept by an hour in doubt.
CREATE TABLE pass_letter (
  inbound_id INTEGER PRIMARY KEY REFERENCES inbound(id),  -- the message
  pass_id    INTEGER NOT NULL REFERENCES pass(id),  -- the pass
  told       TEXT  -- when another machine says that it got it; NULL: none does
) STRICT;
CREATE INDEX pass_letter_pass ON pass_letter(pass_id, inbound_id);

-- How a player signs in to the server (54.2.2).
CREATE TABLE account (
  player_id INTEGER PRIMARY KEY REFERENCES player(id),  -- the player
  password  TEXT NOT NULL,  -- argon2id, as a PHC string
  set_at    TEXT NOT NULL   -- when he set it
) STRICT;

-- Browsers in which players are signed in.
CREATE TABLE session (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,  -- by which it is ended
  tag       BLOB NOT NULL UNIQUE,  -- a keyed hash of what the browser shows
  player_id INTEGER NOT NULL REFERENCES player(id),  -- who is signed in
  browser   TEXT NOT NULL,  -- how the browser names itself
  begun     TEXT NOT NULL,  -- since when
  seen      TEXT NOT NULL,  -- the day on which it was last used, at the hour of its first use
  until     TEXT NOT NULL   -- it ends by itself
) STRICT;
CREATE INDEX session_player ON session(player_id, id);

-- Links that were mailed to sign in by, until they are used or too old; and the tries that are
-- left of the code that is mailed beside one, a row each.
CREATE TABLE sign_in (
  tag       BLOB PRIMARY KEY,  -- a keyed hash of what the link shows, or of the try, its browser and the code
  player_id INTEGER NOT NULL REFERENCES player(id),  -- whom it signs in
  browser   BLOB NOT NULL,  -- a keyed hash of what the browser that asked shows, of codes another one than of links: no other can use it
  until     TEXT NOT NULL   -- afterwards it is worth nothing
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_browser ON sign_in(browser);

-- Secrets that programs of players show instead of a password.
CREATE TABLE access_key (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,  -- by which it is ended
  tag       BLOB NOT NULL UNIQUE,  -- a keyed hash of the secret
  player_id INTEGER NOT NULL REFERENCES player(id),  -- whose games it is for
  purpose   TEXT NOT NULL CHECK (purpose IN ('xfcc','api')),  -- through which door
  name      TEXT NOT NULL,  -- what he calls it
  made      TEXT NOT NULL,  -- when it was made
  until     TEXT NOT NULL,  -- it ends by itself
  used      TEXT            -- the day on which it was last used; NULL: never
) STRICT;
CREATE INDEX access_key_player ON access_key(player_id, id);

-- What officials sign in to the desk of the server with: an address that tournaments name
-- (ARBITERS.md). A row stays when what stands in it is reset.
CREATE TABLE official_account (
  address  TEXT PRIMARY KEY CHECK (address <> ''),  -- the official's address, in lower case
  turn     INTEGER NOT NULL,  -- how often it was set or reset: an invitation is good for one turn
  password TEXT,              -- argon2id's string of it; NULL: reset, and not set since
  totp     BLOB,              -- the secret of his codes, sealed by the home's key; NULL likewise
  step     INTEGER NOT NULL,  -- the newest step of time whose code was used: none is good twice
  set_at   TEXT,              -- when it was last set; NULL: never
  reset_at TEXT,              -- when it was last reset at the console; NULL: never
  reset_by TEXT,              -- by whom, as the console calls him
  CHECK ((password IS NULL) = (totp IS NULL))
) STRICT, WITHOUT ROWID;

-- Recovery codes of officials that are not used yet: each stands in for one code of his
-- telephone.
CREATE TABLE official_code (
  address TEXT NOT NULL REFERENCES official_account(address),  -- whose
  tag     BLOB NOT NULL,  -- a keyed hash of it
  PRIMARY KEY (address, tag)
) STRICT, WITHOUT ROWID;

-- Browsers in which officials are signed in to the desk.
CREATE TABLE official_session (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,  -- by which it is ended
  tag     BLOB NOT NULL UNIQUE,  -- a keyed hash of what the browser shows
  address TEXT NOT NULL REFERENCES official_account(address),  -- who is signed in
  browser TEXT NOT NULL,  -- how the browser names itself
  begun   TEXT NOT NULL,  -- since when
  seen    TEXT NOT NULL,  -- when it was last used, to a minute
  idle    TEXT NOT NULL,  -- it ends then where it is not used
  until   TEXT NOT NULL   -- it ends then whatever is done
) STRICT;
CREATE INDEX official_session_address ON official_session(address, id);

-- Stretches in which the server was there; what lies between two of them was an outage
-- (RULES.md 4).
CREATE TABLE heartbeat (
  began TEXT PRIMARY KEY,  -- its first sign of life
  last  TEXT NOT NULL,     -- its newest
  CHECK (began <= last)
) STRICT, WITHOUT ROWID;

-- What players note for themselves beside their games: nobody else is shown it, and it is no
-- part of the record.
CREATE TABLE own_note (
  player_id INTEGER NOT NULL REFERENCES player(id),  -- whose
  game_id   INTEGER NOT NULL REFERENCES game(id),    -- beside which game
  text      TEXT NOT NULL CHECK (text <> ''),        -- what he notes
  PRIMARY KEY (player_id, game_id)
) STRICT, WITHOUT ROWID;

-- Orders that could be read in words of others which a letter passed on: who sends that letter
-- back has not given them (CONTRACT.md 6).
CREATE TABLE order_occurrence (
  kernel      BLOB NOT NULL,  -- 16 bytes of SHA-256 over what the order orders
  outbound_id INTEGER NOT NULL REFERENCES outbound(id),  -- the letter
  PRIMARY KEY (kernel, outbound_id)
) STRICT, WITHOUT ROWID;
