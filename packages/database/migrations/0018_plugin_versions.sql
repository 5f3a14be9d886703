-- Versions of plugins as data: those everybody can install, and each company's own. A version's bytes never change.

create table platform.plugins (
  id text primary key check (id ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and char_length(id) <= 60),
  -- null: comes with Readout, or its company is gone.
  publisher_company_id uuid references auth.company (id) on delete set null,
  publisher_name text not null check (char_length(publisher_name) between 1 and 200),
  is_first_party boolean not null default false,
  created_at timestamptz not null default now()
);

create table platform.plugin_versions (
  plugin_id text not null references platform.plugins (id),
  -- SemVer. What comes with Readout and was changed under the same number carries the start of its hash as build metadata.
  version text not null check (char_length(version) <= 80),
  -- Later is newer, whatever the numbers say.
  ordinal bigint not null generated always as identity,
  state text not null check (state in ('in_review', 'published', 'rejected', 'deprecated')),
  manifest jsonb not null,
  -- The signed package as it was handed in: see `@readout/plugin-kit/package`.
  package bytea not null,
  -- SHA-256 of the signed bytes inside the package, lower-case hex.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- What is new, in the author's words.
  notes text not null default '' check (char_length(notes) <= 4000),
  -- Of the published fixtures: {fixtures, passed, fields: [{name, right, wrong, missing}]}
  accuracy jsonb,
  -- What the automatic checks found: {status: 'running' | 'passed' | 'failed', checks: [{name, status, detail}]}
  checks jsonb,
  submitted_by uuid,
  submitted_by_name text,
  submitted_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) <= 2000),
  primary key (plugin_id, version)
);
create unique index plugin_versions_bytes on platform.plugin_versions (plugin_id, sha256) where state <> 'rejected';
create index plugin_versions_newest on platform.plugin_versions (plugin_id, ordinal desc);
create index plugin_versions_waiting on platform.plugin_versions (submitted_at) where state = 'in_review';

-- A company's own: usable there without review.
create table app.plugin_versions (
  company_id uuid not null,
  plugin_id text not null check (plugin_id ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and char_length(plugin_id) <= 60),
  version text not null check (char_length(version) <= 80),
  ordinal bigint not null generated always as identity,
  state text not null default 'published' check (state in ('published', 'deprecated')),
  manifest jsonb not null,
  package bytea not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  notes text not null default '' check (char_length(notes) <= 4000),
  accuracy jsonb,
  -- Whether pointing made it or a program.
  made_by text not null check (made_by in ('template', 'studio', 'package')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, plugin_id, version)
);
create index company_plugin_versions_newest on app.plugin_versions (company_id, plugin_id, ordinal desc);

create function app.keep_plugin_bytes() returns trigger language plpgsql as $$
begin
  if (new.plugin_id, new.version, new.sha256, new.package, new.manifest) is distinct from
     (old.plugin_id, old.version, old.sha256, old.package, old.manifest) then
    raise exception 'the bytes of a plugin version never change';
  end if;
  return new;
end
$$;
create trigger plugin_versions_immutable before update on platform.plugin_versions for each row execute function app.keep_plugin_bytes();
create trigger company_plugin_versions_immutable before update on app.plugin_versions for each row execute function app.keep_plugin_bytes();

-- What is being written or pointed at; saved as it goes.
create table app.plugin_drafts (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  plugin_id text not null,
  kind text not null check (kind in ('template', 'studio')),
  manifest jsonb not null,
  -- TypeScript of a program.
  source text not null default '' check (octet_length(source) <= 524288),
  -- Of a template: see `@readout/plugin-kit/template`.
  template jsonb,
  readme text not null default '' check (char_length(readme) <= 100000),
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_by uuid not null,
  updated_at timestamptz not null default now(),
  trashed_at timestamptz,
  primary key (company_id, id)
);
create index plugin_drafts_shown on app.plugin_drafts (company_id, updated_at desc) where trashed_at is null;

-- Readings with the records that are right for them; they stay in the company.
create table app.plugin_fixtures (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  plugin_id text not null,
  name text not null check (char_length(name) between 1 and 120),
  -- null: the capture is gone, what was read of it stays.
  capture_id uuid,
  -- {reading, settings, locale, today}, as a reader is given it.
  input jsonb not null,
  -- [{type, fields: {name: {value, seen, checks?, ambiguous?}}}]; empty: the reader has to decline.
  expected jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, plugin_id, name),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete set null (capture_id)
);
create index plugin_fixtures_capture on app.plugin_fixtures (company_id, capture_id) where capture_id is not null;

