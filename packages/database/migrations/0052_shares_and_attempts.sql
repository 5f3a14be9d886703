-- The first readings of a company say what its next will take, whatever was supposed before there was one.
alter table app.reading_shares add column readings integer not null default 0;
-- Means there are were made of readings.
update app.reading_shares set readings = 1000 where mean_ms <> 2000;

-- Tries are counted with the place in the queue.
alter table app.captures drop column attempts;
