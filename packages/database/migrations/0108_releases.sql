-- The newest release that has prepared this database, and the oldest that may still run on it. Processes that run ask
-- through the function, since they may become too old while they run.
create table public.readout_release (
  is_only boolean primary key default true check (is_only),
  release text not null check (release ~ '^\d{1,6}\.\d{1,6}\.\d{1,6}$'),
  oldest text not null check (oldest ~ '^\d{1,6}\.\d{1,6}\.\d{1,6}$'),
  noted_at timestamptz not null default now()
);

create function platform.oldest_release() returns text
  language sql stable security definer set search_path = pg_catalog as $$
  select oldest from public.readout_release
$$;
revoke all on function platform.oldest_release() from public;
grant execute on function platform.oldest_release() to readout_platform;
