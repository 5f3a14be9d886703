-- What needs attention, for as long as it does, so that it is told once and told again when it is over.
create table platform.alerts (
  key text primary key check (length(key) between 1 and 300),
  -- 1 notice, 2 alarm, 3 an alarm that has become worse
  level smallint not null check (level between 1 and 3),
  -- By language, as it was said last.
  titles jsonb not null,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  told_level smallint not null default 0
);
-- What the operator's own address has not taken yet.
create table platform.alert_posts (
  id uuid primary key default gen_random_uuid(),
  body text not null check (length(body) <= 20000),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts smallint not null default 0
);
create index alert_posts_due on platform.alert_posts (due_at);
grant select, insert, update, delete on platform.alerts, platform.alert_posts to readout_platform;
