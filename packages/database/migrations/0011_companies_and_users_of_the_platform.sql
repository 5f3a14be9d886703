-- What whoever runs the installation sees and does about companies and users.
--
-- readout_platform changes nothing in schema auth itself: it calls the functions below, which check that the person is
-- an administrator at that moment and write down what was done in the same statement.

-- One row a company, day and sum, so that plots and lists cost the same however much was captured.
create table app.company_days (
  company_id uuid not null,
  -- In UTC.
  day date not null,
  -- Captures (documents) taken in.
  captures integer not null default 0,
  -- Pages that could not be read and were not thrown away.
  failed integer not null default 0,
  bytes bigint not null default 0,
  primary key (company_id, day)
);
alter table app.company_days enable row level security;
alter table app.company_days force row level security;
create policy tenant on app.company_days to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
do $$
begin
  execute 'create policy owner on app.company_days to current_user using (true)';
end
$$;
create policy platform on app.company_days to readout_platform using (true) with check (true);
grant select on app.company_days to readout_app;
grant select, insert, update, delete on app.company_days to readout_platform;

alter table app.company_usage add column members integer not null default 0;
-- When all thirty days were counted again; in between only the last two are.
alter table app.company_usage add column recounted_at timestamptz;

-- Which rows are captures and which are further pages of one.
grant select (page_number) on app.captures to readout_platform;
-- Storage of a company from the index alone.
create index objects_usage on app.objects (company_id) include (byte_size);
create index company_slug on auth.company using gin (slug app.gin_trgm_ops);
create index user_admins on auth."user" (id) where role = 'admin';

create or replace view app.platform_users as
  select u.id, u.name, u.email, u.email_verified, u.role, u.banned, u.created_at,
    (select count(*)::int from auth.membership m where m.user_id = u.id) as company_count,
    u.last_seen_at, u.ban_reason, u.two_factor_enabled, u.deleted_at,
    (select count(*)::int from auth.session s where s.user_id = u.id and s.expires_at > now() and s.impersonated_by is null) as session_count,
    (select count(*)::int from auth.passkey p where p.user_id = u.id) as passkey_count
  from auth."user" u;

create view app.platform_membership_counts as
  select m.user_id, count(*)::int as companies from auth.membership m group by m.user_id;
grant select on app.platform_membership_counts to readout_platform;
create function app.platform_member_counts(of_companies uuid[]) returns table (company_id uuid, members integer)
  language sql stable security definer set search_path = pg_catalog as $$
  select m.company_id, count(*)::int from auth.membership m where m.company_id = any(of_companies) group by m.company_id
$$;
revoke all on function app.platform_member_counts from public;
grant execute on function app.platform_member_counts to readout_platform;

