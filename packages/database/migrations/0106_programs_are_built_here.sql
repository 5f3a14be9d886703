-- What runs is built by this installation, of the source in the package. Packages of Readout 0.3 carry a program, which
-- nobody looks at any more; it is built when a version is first needed.

alter table platform.plugin_versions
  -- A seal of this installation and, behind its 32 bytes, the program. null: not built yet.
  add column program bytea;
alter table app.plugin_versions add column program bytea;

/*
 * Keeps what was built of the bytes with this hash, with every version that has them and that the current company may see.
 * What is put here is looked at before it runs: see `Packages.open`.
 */
create function platform.keep_program(of_bytes text, built bytea) returns void
  language sql security definer set search_path = pg_catalog as $$
  update platform.plugin_versions set program = built where sha256 = of_bytes;
  update app.plugin_versions set program = built where sha256 = of_bytes and company_id = app.current_company();
$$;
revoke all on function platform.keep_program from public;
grant execute on function platform.keep_program to readout_app;

-- The same program is the same source from now on; of packages without one, which do not run, what they carry.
create or replace function platform.program_sha256(package bytea) returns text
  language plpgsql immutable set search_path = pg_catalog as $$
declare
  payload json;
begin
  payload := replace(
    convert_from(decode(convert_from(package, 'UTF8')::json->>'payload', 'base64'), 'UTF8'), '\u0000', '\ufffd')::json;
  return encode(sha256(convert_to(coalesce(payload->'source', payload->'code')::text, 'UTF8')), 'hex');
exception when others then
  return null;
end
$$;
drop index platform.plugin_versions_program;
alter table platform.plugin_versions
  drop column program_sha256,
  add column program_sha256 text generated always as (platform.program_sha256(package)) stored;
alter table app.plugin_versions
  drop column program_sha256,
  add column program_sha256 text generated always as (platform.program_sha256(package)) stored;
create index plugin_versions_program on platform.plugin_versions (program_sha256);

-- Checks that held a program against its source, and those a reviewer's browser made, are no more: what waits is checked
-- again, of what was decided the others stay.
update platform.plugin_versions set checks = null where state = 'in_review' and checks is not null;
update platform.plugin_versions set checks = jsonb_set(checks, '{checks}', coalesce((
    select jsonb_agg(case when jsonb_typeof(c.value->'findings') = 'array' then jsonb_set(c.value, '{findings}', coalesce((
        select jsonb_agg(f.value order by f.place) from jsonb_array_elements(c.value->'findings') with ordinality as f (value, place)
        where f.value->>'where' <> 'code'), '[]')) else c.value end order by c.place) from jsonb_array_elements(checks->'checks') with ordinality as c (value, place)
    where c.value->>'name' not in ('rebuild', 'fixtures_browser')), '[]'))
  where jsonb_typeof(checks->'checks') = 'array';
