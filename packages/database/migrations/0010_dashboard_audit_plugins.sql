-- Numbers of the dashboard, the audit list at a million events, and what a company changes about its readers.

-- Which fields a person's value stands in; read far more often than fields change.
create function app.edited_fields(fields jsonb) returns text[]
  language sql immutable parallel safe as $$
  select coalesce(array_agg(f.key order by f.key), '{}') from jsonb_each(fields) as f where f.value->'edited' = 'true'::jsonb
$$;
alter table app.records
  add column edited_fields text[] not null generated always as (app.edited_fields(fields)) stored,
  -- Its document and when that was captured, which never change: days are counted along them.
  add column document_id uuid,
  add column captured_at timestamptz;
update app.records r set document_id = c.document_id, captured_at = c.created_at
  from app.captures c where c.company_id = r.company_id and c.id = r.capture_id;
create function app.place_record() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  select c.document_id, c.created_at into new.document_id, new.captured_at
    from app.captures c where c.company_id = new.company_id and c.id = new.capture_id;
  return new;
end
$$;
create trigger records_place before insert on app.records for each row execute function app.place_record();
-- Only where history is brought in.
create function app.place_records_again() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update app.records set captured_at = new.created_at where company_id = new.company_id and capture_id = new.id;
  return null;
end
$$;
create trigger captures_moved after update of created_at on app.captures for each row
  when (old.created_at <> new.created_at) execute function app.place_records_again();

-- All the dashboard counts of records and captures, without their wide rows.
create index records_counted on app.records (company_id, captured_at)
  include (document_id, plugin_id, type, state, confidence, edited_fields, confirmed_at);
create index captures_counted on app.captures (company_id, created_at)
  include (id, created_by, state, record_count) where page_number = 1 and trashed_at is null;
create index captures_failed_inbox on app.captures (company_id, created_by)
  where page_number = 1 and state = 'failed' and trashed_at is null and archived_at is null;
create index captures_unread on app.captures (company_id, created_by)
  where page_number = 1 and state in ('received', 'reading') and trashed_at is null and archived_at is null;
create index records_newest on app.records (company_id, plugin_id, created_at desc, id desc);

-- From when to when a document of the inbox had records that waited for review: the backlog of any moment.
create table app.review_stretches (
  company_id uuid not null,
  document_id uuid not null,
  created_by uuid not null,
  began_at timestamptz not null,
  -- null: still waiting.
  ended_at timestamptz,
  primary key (company_id, document_id, began_at),
  foreign key (company_id, document_id) references app.captures (company_id, id) on delete cascade
);
create unique index review_stretches_open on app.review_stretches (company_id, document_id) where ended_at is null;
create index review_stretches_waiting on app.review_stretches (company_id, created_by) where ended_at is null;
create index review_stretches_began on app.review_stretches (company_id, began_at) include (created_by, ended_at, document_id);
create index review_stretches_ended on app.review_stretches (company_id, ended_at) include (created_by) where ended_at is not null;

create function app.track_review() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.review_count > 0 and new.trashed_at is null and new.archived_at is null then
    -- A row that arrives with waiting records is one that was brought in from elsewhere.
    insert into app.review_stretches (company_id, document_id, created_by, began_at)
      values (new.company_id, new.id, new.created_by,
        case when tg_op = 'INSERT' then coalesce(new.read_at, new.created_at) else clock_timestamp() end);
  else
    update app.review_stretches set ended_at = clock_timestamp()
      where company_id = new.company_id and document_id = new.id and ended_at is null;
  end if;
  return null;
end
$$;
create trigger captures_review_begins after insert on app.captures for each row
  when (new.page_number = 1 and new.review_count > 0 and new.trashed_at is null and new.archived_at is null)
  execute function app.track_review();
create trigger captures_review_changes after update on app.captures for each row
  when (new.page_number = 1
    and (old.review_count > 0 and old.trashed_at is null and old.archived_at is null)
      <> (new.review_count > 0 and new.trashed_at is null and new.archived_at is null))
  execute function app.track_review();

-- What was there before this table.
insert into app.review_stretches (company_id, document_id, created_by, began_at, ended_at)
  select c.company_id, c.id, c.created_by, coalesce(c.read_at, c.created_at),
    case when c.review_count > 0 and c.trashed_at is null and c.archived_at is null then null
      else greatest(coalesce(c.read_at, c.created_at), d.decided_at) end
  from app.captures c
  cross join lateral (
    select max(coalesce(r.confirmed_at, r.updated_at)) as decided_at, bool_or(r.revision > 1) as by_person
    from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
    where p.company_id = c.company_id and p.document_id = c.id
  ) d
  where c.page_number = 1 and c.record_count > 0 and (c.review_count > 0 or d.by_person);

