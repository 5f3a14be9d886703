-- A deleted note can be brought back for 30 days.
alter table app.capture_notes add column trashed_at timestamptz;
revoke delete on app.capture_notes from readout_app;
grant update (trashed_at) on app.capture_notes to readout_app;

create function app.purge_notes() returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from app.capture_notes where trashed_at < now() - interval '30 days'
$$;
revoke all on function app.purge_notes from public;
grant execute on function app.purge_notes to readout_platform;
