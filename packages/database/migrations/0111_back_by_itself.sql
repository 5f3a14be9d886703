-- The version an installation left by itself because it failed there, until somebody moves the installation again.
alter table app.installations
  add column left_version text,
  add column left_source text check (left_source in ('catalogue', 'company')),
  add column left_at timestamptz,
  -- Of the error catalogue: how it failed last.
  add column left_code text,
  add constraint installations_left check (num_nulls(left_version, left_source, left_at, left_code) in (0, 4));
