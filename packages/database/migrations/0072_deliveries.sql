-- What leaves a company by itself: events of records, captures and watches, the targets they go to, and each try to bring
-- one there (docs/decisions/0043-records-leave-by-an-outbox.md).

-- Every event as it was, written in the transaction of the change itself.
create table app.outbox (
  company_id uuid not null,
  -- Without a gap and in the order in which transactions ended.
  sequence bigint not null check (sequence > 0),
  -- The same in every try and at every target: receivers tell a repeat by it.
  id uuid not null default gen_random_uuid(),
  type text not null check (type in ('record.confirmed', 'record.corrected', 'record.reopened', 'capture.failed', 'watch.alarm')),
  -- What keeps its order: the record, the document or the watch.
  subject_id uuid not null,
  -- Whose capture it is: operators see their own alone. Null: of a watch.
  created_by uuid,
  at timestamptz not null default now(),
  -- The rows as they were: {record, capture, page}, {capture, page} or {watch, sample, alarm}.
  payload jsonb not null,
  -- What is sent, made once and never another way; null: not asked for yet.
  body text,
  primary key (company_id, sequence),
  unique (company_id, id)
);
create index outbox_subject on app.outbox (company_id, subject_id, sequence);
create index outbox_age on app.outbox (at);

-- Where numbers go on after everything was deleted for its age.
create table app.outbox_floors (
  company_id uuid primary key,
  sequence bigint not null
);

create table app.delivery_targets (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('webhook', 'http')),
  name text not null check (char_length(name) between 1 and 80),
  address text not null check (char_length(address) <= 2000),
  -- Of its kind, without anything secret.
  settings jsonb not null default '{}',
  -- Sealed under the server's secret, for this target alone. The former one counts until then.
  secret_sealed text not null,
  former_secret_sealed text,
  former_secret_until timestamptz,
  events text[] not null check (cardinality(events) > 0 and events <@ array['record.confirmed', 'record.corrected',
    'record.reopened', 'capture.failed', 'watch.alarm']),
  state text not null default 'active' check (state in ('active', 'paused')),
  -- Null while it is active.
  paused_at timestamptz,
  -- Nobody paused it: it failed for days.
  paused_for_failing boolean not null default false,
  -- How many may be under way at once: more as they arrive quickly, one after a failure.
  at_once smallint not null default 1 check (at_once between 1 and 8),
  -- When something was last under way there, for turns.
  served_at timestamptz,
  delivered_at timestamptz,
  -- Since the last one that arrived.
  failing_since timestamptz,
  failure_code text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  trashed_at timestamptz,
  primary key (company_id, id)
);

create table app.deliveries (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  target_id uuid not null,
  sequence bigint not null,
  subject_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'retrying', 'delivered', 'failed', 'skipped')),
  -- Tries since it was made or replayed, and of all times.
  tries smallint not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  -- Of the last try.
  failure_code text,
  status smallint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (company_id, id),
  unique (company_id, target_id, sequence),
  foreign key (company_id, target_id) references app.delivery_targets (company_id, id) on delete cascade,
  foreign key (company_id, sequence) references app.outbox (company_id, sequence) on delete cascade,
  check ((lease is null) = (leased_until is null))
);
-- What comes next, and what keeps the later ones of a record waiting.
create index deliveries_due on app.deliveries (company_id, target_id, due_at) where state in ('pending', 'retrying');
create index deliveries_open on app.deliveries (company_id, target_id, subject_id, sequence) where state in ('pending', 'retrying', 'failed');
create index deliveries_leased on app.deliveries (company_id, target_id) where lease is not null;
create index deliveries_newest on app.deliveries (company_id, created_at desc, id desc);
create index deliveries_sequence on app.deliveries (company_id, sequence);

-- Requests and answers, cut, without anything secret.
create table app.delivery_attempts (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  delivery_id uuid not null,
  -- From 1.
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  request jsonb not null,
  -- Null where none came.
  answer jsonb,
  -- Null: it arrived.
  failure_code text,
  failure text,
  primary key (company_id, id),
  foreign key (company_id, delivery_id) references app.deliveries (company_id, id) on delete cascade
);
create index delivery_attempts_of on app.delivery_attempts (company_id, delivery_id, number);
create index delivery_attempts_age on app.delivery_attempts (at);

do $$
declare
  t text;
