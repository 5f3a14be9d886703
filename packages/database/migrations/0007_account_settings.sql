-- What people see of their own account, and taking a person out of the installation.

-- When the session began. `created_at` moves on whenever the person proves again who they are: better-auth measures
-- from there whether a session is fresh enough for what is sensitive.
alter table auth.session add column signed_in_at timestamptz not null default now();
update auth.session set signed_in_at = created_at;

-- Which of these people are gone from the installation: nothing but that they were.
create function app.deleted_users(ids uuid[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog as $$
  select u.id from auth."user" u where u.id = any (ids) and u.deleted_at is not null
$$;
revoke all on function app.deleted_users from public;
grant execute on function app.deleted_users to readout_app;

-- `detail` without what a person was called: values that are one of these texts, at any depth, under keys that name
-- people ("actorName", "email", "owners", …). Values of records under other keys ("from", "to") are the company's.
create function app.without_texts(detail jsonb, texts text[], names_people boolean default false) returns jsonb
  language sql immutable set search_path = pg_catalog as $$
  select case jsonb_typeof(detail)
    when 'string' then case when names_people and detail #>> '{}' = any (texts) then to_jsonb('deleted user'::text) else detail end
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, app.without_texts(e.value, texts, e.key ~* '(names?|e?mails?|by|members?|owners?|users?|person)$')), '{}')
      from jsonb_each(detail) e)
    when 'array' then (
      select coalesce(jsonb_agg(app.without_texts(e.value, texts, names_people) order by e.n), '[]')
      from jsonb_array_elements(detail) with ordinality as e (value, n))
    else detail end
$$;

-- Why a person cannot be taken out of the installation now; null: nothing stands against it.
--   {"outcome": "gone"}                                   there is no such person (any more)
--   {"outcome": "last_admin"}                             nobody else administers the platform
--   {"outcome": "last_owner", "companies": [{id, name}]}  these companies have other members and no other owner
-- And which companies would close, because nobody else is in them: {"outcome": "possible", "closing": [{id, name}]}
create function auth.erasure_of(target uuid) returns jsonb
  language sql stable security definer set search_path = pg_catalog as $$
  with person as (
    select u.id, u.role from auth."user" u where u.id = target and u.deleted_at is null
  ), mine as (
    select c.id, c.name, m.role,
      exists (select from auth.membership o where o.company_id = c.id and o.user_id <> target) as has_others,
      exists (select from auth.membership o where o.company_id = c.id and o.user_id <> target and o.role = 'owner') as has_owner
    from auth.membership m join auth.company c on c.id = m.company_id where m.user_id = target
  )
  select case
    when not exists (select from person) then jsonb_build_object('outcome', 'gone')
    when exists (select from person where role = 'admin') and not exists (
      select from auth."user" o where o.role = 'admin' and o.id <> target and o.deleted_at is null and not o.banned)
      then jsonb_build_object('outcome', 'last_admin')
    when exists (select from mine where role = 'owner' and has_others and not has_owner)
      then jsonb_build_object('outcome', 'last_owner', 'companies', (
        select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id)
        from mine where role = 'owner' and has_others and not has_owner))
    else jsonb_build_object('outcome', 'possible', 'closing', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id), '[]') from mine where not has_others))
  end
$$;
revoke all on function auth.erasure_of from public;
grant execute on function auth.erasure_of to readout_auth;

-- Takes a person out of the installation, all or nothing: what was personal is removed, what they did for companies
-- stays with "deleted user" as its author. Companies nobody else is in begin to close. Answers as auth.erasure_of does,
-- with the outcome "erased" where it was done.
create function auth.erase_user(target uuid, is_own_wish boolean) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  person auth."user"%rowtype;
  verdict jsonb;
  known text[];
  placeholder text := 'deleted-' || replace(gen_random_uuid()::text, '-', '') || '@deleted.invalid';
