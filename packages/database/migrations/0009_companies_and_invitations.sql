-- Companies: made, joined by invitation, left, handed over, closed and, when their grace is over, erased.

alter table app.invitations
  -- When its present link was made.
  add column sent_at timestamptz not null default now(),
  -- That link went by mail to exactly its address and was shown to nobody: who follows it has proven the address.
  add column proves_address boolean not null default false,
  add check (email is not null or not proves_address);
create index invitations_accepted_by on app.invitations (accepted_by) where accepted_by is not null;

-- Closed by whoever runs the installation: its owners cannot reopen it.
alter table app.company_settings add column closed_by_platform boolean not null default false;
create function app.note_who_closes() returns trigger language plpgsql as $$
begin
  new.closed_by_platform := new.status = 'closing' and session_user = 'readout_platform';
  return new;
end
$$;
create trigger company_closing before update of status on app.company_settings for each row
  when (old.status <> new.status) execute function app.note_who_closes();

-- What an admin needs to know about the members of the company.
create view app.member_details with (security_barrier) as
  select m.user_id, m.role, m.created_at, u.name, u.email, u.email_verified, u.two_factor_enabled, u.last_seen_at, u.banned
  from auth.membership m join auth."user" u on u.id = m.user_id
  where m.company_id = app.current_company();
grant select on app.member_details to readout_app;

-- A company with its first owner, settings and plugins. One function, so that companies made at sign-up and later are alike.
create function auth.found_company(
  founder uuid,
  founder_name text,
  new_company_id uuid,
  company_name text,
  company_slug text,
  company_languages text[],
  company_locale text,
  -- [{"pluginId", "version", "position", "autoConfirmConfidence"}]
  plugins jsonb,
  from_address text
) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into auth.company (id, name, slug) values (new_company_id, company_name, company_slug);
  insert into auth.membership (company_id, user_id, role) values (new_company_id, founder, 'owner');
  insert into app.company_settings (company_id, languages, locale)
    values (new_company_id, company_languages, company_locale);
  insert into app.installations (company_id, plugin_id, version, position, auto_confirm_confidence)
    select new_company_id, p."pluginId", p.version, p.position, p."autoConfirmConfidence"
    from jsonb_to_recordset(plugins) as p ("pluginId" text, version text, position integer, "autoConfirmConfidence" real);
  insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, ip_address)
    values (new_company_id, founder, founder_name, 'company.created', 'company', new_company_id::text, from_address);
end
$$;
revoke all on function auth.found_company from public;
grant execute on function auth.found_company to readout_auth;

