-- The plugin studio: a manifest while it is being written is seldom JSON, and its author's order and spaces are kept.

alter table app.plugin_drafts
  -- As it stands in the editor; `manifest` is what it last meant. null: nobody wrote it by hand.
  add column manifest_text text check (octet_length(manifest_text) <= 262144);
-- Two drafts of one plugin would share its fixtures.
create unique index plugin_drafts_plugin on app.plugin_drafts (company_id, plugin_id) where trashed_at is null;

alter table app.plugin_fixtures
  add column trashed_at timestamptz,
  drop constraint plugin_fixtures_company_id_plugin_id_name_key;
create unique index plugin_fixtures_name on app.plugin_fixtures (company_id, plugin_id, lower(name)) where trashed_at is null;

-- House-keeping: what has been in the trash for 30 days.
create function app.purge_plugin_drafts() returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from app.plugin_drafts where trashed_at < now() - interval '30 days';
  delete from app.plugin_fixtures where trashed_at < now() - interval '30 days';
$$;
revoke all on function app.purge_plugin_drafts from public;
grant execute on function app.purge_plugin_drafts to readout_platform;
