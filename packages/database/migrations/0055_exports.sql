-- Exports that are written in the background; their files lie in the store for seven days.

create table app.exports (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  format text not null check (format in ('csv', 'xlsx', 'json')),
  filter jsonb not null,
  -- Whose records they are to hold: as who asked, in the role of then. May be gone since.
  requested_by uuid not null,
  role text not null check (role in ('owner', 'admin', 'reviewer', 'operator')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  tries smallint not null default 0,
  -- The run that writes it, and until when it is heard of; while queued: not before.
  lease uuid,
  leased_until timestamptz,
  row_count bigint,
  byte_size bigint,
  sha256 text,
  failure_code text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When row and file go; null while it is not at its end.
  expires_at timestamptz,
  primary key (company_id, id),
  check ((state = 'done') = (byte_size is not null and row_count is not null and sha256 is not null)),
  check ((state = 'failed') = (failure_code is not null)),
  check ((state in ('done', 'failed')) = (expires_at is not null and finished_at is not null))
);
create index exports_open on app.exports (created_at) where state in ('queued', 'running');
create index exports_expiry on app.exports (expires_at) where expires_at is not null;

alter table app.exports enable row level security;
alter table app.exports force row level security;
create policy tenant on app.exports to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.exports to current_user using (true);
create policy platform on app.exports to readout_platform using (true);
grant select, insert, update, delete on app.exports to readout_app;
grant select, update on app.exports to readout_platform;

-- Their files count as everything that is stored.
create or replace function app.stored_bytes(of_company uuid) returns bigint
  language sql stable security definer set search_path = pg_catalog as $$
  select (
    (select coalesce(sum(byte_size), 0) from app.objects where company_id = of_company)
    + (select coalesce(sum(byte_size), 0) from app.exports where company_id = of_company)
    + (select coalesce(sum(pg_column_size(package)), 0) from app.plugin_versions where company_id = of_company)
    + (select coalesce(sum(pg_column_size(input) + pg_column_size(expected)), 0) from app.plugin_fixtures where company_id = of_company)
    + (select coalesce(sum(pg_column_size(source) + pg_column_size(readme) + coalesce(pg_column_size(template), 0)), 0)
        from app.plugin_drafts where company_id = of_company)
    + (select coalesce(sum(coalesce(pg_column_size(payload), 0)), 0) from app.plugin_submissions where company_id = of_company)
    + (select coalesce(sum(pg_column_size(input) + pg_column_size(expected) + coalesce(pg_column_size(picture), 0)), 0)
        from app.plugin_submission_fixtures where company_id = of_company)
  )::bigint
$$;

alter table platform.store_erasures drop constraint store_erasures_kind_check,
  add constraint store_erasures_kind_check check (kind in ('original', 'derived', 'export', 'company'));
