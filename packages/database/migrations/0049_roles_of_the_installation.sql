-- Roles of the installation besides administrator: support sees companies and users and acts as them, an auditor reads.

alter table auth."user" drop constraint user_role_check;
alter table auth."user" add constraint user_role_check check (role in ('user', 'admin', 'support', 'auditor'));
-- Of everybody, the few who look after the installation.
drop index auth.user_admins;
create index user_platform_roles on auth."user" (role, id) where role <> 'user';

-- Serialises what changes who looks after the installation, and holds that the actor has one of the roles now.
create function platform.demand_role(actor uuid, variadic roles text[]) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock(7233011);
  if not exists (select from auth."user" where id = actor and role = any (roles) and not banned and deleted_at is null) then
    perform platform.refuse(case when roles = '{admin}' then 'platform.admin_only' else 'platform.role_not_allowed' end);
  end if;
end
$$;
revoke all on function platform.demand_role from public;
create or replace function platform.demand_admin(actor uuid) returns void
  language sql security definer set search_path = pg_catalog as $$ select platform.demand_role(actor, 'admin') $$;

-- Gives a role of the installation, or takes it ('user'). Returns whether anything changed. Whoever acts as the person
-- stops, and what the person did as others does: nobody acts as somebody with a role, or with rights that are gone.
create function platform.set_role(
  actor uuid, actor_name text, actor_address text, subject uuid, new_role text
) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  account auth."user"%rowtype;
  change jsonb;
begin
  perform platform.demand_admin(actor);
  select * into account from auth."user" where id = subject for update;
  if not found then perform platform.refuse('user.not_found'); end if;
  if account.deleted_at is not null then perform platform.refuse('user.deleted'); end if;
  if subject = actor then perform platform.refuse('user.is_yourself'); end if;
  if account.role = new_role then return false; end if;
  if account.banned and new_role <> 'user' then perform platform.refuse('user.suspended'); end if;
  if account.role = 'admin' and not exists (
    select from auth."user" where role = 'admin' and not banned and deleted_at is null and id <> subject
  ) then
    perform platform.refuse('user.is_last_admin');
  end if;
  update auth."user" set role = new_role, updated_at = now() where id = subject;
  delete from auth.session where impersonated_by is not null and (user_id = subject or impersonated_by = subject);
  change := jsonb_build_object('from', account.role, 'to', new_role);
  perform platform.write_event(actor, actor_name, actor_address, 'user.role_changed', 'user', subject::text, account.name, change);
  insert into auth.user_events (user_id, action, detail)
    values (subject, 'platform_role.changed', change || '{"byPlatform": true}');
  return true;
end
$$;
revoke all on function platform.set_role from public;
grant execute on function platform.set_role to readout_platform;

-- As before, without the two changes of the role.
create or replace function platform.change_user(
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
  if subject = actor and change in ('suspend', 'sign_out', 'reset_two_factor') then
    perform platform.refuse('user.is_yourself');
  end if;
  if change = 'suspend' and account.role = 'admin' and not exists (
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
      when 'reset_two_factor' then 'two_factor.reset' else 'email.verified' end,
    jsonb_strip_nulls(jsonb_build_object('byPlatform', true, 'reason', nullif(reason, ''))));
  return true;
end
$$;

-- As before; support acts too, and nobody with a role of the installation is acted as.
create or replace function platform.start_support(
  actor uuid, actor_name text, actor_address text, subject uuid, why text
) returns table (support_id uuid, companies uuid[])
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  account auth."user"%rowtype;
  in_companies uuid[];
  made uuid := gen_random_uuid();
begin
  perform platform.demand_role(actor, 'admin', 'support');
  select * into account from auth."user" where id = subject for update;
  if not found then perform platform.refuse('user.not_found'); end if;
  if account.deleted_at is not null then perform platform.refuse('user.deleted'); end if;
  if subject = actor then perform platform.refuse('user.is_yourself'); end if;
  if account.role <> 'user' then perform platform.refuse('support.not_as_admin'); end if;
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