begin
  -- Of several owners or administrators who leave at once, the last to get here has to stay.
  perform from auth."user" u where u.role = 'admin' or u.id = target order by u.id for update;
  perform from auth.membership o
    where o.company_id in (select m.company_id from auth.membership m where m.user_id = target)
    order by o.id for update;
  verdict := auth.erasure_of(target);
  if verdict ->> 'outcome' <> 'possible' then
    return verdict;
  end if;
  select * into person from auth."user" u where u.id = target;
  known := array[person.name, person.email];

  update app.company_settings s
    set status = 'closing', status_before_closing = s.status, closing_at = now(), revision = s.revision + 1
    from jsonb_array_elements(verdict -> 'closing') c
    where s.company_id = (c ->> 'id')::uuid and s.status <> 'closing';
  insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id)
    select (c ->> 'id')::uuid, target, 'deleted user', 'company.closing', 'company', c ->> 'id'
    from jsonb_array_elements(verdict -> 'closing') c;
  insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
    select m.company_id, target, 'deleted user', 'member.left', 'member', target::text, '{"reason": "account deleted"}'
    from auth.membership m where m.user_id = target;

  -- What others still have to do is theirs to share out again.
  update app.captures c set assigned_to = null
    from auth.membership m where m.user_id = target and c.company_id = m.company_id and c.assigned_to = target;
  update app.records r set assigned_to = null
    from auth.membership m where m.user_id = target and r.company_id = m.company_id and r.assigned_to = target;

  -- What names them.
  update app.audit_events e
    set actor_name = case when e.actor_id = target then 'deleted user' else e.actor_name end,
      ip_address = case when e.actor_id = target then null else e.ip_address end,
      detail = app.without_texts(e.detail, known)
    where e.actor_id = target or e.subject_id = target::text or e.detail::text like '%' || target || '%'
      or position(to_jsonb(person.email)::text in e.detail::text) > 0;
  update platform.events e
    set actor_name = case when e.actor_id = target then 'deleted user' else e.actor_name end,
      ip_address = case when e.actor_id = target then null else e.ip_address end,
      subject_name = case when e.subject_id = target::text then 'deleted user' else e.subject_name end,
      detail = app.without_texts(e.detail, known)
    where e.actor_id = target or e.subject_id = target::text or e.detail::text like '%' || target || '%'
      or position(to_jsonb(person.email)::text in e.detail::text) > 0;
  update auth.user_events e set detail = app.without_texts(e.detail, known)
    where e.user_id <> target and (e.detail::text like '%' || target || '%'
      or person.role = 'admin' and position(to_jsonb(person.name)::text in e.detail::text) > 0);
  update platform.support_sessions s set user_name = 'deleted user' where s.user_id = target;
  update platform.support_sessions s set admin_name = 'deleted user' where s.admin_id = target;
  -- Notifications say who did it by name alone: a namesake in the same company keeps theirs.
  update app.notifications n set detail = app.without_texts(n.detail, known)
    from auth.membership m
    where m.user_id = target and n.company_id = m.company_id and position(to_jsonb(person.name)::text in n.detail::text) > 0
      and not exists (
        select from auth.membership o join auth."user" u on u.id = o.user_id
        where o.company_id = m.company_id and o.user_id <> target and u.name = person.name);
  update app.invitations i set invited_by_name = 'deleted user' where i.invited_by = target;
  update app.invitations i set email = placeholder where i.accepted_by = target and i.email is not null;
  update app.invitations i set revoked_at = now()
    from jsonb_array_elements(verdict -> 'closing') c
    where i.company_id = (c ->> 'id')::uuid and i.accepted_at is null and i.revoked_at is null;

  if is_own_wish then
    insert into platform.events (actor_id, actor_name, action, subject_type, subject_id, subject_name)
      values (target, 'deleted user', 'user.deleted', 'user', target::text, 'deleted user');
  end if;

  -- What is theirs alone.
  delete from app.notifications n where n.user_id = target;
  delete from app.dismissed_steps d where d.user_id = target;
  delete from app.dashboard_days d where d.seen_by = target;
  delete from app.saved_views v where v.created_by = target and not v.is_company_wide;
  delete from auth.mails m where m.user_id = target or lower(m.to_email) = lower(person.email);
  delete from auth.user_events e where e.user_id = target;
  delete from auth.verification v where position(target::text in v.value) > 0 or position('"' || person.email || '"' in v.value) > 0;
  delete from auth.sent_links l where l.user_id = target;
  delete from auth.devices d where d.user_id = target;
  delete from auth.membership m where m.user_id = target;
  delete from auth.passkey p where p.user_id = target;
  delete from auth.two_factor f where f.user_id = target;
  delete from auth.account a where a.user_id = target;
  update auth."user" u
    set name = 'deleted user', email = placeholder, email_verified = false, image = null, role = 'user',
      banned = false, ban_reason = null, ban_expires = null, terms_version = null, privacy_version = null,
      two_factor_enabled = false, changelog_seen = null, mail_preferences = '{}', last_seen_at = null,
      deleted_at = now(), updated_at = now()
    where u.id = target;
  -- Last, so that pages which hear of it find all of the above done.
  delete from auth.session s where s.user_id = target;
  delete from auth.session s where s.impersonated_by = target;
  return jsonb_set(verdict, '{outcome}', '"erased"');
end
$$;
revoke all on function auth.erase_user from public;
grant execute on function auth.erase_user to readout_auth;
