-- From version 22 to version 23.
-- What the public pages hang on is found by indices: how the games of a tournament stand with
-- the newest entry of each sort, and in which of them was moved last.
CREATE INDEX game_standing ON game(tournament_id, status, last_event);
CREATE INDEX game_moved ON game(tournament_id, last_move_day, number);