-- Sums of one day, as one person or (nil uuid) everybody of the company sees them in a time zone. Kept for days that
-- are over and computed again once a capture of theirs changes: see dashboard_changes.
create table app.dashboard_days (
  company_id uuid not null,
  seen_by uuid not null,
  time_zone text not null,
  day date not null,
  -- [[kind, a, b, c, count, captures]]
  sums jsonb not null,
  -- Changes it has seen.
  snapshot pg_snapshot not null,
  computed_at timestamptz not null default now(),
  primary key (company_id, seen_by, time_zone, day)
);

-- Hours from which a capture was changed after they were over; what is younger is never kept. Intake writes none.
create table app.dashboard_changes (
  company_id uuid not null,
  hour timestamptz not null,
  changed_in xid8 not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, hour, changed_in)
);
create index dashboard_changes_age on app.dashboard_changes (changed_at);
create index dashboard_days_age on app.dashboard_days (computed_at);

create function app.mark_dashboard(company uuid, at timestamptz) returns void
  language sql security definer set search_path = pg_catalog as $$
  insert into app.dashboard_changes (company_id, hour, changed_in)
  values (company, date_trunc('hour', at), pg_current_xact_id()) on conflict do nothing
$$;
revoke all on function app.mark_dashboard from public;
create function app.note_capture_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op <> 'INSERT' then
    perform app.mark_dashboard(old.company_id, old.created_at);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.created_at <> old.created_at) then
    perform app.mark_dashboard(new.company_id, new.created_at);
  end if;
  return null;
end
$$;
-- Two hours less than what is kept is old, so that a transaction of that length is still seen.
create trigger captures_old_arrives after insert on app.captures for each row
  when (new.page_number = 1 and new.created_at < now() - interval '26 hours') execute function app.note_capture_change();
create trigger captures_old_changes after update on app.captures for each row
  when (new.page_number = 1 and least(old.created_at, new.created_at) < now() - interval '26 hours')
  execute function app.note_capture_change();
create trigger captures_old_goes after delete on app.captures for each row
  when (old.page_number = 1) execute function app.note_capture_change();

create function app.note_stretch_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op <> 'INSERT' then
    perform app.mark_dashboard(old.company_id, old.began_at);
    if old.ended_at is not null then
      perform app.mark_dashboard(old.company_id, old.ended_at);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform app.mark_dashboard(new.company_id, new.began_at);
    if new.ended_at is not null then
      perform app.mark_dashboard(new.company_id, new.ended_at);
    end if;
  end if;
  return null;
end
$$;
create trigger review_stretches_arrives after insert on app.review_stretches for each row
  when (new.began_at < now() - interval '26 hours') execute function app.note_stretch_change();
-- An end that is set is of now, and now is never kept; what began stays as it was.
create trigger review_stretches_changes after update on app.review_stretches for each row
  when (old.ended_at is not null or old.began_at <> new.began_at or new.ended_at < now() - interval '26 hours')
  execute function app.note_stretch_change();
create trigger review_stretches_goes after delete on app.review_stretches for each row execute function app.note_stretch_change();

-- Who has seen enough of the first steps.
create table app.dismissed_steps (
  company_id uuid not null,
  user_id uuid not null,
  dismissed_at timestamptz not null default now(),
  primary key (company_id, user_id)
);

do $$
declare
  t text;
begin
  foreach t in array array['review_stretches', 'dashboard_days', 'dashboard_changes', 'dismissed_steps'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
  end loop;
end
$$;
grant select on app.review_stretches, app.dashboard_changes to readout_app;
grant select, insert, update, delete on app.dashboard_days to readout_app;
grant select, insert on app.dismissed_steps to readout_app;

-- House-keeping: sums that nobody looked at for long, and changes no kept sum is older than.
create function app.forget_dashboard() returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from app.dashboard_days where computed_at < now() - interval '7 days';
  delete from app.dashboard_changes where changed_at < now() - interval '8 days'
$$;
revoke all on function app.forget_dashboard from public;
grant execute on function app.forget_dashboard to readout_platform;

-- Audit: 'capture' of 'capture.trashed', to filter by at a million events.
alter table app.audit_events add column action_group text not null generated always as (split_part(action, '.', 1)) stored;
create index audit_events_group on app.audit_events (company_id, action_group, created_at desc, id desc);
create index audit_events_actor on app.audit_events (company_id, actor_id, created_at desc, id desc);
create index audit_events_subject_newest on app.audit_events (company_id, subject_id, created_at desc, id desc);
drop index app.audit_events_subject;
create index audit_events_action on app.audit_events (company_id, action);

-- Plugins.
alter table app.installations
  -- Grows with every change; a change names the revision it was made on.
  add column revision integer not null default 1;
create index plugin_runs_company on app.plugin_runs (company_id, plugin_id, created_at) include (duration_ms, failure_code);
