-- What a company may have read in a day: processor time of the readers, and pages read again because somebody asked for it.
alter table app.company_settings
  add column max_reading_seconds_per_day integer not null default 14400 check (max_reading_seconds_per_day >= 0),
  add column max_rereads_per_day integer not null default 10000 check (max_rereads_per_day >= 0);
grant update (max_reading_seconds_per_day, max_rereads_per_day) on app.company_settings to readout_platform;

-- Processor milliseconds a company's readings cost today (UTC). They are counted by the queue of readings, in a table that
-- comes with it.
create function app.reading_ms_today(of_company uuid) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  answer bigint;
begin
  if to_regclass('app.reading_days') is null then return 0; end if;
  execute 'select cpu_ms from app.reading_days where company_id = $1 and day = (now() at time zone ''UTC'')::date'
    into answer using of_company;
  return coalesce(answer, 0);
end
$$;
revoke all on function app.reading_ms_today from public;
grant execute on function app.reading_ms_today to readout_app, readout_platform;

create table app.reread_days (
  company_id uuid not null,
  -- In UTC.
  day date not null,
  user_id uuid not null,
  pages integer not null default 0,
  primary key (company_id, day, user_id)
);
alter table app.reread_days enable row level security;
alter table app.reread_days force row level security;
create policy tenant on app.reread_days to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.reread_days to current_user using (true);
create policy platform on app.reread_days to readout_platform using (true);
grant select on app.reread_days to readout_app;
grant select, delete on app.reread_days to readout_platform;

-- Counts pages of the current company that will be read again, or says why they will not: null where it was done.
create function app.take_rereads(of_user uuid, more_pages integer, most_of_person integer, out refusal text, out most bigint)
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  settings app.company_settings%rowtype;
  of_company constant uuid := app.current_company();
begin
  -- One after the other, so that the counts hold; nothing else waits for it.
  perform pg_advisory_xact_lock(hashtextextended('rereads ' || of_company, 0));
  select * into settings from app.company_settings where company_id = of_company;
  if not found then refusal := 'company.not_found'; return; end if;
  if app.reading_ms_today(of_company) >= settings.max_reading_seconds_per_day::bigint * 1000 then
    refusal := 'company.reading_used_up'; most := settings.max_reading_seconds_per_day; return;
  end if;
  if coalesce((select sum(r.pages) from app.reread_days r where r.company_id = of_company and r.day = today), 0) + more_pages
    > settings.max_rereads_per_day then
    refusal := 'company.rereads_used_up'; most := settings.max_rereads_per_day; return;
  end if;
  if coalesce((select r.pages from app.reread_days r where r.company_id = of_company and r.day = today and r.user_id = of_user), 0)
    + more_pages > most_of_person then
    refusal := 'capture.rereads_used_up'; most := most_of_person; return;
  end if;
  insert into app.reread_days (company_id, day, user_id, pages) values (of_company, today, of_user, more_pages)
    on conflict (company_id, day, user_id) do update set pages = app.reread_days.pages + excluded.pages;
end
$$;
revoke all on function app.take_rereads from public;
grant execute on function app.take_rereads to readout_app;
