-- Seconds of a processor core that reading one page of a company may take.
alter table app.company_settings
  add column max_reading_seconds_per_page integer not null default 20 check (max_reading_seconds_per_page between 1 and 600);
grant update (max_reading_seconds_per_page) on app.company_settings to readout_platform;
