-- What happened to captures and records, for programs that follow it: written in the transaction of the change itself,
-- without a name or a value in it, and kept for seven days.
--
-- Numbers alone would not do to go on from: a transaction that began earlier may end later, and its event would lie
-- before one that was read already. So events are in the order of their transactions, and a reader goes no further than
-- the oldest one that still runs (pg_snapshot_xmin): whatever is written later lies behind that.

create table app.events (
  company_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  -- Order within the transaction.
  id bigint not null generated always as identity,
  type text not null check (type in (
    'capture.received', 'capture.read', 'capture.failed', 'capture.archived', 'capture.unarchived', 'capture.trashed',
    'capture.restored', 'record.made', 'record.corrected', 'record.confirmed', 'record.rejected', 'record.reopened')),
  -- The document, and which page of it.
  capture_id uuid not null,
  page integer not null,
  record_id uuid,
  -- Of the record, else of the capture.
  revision integer not null,
  -- Whose capture it is: operators hear of their own alone.
  created_by uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, xid, id),
  check ((record_id is null) = (type like 'capture.%'))
);
create index events_age on app.events (at);

-- Where a company's events begin. Positions of another epoch are of another database, a restored one for instance.
create table app.event_streams (
  company_id uuid primary key,
  epoch uuid not null default gen_random_uuid(),
  -- The last one that was deleted for its age.
  forgotten_xid xid8 not null default '0',
  forgotten_id bigint not null default 0
);

do $$
declare
  t text;
begin
  foreach t in array array['events', 'event_streams'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
    execute format('create policy platform on app.%I to readout_platform using (true)', t);
  end loop;
end
$$;
grant select on app.events to readout_app;
grant select, insert on app.event_streams to readout_app;

create function app.note_capture_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  types text[] := '{}';
begin
  if tg_op = 'INSERT' then
    types := array['capture.received'];
  else
    if new.state <> old.state and new.state in ('read', 'failed') then types := types || ('capture.' || new.state); end if;
    if new.page_number = 1 then
      if old.archived_at is null and new.archived_at is not null then types := types || 'capture.archived'::text; end if;
      if old.archived_at is not null and new.archived_at is null then types := types || 'capture.unarchived'::text; end if;
      if old.trashed_at is null and new.trashed_at is not null then types := types || 'capture.trashed'::text; end if;
      if old.trashed_at is not null and new.trashed_at is null then types := types || 'capture.restored'::text; end if;
    end if;
  end if;
  insert into app.events (company_id, type, capture_id, page, revision, created_by)
    select new.company_id, t, new.document_id, new.page_number, new.revision, new.created_by from unnest(types) t;
  return null;
end
$$;
revoke all on function app.note_capture_event from public;
create trigger captures_events_made after insert on app.captures for each row execute function app.note_capture_event();
create trigger captures_events after update of state, archived_at, trashed_at on app.captures for each row
  when (old.state <> new.state or old.archived_at is distinct from new.archived_at or old.trashed_at is distinct from new.trashed_at)
  execute function app.note_capture_event();

create function app.note_record_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  types text[] := '{}';
begin
  if tg_op = 'INSERT' then types := array['record.made'];
  elsif old.fields <> new.fields then types := array['record.corrected'];
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
revoke all on function app.note_record_event from public;
create trigger records_events_made after insert on app.records for each row execute function app.note_record_event();
create trigger records_events after update of state, fields on app.records for each row
  when (old.state <> new.state or old.fields <> new.fields)
  execute function app.note_record_event();

-- Deletes what is older; where each company's events begin now is written down with it.
create function app.purge_events(before timestamptz) returns void
  language sql security definer set search_path = pg_catalog as $$
  with gone as (
    delete from app.events where at < before returning company_id, xid, id
  ), last as (
    select distinct on (company_id) company_id, xid, id from gone order by company_id, xid desc, id desc
  )
  insert into app.event_streams as s (company_id, forgotten_xid, forgotten_id)
    select l.company_id, l.xid, l.id from last l
    where exists (select from app.company_settings c where c.company_id = l.company_id)
  on conflict (company_id) do update set forgotten_xid = excluded.forgotten_xid, forgotten_id = excluded.forgotten_id
    where (s.forgotten_xid, s.forgotten_id) < (excluded.forgotten_xid, excluded.forgotten_id)
$$;
revoke all on function app.purge_events from public;
grant execute on function app.purge_events to readout_platform;
