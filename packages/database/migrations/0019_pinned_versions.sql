-- Installations made before versions were kept: what the server ran under their plugin's id goes on as the version it
-- is kept as now. Nothing that is pinned to a kept version is touched.
create function platform.pin_unkept_versions(plugin text, kept_version text) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  pinned integer;
begin
  update app.installations i set version = kept_version, updated_at = now()
    where i.plugin_id = plugin and i.source = 'catalogue'
      and not exists (select from platform.plugin_versions v where v.plugin_id = i.plugin_id and v.version = i.version)
      and exists (select from platform.plugin_versions v where v.plugin_id = plugin and v.version = kept_version);
  get diagnostics pinned = row_count;
  return pinned;
end
$$;
revoke all on function platform.pin_unkept_versions from public;
grant execute on function platform.pin_unkept_versions to readout_platform;

-- Manifests of what was read are looked for by the bytes that read it.
create index company_plugin_versions_bytes on app.plugin_versions (company_id, sha256);
create index plugin_versions_sha256 on platform.plugin_versions (sha256);