begin
  foreach t in array array['outbox', 'outbox_floors', 'delivery_targets', 'deliveries', 'delivery_attempts'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
  end loop;
  -- Workers serve every company: they see what is due, and nothing of what is sent or where to.
  foreach t in array array['delivery_targets', 'deliveries'] loop
    execute format('create policy platform on app.%I to readout_platform using (true) with check (true)', t);
  end loop;
end
$$;
grant select, update (body) on app.outbox to readout_app;
grant select on app.outbox_floors to readout_app;
grant select, insert, update on app.delivery_targets to readout_app;
grant select, update on app.deliveries to readout_app;
grant select, insert on app.delivery_attempts to readout_app;
grant select (company_id, id, kind, state, at_once, served_at, delivered_at, failing_since, paused_for_failing, trashed_at),
  update (served_at) on app.delivery_targets to readout_platform;
grant select, update (lease, leased_until) on app.deliveries to readout_platform;

-- Writes one event and gives it to the targets that want it. Runs last in its transaction (deferred triggers): nobody else
-- of the company waits for longer than the commit takes, and numbers come in the order of commits.
create function app.put_out(company uuid, event text, subject uuid, maker uuid, content jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  next bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('outbox ' || company::text, 0));
  select 1 + greatest(
    coalesce((select o.sequence from app.outbox o where o.company_id = company order by o.sequence desc limit 1), 0),
    coalesce((select f.sequence from app.outbox_floors f where f.company_id = company), 0)) into next;
  insert into app.outbox (company_id, sequence, type, subject_id, created_by, payload)
    values (company, next, event, subject, maker, content);
  insert into app.deliveries (company_id, target_id, sequence, subject_id)
    select t.company_id, t.id, next, subject from app.delivery_targets t
    where t.company_id = company and t.trashed_at is null and event = any (t.events);
  if found then perform pg_notify('readout_deliveries', ''); end if;
end
$$;
revoke all on function app.put_out from public;

-- A document's first page without where it was taken.
create function app.capture_out(company uuid, document uuid) returns jsonb
  language sql stable security definer set search_path = pg_catalog as $$
  select to_jsonb(c) - 'latitude' - 'longitude' from app.captures c where c.company_id = company and c.id = document
$$;
revoke all on function app.capture_out from public;

create function app.put_record_out() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed app.records;
  kind text;
  before jsonb;
  page record;
begin
  if tg_op = 'DELETE' then
    -- One that a rule had confirmed made room for what a new reading says.
    changed := old;
    changed.state := 'needs_review';
    changed.confirmed_at := null;
  else
    changed := new;
  end if;
  if changed.state <> 'confirmed' then
    kind := 'record.reopened';
  elsif tg_op = 'UPDATE' and old.state = 'confirmed' then
    kind := 'record.corrected';
  else
    -- Confirmed before, with other values: put right.
    select o.payload -> 'record' into before from app.outbox o
      where o.company_id = changed.company_id and o.subject_id = changed.id and o.type in ('record.confirmed', 'record.corrected')
      order by o.sequence desc limit 1;
    kind := case when before is not null and (before -> 'fields' <> changed.fields or before ->> 'type' <> changed.type)
      then 'record.corrected' else 'record.confirmed' end;
  end if;
  -- What is deleted with its capture leaves nothing behind, and what was sent of it stays true.
  select c.document_id, c.page_number, c.created_by into page from app.captures c
    where c.company_id = changed.company_id and c.id = changed.capture_id;
  if not found then return null; end if;
  perform app.put_out(changed.company_id, kind, changed.id, page.created_by, jsonb_build_object(
    'record', to_jsonb(changed) - 'original_fields', 'page', page.page_number,
    'capture', app.capture_out(changed.company_id, page.document_id)));
  return null;
end
$$;
revoke all on function app.put_record_out from public;
create constraint trigger records_put_out_made after insert on app.records deferrable initially deferred for each row
  when (new.state = 'confirmed') execute function app.put_record_out();
create constraint trigger records_put_out after update of state, fields, type on app.records deferrable initially deferred for each row
  when ((new.state = 'confirmed') <> (old.state = 'confirmed')
    or new.state = 'confirmed' and old.state = 'confirmed' and (old.fields <> new.fields or old.type <> new.type))
  execute function app.put_record_out();

create constraint trigger records_put_out_gone after delete on app.records deferrable initially deferred for each row
  when (old.state = 'confirmed') execute function app.put_record_out();

create function app.put_failure_out() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.put_out(new.company_id, 'capture.failed', new.document_id, new.created_by, jsonb_build_object(
    'page', new.page_number, 'capture', app.capture_out(new.company_id, new.document_id)));
  return null;
end
$$;
revoke all on function app.put_failure_out from public;
create constraint trigger captures_put_out after update of state on app.captures deferrable initially deferred for each row
  when (new.state = 'failed' and old.state <> 'failed') execute function app.put_failure_out();

create function app.put_alarm_out() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.put_out(new.company_id, 'watch.alarm', new.watch_id, null, jsonb_build_object(
    'alarm', to_jsonb(new),
    'watch', (select to_jsonb(w) from app.watches w where w.company_id = new.company_id and w.id = new.watch_id),
    'sample', (select to_jsonb(s) from app.watch_samples s
      where s.company_id = new.company_id and s.watch_id = new.watch_id and s.id = new.sample_id)));
  return null;
end
$$;
revoke all on function app.put_alarm_out from public;
create constraint trigger watch_alarms_put_out after insert on app.watch_alarms deferrable initially deferred for each row
  execute function app.put_alarm_out();

-- Deletes what is older and waits for nothing any more: tries, what they were of, the events, targets in the trash.
create function app.purge_deliveries(before timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from app.delivery_attempts where at < before;
  delete from app.delivery_targets where trashed_at < before;
  delete from app.deliveries where state in ('delivered', 'skipped') and ended_at < before;
  insert into app.outbox_floors as f (company_id, sequence)
    select o.company_id, max(o.sequence) from app.outbox o where o.at < before group by o.company_id
    on conflict (company_id) do update set sequence = greatest(f.sequence, excluded.sequence);
  delete from app.outbox o where o.at < before
    and not exists (select from app.deliveries d where d.company_id = o.company_id and d.sequence = o.sequence);
end
$$;
revoke all on function app.purge_deliveries from public;
grant execute on function app.purge_deliveries to readout_platform;

-- Keys and grants can be for deliveries, too.
alter table app.api_keys drop constraint api_keys_scopes_check;
alter table app.api_keys
  add constraint api_keys_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['captures:read', 'captures:write',
    'records:read', 'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write', 'members:read',
    'members:write', 'audit:read', 'usage:read', 'plugins:read', 'plugins:write', 'plugins:publish', 'deliveries:read',
    'deliveries:write']);
alter table app.oauth_grants drop constraint oauth_grants_scopes_check;
alter table app.oauth_grants
  add constraint oauth_grants_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['captures:read',
    'captures:write', 'records:read', 'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write',
    'members:read', 'members:write', 'audit:read', 'usage:read', 'plugins:read', 'plugins:write', 'plugins:publish',
    'deliveries:read', 'deliveries:write']);

