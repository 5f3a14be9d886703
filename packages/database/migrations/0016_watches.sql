-- Watches: a region of a screen or of a fixed camera's view, read again and again. Its samples are a time series, their
-- sums by minute and hour make a month at one a second as quick to draw as an hour.

create table app.watches (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  source_kind text not null check (source_kind in ('screen', 'camera')),
  -- Where region and type of value came from. A copy of both stays here: history must not change with the profile.
  region_profile_id uuid,
  -- {frame: {width, height}, region: {x, y, width, height}}, pixels of the frame.
  place jsonb not null,
  -- {kind: 'text' | 'number' | 'segments', decimalMark?, digits?, decimals?, unit?, min?, max?}
  reads jsonb not null,
  -- null: whenever the picture changes.
  interval_ms integer check (interval_ms between 1000 and 86400000),
  low double precision,
  high double precision check (high > low),
  -- Most the value may change in one rate_per_ms since what a person confirmed last; null: any.
  max_rate double precision check (max_rate >= 0),
  rate_per_ms integer check (rate_per_ms > 0),
  direction text not null default 'any' check (direction in ('any', 'up', 'down')),
  -- So many readings in a row that cannot be read, or are not plausible, are a lost reading.
  lost_after integer not null default 5 check (lost_after between 1 and 1000),
  -- null: for ever.
  keep_days integer check (keep_days between 1 and 3650),
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  trashed_at timestamptz,
  -- The newest sample by the device's clock.
  last_sample_id uuid,
  last_taken_at timestamptz,
  last_value double precision,
  last_text text,
  last_confidence real,
  last_state text,
  -- The newest sample that came with a picture: it still looks like that.
  last_picture_id uuid,
  -- Readings in a row, up to the newest, that say nothing.
  lost_run integer not null default 0,
  -- Where it is read: one device at a time is meant, a second one is told.
  run_id uuid,
  run_by uuid,
  run_device text check (char_length(run_device) <= 120),
  run_state text check (run_state in ('running', 'stopped', 'source_ended')),
  run_heard_at timestamptz,
  -- Server's clock less the device's, when it last spoke.
  clock_skew_ms bigint,
  -- Requests in the minute that began then.
  intake_minute timestamptz,
  intake_requests integer not null default 0,
  primary key (company_id, id),
  foreign key (company_id, region_profile_id) references app.region_profiles (company_id, id) on delete set null (region_profile_id)
);
create index watches_shown on app.watches (company_id, name) where trashed_at is null;
create index watches_profile on app.watches (company_id, region_profile_id) where region_profile_id is not null;
create index watches_trashed on app.watches (trashed_at) where trashed_at is not null;
create index watches_running on app.watches (run_heard_at) where run_state = 'running' and state = 'active';

create table app.watch_samples (
  company_id uuid not null,
  watch_id uuid not null,
  -- Made by the device: a repeated request adds nothing.
  id uuid not null,
  -- By the clock of the device.
  taken_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- null: a text, or nothing readable.
  value double precision,
  text text check (char_length(text) <= 2000),
  confidence real not null,
  state text not null check (state in ('ok', 'implausible', 'unreadable', 'confirmed', 'rejected')),
  -- Why it could not be read, in the reader's words.
  reason text check (char_length(reason) <= 300),
  -- Nothing was read between the sample before and this one, and why.
  gap text check (gap in ('paused', 'page_closed', 'source_ended', 'asleep')),
  -- The region's picture where it had changed: bytes of a stored object.
  picture_sha256 text,
  picture_offset integer,
  picture_bytes integer,
  -- What was read, where a person put another value in its place.
  read_value double precision,
  read_text text,
  decided_by uuid,
  decided_at timestamptz,
  decided_reason text check (char_length(decided_reason) <= 500),
  primary key (company_id, watch_id, id),
  foreign key (company_id, watch_id) references app.watches (company_id, id) on delete cascade
);
create index watch_samples_series on app.watch_samples (company_id, watch_id, taken_at, id);
-- What others are measured against: few among millions.
create index watch_samples_confirmed on app.watch_samples (company_id, watch_id, taken_at) where state = 'confirmed';
create index watch_samples_doubtful on app.watch_samples (company_id, watch_id, taken_at) where state in ('implausible', 'unreadable');
create index watch_samples_pictures on app.watch_samples (company_id, watch_id, taken_at) where picture_sha256 is not null;
create index watch_samples_packs on app.watch_samples (company_id, picture_sha256) where picture_sha256 is not null;

-- Samples of one minute (step_s 60) or one hour (3600).
create table app.watch_sums (
  company_id uuid not null,
  watch_id uuid not null,
  step_s integer not null check (step_s in (60, 3600)),
  starts_at timestamptz not null,
  -- Of values that are ok or confirmed.
  low double precision,
  high double precision,
  total double precision,
  value_count integer not null,
  implausible_count integer not null,
  unreadable_count integer not null,
  primary key (company_id, watch_id, step_s, starts_at) include (low, high, total, value_count, implausible_count, unreadable_count),
  foreign key (company_id, watch_id) references app.watches (company_id, id) on delete cascade
);

create table app.watch_alarms (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  watch_id uuid not null,
  kind text not null check (kind in ('above', 'below', 'lost')),
  -- Of 'lost': unreadable, implausible, source_ended, silent.
  cause text check (cause in ('unreadable', 'implausible', 'source_ended', 'silent')),
  -- By the clock of the device.
  opened_at timestamptz not null,
  closed_at timestamptz,
  sample_id uuid,
  value double precision,
  text text,
  -- The limit that was passed.
  bound double precision,
  -- The picture it was read from stays with the alarm, whatever becomes of the samples.
  picture_sha256 text,
  picture_offset integer,
  picture_bytes integer,
  acknowledged_by uuid,
  acknowledged_at timestamptz,
  note text check (char_length(note) <= 500),
  primary key (company_id, id),
  foreign key (company_id, watch_id) references app.watches (company_id, id) on delete cascade
);
create unique index watch_alarms_open on app.watch_alarms (company_id, watch_id, kind) where closed_at is null;
create index watch_alarms_newest on app.watch_alarms (company_id, watch_id, opened_at desc, id desc);
create index watch_alarms_unseen on app.watch_alarms (company_id, watch_id) where acknowledged_at is null;
create index watch_alarms_packs on app.watch_alarms (company_id, picture_sha256) where picture_sha256 is not null;

do $$
declare
  t text;
begin
  foreach t in array array['watches', 'watch_samples', 'watch_sums', 'watch_alarms'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
    execute format('grant select, insert, update, delete on app.%I to readout_app', t);
  end loop;
end
$$;

-- House-keeping across companies finds what is due, and nothing of what was read.
grant select (company_id, id, state, trashed_at, keep_days, run_state, run_heard_at, interval_ms) on app.watches to readout_platform;
create policy platform on app.watches for select to readout_platform using (true);

-- Live pages: once a batch, not once a sample.
create function app.notify_watch() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('readout_watch', json_build_object('companyId', new.company_id, 'watchId', new.id)::text);
  return null;
end
$$;
create trigger watches_change after insert or update on app.watches for each row execute function app.notify_watch();
