-- From version 6 to version 7.
-- Tournaments in which players owe reports (55.1.2) are found by the hour at which the next
-- one is asked for.
ALTER TABLE tournament ADD COLUMN reports_due TEXT;
CREATE INDEX tournament_reports ON tournament(reports_due) WHERE reports_due IS NOT NULL AND status = 'started';