-- Members ask who may to install something.
create table app.plugin_requests (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  plugin_id text not null,
  note text not null default '' check (char_length(note) <= 500),
  requested_by uuid not null,
  created_at timestamptz not null default now(),
  decision text check (decision in ('installed', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) <= 500),
  primary key (company_id, id)
);
create unique index plugin_requests_open on app.plugin_requests (company_id, plugin_id, requested_by) where decision is null;

-- Keys a company signs its own plugins with, Ed25519.
create table app.signing_keys (
  company_id uuid not null,
  -- SHA-256 of the public key, first 16 hex digits.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  name text not null check (char_length(name) between 1 and 80),
  -- Raw, base64.
  public_key text not null,
  -- PKCS #8, encrypted by the server's secret; null: kept outside, only its signatures come here.
  private_key_sealed text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- What it signed before stays installed, nothing new is taken.
  revoked_at timestamptz,
  primary key (company_id, key_id)
);

-- Keys everybody's packages are verified against.
create table platform.trusted_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  public_key text not null,
  name text not null check (char_length(name) between 1 and 80),
  -- 'platform': this installation's own or one an administrator trusts as much; 'publisher': of one company's plugins.
  kind text not null check (kind in ('platform', 'publisher')),
  publisher_company_id uuid references auth.company (id) on delete set null,
  -- Only of the installation's own.
  private_key_sealed text,
  added_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

alter table app.installations
  -- 'catalogue': version of platform.plugin_versions; 'company': of app.plugin_versions.
  add column source text not null default 'catalogue' check (source in ('catalogue', 'company')),
  -- What it was before the last change of version: where one click leads back to.
  add column previous_version text,
  add column previous_source text check (previous_source in ('catalogue', 'company')),
  -- Granted when it was installed: the manifest may ask for no more without being asked about again.
  add column granted_hosts text[] not null default '{}',
  add column updated_at timestamptz not null default now();

do $$
declare
  t text;
begin
  foreach t in array array['plugin_versions', 'plugin_drafts', 'plugin_fixtures', 'plugin_requests', 'signing_keys'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('grant select, insert, update, delete on app.%I to readout_app', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
  end loop;
end
$$;
-- A version somebody installed or has records of is never deleted; those who manage plugins deprecate it.
revoke delete on app.plugin_versions from readout_app;

-- The catalogue is everybody's to see, what waits or was rejected its publisher's alone; review is the platform's.
alter table platform.plugins enable row level security;
alter table platform.plugin_versions enable row level security;
create policy owner on platform.plugins to current_user using (true);
create policy owner on platform.plugin_versions to current_user using (true);
create policy platform on platform.plugins to readout_platform using (true) with check (true);
create policy platform on platform.plugin_versions to readout_platform using (true) with check (true);
create policy seen on platform.plugins for select to readout_app using (true);
create policy seen on platform.plugin_versions for select to readout_app using (
  state in ('published', 'deprecated')
  or exists (select 1 from platform.plugins p where p.id = plugin_id and p.publisher_company_id = app.current_company()));
-- A company submits under its own name only, and only for review.
create policy submitted on platform.plugins for insert to readout_app
  with check (publisher_company_id = app.current_company() and not is_first_party);
create policy submitted on platform.plugin_versions for insert to readout_app with check (
  state = 'in_review' and decided_at is null and checks is null and accuracy is null
  and exists (select 1 from platform.plugins p where p.id = plugin_id and p.publisher_company_id = app.current_company()));
grant select, insert on platform.plugins, platform.plugin_versions to readout_app;
grant select, insert, update on platform.plugins, platform.plugin_versions to readout_platform;
grant select (key_id, public_key, name, kind, publisher_company_id, revoked_at) on platform.trusted_keys to readout_app;
grant select, insert, update on platform.trusted_keys to readout_platform;
create trigger plugin_versions_change after insert or update or delete on platform.plugin_versions for each statement execute function platform.notify_change();
grant select (source, previous_version, granted_hosts, updated_at) on app.installations to readout_platform;
