-- From version 8 to version 9.
-- The stages of a cycle are found by its code.
CREATE INDEX tournament_cycle ON tournament(file ->> '$.stage.cycle') WHERE file ->> '$.stage.cycle' IS NOT NULL;
