-- How a file is made of the records, as in `ExportShape`; exports from before this held everything, in one language.
alter table app.exports add column shape jsonb not null default '{"records": "all", "language": "en", "items": "none"}'
  check (jsonb_typeof(shape) = 'object');

-- Profiles: how a company exports a type of record. `settings` as in `ProfileSettings`.
create table app.export_profiles (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  revision int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  trashed_at timestamptz,
  primary key (company_id, id)
);
alter table app.export_profiles enable row level security;
alter table app.export_profiles force row level security;
create policy tenant on app.export_profiles to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.export_profiles to current_user using (true);
grant select, insert, update on app.export_profiles to readout_app;

-- House-keeping: what has been in the trash for 30 days.
create function app.purge_export_profiles() returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from app.export_profiles where trashed_at < now() - interval '30 days'
$$;
revoke all on function app.purge_export_profiles from public;
grant execute on function app.purge_export_profiles to readout_platform;

-- The profile as it was when the export was asked for; null: none.
alter table app.exports add column profile jsonb check (jsonb_typeof(profile) = 'object');

-- What an export by a profile holds, and in which revision. Kept for as long as the record is.
create table app.exported_records (
  company_id uuid not null,
  export_id uuid not null,
  record_id uuid not null,
  document_id uuid not null,
  position bigint not null,
  revision int not null,
  profile_id uuid not null,
  -- As it was called then.
  profile_name text not null,
  exported_by uuid not null,
  -- How its originals are called, without their endings; null where none go with it.
  stem text,
  -- Null while the export is being written.
  exported_at timestamptz,
  primary key (company_id, export_id, record_id),
  foreign key (company_id, record_id) references app.records (company_id, id) on delete cascade
);
create index exported_records_record on app.exported_records (company_id, record_id);
create index exported_records_position on app.exported_records (company_id, export_id, position);
alter table app.exported_records enable row level security;
alter table app.exported_records force row level security;
create policy tenant on app.exported_records to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.exported_records to current_user using (true);
grant select, insert, update, delete on app.exported_records to readout_app;

-- Booking batches, and what they could not take: `{count, records}`.
alter table app.exports drop constraint exports_format_check,
  add constraint exports_format_check check (format in ('csv', 'xlsx', 'json', 'datev')),
  add column held_back jsonb check (jsonb_typeof(held_back) = 'object');
