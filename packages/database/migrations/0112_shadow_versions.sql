-- A version that reads new captures beside the one whose records count.
alter table app.installations
  add column shadow_version text,
  add column shadow_source text check (shadow_source in ('catalogue', 'company')),
  add column shadow_since timestamptz,
  add constraint installations_shadow check (num_nulls(shadow_version, shadow_source, shadow_since) in (0, 3));

-- How the two did on a document. Nothing of it is a record.
create table app.shadow_comparisons (
  company_id uuid not null,
  id bigint generated always as identity,
  plugin_id text not null,
  -- First page of the document.
  capture_id uuid not null,
  outcome text not null check (outcome in ('equal', 'differs', 'only_installed', 'only_shadow', 'failed')),
  -- Of the error catalogue, where the shadow failed.
  failure_code text,
  -- Of each field: record, field, from, to.
  changes jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, plugin_id, capture_id),
  foreign key (company_id, plugin_id) references app.installations (company_id, plugin_id) on delete cascade,
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index shadow_comparisons_capture on app.shadow_comparisons (company_id, capture_id);
alter table app.shadow_comparisons enable row level security;
alter table app.shadow_comparisons force row level security;
create policy tenant on app.shadow_comparisons to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.shadow_comparisons to current_user using (true);
grant select, insert, update, delete on app.shadow_comparisons to readout_app;