-- As before, and events that name the person: what was made of them to be sent is made once more, by the new name.
create or replace function app.rename_person(of_company uuid, from_id uuid, to_id uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  nobody constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  place record;
begin
  perform set_config('readout.renames', 'on', true);
  for place in
    select k.relname as "table", a.attname as "column" from pg_class k
    join pg_attribute a on a.attrelid = k.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped
    where k.relnamespace = 'app'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition
      and (a.attname like '%\_by' or a.attname = 'assigned_to')
      and exists (select from pg_attribute o where o.attrelid = k.oid and o.attname = 'company_id' and not o.attisdropped)
      -- Sums of what one person sees go with the person.
      and k.relname <> 'dashboard_days'
      -- One open request each.
      and not (to_id = nobody and k.relname = 'plugin_requests')
    order by 1, 2
  loop
    execute format('update app.%I set %I = $1 where company_id = $2 and %I = $3', place."table", place."column", place."column")
      using to_id, of_company, from_id;
  end loop;
  update app.saved_views v set query = replace(v.query, from_id::text, to_id::text)
    where v.company_id = of_company and position(from_id::text in v.query) > 0;
  update app.bulk_actions b set items = replace(b.items::text, from_id::text, to_id::text)::jsonb
    where b.company_id = of_company and position(from_id::text in b.items::text) > 0;
  update app.notifications n
    set subject_id = replace(n.subject_id, from_id::text, to_id::text),
      detail = replace(n.detail::text, from_id::text, to_id::text)::jsonb
    where n.company_id = of_company
      and (n.subject_id = from_id::text or position(from_id::text in n.detail::text) > 0);
  update app.outbox o set payload = replace(o.payload::text, from_id::text, to_id::text)::jsonb, body = null
    where o.company_id = of_company and position(from_id::text in o.payload::text) > 0;
  perform set_config('readout.renames', 'off', true);
end
$$;
revoke all on function app.rename_person from public;
