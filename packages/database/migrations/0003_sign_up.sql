-- Sign-up in one statement, tries of sign-in, and what a session has to know about its company.

-- Makes a user with a password, their company, their ownership, its settings and its plugins: all or nothing.
-- Sign-in's role calls it; the rows in schema app are written with the owner's rights, which that role lacks.
-- Returns whether the new user became the administrator of the installation.
create function auth.register(
  new_user_id uuid,
  new_name text,
  new_email text,
  password_hash text,
  accepted_terms text,
  accepted_privacy text,
  new_company_id uuid,
  company_name text,
  company_slug text,
  company_languages text[],
  company_locale text,
  -- [{"pluginId", "version", "position", "autoConfirmConfidence"}]
  plugins jsonb,
  may_claim boolean,
  from_address text
) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  claimed boolean := false;
begin
  insert into auth."user" (id, name, email, terms_version, privacy_version)
    values (new_user_id, new_name, new_email, accepted_terms, accepted_privacy);
  insert into auth.account (account_id, provider_id, user_id, password)
    values (new_user_id::text, 'credential', new_user_id, password_hash);
  insert into auth.company (id, name, slug) values (new_company_id, company_name, company_slug);
  insert into auth.membership (company_id, user_id, role) values (new_company_id, new_user_id, 'owner');
  insert into app.company_settings (company_id, languages, locale)
    values (new_company_id, company_languages, company_locale);
  insert into app.installations (company_id, plugin_id, version, position, auto_confirm_confidence)
    select new_company_id, p."pluginId", p.version, p.position, p."autoConfirmConfidence"
    from jsonb_to_recordset(plugins) as p ("pluginId" text, version text, position integer, "autoConfirmConfidence" real);
  insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, ip_address)
    values (new_company_id, new_user_id, new_name, 'company.created', 'company', new_company_id::text, from_address);
  if may_claim then
    -- One statement: of several first sign-ups at once, the primary key lets one through.
    with claim as (
      insert into auth.installation (admin_user_id) values (new_user_id) on conflict do nothing returning admin_user_id
    )
    update auth."user" u set role = 'admin' from claim where u.id = claim.admin_user_id returning true into claimed;
  end if;
  return coalesce(claimed, false);
end
$$;
revoke all on function auth.register from public;
grant execute on function auth.register to readout_auth;

create view auth.company_status as select company_id, status from app.company_settings;
grant select on auth.company_status to readout_auth;

-- Failed tries of an account from an address; gone after a success or a day.
create table auth.sign_in_attempts (
  -- SHA-256 of account and address.
  key text primary key,
  failures integer not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
grant select, insert, update, delete on auth.sign_in_attempts to readout_auth;