create or replace function auth.register(
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
  perform auth.found_company(new_user_id, new_name, new_company_id, company_name, company_slug, company_languages,
    company_locale, plugins, from_address);
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

-- The memberships of these people in the company, after locking all of it: what is decided on them stays true until
-- the transaction ends. Everyone locks in the same order.
create function app.lock_members(ids uuid[]) returns table (user_id uuid, role text, name text, email text)
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from auth.membership m where m.company_id = app.current_company() order by m.id for update;
  return query
    select m.user_id, m.role, u.name, u.email
    from auth.membership m join auth."user" u on u.id = m.user_id
    where m.company_id = app.current_company() and m.user_id = any (ids);
end
$$;
revoke all on function app.lock_members from public;
grant execute on function app.lock_members to readout_app;

-- 'changed', 'not_a_member', 'last_owner': a company never is without an owner once it had one.
create function app.set_member_role(member uuid, new_role text) returns text
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from auth.membership m where m.company_id = app.current_company() order by m.id for update;
  if new_role <> 'owner' and not exists (
    select from auth.membership m where m.company_id = app.current_company() and m.role = 'owner' and m.user_id <> member
  ) then
    return 'last_owner';
  end if;
  update auth.membership m set role = new_role where m.company_id = app.current_company() and m.user_id = member;
  return case when found then 'changed' else 'not_a_member' end;
end
$$;
revoke all on function app.set_member_role from public;
grant execute on function app.set_member_role to readout_app;

-- 'removed', 'not_a_member', 'last_owner'.
create function app.remove_member(member uuid) returns text
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from auth.membership m where m.company_id = app.current_company() order by m.id for update;
  if not exists (
    select from auth.membership m where m.company_id = app.current_company() and m.role = 'owner' and m.user_id <> member
  ) then
    return 'last_owner';
  end if;
  delete from auth.membership m where m.company_id = app.current_company() and m.user_id = member;
  return case when found then 'removed' else 'not_a_member' end;
end
$$;
revoke all on function app.remove_member from public;
grant execute on function app.remove_member to readout_app;

create function app.rename_company(new_name text) returns void
  language sql security definer set search_path = pg_catalog as $$
  update auth.company set name = new_name where id = app.current_company()
$$;
revoke all on function app.rename_company from public;
grant execute on function app.rename_company to readout_app;

-- What the bearer of a link gets to see before accepting. `token_hash`: SHA-256 of the link's token, hexadecimal.
create function auth.find_invitation(hash text)
  returns table (
    company_id uuid, company_name text, company_status text, email text, domain text, role text, invited_by uuid, invited_by_name text,
    expires_at timestamptz, is_expired boolean, revoked_at timestamptz, accepted_at timestamptz, accepted_by uuid)
  language sql stable security definer set search_path = pg_catalog as $$
  select i.company_id, c.name, s.status, i.email, i.domain, i.role, i.invited_by, i.invited_by_name,
    i.expires_at, i.expires_at <= now(), i.revoked_at, i.accepted_at, i.accepted_by
  from app.invitations i
  join auth.company c on c.id = i.company_id
  join app.company_settings s on s.company_id = i.company_id
  where i.token_hash = hash
$$;
revoke all on function auth.find_invitation from public;
grant execute on function auth.find_invitation to readout_auth;

-- Makes the bearer of a link a member, once. Returns null where it was done, else why not: 'unknown', 'used', 'revoked',
-- 'expired', 'other_address', 'unverified' (a domain's link, while addresses are proven by mail here), 'suspended',
-- 'closing', 'already_member', 'full'.
create function auth.accept_invitation(hash text, joiner uuid, demands_verified boolean, from_address text) returns text
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  invitation app.invitations%rowtype;
  settings app.company_settings%rowtype;
  person auth."user"%rowtype;
begin
  select * into invitation from app.invitations where token_hash = hash for update;
  if not found then return 'unknown'; end if;
  if invitation.accepted_at is not null then return 'used'; end if;
  if invitation.revoked_at is not null then return 'revoked'; end if;
  if invitation.expires_at <= now() then return 'expired'; end if;
  select * into person from auth."user" where id = joiner;
  if not found then return 'unknown'; end if;
  if lower(person.email) <> invitation.email or lower(split_part(person.email, '@', 2)) <> invitation.domain then
    return 'other_address';
  end if;
  if invitation.domain is not null and demands_verified and not person.email_verified then return 'unverified'; end if;
  -- Of several who join at once, each counts those before.
  select * into settings from app.company_settings where company_id = invitation.company_id for update;
  if not found then return 'unknown'; end if;
  if settings.status <> 'active' then return settings.status; end if;
  if exists (select from auth.membership where company_id = invitation.company_id and user_id = joiner) then
    return 'already_member';
  end if;
  if (select count(*) from auth.membership where company_id = invitation.company_id) >= settings.max_members then
    return 'full';
  end if;
  insert into auth.membership (company_id, user_id, role) values (invitation.company_id, joiner, invitation.role);
  update app.invitations set accepted_at = now(), accepted_by = joiner
    where company_id = invitation.company_id and id = invitation.id;
  if invitation.proves_address then
    update auth."user" set email_verified = true where id = joiner and not email_verified;
  end if;
  insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail, ip_address)
    values (invitation.company_id, joiner, person.name, 'member.joined', 'member', joiner::text,
      jsonb_build_object('role', invitation.role, 'email', person.email, 'invitationId', invitation.id,
        'invitedBy', invitation.invited_by, 'invitedByName', invitation.invited_by_name),
      from_address);
  return null;
end
$$;
revoke all on function auth.accept_invitation from public;
grant execute on function auth.accept_invitation to readout_auth;

-- An account made by the bearer of a link, and their membership: all or nothing, except that with a domain's link the
-- account waits for its address to be proven ('unverified'). Otherwise as auth.accept_invitation.
create function auth.register_invited(
  new_user_id uuid,
  new_name text,
  new_email text,
  password_hash text,
  accepted_terms text,
  accepted_privacy text,
  hash text,
  demands_verified boolean,
  from_address text
) returns text
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  refusal text;
begin
  begin
    insert into auth."user" (id, name, email, terms_version, privacy_version)
      values (new_user_id, new_name, new_email, accepted_terms, accepted_privacy);
    insert into auth.account (account_id, provider_id, user_id, password)
      values (new_user_id::text, 'credential', new_user_id, password_hash);
    refusal := auth.accept_invitation(hash, new_user_id, demands_verified, from_address);
    if refusal is not null and refusal <> 'unverified' then
      raise exception using errcode = 'RD009', message = refusal;
    end if;
  exception when sqlstate 'RD009' then
    -- Nothing of the account is kept.
    null;
  end;
  return refusal;
end
$$;
revoke all on function auth.register_invited from public;
grant execute on function auth.register_invited to readout_auth;

-- Deletes everything of a company that has been closing for 30 days, and says in the platform's list that it did. The
-- files go with the next house-keeping: no row knows them any more. Returns null where the company is not due.
create function platform.erase_company(target uuid) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  company_name text;
  gone jsonb;
  t name;
begin
  perform from app.company_settings s
    where s.company_id = target and s.status = 'closing' and s.closing_at <= now() - interval '30 days' for update;
  if not found then return null; end if;
  select c.name into company_name from auth.company c where c.id = target;
  select jsonb_build_object(
    'members', (select count(*) from auth.membership m where m.company_id = target),
    'captures', (select count(*) from app.captures c where c.company_id = target and c.page_number = 1),
    'records', (select count(*) from app.records r where r.company_id = target),
    'bytes', (select coalesce(sum(o.byte_size), 0) from app.objects o where o.company_id = target)
  ) into gone;
  -- What refers to captures first, so that deleting those finds nothing left to look for; then once more what triggers
  -- noted about the deleting.
  for pass in 1..2 loop
    for t in
      select k.relname from pg_class k join pg_attribute a on a.attrelid = k.oid
      where k.relnamespace = 'app'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition and a.attname = 'company_id'
        and k.relname <> 'company_settings'
      order by array_position(array['captures', 'objects']::name[], k.relname) nulls first, k.relname
    loop
      execute format('delete from app.%I where company_id = $1', t) using target;
    end loop;
  end loop;
  update auth.session set active_company_id = null where active_company_id = target;
  delete from auth.company where id = target;
  insert into platform.events (actor_name, action, subject_type, subject_id, subject_name, detail)
    values ('Readout', 'company.erased', 'company', target::text, company_name, gone);
  return gone;
end
$$;
revoke all on function platform.erase_company from public;
grant execute on function platform.erase_company to readout_platform;
create index company_settings_closing on app.company_settings (closing_at) where status = 'closing';
