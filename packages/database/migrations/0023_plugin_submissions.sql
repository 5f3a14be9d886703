-- A company hands a version of its own in for the catalogue: what leaves is picked and redacted first, and confirmed by
-- an owner or admin.

alter table platform.plugin_versions
  -- Of fixtures that stay in the publisher's company, counts only: {fixtures, passed, failed}. null: there are none.
  add column private_results jsonb,
  drop constraint plugin_versions_state_check,
  add constraint plugin_versions_state_check
    check (state in ('in_review', 'published', 'rejected', 'deprecated', 'withdrawn'));
drop index platform.plugin_versions_bytes;
create unique index plugin_versions_bytes on platform.plugin_versions (plugin_id, sha256)
  where state not in ('rejected', 'withdrawn');

-- Until it is decided its publisher may take it back, and change nothing else.
create policy withdrawn on platform.plugin_versions for update to readout_app
  using (state = 'in_review'
    and exists (select 1 from platform.plugins p where p.id = plugin_id and p.publisher_company_id = app.current_company()))
  with check (state = 'withdrawn'
    and exists (select 1 from platform.plugins p where p.id = plugin_id and p.publisher_company_id = app.current_company()));
grant update (state, decided_by, decided_at) on platform.plugin_versions to readout_app;

create table app.plugin_submissions (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  plugin_id text not null,
  -- Of app.plugin_versions: its bytes never change, so whatever becomes of the draft changes nothing here.
  version text not null,
  state text not null default 'preparing' check (state in ('preparing', 'waiting', 'submitted', 'declined', 'withdrawn')),
  revision integer not null default 1,
  -- What is new, for the reviewer and the catalogue.
  notes text not null default '' check (char_length(notes) <= 4000),
  -- What leaves, as it was when confirmation was asked for: bytes of a package before signing. null: nothing waits.
  payload bytea,
  -- Kept once it was handed in: what it is known by there.
  payload_sha256 text check (payload_sha256 ~ '^[0-9a-f]{64}$'),
  private_results jsonb,
  prepared_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  asked_by uuid,
  asked_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) <= 2000),
  primary key (company_id, id),
  foreign key (company_id, plugin_id, version) references app.plugin_versions (company_id, plugin_id, version),
  check (payload is null or payload_sha256 is not null),
  check (state <> 'waiting' or payload is not null)
);
create unique index plugin_submissions_open on app.plugin_submissions (company_id, plugin_id)
  where state in ('preparing', 'waiting');
create index plugin_submissions_newest on app.plugin_submissions (company_id, plugin_id, created_at desc);

-- Copies of the fixtures there were when it was begun, and what of each leaves.
create table app.plugin_submission_fixtures (
  company_id uuid not null,
  submission_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  -- Whose picture it is of; null: none, or it is gone.
  capture_id uuid,
  -- Of a fixture the version's own package carries: its name there.
  packaged_as text,
  has_packaged_picture boolean not null default false,
  -- As app.plugin_fixtures has it: {reading, settings, locale, today} and records. Nothing is redacted in these two.
  input jsonb not null,
  expected jsonb not null,
  -- 'private': only its result counts; 'reading': what was read; 'picture': the picture, too.
  leaves text not null default 'private' check (leaves in ('private', 'reading', 'picture')),
  -- [{x, y, width, height}], pixels of the page.
  regions jsonb not null default '[]',
  -- Of what is left once the regions are hidden: {input, expected, passed, ...}.
  outcome jsonb,
  picture bytea,
  picture_media_type text check (picture_media_type = 'image/webp'),
  primary key (company_id, submission_id, id),
  foreign key (company_id, submission_id) references app.plugin_submissions (company_id, id) on delete cascade,
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete set null (capture_id)
);
create index plugin_submission_fixtures_capture on app.plugin_submission_fixtures (company_id, capture_id)
  where capture_id is not null;

do $$
declare
  t text;
begin
  foreach t in array array['plugin_submissions', 'plugin_submission_fixtures'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('grant select, insert, update, delete on app.%I to readout_app', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
  end loop;
end
$$;
