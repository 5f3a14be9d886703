-- Records that a person or program added to what was read, and that change their type.
alter table app.records add column added_by uuid;

create or replace function app.note_record_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  types text[] := '{}';
begin
  if tg_op = 'INSERT' then types := array['record.made'];
  elsif old.fields <> new.fields or old.type <> new.type then types := array['record.corrected'];
  end if;
  -- Confirmed by a rule as it is made, too.
  if new.state <> (case when tg_op = 'INSERT' then 'needs_review' else old.state end) then
    types := types || ('record.' || case new.state when 'needs_review' then 'reopened' else new.state end);
  end if;
  insert into app.events (company_id, type, capture_id, page, record_id, revision, created_by)
    select c.company_id, t, c.document_id, c.page_number, new.id, new.revision, c.created_by
    from app.captures c, unnest(types) with ordinality as u (t, place)
    where c.company_id = new.company_id and c.id = new.capture_id order by place;
  return null;
end
$$;
drop trigger records_events on app.records;
create trigger records_events after update of state, fields, type on app.records for each row
  when (old.state <> new.state or old.fields <> new.fields or old.type <> new.type)
  execute function app.note_record_event();
