-- What companies capture, what was read, what it became. Every table: company_id first in its key,
-- row-level security forced, readout_app confined to the tenant of its transaction.

create extension if not exists btree_gin with schema app;
create extension if not exists pg_trgm with schema app;

create table app.company_settings (
  company_id uuid primary key references auth.company (id) on delete cascade,
  status text not null default 'active' check (status in ('active', 'suspended', 'closing')),
  -- BCP 47 tags of what is read, most important first.
  languages text[] not null default '{en}',
  -- BCP 47 tag that settles ambiguous dates and amounts.
  locale text not null default 'en',
  keep_location boolean not null default false,
  operators_may_confirm boolean not null default true,
  max_members integer not null default 25,
  max_captures_per_month integer not null default 10000,
  max_bytes bigint not null default 20000000000,
  created_at timestamptz not null default now()
);

-- Stored bytes, once for each company and content.
create table app.objects (
  company_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  byte_size bigint not null check (byte_size > 0),
  media_type text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, sha256)
);

create table app.captures (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Made by the client: a repeated request finds the capture it already made. Page 1 only.
  client_id uuid,
  -- Pages of one file share the id of their first page.
  document_id uuid not null,
  page_number integer not null default 1 check (page_number >= 1),
  page_count integer not null default 1 check (page_count >= 1),
  state text not null default 'received' check (state in ('received', 'reading', 'read', 'failed')),
  failure_code text,
  failure_detail text,
  attempts integer not null default 0,
  -- Orthogonal to the state: where it is shown.
  archived_at timestamptz,
  trashed_at timestamptz,
  source text not null check (source in ('upload', 'paste', 'camera', 'desktop', 'api', 'sample')),
  sha256 text not null,
  file_name text not null check (char_length(file_name) <= 255),
  media_type text not null,
  byte_size bigint not null,
  -- Upright picture, known once decoded.
  width integer,
  height integer,
  -- First capture with the same bytes in this company, when there was one.
  duplicate_of uuid,
  title text,
  record_count integer not null default 0,
  review_count integer not null default 0,
  assigned_to uuid,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, sha256) references app.objects (company_id, sha256),
  unique (company_id, client_id)
);
create index captures_newest on app.captures (company_id, created_at desc, id desc) where page_number = 1 and trashed_at is null;
create index captures_document on app.captures (company_id, document_id, page_number);
create index captures_sha256 on app.captures (company_id, sha256);
create index captures_author on app.captures (company_id, created_by, created_at desc, id desc) where page_number = 1;
create index captures_failed on app.captures (company_id, created_at desc, id desc) where state = 'failed' and trashed_at is null;
create index captures_review on app.captures (company_id, created_at desc, id desc) where review_count > 0 and trashed_at is null;
create index captures_trashed on app.captures (company_id, trashed_at) where trashed_at is not null;

