-- Backups on a timetable, and what became of each.

create table platform.backup_plan (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null default false,
  -- Below the folder that the operator names in the environment.
  folder text not null default 'readout' check (folder ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  -- Public key of age; empty: not encrypted.
  recipient text not null default '' check (char_length(recipient) <= 4000),
  -- In UTC.
  minute_of_day smallint not null default 120 check (minute_of_day between 0 and 1439),
  -- Newest backups that stay.
  keep smallint not null default 14 check (keep between 1 and 1000),
  revision integer not null default 1,
  -- A time of the day before this is none that was missed.
  updated_at timestamptz not null default now()
);
insert into platform.backup_plan default values;

create table platform.backup_runs (
  id uuid primary key default gen_random_uuid(),
  -- Who asked for it; null: the timetable.
  requested_by_name text,
  -- Of the timetable; null where somebody asked.
  slot timestamptz unique,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  -- The process that writes it lived then.
  seen_at timestamptz,
  finished_at timestamptz,
  failure_code text,
  failure text check (char_length(failure) <= 1000),
  -- As in the folder.
  name text,
  row_count bigint,
  object_count bigint,
  byte_size bigint,
  -- What was not there before.
  new_bytes bigint,
  -- Originals the store lost or altered.
  lost_count integer not null default 0
);
-- One at a time, whoever asks.
create unique index backup_runs_open on platform.backup_runs ((true)) where state in ('waiting', 'running');
create index backup_runs_newest on platform.backup_runs (created_at desc);

grant select, update on platform.backup_plan to readout_platform;
grant select, insert, update, delete on platform.backup_runs to readout_platform;
create trigger backup_runs_news after insert or update of state on platform.backup_runs
  for each statement execute function platform.notify_change();
create trigger backup_plan_news after update on platform.backup_plan
  for each statement execute function platform.notify_change();
