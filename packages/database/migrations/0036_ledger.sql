-- What companies take, promised before the first byte is written: see docs/decisions/0017-one-ledger-of-resources.md.

create table app.company_ledger (
  company_id uuid not null,
  -- Stored, and promised to what is under way.
  bytes bigint not null default 0 check (bytes >= 0),
  -- First day, in UTC, of the month that `captures` is of.
  month date not null default date_trunc('month', now() at time zone 'UTC')::date,
  -- Taken in and promised.
  captures integer not null default 0 check (captures >= 0),
  counted_at timestamptz not null default now(),
  primary key (company_id)
);

-- Promises that are not kept yet. What a capture used is taken off when it is accepted; the rest goes back.
create table app.reservations (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- 'request': gone with it; 'upload': a resumable upload, which outlives processes.
  kind text not null check (kind in ('request', 'upload')),
  bytes bigint not null check (bytes >= 0),
  captures integer not null check (captures >= 0),
  month date not null,
  -- The process that answers the request; null: known by its time alone.
  process_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index reservations_user on app.reservations (user_id);
create index reservations_expiry on app.reservations (expires_at);

do $$
declare
  t text;
begin
  foreach t in array array['company_ledger', 'reservations'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
    execute format('create policy platform on app.%I for select to readout_platform using (true)', t);
    execute format('grant select on app.%I to readout_app, readout_platform', t);
  end loop;
end
$$;
-- What is accepted takes its part off its own promise; everything else goes through the functions below.
grant update (bytes, captures) on app.reservations to readout_app;

-- The same sums for the whole installation, and what it may hold; null: any amount.
create table platform.ledger (
  only_row boolean primary key default true check (only_row),
  bytes bigint not null default 0 check (bytes >= 0),
  month date not null default date_trunc('month', now() at time zone 'UTC')::date,
  captures integer not null default 0 check (captures >= 0)
);
create table platform.limits (
  only_row boolean primary key default true check (only_row),
  max_bytes bigint check (max_bytes >= 0),
  max_captures_per_month integer check (max_captures_per_month >= 0),
  max_companies integer check (max_companies >= 0),
  -- Companies one person may own.
  max_owned_companies integer not null default 5 check (max_owned_companies >= 0),
  revision integer not null default 1
);
insert into platform.limits default values;
grant select on platform.ledger to readout_platform;
grant select on platform.limits to readout_platform, readout_auth;
grant update on platform.limits to readout_platform;

-- Bytes a company has stored: contents, and what its plugins keep in tables.
create function app.stored_bytes(of_company uuid) returns bigint
  language sql stable security definer set search_path = pg_catalog as $$
  select (
    (select coalesce(sum(byte_size), 0) from app.objects where company_id = of_company)
    + (select coalesce(sum(pg_column_size(package)), 0) from app.plugin_versions where company_id = of_company)
    + (select coalesce(sum(pg_column_size(input) + pg_column_size(expected)), 0) from app.plugin_fixtures where company_id = of_company)
    + (select coalesce(sum(pg_column_size(source) + pg_column_size(readme) + coalesce(pg_column_size(template), 0)), 0)
        from app.plugin_drafts where company_id = of_company)
    + (select coalesce(sum(coalesce(pg_column_size(payload), 0)), 0) from app.plugin_submissions where company_id = of_company)
    + (select coalesce(sum(pg_column_size(input) + pg_column_size(expected) + coalesce(pg_column_size(picture), 0)), 0)
        from app.plugin_submission_fixtures where company_id = of_company)
  )::bigint
$$;
revoke all on function app.stored_bytes from public;

create function app.captures_of_month(of_company uuid) returns integer
  language sql stable security definer set search_path = pg_catalog as $$
  select (
    (select count(*) from app.captures where company_id = of_company and page_number = 1
      and created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')
    + (select count(*) from app.captures where company_id = of_company and page_number > 1 and file_page = 1
      and created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')
  )::integer
$$;
revoke all on function app.captures_of_month from public;

/*
 * Takes bytes and captures, for good until they are given back, or says why not: null where it was done. Locks the
 * company's sum and then the installation's until the end of the transaction, so that what runs at the same time waits
 * its turn: call it as late as can be.
 */
create function app.take(of_company uuid, more_bytes bigint, more_captures integer, out refusal text, out most bigint)
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC')::date;
  settings app.company_settings%rowtype;
  own app.company_ledger%rowtype;
  whole platform.ledger%rowtype;
  limits platform.limits%rowtype;
begin
  select * into settings from app.company_settings where company_id = of_company;
  if not found then refusal := 'company.not_found'; return; end if;
  if settings.status <> 'active' then refusal := 'company.' || settings.status; return; end if;
  select * into own from app.company_ledger where company_id = of_company for update;
  if not found then
    insert into app.company_ledger (company_id) values (of_company) on conflict do nothing;
    select * into own from app.company_ledger where company_id = of_company for update;
  end if;
  if own.month <> this_month then own.captures := 0; end if;
  if more_captures > 0 and own.captures + more_captures > settings.max_captures_per_month then
    refusal := 'company.captures_used_up'; most := settings.max_captures_per_month; return;
  end if;
  if more_bytes > 0 and own.bytes + more_bytes > settings.max_bytes then
    refusal := 'company.storage_full'; most := settings.max_bytes; return;
  end if;
  select * into limits from platform.limits;
  select * into whole from platform.ledger for update;
  if not found then
    insert into platform.ledger default values on conflict do nothing;
    select * into whole from platform.ledger for update;
  end if;
  if whole.month <> this_month then whole.captures := 0; end if;
  if more_captures > 0 and whole.captures + more_captures > limits.max_captures_per_month then
    refusal := 'installation.captures_used_up'; most := limits.max_captures_per_month; return;
  end if;
  if more_bytes > 0 and whole.bytes + more_bytes > limits.max_bytes then
    refusal := 'installation.storage_full'; most := limits.max_bytes; return;
  end if;
  update app.company_ledger set bytes = own.bytes + more_bytes, captures = own.captures + more_captures, month = this_month
    where company_id = of_company;
  update platform.ledger set bytes = whole.bytes + more_bytes, captures = whole.captures + more_captures, month = this_month;
end
$$;
revoke all on function app.take from public;
grant execute on function app.take to readout_app;

create function app.give_back(of_company uuid, less_bytes bigint, less_captures integer, of_month date) returns void
  language sql security definer set search_path = pg_catalog as $$
  update app.company_ledger set bytes = greatest(0, bytes - less_bytes),
    captures = case when month = of_month then greatest(0, captures - less_captures) else captures end
    where company_id = of_company;
  update platform.ledger set bytes = greatest(0, bytes - less_bytes),
    captures = case when month = of_month then greatest(0, captures - less_captures) else captures end;
$$;
revoke all on function app.give_back from public;

/*
 * The next three are statements of their own, never part of a transaction: they do not wait for the disk, so that the
 * sums are locked for as short as can be. A promise that a power cut takes back is no loss: what it was for is not
 * acknowledged yet, and who accepts it then takes it anew.
 */
create function app.reserve(
  of_company uuid, of_user uuid, reservation uuid, of_kind text, more_bytes bigint, more_captures integer,
  of_process uuid, for_seconds integer, most_uploads integer, most_bytes bigint, most_uploads_of_company integer,
  out refusal text, out most bigint
)
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  own_count bigint;
  own_bytes bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  -- A person's promises over all their companies, one after the other.
  perform pg_advisory_xact_lock(hashtextextended('reservations ' || of_user, 0));
  select count(*), coalesce(sum(bytes), 0) into own_count, own_bytes from app.reservations where user_id = of_user;
  if own_count >= most_uploads then refusal := 'upload.too_many_unfinished'; most := most_uploads; return; end if;
  -- Whatever its size, one at a time goes.
  if own_count > 0 and own_bytes + more_bytes > most_bytes then
    refusal := 'upload.too_much_unfinished'; most := most_bytes; return;
  end if;
  select t.refusal, t.most into refusal, most from app.take(of_company, more_bytes, more_captures) t;
  if refusal is not null then return; end if;
  -- With the company's sum locked: each counts those before.
  if (select count(*) from app.reservations r where r.company_id = of_company) >= most_uploads_of_company then
    perform app.give_back(of_company, more_bytes, more_captures, date_trunc('month', now() at time zone 'UTC')::date);
    refusal := 'company.too_many_unfinished'; most := most_uploads_of_company; return;
  end if;
  insert into app.reservations (company_id, id, user_id, kind, bytes, captures, month, process_id, expires_at)
    values (of_company, reservation, of_user, of_kind, more_bytes, more_captures,
      date_trunc('month', now() at time zone 'UTC')::date, of_process, now() + make_interval(secs => for_seconds));
end
$$;
revoke all on function app.reserve from public;
grant execute on function app.reserve to readout_app;

-- For what turns out to be longer than it said.
create function app.extend_reservation(of_company uuid, reservation uuid, more_bytes bigint, out refusal text, out most bigint)
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  select t.refusal, t.most into refusal, most from app.take(of_company, more_bytes, 0) t;
  if refusal is not null then return; end if;
  update app.reservations set bytes = bytes + more_bytes where company_id = of_company and id = reservation;
  if not found then
    perform app.give_back(of_company, more_bytes, 0, date_trunc('month', now() at time zone 'UTC')::date);
  end if;
end
$$;
revoke all on function app.extend_reservation from public;
grant execute on function app.extend_reservation to readout_app;

-- Gives back what was promised and not used. Once: a second call finds nothing.
create function app.release_reservation(of_company uuid, reservation uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  left_over app.reservations%rowtype;
begin
  perform set_config('synchronous_commit', 'off', true);
  delete from app.reservations where company_id = of_company and id = reservation returning * into left_over;
  if not found then return false; end if;
  if left_over.bytes > 0 or left_over.captures > 0 then
    perform app.give_back(of_company, left_over.bytes, left_over.captures, left_over.month);
  end if;
  return true;
end
$$;
revoke all on function app.release_reservation from public;
grant execute on function app.release_reservation to readout_app, readout_platform;

-- Promises whose time is over or whose process is not heard of any more.
create function app.dead_reservations(missing_after_seconds integer) returns table (company_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog as $$
  select r.company_id, r.id from app.reservations r
  where r.expires_at < now()
    or (r.process_id is not null and not exists (
      select from platform.processes p
      where p.id = r.process_id and p.seen_at > now() - make_interval(secs => missing_after_seconds)))
$$;
revoke all on function app.dead_reservations from public;
grant execute on function app.dead_reservations to readout_platform;

-- Counts a company's sum anew: what was deleted gives its room back so. What is promised stays promised.
create function app.recount_ledger(of_company uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC')::date;
  before app.company_ledger%rowtype;
  new_bytes bigint;
  new_captures integer;
begin
  insert into app.company_ledger (company_id) select s.company_id from app.company_settings s where s.company_id = of_company
    on conflict do nothing;
  select * into before from app.company_ledger where company_id = of_company for update;
  if not found then return; end if;
  -- One look at both: what is being accepted is a promise or stored, never both and never neither.
  select app.stored_bytes(of_company) + coalesce(sum(r.bytes), 0),
      app.captures_of_month(of_company) + coalesce(sum(r.captures) filter (where r.month = this_month), 0)
    into new_bytes, new_captures from app.reservations r where r.company_id = of_company;
  update app.company_ledger set bytes = new_bytes, captures = new_captures, month = this_month, counted_at = now()
    where company_id = of_company;
  update platform.ledger set bytes = greatest(0, bytes + new_bytes - before.bytes),
    captures = greatest(0, case when month = this_month then captures else 0 end
      + new_captures - case when before.month = this_month then before.captures else 0 end),
    month = this_month;
end
$$;
revoke all on function app.recount_ledger from public;
grant execute on function app.recount_ledger to readout_platform;

-- The installation's sum, from those of its companies.
create function platform.recount_ledger() returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from platform.ledger for update;
  update platform.ledger set month = date_trunc('month', now() at time zone 'UTC')::date,
    bytes = (select coalesce(sum(l.bytes), 0) from app.company_ledger l),
    captures = (select coalesce(sum(l.captures), 0) from app.company_ledger l
      where l.month = date_trunc('month', now() at time zone 'UTC')::date);
end
$$;
revoke all on function platform.recount_ledger from public;
grant execute on function platform.recount_ledger to readout_platform;

-- What plugins keep in tables counts as it is written; SQLSTATE RD036, the message is the code of the error.
create function app.take_row() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  before bigint := 0;
  after_it bigint := 0;
  answer record;
begin
  if tg_op <> 'INSERT' then execute 'select ' || tg_argv[0] into before using old; end if;
  if tg_op <> 'DELETE' then execute 'select ' || tg_argv[0] into after_it using new; end if;
  if after_it > before then
    select * into answer from app.take(new.company_id, after_it - before, 0);
    if answer.refusal is not null then
      raise exception using errcode = 'RD036', message = answer.refusal, detail = coalesce(answer.most::text, '');
    end if;
  -- A company that is erased takes its sum along; the installation's must not stay locked meanwhile.
  elsif after_it < before and not exists (
    select from app.company_settings s where s.company_id = old.company_id and s.status = 'closing') then
    perform app.give_back(old.company_id, before - after_it, 0, current_date);
  end if;
  return null;
end
$$;
create trigger ledger after insert or update of package or delete on app.plugin_versions
  for each row execute function app.take_row('pg_column_size(($1).package)');
create trigger ledger after insert or update of input, expected or delete on app.plugin_fixtures
  for each row execute function app.take_row('pg_column_size(($1).input) + pg_column_size(($1).expected)');
create trigger ledger after insert or update of source, readme, template or delete on app.plugin_drafts
  for each row execute function app.take_row(
    'pg_column_size(($1).source) + pg_column_size(($1).readme) + coalesce(pg_column_size(($1).template), 0)');
create trigger ledger after insert or update of payload or delete on app.plugin_submissions
  for each row execute function app.take_row('coalesce(pg_column_size(($1).payload), 0)');
create trigger ledger after insert or update of input, expected, picture or delete on app.plugin_submission_fixtures
  for each row execute function app.take_row(
    'pg_column_size(($1).input) + pg_column_size(($1).expected) + coalesce(pg_column_size(($1).picture), 0)');

insert into app.company_ledger (company_id, bytes, captures)
  select company_id, app.stored_bytes(company_id), app.captures_of_month(company_id) from app.company_settings;
insert into platform.ledger (bytes, captures) select coalesce(sum(bytes), 0), coalesce(sum(captures), 0) from app.company_ledger;
