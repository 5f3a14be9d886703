-- What comes next at a target is found in the order in which it is due. By its number alone the database may read everything
-- that ever arrived there, each time it looks.
drop index app.deliveries_due;
create index deliveries_due on app.deliveries (company_id, target_id, due_at, sequence) where state in ('pending', 'retrying');
