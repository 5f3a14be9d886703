-- What was read again of a region of a page because somebody who corrects a record asked for it: evidence of what they put in. The
-- page's reading stays as it is. `content` is `{lines, enlarged, engine}`, boxes in pixels of the page.
create table app.region_readings (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  capture_id uuid not null,
  content jsonb not null,
  read_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, capture_id) references app.captures (company_id, id) on delete cascade
);
create index region_readings_capture on app.region_readings (company_id, capture_id, read_at desc);
alter table app.region_readings enable row level security;
alter table app.region_readings force row level security;
create policy tenant on app.region_readings to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.region_readings to current_user using (true);
grant select, insert, delete on app.region_readings to readout_app;
