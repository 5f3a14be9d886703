-- What an owner lets those do who act as a member, for how long, and whether at all; and the list of the installation
-- says who signed in and who could not.

alter table app.company_settings
  -- Nobody who runs this Readout acts as a member here.
  add column acting_refused boolean not null default false,
  -- Besides reading: 'correct' captures and records; 'manage' whatever the member may.
  add column support_scope text check (support_scope in ('correct', 'manage')),
  -- When that ends by itself.
  add column support_until timestamptz,
  add constraint support_has_an_end check ((support_scope is null) = (support_until is null)),
  add constraint refused_is_not_allowed check (not acting_refused or support_scope is null);
-- What was switched on without an end gets one: the longest that can be chosen.
update app.company_settings set support_scope = 'manage', support_until = now() + interval '72 hours' where support_access;

drop view auth.company_status;
drop trigger company_settings_change on app.company_settings;
alter table app.company_settings drop column support_access;
create view auth.company_status as
  select company_id, status, require_two_factor, acting_refused, support_scope, support_until, closing_at
  from app.company_settings;
grant select on auth.company_status to readout_auth;
create trigger company_settings_change after update on app.company_settings for each row
  when (old.status <> new.status or old.require_two_factor <> new.require_two_factor
    or old.acting_refused <> new.acting_refused or old.support_scope is distinct from new.support_scope
    or old.support_until is distinct from new.support_until or old.closing_at is distinct from new.closing_at)
  execute function app.notify_company();
create index company_settings_support on app.company_settings (support_until) where support_until is not null;

-- Ends the sessions in which somebody acts as a member of the running transaction's company. Returns how many.
create function app.end_acting() returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  ended integer;
begin
  delete from auth.session s using auth.membership m
    where m.company_id = app.current_company() and s.user_id = m.user_id and s.impersonated_by is not null;
  get diagnostics ended = row_count;
  return ended;
end
$$;
revoke all on function app.end_acting from public;
grant execute on function app.end_acting to readout_app;

-- As before; a user of a company whose owner refuses it is not acted as, in none of their companies.
create or replace function platform.start_support(
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
  if platform.is_acting_refused(subject) then perform platform.refuse('support.refused'); end if;
  select coalesce(array_agg(m.company_id order by m.company_id), '{}') into in_companies from auth.membership m where m.user_id = subject;
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

create function platform.is_acting_refused(subject uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select exists (
    select from auth.membership m join app.company_settings s on s.company_id = m.company_id
    where m.user_id = subject and s.acting_refused)
$$;
revoke all on function platform.is_acting_refused from public;

create or replace function platform.name_support_session(support_id uuid, made_session uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  subject uuid;
begin
  perform pg_advisory_xact_lock(7233011);
  update platform.support_sessions s set session_id = made_session where s.id = support_id and s.session_id is null
    returning s.user_id into subject;
  if exists (select from auth."user" u where u.id = subject and u.role = 'user' and not u.banned and u.deleted_at is null)
    and not platform.is_acting_refused(subject) then
    return true;
  end if;
  delete from auth.session s where s.id = made_session and s.impersonated_by is not null;
  return false;
end
$$;

create or replace function platform.end_support(ended_session uuid) returns void
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
    from auth.company c where c.id = any(support.company_ids) order by c.id;
  insert into auth.user_events (user_id, action, detail)
    select u.id, 'support.stopped', jsonb_build_object('adminName', support.admin_name, 'byPlatform', true)
    from auth."user" u where u.id = support.user_id;
end
$$;

-- Hours that are over: of acting, and of support access, which takes the sessions it allowed more along. Returns how
-- many sessions ended.
create or replace function platform.end_expired_support() returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  ended integer;
  more integer;
  over uuid;
begin
  delete from auth.session where impersonated_by is not null and expires_at <= now();
  get diagnostics ended = row_count;
  for over in
    select s.company_id from app.company_settings s where s.support_until <= now() order by s.company_id for update skip locked
  loop
    update app.company_settings s set support_scope = null, support_until = null, revision = s.revision + 1 where s.company_id = over;
    delete from auth.session s using auth.membership m
      where m.company_id = over and s.user_id = m.user_id and s.impersonated_by is not null;
    get diagnostics more = row_count;
    ended := ended + more;
    insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id, detail)
      values (over, 'Readout', 'company.support_access_off', 'company', over::text, '{"reason": "the time was over"}');
    insert into app.notifications (company_id, user_id, kind, subject_type, subject_id, detail)
      select over, m.user_id, 'support.access_changed', 'company', over::text, '{"on": false, "actorName": ""}'
      from auth.membership m where m.company_id = over and m.role = 'owner';
  end loop;
  return ended;
end
$$;

-- Writes into the installation's list that somebody signed in, or tried to. `outcome`: 'succeeded' or 'failed';
-- `subject`: whose account it was, null where there is none such (what was typed is kept nowhere).
create function platform.note_sign_in(outcome text, subject uuid, details jsonb, from_address text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  known_name text;
begin
  if outcome not in ('succeeded', 'failed') then
    raise exception 'A sign-in succeeds or fails, not: %', outcome;
  end if;
  select u.name into known_name from auth."user" u where u.id = subject;
  insert into platform.events (actor_id, actor_name, action, subject_type, subject_id, subject_name, detail, ip_address)
    values (case when outcome = 'succeeded' then subject end,
      case when outcome = 'succeeded' then coalesce(known_name, '') else 'somebody' end,
      'sign_in.' || outcome, 'user', coalesce(subject::text, 'unknown'), coalesce(known_name, ''), details, from_address);
end
$$;
revoke all on function platform.note_sign_in from public;
grant execute on function platform.note_sign_in to readout_auth;
