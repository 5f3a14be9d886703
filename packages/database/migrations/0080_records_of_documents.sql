-- A document that is read again keeps its records and their ids: what a reader changes raises the revision as well, so that
-- nobody saves over it. What a person or program did since a reader last made the record is what lies beyond this one.
alter table app.records add column read_revision integer not null default 1;
