-- Pages that wait to be read, in a table of our own: whose page comes next depends on what each company lately had
-- (docs/decisions/0016-whose-page-is-read-next.md), which a general job queue cannot pick by.

create table app.reading_queue (
  company_id uuid not null,
  capture_id uuid not null,
  -- Order of coming.
  position bigint generated always as identity,
  -- 0: from the camera; 1: one of a few pictures somebody dropped; 2: bulk, imports, rereads; 3: took its host down
  -- repeatedly, is read alone.
  urgency smallint not null check (urgency between 0 and 3),
  -- Whom a few dropped pictures are counted for.
  wanted_by uuid,
  queued_at timestamptz not null default now(),
  -- Not read before: a reading that could not be done waits longer each time.
  due_at timestamptz not null default now(),
  -- The worker that reads it now, and the name of this one time; null while it waits.
  worker_id uuid,
  lease uuid,
  leased_at timestamptz,
  -- Processor milliseconds that were charged to the company when it was taken.
  charged_ms real not null default 0,
  -- Times the reader's process died or never ended on this page while its host lived.
  crashes smallint not null default 0,
  -- Times the host, or the whole machine, went away while this page was read.
  host_deaths smallint not null default 0,
  -- Times in a row that something around it (the store, the database) kept it from being read, and the code of that.
  delays smallint not null default 0,
  delayed_by text,
  primary key (company_id, capture_id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade,
  check ((lease is null) = (worker_id is null))
);
create index reading_queue_next on app.reading_queue (company_id, urgency, position) where lease is null;
create index reading_queue_leased on app.reading_queue (company_id, worker_id) where lease is not null;
create index reading_queue_wanted on app.reading_queue (company_id, wanted_by) where urgency = 1;

-- What a company had of the readers.
create table app.reading_shares (
  company_id uuid primary key,
  -- Processor milliseconds, on the clock below, up to which the company has had its share.
  served_to double precision not null,
  -- Means of its readings that fade by a fifth with each: processor time and time on the wall.
  mean_cpu_ms real not null,
  mean_ms real not null
);

-- What reading cost a company, by day: limits and bills look here.
create table app.reading_days (
  company_id uuid not null,
  -- In UTC.
  day date not null,
  readings integer not null default 0,
  cpu_ms bigint not null default 0,
  primary key (company_id, day)
);

do $$
declare
  t text;
begin
  foreach t in array array['reading_queue', 'reading_shares', 'reading_days'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
    -- Workers serve every company; of a page they see here no more than its id.
    execute format('create policy platform on app.%I to readout_platform using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on app.%I to readout_platform', t);
  end loop;
end
$$;
grant select, insert, update, delete on app.reading_queue to readout_app;
grant select on app.reading_shares, app.reading_days to readout_app;

-- Processes that read. One not heard of is dead, and what it was reading goes back to the queue.
create table platform.reading_workers (
  id uuid primary key,
  host text not null,
  pid integer not null,
  -- Pages it reads at once.
  readers integer not null check (readers > 0),
  -- Code of what keeps it from reading, for instance a store it cannot reach.
  held_by text,
  seen_at timestamptz not null default now()
);
-- How far the shares have got: where a company that had nothing to read comes in.
create table platform.reading_clock (
  is_only boolean primary key default true check (is_only),
  served_to double precision not null default 0
);
insert into platform.reading_clock default values;
grant select, insert, update, delete on platform.reading_workers to readout_platform;
grant select, update on platform.reading_clock to readout_platform;

-- What waits now. The tables of the job queue before hold nothing else.
insert into app.reading_queue (company_id, capture_id, urgency, queued_at)
  select company_id, id, 2, created_at from app.captures where state in ('received', 'reading') order by created_at, id;
drop schema if exists jobs cascade;
