-- Tags and notes of documents.
create table app.capture_tags (
  company_id uuid not null,
  -- The document.
  capture_id uuid not null,
  -- As whoever used it first wrote it.
  tag text not null check (char_length(tag) between 1 and 40),
  -- Comparisons of this type leak nothing of what they compare, so that indexes serve below row-level security.
  key text collate "C" not null generated always as (lower(tag)) stored,
  added_by uuid not null,
  added_at timestamptz not null default now(),
  primary key (company_id, capture_id, key),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index capture_tags_key on app.capture_tags (company_id, key, capture_id);

create table app.capture_notes (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- The document.
  capture_id uuid not null,
  body text not null check (char_length(body) between 1 and 2000),
  written_by uuid not null,
  written_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index capture_notes_capture on app.capture_notes (company_id, capture_id, written_at, id);

do $$
declare
  t text;
begin
  foreach t in array array['capture_tags', 'capture_notes'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
    execute format('grant select, insert, delete on app.%I to readout_app', t);
  end loop;
end
$$;
