-- How versions of plugins do over all companies, who signed them, and why one is no longer offered.

-- Whose keys a package names as signers, as its envelope says; they were verified when it was taken in.
create function platform.package_signers(package bytea) returns text[]
  language plpgsql immutable as $$
begin
  return array(select s->>'keyid' from json_array_elements(convert_from(package, 'UTF8')::json->'signatures') as s);
exception when others then
  return '{}';
end
$$;

alter table platform.plugin_versions
  add column signed_by text[] not null generated always as (platform.package_signers(package)) stored,
  -- Why it is no longer offered; its companies read it.
  add column deprecated_note text check (char_length(deprecated_note) <= 500),
  add column deprecated_by uuid,
  add column deprecated_at timestamptz;
create index plugin_versions_signed_by on platform.plugin_versions using gin (signed_by);

alter table platform.trusted_keys
  add column revoked_by uuid,
  add column revoked_reason text check (char_length(revoked_reason) <= 500);

-- What a company made itself under a number the catalogue has too, with other bytes: none of the catalogue's figures.
create view app.platform_own_versions as
  select o.company_id, o.plugin_id, o.version from app.plugin_versions o
  where not exists (select from platform.plugin_versions v
    where v.plugin_id = o.plugin_id and v.version = o.version and v.sha256 = o.sha256);
grant select on app.platform_own_versions to readout_platform;

-- Of records that a person confirmed: in how many a version gave a value, and in how many of these another one stood
-- when it was confirmed. By company, and never shown so: see corrected_shares.
create table app.correction_days (
  company_id uuid not null,
  -- In UTC, of the confirmation.
  day date not null,
  plugin_id text not null,
  version text not null,
  type text not null,
  field text not null,
  given integer not null,
  corrected integer not null,
  -- It gave none and a person entered one.
  added integer not null,
  primary key (company_id, day, plugin_id, version, type, field)
);
create index correction_days_plugin on app.correction_days (plugin_id, day);
create index correction_days_day on app.correction_days (day);
alter table app.correction_days enable row level security;
alter table app.correction_days force row level security;
create policy tenant on app.correction_days to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.correction_days to current_user using (true);
grant select on app.correction_days to readout_app;

create index records_confirmed_by_person on app.records (confirmed_at) where state = 'confirmed' and confirmed_by is not null;

-- Up to when confirmations were counted.
create table platform.corrections_counted (
  only_row boolean primary key default true check (only_row),
  counted_until timestamptz not null
);

/*
 * Counts confirmations from where it stopped the last time up to `up_to`, at most a day of them. A record that is
 * opened again and confirmed once more counts again: a person looked at it again.
 */
create function platform.count_corrections(up_to timestamptz) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  beginning timestamptz;
  ending timestamptz;
begin
  insert into platform.corrections_counted (counted_until) values (up_to - interval '90 days') on conflict do nothing;
  select c.counted_until into beginning from platform.corrections_counted c for update;
  ending := least(beginning + interval '1 day', up_to);
  if ending <= beginning then return beginning; end if;
  insert into app.correction_days as d (company_id, day, plugin_id, version, type, field, given, corrected, added)
  select r.company_id, (r.confirmed_at at time zone 'UTC')::date, r.plugin_id, r.plugin_version, r.type, f.field,
    count(*) filter (where f.is_given), count(*) filter (where f.is_given and f.is_edited),
    count(*) filter (where not f.is_given)
  from app.records r
  join platform.plugin_versions v on v.plugin_id = r.plugin_id and v.version = r.plugin_version
  cross join lateral (
    select coalesce(o.key, e.key) as field, e.key is not null as is_edited,
      o.key is not null and coalesce(o.value->'value', 'null') not in ('null', '""', '[]') as is_given
    from jsonb_each(r.original_fields) as o full join unnest(r.edited_fields) as e (key) on e.key = o.key
  ) f
  where r.state = 'confirmed' and r.confirmed_by is not null and r.confirmed_at > beginning and r.confirmed_at <= ending
    and (f.is_given or f.is_edited)
    and not exists (select from app.platform_own_versions w
      where w.company_id = r.company_id and w.plugin_id = r.plugin_id and w.version = r.plugin_version)
  group by 1, 2, 3, 4, 5, 6
  on conflict (company_id, day, plugin_id, version, type, field) do update
    set given = d.given + excluded.given, corrected = d.corrected + excluded.corrected, added = d.added + excluded.added;
  delete from app.correction_days where day < (up_to at time zone 'UTC')::date - 90;
  update platform.corrections_counted set counted_until = ending;
  return ending;
end
$$;
revoke all on function platform.count_corrections from public;
grant execute on function platform.count_corrections to readout_platform;

/*
 * How often people changed what each version of a plugin gave, over all companies, last 90 days. Below `min_companies`
 * or `min_records` the figures are null: the platform's role reads nothing else of these sums. No figure adds several
 * versions up, so that none can be had by taking one from another.
 */
create function platform.corrected_shares(plugin text)
  returns table (version text, type text, field text, records integer, corrected integer, added integer)
  language sql stable security definer set search_path = pg_catalog as $$
  select s.version, s.type, s.field,
    case when s.is_enough then s.given end, case when s.is_enough then s.corrected end, case when s.is_enough then s.added end
  from (
    select d.version, d.type, d.field, sum(d.given)::int as given, sum(d.corrected)::int as corrected, sum(d.added)::int as added,
      count(distinct d.company_id) filter (where d.given > 0) >= 3 and sum(d.given) >= 20 as is_enough
    from app.correction_days d
    where d.plugin_id = plugin and d.day > (now() at time zone 'UTC')::date - 90
    group by d.version, d.type, d.field
  ) s
$$;
revoke all on function platform.corrected_shares from public;
grant execute on function platform.corrected_shares to readout_platform;

-- New companies start with what comes with Readout, but for what is no longer offered; who installs is refused before.
create function app.install_what_is_offered() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from platform.plugin_versions v
    where v.plugin_id = new.plugin_id and v.version = new.version and v.state = 'deprecated') then
    return null;
  end if;
  return new;
end
$$;
create trigger installations_offered before insert on app.installations for each row
  when (new.source = 'catalogue') execute function app.install_what_is_offered();
