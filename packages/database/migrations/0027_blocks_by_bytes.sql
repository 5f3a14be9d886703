-- A block means the versions of the catalogue it was spoken over, and their bytes wherever a company carries them in.
-- What a company made itself under the same id and number goes on.

/*
 * SHA-256 of the program in a package, lower-case hex. Packages are written in one canonical way, so the same program
 * is the same text in each. NUL, which a reading of a fixture may hold and text here cannot, is read as another character.
 */
create function platform.program_sha256(package bytea) returns text
  language plpgsql immutable set search_path = pg_catalog as $$
declare
  payload text;
begin
  payload := convert_from(decode(convert_from(package, 'UTF8')::json->>'payload', 'base64'), 'UTF8');
  return encode(sha256(convert_to((replace(payload, '\u0000', '\ufffd')::json->'code')::text, 'UTF8')), 'hex');
exception when others then
  return null;
end
$$;

alter table platform.plugin_versions
  add column program_sha256 text generated always as (platform.program_sha256(package)) stored;
alter table app.plugin_versions
  add column program_sha256 text generated always as (platform.program_sha256(package)) stored;
create index plugin_versions_program on platform.plugin_versions (program_sha256);

/*
 * The block that holds for a version, none where it may run. One of the catalogue is stopped by its id and number. One
 * of a company is stopped where its bytes, or its program, are those of a version that is blocked; a program that a
 * version has which may run is not stopped for its sake.
 */
create function platform.find_block(of_source text, of_plugin text, of_version text, of_bytes text, of_program text)
  returns table (plugin_id text, version text, reason text, blocked_at timestamptz)
  language sql stable security definer set search_path = pg_catalog as $$
  select b.plugin_id, b.version, b.reason, b.blocked_at
  from platform.plugin_blocks b
  where case of_source
    when 'catalogue' then b.plugin_id = of_plugin and b.version in ('*', of_version)
    else exists (
      select from platform.plugin_versions v
      where v.plugin_id = b.plugin_id and b.version in ('*', v.version) and v.state in ('published', 'deprecated')
        and (v.sha256 = of_bytes or v.program_sha256 = of_program and not exists (
          select from platform.plugin_versions o
          where o.program_sha256 = of_program and o.state in ('published', 'deprecated')
            and not exists (select from platform.plugin_blocks x
              where x.plugin_id = o.plugin_id and x.version in ('*', o.version)))))
  end
  order by b.plugin_id <> of_plugin, b.plugin_id, b.version limit 1
$$;
revoke all on function platform.find_block from public;
grant execute on function platform.find_block to readout_app, readout_platform;

/*
 * Which companies have a version of the catalogue switched on, or its bytes or program as their own. `of_version`: '*'
 * for every one.
 */
create function app.platform_companies_running(of_plugin text, of_version text)
  returns table (company_id uuid, plugin_id text, version text)
  language sql stable security definer set search_path = pg_catalog as $$
  select i.company_id, i.plugin_id, i.version from app.installations i
  where i.enabled and case i.source
    when 'catalogue' then i.plugin_id = of_plugin and of_version in ('*', i.version)
    else exists (
      select from app.plugin_versions o
      join platform.plugin_versions v on v.plugin_id = of_plugin and of_version in ('*', v.version)
        and v.state in ('published', 'deprecated') and (v.sha256 = o.sha256 or v.program_sha256 = o.program_sha256)
      where o.company_id = i.company_id and o.plugin_id = i.plugin_id and o.version = i.version)
  end
$$;
revoke all on function app.platform_companies_running from public;
grant execute on function app.platform_companies_running to readout_platform;

-- Installed readers that did not run when a page was read the last time, and why.
create table app.readers_not_run (
  company_id uuid not null,
  capture_id uuid not null,
  plugin_id text not null,
  version text not null,
  -- Of the error catalogue.
  code text not null,
  detail text not null default '' check (char_length(detail) <= 2000),
  created_at timestamptz not null default now(),
  primary key (company_id, capture_id, plugin_id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
alter table app.readers_not_run enable row level security;
alter table app.readers_not_run force row level security;
create policy tenant on app.readers_not_run to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.readers_not_run to current_user using (true);
grant select, insert, update, delete on app.readers_not_run to readout_app;

-- Nobody else could decide: who approved it had handed it in, or belongs to its publisher.
alter table platform.plugin_versions add column approved_by_publisher boolean not null default false;

-- What a review came to, once the catalogue holds the version no more; see release_plugin_id.
alter table app.plugin_submissions
  add column review_state text check (review_state in ('rejected', 'withdrawn')),
  add column review_note text check (char_length(review_note) <= 2000);

/*
 * Whether an id of the catalogue is free for another publisher: every version under it was rejected or withdrawn, the
 * last one thirty days ago or more, and none was ever published. It says nothing about whose it was.
 */
create function platform.is_plugin_id_free(of_plugin text) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select not exists (select from platform.plugins p where p.id = of_plugin and p.is_first_party)
    and not exists (select from platform.plugin_versions v where v.plugin_id = of_plugin
      and (v.state not in ('rejected', 'withdrawn') or coalesce(v.decided_at, v.submitted_at) > now() - interval '30 days'))
$$;
revoke all on function platform.is_plugin_id_free from public;
grant execute on function platform.is_plugin_id_free to readout_app;

/*
 * Gives a free id of somebody else back, with what was handed in under it: nobody reads another's packages for having
 * taken their id. How their reviews ended stays with them.
 */
create function platform.release_plugin_id(of_plugin text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from platform.plugins p where p.id = of_plugin
    and p.publisher_company_id is distinct from app.current_company() for update;
  if not found or not platform.is_plugin_id_free(of_plugin) then return; end if;
  update app.plugin_submissions s set review_state = v.state, review_note = v.decision_note
    from platform.plugin_versions v
    where v.plugin_id = of_plugin and s.plugin_id = v.plugin_id and s.version = v.version and s.payload_sha256 = v.sha256
      and s.state in ('submitted', 'withdrawn');
  delete from platform.plugin_versions where plugin_id = of_plugin;
  delete from platform.plugins where id = of_plugin;
end
$$;
revoke all on function platform.release_plugin_id from public;
grant execute on function platform.release_plugin_id to readout_app;
