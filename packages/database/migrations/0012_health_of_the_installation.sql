-- What the health page and the catalogue of plugins look at, without counting whole tables.

-- When the last reading failed; created_at says nothing about that where a page waited or is read again.
alter table app.captures add column failed_at timestamptz;
update app.captures set failed_at = coalesce(read_at, created_at) where state = 'failed';
grant select (failed_at) on app.captures to readout_platform;

create index captures_received_at on app.captures (created_at);
create index captures_read_at on app.captures (read_at) where read_at is not null;
create index captures_failed_at on app.captures (failed_at) include (failure_code) where state = 'failed';
create index captures_queue on app.captures (created_at) include (state) where state in ('received', 'reading');
create index audit_events_latest on app.audit_events (created_at desc);
create index mails_unsent on auth.mails (state, without_smtp) where state <> 'sent';
create index installations_plugin on app.installations (plugin_id, company_id) include (enabled, version);
create index plugin_runs_failed on app.plugin_runs (plugin_id, created_at) include (failure_code) where failure_code is not null;
create index events_search on platform.events using gin (actor_name app.gin_trgm_ops, subject_name app.gin_trgm_ops, subject_id app.gin_trgm_ops);
create index events_action on platform.events (action, created_at desc, id desc);
-- A page of the list starts where the last one ended, and ids grow with time.
create index events_of_type on platform.events (subject_type, created_at desc, id desc);

-- How readers did, by day and by how long they took: sums, so that thirty days cost the same however much was read.
-- Refreshed by the worker from app.plugin_runs.
create table platform.plugin_days (
  plugin_id text not null,
  version text not null,
  -- In UTC.
  day date not null,
  -- Runs that took from 1.1^bucket to 1.1^(bucket + 1) milliseconds.
  bucket smallint not null,
  runs integer not null,
  failures integer not null,
  records integer not null,
  primary key (plugin_id, day, version, bucket)
);
create index plugin_days_day on platform.plugin_days (day);
grant select, insert, update, delete on platform.plugin_days to readout_platform;
grant select (record_count) on app.plugin_runs to readout_platform;

-- Names of owners and admins of the companies that use a plugin, to tell them.
create view app.platform_plugin_keepers as
  select i.plugin_id, i.version, m.company_id, m.user_id
  from app.installations i join auth.membership m on m.company_id = i.company_id
  where i.enabled and m.role in ('owner', 'admin');
grant select on app.platform_plugin_keepers to readout_platform;

-- Numbers of accounts and companies without looking at any of them.
create function app.platform_counts() returns table (users integer, companies integer)
  language sql stable security definer set search_path = pg_catalog as $$
  select (select count(*)::int from auth."user" where deleted_at is null), (select count(*)::int from auth.company)
$$;
revoke all on function app.platform_counts from public;
grant execute on function app.platform_counts to readout_platform;

-- Mails that did not go out, by why.
create view app.platform_mail_counts as
  select m.state, m.without_smtp, count(*)::int as mails, min(m.created_at) as oldest_at
  from auth.mails m where m.state <> 'sent' group by m.state, m.without_smtp;
grant select on app.platform_mail_counts to readout_platform;