create table app.readings (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  capture_id uuid not null,
  engine_version text not null,
  -- The whole reading as the engine returned it.
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index readings_capture on app.readings (company_id, capture_id, created_at desc);

-- What one can search for: text of the lines, barcodes and field values of a capture.
create table app.capture_texts (
  company_id uuid not null,
  capture_id uuid not null,
  body text not null,
  -- 'simple': no stemming, so that codes and any language are found as they stand.
  terms tsvector generated always as (to_tsvector('simple', left(body, 200000))) stored,
  primary key (company_id, capture_id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index capture_texts_terms on app.capture_texts using gin (company_id, terms);

-- The planner may not use a GIN index below a row-level-security filter (its operators are not leakproof),
-- so the search runs with its owner's rights and filters by the tenant itself.
create function app.find_captures(query tsquery) returns setof uuid
  language sql stable security definer set search_path = app, pg_catalog
  begin atomic
    select capture_id from app.capture_texts where company_id = app.current_company() and terms @@ query;
  end;
revoke all on function app.find_captures(tsquery) from public;
grant execute on function app.find_captures(tsquery) to readout_app;

create table app.records (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  capture_id uuid not null,
  reading_id uuid not null,
  plugin_id text not null,
  plugin_version text not null,
  type text not null,
  -- Order among the records of the capture.
  position integer not null default 0,
  state text not null default 'needs_review' check (state in ('needs_review', 'confirmed', 'rejected')),
  rejected_reason text check (char_length(rejected_reason) <= 500),
  confidence real not null,
  -- {name: {value, raw, confidence, evidence, checks, ambiguous?, edited?: true}} as it stands now.
  fields jsonb not null,
  -- The same as the plugin made it; what a person changed is the difference.
  original_fields jsonb not null,
  assigned_to uuid,
  -- Grows with every change; an edit names the revision it was made on.
  revision integer not null default 1,
  confirmed_by uuid,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index records_capture on app.records (company_id, capture_id, position);
create index records_state on app.records (company_id, state, created_at desc);

-- Who changed which field from what to what. Append-only for the application.
create table app.record_edits (
  company_id uuid not null,
  id bigint generated always as identity,
  record_id uuid not null,
  field text not null,
  from_value jsonb,
  to_value jsonb,
  edited_by uuid not null,
  edited_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, record_id) references app.records (company_id, id) on delete cascade
);
create index record_edits_record on app.record_edits (company_id, record_id, id);

-- What a new reading would change where a person has already worked: proposed, never applied by itself.
create table app.record_proposals (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  capture_id uuid not null,
  reading_id uuid not null,
  -- [{plugin, pluginVersion, type, confidence, fields}]
  records jsonb not null,
  state text not null default 'open' check (state in ('open', 'applied', 'dismissed')),
  created_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create unique index record_proposals_open on app.record_proposals (company_id, capture_id) where state = 'open';

create table app.saved_views (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  -- The address query of the list, for instance 'state=needs_review&q=acme'.
  query text not null check (char_length(query) <= 2000),
  -- Shown to everyone in the company.
  is_company_wide boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index saved_views_author on app.saved_views (company_id, created_by);

-- A bulk action and what it changed, so that it can be undone as one.
create table app.bulk_actions (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  action text not null,
  -- [{id, revision, before}]: the row, the revision the action left it at, what it was before.
  items jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id)
);

create table app.installations (
  company_id uuid not null,
  plugin_id text not null,
  version text not null,
  enabled boolean not null default true,
  position integer not null default 0,
  settings jsonb not null default '{}',
  -- Confirm by itself where every check passes and confidence is at least this; null: never.
  auto_confirm_confidence real check (auto_confirm_confidence between 0 and 1),
  created_at timestamptz not null default now(),
  primary key (company_id, plugin_id)
);

create table app.plugin_runs (
  company_id uuid not null,
  id bigint generated always as identity,
  capture_id uuid not null,
  plugin_id text not null,
  version text not null,
  -- null: it went well.
  failure_code text,
  failure_detail text,
  record_count integer not null,
  duration_ms real not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index plugin_runs_plugin on app.plugin_runs (plugin_id, created_at);
create index plugin_runs_capture on app.plugin_runs (company_id, capture_id);

create table app.audit_events (
  company_id uuid not null,
  id bigint generated always as identity,
  -- null: the system itself.
  actor_id uuid,
  actor_name text not null,
  -- Past tense, dotted: 'record.confirmed', 'capture.trashed', 'company.created'.
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  ip_address text,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index audit_events_newest on app.audit_events (company_id, created_at desc, id desc);
create index audit_events_subject on app.audit_events (company_id, subject_id);

do $$
declare
  t text;
begin
  foreach t in array array[
    'company_settings', 'objects', 'captures', 'readings', 'capture_texts', 'records', 'record_edits',
    'record_proposals', 'saved_views', 'bulk_actions', 'installations', 'plugin_runs', 'audit_events'
  ] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    if t in ('audit_events', 'record_edits') then
      execute format('grant select, insert on app.%I to readout_app', t);
    else
      execute format('grant select, insert, update, delete on app.%I to readout_app', t);
    end if;
    -- The owner reads across companies for the views and functions above; force would otherwise hide all rows from it.
    execute format('create policy owner on app.%I to current_user using (true)', t);
  end loop;
end
$$;

-- Platform administration: numbers about captures, never what they hold.
grant select on app.company_settings to readout_platform;
grant select (company_id, id, state, failure_code, byte_size, created_at, read_at, trashed_at) on app.captures to readout_platform;
grant select (company_id, sha256, byte_size, created_at) on app.objects to readout_platform;
grant select (company_id, plugin_id, version, enabled) on app.installations to readout_platform;
grant select (company_id, id, plugin_id, version, failure_code, duration_ms, created_at) on app.plugin_runs to readout_platform;
grant select (company_id, id, state, plugin_id, created_at, confirmed_at) on app.records to readout_platform;
grant select (company_id, id, actor_name, action, subject_type, created_at) on app.audit_events to readout_platform;
do $$
declare
  t text;
begin
  foreach t in array array['company_settings', 'captures', 'objects', 'installations', 'plugin_runs', 'records', 'audit_events'] loop
    execute format('create policy platform on app.%I for select to readout_platform using (true)', t);
  end loop;
end
$$;

-- Live pages: one channel, the payload names the company and the capture; each server filters for its listeners.
create function app.notify_change() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('readout_change', json_build_object(
    'companyId', new.company_id,
    'captureId', new.id,
    'documentId', new.document_id,
    'createdBy', new.created_by)::text);
  return null;
end
$$;
create trigger captures_change after insert or update on app.captures for each row execute function app.notify_change();
