-- How the processes agree on looking after the store: one of them at a time sweeps, one scrubs.
create table platform.store_care (
  is_only boolean primary key default true check (is_only),
  sweep_by uuid,
  sweep_until timestamptz,
  scrub_by uuid,
  scrub_until timestamptz,
  -- A sweep found more orphans than it may move by itself: none is moved before somebody says so.
  held_at timestamptz,
  held_orphans bigint,
  held_files bigint,
  held_cap bigint,
  -- As many as somebody has let go; null: the usual bound.
  allowed_orphans bigint,
  swept_at timestamptz
);
insert into platform.store_care default values;
grant select, update on platform.store_care to readout_platform;

-- What was erased on purpose and is still to be removed from the store. Everything else that no row knows goes to the
-- quarantine.
create table platform.store_erasures (
  company_id uuid not null,
  -- 'company': everything of it.
  kind text not null check (kind in ('original', 'derived', 'company')),
  -- SHA-256 of an original, id of the capture of derived pictures, '' for a company.
  name text not null,
  erased_at timestamptz not null default now(),
  primary key (company_id, kind, name)
);
alter table platform.store_erasures enable row level security;
create policy tenant on platform.store_erasures for insert to readout_app
  with check (company_id = app.current_company());
create policy platform on platform.store_erasures to readout_platform using (true) with check (true);
grant insert on platform.store_erasures to readout_app;
grant select, insert, delete on platform.store_erasures to readout_platform;