-- Refusals of the functions below: the message is the permanent code of the error.
create function platform.refuse(code text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'RD001', message = code;
end
$$;

-- Serialises what changes who administers, and holds that the actor does so now.
create function platform.demand_admin(actor uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock(7233011);
  if not exists (select from auth."user" where id = actor and role = 'admin' and not banned and deleted_at is null) then
    perform platform.refuse('platform.admin_only');
  end if;
end
$$;
revoke all on function platform.demand_admin from public;
create function platform.confirm_admin(actor uuid) returns void
  language sql security definer set search_path = pg_catalog as $$ select platform.demand_admin(actor) $$;
revoke all on function platform.confirm_admin from public;
grant execute on function platform.confirm_admin to readout_platform;

create function platform.write_event(
  actor uuid, actor_name text, actor_address text, action text, subject_type text, subject_id text, subject_name text, detail jsonb
) returns void language sql security definer set search_path = pg_catalog as $$
  insert into platform.events (actor_id, actor_name, action, subject_type, subject_id, subject_name, detail, ip_address)
  values (actor, actor_name, action, subject_type, subject_id, subject_name, detail, actor_address)
$$;
revoke all on function platform.write_event from public;

-- One change to one account. Returns whether anything changed; it is written down for the platform and for the user.
create function platform.change_user(
  actor uuid, actor_name text, actor_address text, subject uuid, change text, reason text
) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  account auth."user"%rowtype;
  done_action text;
  ended integer := 0;
begin
  perform platform.demand_admin(actor);
  select * into account from auth."user" where id = subject for update;
  if not found then perform platform.refuse('user.not_found'); end if;
  if account.deleted_at is not null then perform platform.refuse('user.deleted'); end if;
  if subject = actor and change in ('suspend', 'unmake_admin', 'sign_out', 'reset_two_factor') then
    perform platform.refuse('user.is_yourself');
  end if;
  if change in ('suspend', 'unmake_admin') and account.role = 'admin' and not exists (
    select from auth."user" where role = 'admin' and not banned and deleted_at is null and id <> subject
  ) then
    perform platform.refuse('user.is_last_admin');
  end if;

  if change = 'suspend' then
    if account.banned then return false; end if;
    update auth."user" set banned = true, ban_reason = nullif(reason, ''), ban_expires = null, updated_at = now() where id = subject;
    done_action := 'user.suspended';
  elsif change = 'resume' then
    if not account.banned then return false; end if;
    update auth."user" set banned = false, ban_reason = null, ban_expires = null, updated_at = now() where id = subject;
    done_action := 'user.resumed';
  elsif change = 'sign_out' then
    done_action := 'user.signed_out';
  elsif change = 'make_admin' then
    if account.role = 'admin' then return false; end if;
    if account.banned then perform platform.refuse('user.suspended'); end if;
    update auth."user" set role = 'admin', updated_at = now() where id = subject;
    -- Nobody acts as an administrator, not even who already did.
    delete from auth.session where user_id = subject and impersonated_by is not null;
    done_action := 'user.made_admin';
  elsif change = 'unmake_admin' then
    if account.role <> 'admin' then return false; end if;
    update auth."user" set role = 'user', updated_at = now() where id = subject;
    delete from auth.session where impersonated_by = subject;
    done_action := 'user.unmade_admin';
  elsif change = 'reset_two_factor' then
    delete from auth.two_factor where user_id = subject;
    if not found and not account.two_factor_enabled then return false; end if;
    update auth."user" set two_factor_enabled = false, updated_at = now() where id = subject;
    done_action := 'user.two_factor_reset';
  elsif change = 'verify_email' then
    if account.email_verified then return false; end if;
    update auth."user" set email_verified = true, updated_at = now() where id = subject;
    done_action := 'user.email_verified';
  else
    perform platform.refuse('request.invalid');
  end if;

  if change in ('suspend', 'sign_out') then
    delete from auth.session where user_id = subject or impersonated_by = subject;
    get diagnostics ended = row_count;
    if change = 'sign_out' and ended = 0 then return false; end if;
  end if;
  perform platform.write_event(actor, actor_name, actor_address, done_action, 'user', subject::text, account.name,
    jsonb_strip_nulls(jsonb_build_object('reason', nullif(reason, ''), 'sessionsEnded', nullif(ended, 0))));
  insert into auth.user_events (user_id, action, detail)
  values (subject,
    case change
      when 'suspend' then 'account.suspended' when 'resume' then 'account.resumed' when 'sign_out' then 'sessions.ended'
      when 'make_admin' then 'platform_admin.given' when 'unmake_admin' then 'platform_admin.taken'
      when 'reset_two_factor' then 'two_factor.reset' else 'email.verified' end,
    jsonb_strip_nulls(jsonb_build_object('byPlatform', true, 'reason', nullif(reason, ''))));
  return true;
end
$$;
revoke all on function platform.change_user from public;
grant execute on function platform.change_user to readout_platform;

-- A company without members yet: its owner is invited.
create function platform.create_company(
  actor uuid, actor_name text, actor_address text, new_company_id uuid, company_name text, company_slug text,
  company_languages text[], company_locale text,
  -- [{"pluginId", "version", "position"}]
  plugins jsonb
) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.demand_admin(actor);
  insert into auth.company (id, name, slug) values (new_company_id, company_name, company_slug);
  insert into app.company_settings (company_id, languages, locale) values (new_company_id, company_languages, company_locale);
  insert into app.company_usage (company_id) values (new_company_id);
  insert into app.installations (company_id, plugin_id, version, position)
    select new_company_id, p."pluginId", p.version, p.position
    from jsonb_to_recordset(plugins) as p ("pluginId" text, version text, position integer);
  perform platform.write_event(actor, actor_name, actor_address, 'company.created', 'company', new_company_id::text, company_name, '{}');
end
$$;
revoke all on function platform.create_company from public;
grant execute on function platform.create_company to readout_platform;

-- Who acted as whom. `session_id` is set once that session exists; `ended_at` with it gone, whatever ended it.
create table platform.support_sessions (
  id uuid primary key default gen_random_uuid(),
  session_id uuid unique,
  admin_id uuid not null,
  admin_name text not null,
  user_id uuid not null,
  user_name text not null,
  reason text not null check (char_length(reason) between 1 and 500),
  -- The companies whose lists say so.
  company_ids uuid[] not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index support_sessions_open on platform.support_sessions (started_at) where ended_at is null;
create index support_sessions_user on platform.support_sessions (user_id, started_at desc);
grant select on platform.support_sessions to readout_platform;

-- Writes down that an administrator begins to act as a user, everywhere it has to be seen; the session is made after it.
-- Returns the entry and the user's companies.
create function platform.start_support(
  actor uuid, actor_name text, actor_address text, subject uuid, why text
) returns table (support_id uuid, companies uuid[])
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  account auth."user"%rowtype;
  in_companies uuid[];
  made uuid := gen_random_uuid();
begin
  perform platform.demand_admin(actor);
  select * into account from auth."user" where id = subject for update;
  if not found then perform platform.refuse('user.not_found'); end if;
  if account.deleted_at is not null then perform platform.refuse('user.deleted'); end if;
  if subject = actor then perform platform.refuse('user.is_yourself'); end if;
  if account.role = 'admin' then perform platform.refuse('support.not_as_admin'); end if;
  if account.banned then perform platform.refuse('user.suspended'); end if;
  select coalesce(array_agg(m.company_id order by m.created_at), '{}') into in_companies from auth.membership m where m.user_id = subject;
  insert into platform.support_sessions (id, admin_id, admin_name, user_id, user_name, reason, company_ids)
    values (made, actor, actor_name, subject, account.name, why, in_companies);
  perform platform.write_event(actor, actor_name, actor_address, 'support.started', 'user', subject::text, account.name,
    jsonb_build_object('reason', why));
  insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail, ip_address)
    select c, actor, actor_name, 'support.started', 'member', subject::text,
      jsonb_build_object('userName', account.name, 'reason', why, 'byPlatform', true), actor_address
    from unnest(in_companies) as c;
  insert into auth.user_events (user_id, action, detail)
    values (subject, 'support.started', jsonb_build_object('adminName', actor_name, 'reason', why, 'byPlatform', true));
  return query select made, in_companies;
end
$$;
revoke all on function platform.start_support from public;
grant execute on function platform.start_support to readout_platform;

create function platform.end_support(ended_session uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  support platform.support_sessions%rowtype;
begin
  update platform.support_sessions set ended_at = now() where session_id = ended_session and ended_at is null returning * into support;
  if not found then return; end if;
  perform platform.write_event(support.admin_id, support.admin_name, null, 'support.stopped', 'user', support.user_id::text, support.user_name,
    jsonb_build_object('seconds', extract(epoch from now() - support.started_at)::int));
  insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
    select c.id, support.admin_id, support.admin_name, 'support.stopped', 'member', support.user_id::text,
      jsonb_build_object('userName', support.user_name, 'byPlatform', true)
    from auth.company c where c.id = any(support.company_ids);
  insert into auth.user_events (user_id, action, detail)
    select u.id, 'support.stopped', jsonb_build_object('adminName', support.admin_name, 'byPlatform', true)
    from auth."user" u where u.id = support.user_id;
end
$$;
revoke all on function platform.end_support from public;

-- Ties the session to its entry. False, and the session gone, where the user became an administrator or was suspended
-- in between.
create function platform.name_support_session(support_id uuid, made_session uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  subject uuid;
begin
  perform pg_advisory_xact_lock(7233011);
  update platform.support_sessions s set session_id = made_session where s.id = support_id and s.session_id is null
    returning s.user_id into subject;
  if exists (select from auth."user" u where u.id = subject and u.role = 'user' and not u.banned and u.deleted_at is null) then
    return true;
  end if;
  delete from auth.session s where s.id = made_session and s.impersonated_by is not null;
  return false;
end
$$;
revoke all on function platform.name_support_session from public;
grant execute on function platform.name_support_session to readout_platform;

-- An entry whose session never came to be.
create function platform.abandon_support(support_id uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  stand_in uuid := gen_random_uuid();
begin
  update platform.support_sessions s set session_id = stand_in where s.id = support_id and s.session_id is null;
  if found then perform platform.end_support(stand_in); end if;
end
$$;
revoke all on function platform.abandon_support from public;
grant execute on function platform.abandon_support to readout_platform;

-- Names of deleted users are kept nowhere.
create function platform.forget_support_names() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update platform.support_sessions set user_name = new.name where user_id = new.id;
  update platform.support_sessions set admin_name = new.name where admin_id = new.id;
  return null;
end
$$;
revoke all on function platform.forget_support_names from public;
create trigger user_deleted after update of deleted_at on auth."user" for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function platform.forget_support_names();

create function auth.note_support_end() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.end_support(old.id);
  return null;
end
$$;
revoke all on function auth.note_support_end from public;
create trigger support_session_end after delete on auth.session for each row
  when (old.impersonated_by is not null) execute function auth.note_support_end();

-- Hours that are over. Returns how many.
create function platform.end_expired_support() returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  ended integer;
begin
  delete from auth.session where impersonated_by is not null and expires_at <= now();
  get diagnostics ended = row_count;
  return ended;
end
$$;
revoke all on function platform.end_expired_support from public;
grant execute on function platform.end_expired_support to readout_platform;
create index session_impersonated on auth.session (expires_at) where impersonated_by is not null;

-- A bulk action and what it changed, so that it can be undone as one.
create table platform.bulk_changes (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  -- [{id, revision?, before}]: what it was, and the revision the action left it at.
  items jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
grant select, insert, update (undone_at) on platform.bulk_changes to readout_platform;
