-- The audit lists become chains of hashes, so that nobody who changes the database changes them unseen; what is personal
-- stands beside the chain and can be erased from it (docs/decisions/0020-the-audit-list-is-a-chain.md).
--
-- Each company has a chain, and so has the installation's own list, under the id of only zeros. A link holds when an
-- event happened, of which kind it was, and commitments to who did it and to what was done. A commitment is a hash over
-- a random salt and the text; both stand with the event. Without the salt it says nothing about the text any more.

create table app.audit_heads (
  company_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);
create table app.audit_chain (
  company_id uuid not null,
  -- From 1 on, in the order in which the transactions ended.
  seq bigint not null,
  event_id bigint not null,
  at timestamptz not null,
  action text not null,
  subject_type text not null,
  -- SHA-256 over the salt and app.audit_who_text or app.audit_what_text.
  who bytea not null,
  what bytea not null,
  -- Hash of the link before.
  previous bytea not null,
  -- SHA-256 over `previous` and app.audit_header.
  hash bytea not null,
  primary key (company_id, seq),
  unique (company_id, event_id)
);
-- Lists from before there were chains, brought in piece by piece.
create table app.audit_backlog (
  company_id uuid primary key,
  next_id bigint not null,
  last_id bigint not null
);
-- People whose account is gone, as the lists call them for a while.
create table app.former_members (
  company_id uuid not null,
  user_id uuid not null,
  -- In place of the person's id.
  ref uuid not null default gen_random_uuid(),
  pseudonym text not null,
  -- Then "deleted user" is all that is left.
  until timestamptz not null,
  primary key (company_id, user_id),
  unique (company_id, pseudonym)
);
create index former_members_until on app.former_members (until);

do $$
declare
  t text;
begin
  foreach t in array array['audit_heads', 'audit_chain', 'audit_backlog', 'former_members'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
    execute format('grant select on app.%I to readout_app', t);
  end loop;
  foreach t in array array['audit_heads', 'audit_chain', 'audit_backlog'] loop
    execute format(
      'create policy installation on app.%I for select to readout_platform using (company_id = ''00000000-0000-0000-0000-000000000000'')', t);
    execute format('grant select on app.%I to readout_platform', t);
  end loop;
end
$$;

-- Added without a default first: rows that are there already get theirs when they are brought in, not under a lock.
alter table app.audit_events
  add column who_salt bytea,
  add column what_salt bytea,
  -- Id of the event `audit.erased` that tells when it was erased.
  add column who_erased bigint,
  add column what_erased bigint;
alter table app.audit_events
  alter column who_salt set default uuid_send(gen_random_uuid()),
  alter column what_salt set default uuid_send(gen_random_uuid());
alter table platform.events
  add column who_salt bytea,
  add column what_salt bytea,
  add column who_erased bigint,
  add column what_erased bigint;
alter table platform.events
  alter column who_salt set default uuid_send(gen_random_uuid()),
  alter column what_salt set default uuid_send(gen_random_uuid());

-- What is committed to. PostgreSQL writes one and the same jsonb value always in the same way.
create function app.audit_who_text(actor_id uuid, actor_name text, ip_address text) returns text
  language sql stable set search_path = pg_catalog as $$
  select jsonb_build_array(actor_id, actor_name, ip_address)::text
$$;
create function app.audit_what_text(subject_id text, subject_name text, detail jsonb) returns text
  language sql stable set search_path = pg_catalog as $$
  select jsonb_build_array(subject_id, subject_name, detail)::text
$$;
create function app.audit_header(
  company_id uuid, seq bigint, event_id bigint, at timestamptz, action text, subject_type text, who bytea, what bytea
) returns text
  language sql stable set search_path = pg_catalog as $$
  select jsonb_build_array('readout-audit-1', company_id, seq, event_id,
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), action, subject_type, encode(who, 'hex'), encode(what, 'hex'))::text
$$;

-- Appends events from this id on that are in no chain yet, at most so many; null: all. The head is locked until the
-- transaction ends, which is why events are chained when everything else of it is done. Returns the last id, null: none.
create function app.chain_events(of_company uuid, from_id bigint, last_id bigint, most integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  of_installation constant boolean := of_company = '00000000-0000-0000-0000-000000000000';
  head app.audit_heads%rowtype;
  events refcursor;
  e record;
  who bytea;
  what bytea;
  next_hash bytea;
  chained_id bigint;
begin
  select * into head from app.audit_heads h where h.company_id = of_company for update;
  if not found then
    if not of_installation and not exists (
      select from app.audit_events a where a.company_id = of_company and a.id >= from_id) then return null; end if;
    insert into app.audit_heads (company_id, seq, hash)
      values (of_company, 0, sha256(convert_to('readout-audit-1 ' || of_company, 'UTF8')))
      on conflict do nothing;
    select * into head from app.audit_heads h where h.company_id = of_company for update;
  end if;
  if of_installation then
    open events for
      select p.id, p.created_at, p.action, p.subject_type, p.who_salt, p.what_salt,
        app.audit_who_text(p.actor_id, p.actor_name, p.ip_address) as who_text,
        app.audit_what_text(p.subject_id, p.subject_name, p.detail) as what_text
      from platform.events p
      where p.id >= from_id and (last_id is null or p.id <= last_id)
        and not exists (select from app.audit_chain c where c.company_id = of_company and c.event_id = p.id)
      order by p.id limit most;
  else
    open events for
      select a.id, a.created_at, a.action, a.subject_type, a.who_salt, a.what_salt,
        app.audit_who_text(a.actor_id, a.actor_name, a.ip_address) as who_text,
        app.audit_what_text(a.subject_id, null, a.detail) as what_text
      from app.audit_events a
      where a.company_id = of_company and a.id >= from_id and (last_id is null or a.id <= last_id)
        and not exists (select from app.audit_chain c where c.company_id = of_company and c.event_id = a.id)
      order by a.id limit most;
  end if;
  loop
    fetch events into e;
    exit when not found;
    -- From before there were salts, or what it told was erased in this very transaction.
    if e.who_salt is null or e.what_salt is null then
      e.who_salt := coalesce(e.who_salt, uuid_send(gen_random_uuid()));
      e.what_salt := coalesce(e.what_salt, uuid_send(gen_random_uuid()));
      if of_installation then
        update platform.events p set who_salt = e.who_salt, what_salt = e.what_salt where p.id = e.id;
      else
        update app.audit_events a set who_salt = e.who_salt, what_salt = e.what_salt where a.company_id = of_company and a.id = e.id;
      end if;
    end if;
    who := sha256(e.who_salt || convert_to(e.who_text, 'UTF8'));
    what := sha256(e.what_salt || convert_to(e.what_text, 'UTF8'));
    next_hash := sha256(head.hash || convert_to(
      app.audit_header(of_company, head.seq + 1, e.id, e.created_at, e.action, e.subject_type, who, what), 'UTF8'));
    insert into app.audit_chain (company_id, seq, event_id, at, action, subject_type, who, what, previous, hash)
      values (of_company, head.seq + 1, e.id, e.created_at, e.action, e.subject_type, who, what, head.hash, next_hash);
    head.seq := head.seq + 1;
    head.hash := next_hash;
    chained_id := e.id;
  end loop;
  close events;
  if chained_id is not null then
    update app.audit_heads h set seq = head.seq, hash = head.hash where h.company_id = of_company;
  end if;
  return chained_id;
end
$$;
revoke all on function app.chain_events from public;

-- The first of a transaction's events of a company brings all of them in, the others find themselves there.
create function app.chain_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from app.audit_chain c where c.company_id = new.company_id and c.event_id = new.id) then
    perform app.chain_events(new.company_id, new.id, null, null);
  end if;
  return null;
end
$$;
revoke all on function app.chain_event from public;
create constraint trigger chain_event after insert on app.audit_events
  deferrable initially deferred for each row execute function app.chain_event();
create function platform.chain_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (
    select from app.audit_chain c where c.company_id = '00000000-0000-0000-0000-000000000000' and c.event_id = new.id) then
    perform app.chain_events('00000000-0000-0000-0000-000000000000', new.id, null, null);
  end if;
  return null;
end
$$;
revoke all on function platform.chain_event from public;
create constraint trigger chain_event after insert on platform.events
  deferrable initially deferred for each row execute function platform.chain_event();

insert into app.audit_backlog (company_id, next_id, last_id)
  select company_id, min(id), max(id) from app.audit_events group by company_id
  union all
  select '00000000-0000-0000-0000-000000000000', min(id), max(id) from platform.events having count(*) > 0;

-- Brings the next piece of what was there before into its chain. Returns whether there is more.
create function app.chain_backlog(most integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  piece app.audit_backlog%rowtype;
  chained_to bigint;
begin
  select * into piece from app.audit_backlog b order by b.company_id limit 1 for update skip locked;
  if not found then return false; end if;
  chained_to := app.chain_events(piece.company_id, piece.next_id, piece.last_id, most);
  if chained_to is null then
    delete from app.audit_backlog b where b.company_id = piece.company_id;
  else
    update app.audit_backlog b set next_id = chained_to + 1 where b.company_id = piece.company_id;
  end if;
  return exists (select from app.audit_backlog);
end
$$;
revoke all on function app.chain_backlog from public;
grant execute on function app.chain_backlog to readout_platform;

-- `detail` without what a person was called: values that are one of these texts, at any depth, under keys that name
-- people ("actorName", "email", "owners", …), become `instead`. Values of records under other keys ("from", "to") are
-- the company's.
create function app.with_pseudonym(detail jsonb, texts text[], instead text, names_people boolean default false) returns jsonb
  language sql immutable set search_path = pg_catalog as $$
  select case jsonb_typeof(detail)
    when 'string' then case when names_people and detail #>> '{}' = any (texts) then to_jsonb(instead) else detail end
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key,
        app.with_pseudonym(e.value, texts, instead, e.key ~* '(names?|e?mails?|by|members?|owners?|users?|person)$')), '{}')
      from jsonb_each(detail) e)
    when 'array' then (
      select coalesce(jsonb_agg(app.with_pseudonym(e.value, texts, instead, names_people) order by e.n), '[]')
      from jsonb_array_elements(detail) with ordinality as e (value, n))
    else detail end
$$;

-- The only way anything leaves an audit list: erases a person from the list of a company, or the installation's (the id
-- of only zeros), and says so in it. Their id and names become a pseudonym that holds for this list alone, for a year;
-- the salts of what was committed to go. Returns how the person is called from now on.
create function app.erase_from_list(of_company uuid, target uuid, known text[]) returns app.former_members
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  of_installation constant boolean := of_company = '00000000-0000-0000-0000-000000000000';
  former app.former_members%rowtype;
  letters integer := 4;
  by_them bigint[];
  about_them bigint[];
  marks text;
  counted integer;
  erasure bigint;
  details jsonb;
begin
  select * into former from app.former_members f where f.company_id = of_company and f.user_id = target;
  while former.pseudonym is null loop
    insert into app.former_members (company_id, user_id, pseudonym, until)
      values (of_company, target,
        case when of_installation then 'former user ' else 'former member ' end
          || left(encode(uuid_send(gen_random_uuid()), 'hex'), letters),
        now() + interval '365 days')
      on conflict do nothing returning * into former;
    letters := least(letters + 1, 12);
  end loop;

  if of_installation then
    select array_agg(p.id) filter (where p.actor_id = target),
      array_agg(p.id) filter (where p.subject_id = target::text or p.detail::text like '%' || target || '%'
        or position(to_jsonb(known[2])::text in p.detail::text) > 0)
    into by_them, about_them from platform.events p
    where p.actor_id = target or p.subject_id = target::text or p.detail::text like '%' || target || '%'
      or position(to_jsonb(known[2])::text in p.detail::text) > 0;
  else
    select array_agg(a.id) filter (where a.actor_id = target),
      array_agg(a.id) filter (where a.subject_id = target::text or a.detail::text like '%' || target || '%'
        or position(to_jsonb(known[2])::text in a.detail::text) > 0)
    into by_them, about_them from app.audit_events a
    where a.company_id = of_company and (a.actor_id = target or a.subject_id = target::text
      or a.detail::text like '%' || target || '%' or position(to_jsonb(known[2])::text in a.detail::text) > 0);
  end if;
  if by_them is null and about_them is null then return former; end if;

  -- Which commitments cannot be opened any more, so that none but these pass as erased.
  select string_agg(m.mark || ':' || c.seq || ',', '' order by c.seq, m.mark), count(*)::int into marks, counted
  from (
    select 'who' as mark, unnest(by_them) as id union all select 'what', unnest(about_them)
  ) m join app.audit_chain c on c.company_id = of_company and c.event_id = m.id
  where case
    when of_installation then (
      select case m.mark when 'who' then p.who_erased else p.what_erased end from platform.events p where p.id = m.id)
    else (
      select case m.mark when 'who' then a.who_erased else a.what_erased end from app.audit_events a
      where a.company_id = of_company and a.id = m.id) end is null;
  if counted > 0 then
    details := jsonb_build_object('commitments', counted, 'marks', encode(sha256(convert_to(marks, 'UTF8')), 'hex'));
    if of_installation then
      insert into platform.events (actor_name, action, subject_type, subject_id, subject_name, detail)
        values ('Readout', 'audit.erased', 'user', former.ref::text, former.pseudonym, details) returning id into erasure;
    else
      insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id, detail)
        values (of_company, 'Readout', 'audit.erased', 'member', former.ref::text, details) returning id into erasure;
    end if;
  end if;

  if of_installation then
    update platform.events p
      set actor_id = former.ref, actor_name = former.pseudonym, ip_address = null, who_salt = null,
        who_erased = coalesce(p.who_erased, case when c.seq is not null then erasure end)
      from platform.events o left join app.audit_chain c on c.company_id = of_company and c.event_id = o.id
      where o.id = p.id and p.id = any (by_them);
    update platform.events p
      set subject_id = case when p.subject_id = target::text then former.ref::text else p.subject_id end,
        subject_name = case when p.subject_id = target::text then former.pseudonym else p.subject_name end,
        detail = replace(app.with_pseudonym(p.detail, known, former.pseudonym)::text, target::text, former.ref::text)::jsonb,
        what_salt = null, what_erased = coalesce(p.what_erased, case when c.seq is not null then erasure end)
      from platform.events o left join app.audit_chain c on c.company_id = of_company and c.event_id = o.id
      where o.id = p.id and p.id = any (about_them);
  else
    update app.audit_events a
      set actor_id = former.ref, actor_name = former.pseudonym, ip_address = null, who_salt = null,
        who_erased = coalesce(a.who_erased, case when c.seq is not null then erasure end)
      from app.audit_events o left join app.audit_chain c on c.company_id = of_company and c.event_id = o.id
      where o.company_id = of_company and o.id = a.id and a.company_id = of_company and a.id = any (by_them);
    update app.audit_events a
      set subject_id = case when a.subject_id = target::text then former.ref::text else a.subject_id end,
        detail = replace(app.with_pseudonym(a.detail, known, former.pseudonym)::text, target::text, former.ref::text)::jsonb,
        what_salt = null, what_erased = coalesce(a.what_erased, case when c.seq is not null then erasure end)
      from app.audit_events o left join app.audit_chain c on c.company_id = of_company and c.event_id = o.id
      where o.company_id = of_company and o.id = a.id and a.company_id = of_company and a.id = any (about_them);
  end if;
  return former;
end
$$;
revoke all on function app.erase_from_list from public;

-- Pseudonyms whose time is over: "deleted user" is left, the same for all. What is committed to does not change: that
-- somebody left, and was erased, keeps the pseudonym, which then leads nowhere. Returns how many.
create function app.forget_former_members() returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  former record;
  forgotten integer := 0;
  nobody constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  for former in delete from app.former_members f where f.until <= now() returning * loop
    forgotten := forgotten + 1;
    if former.company_id = '00000000-0000-0000-0000-000000000000' then
      update platform.events p set actor_id = nobody, actor_name = 'deleted user'
        where p.actor_id = former.ref and p.who_erased is not null;
      update platform.events p
        set subject_id = case when p.subject_id = former.ref::text then nobody::text else p.subject_id end,
          subject_name = case when p.subject_id = former.ref::text then 'deleted user' else p.subject_name end,
          detail = app.with_pseudonym(replace(p.detail::text, former.ref::text, nobody::text)::jsonb, array[former.pseudonym], 'deleted user')
        where p.what_erased is not null
          and (p.subject_id = former.ref::text or position(former.ref::text in p.detail::text) > 0
            or position(to_jsonb(former.pseudonym)::text in p.detail::text) > 0);
    else
      update app.audit_events a set actor_id = nobody, actor_name = 'deleted user'
        where a.company_id = former.company_id and a.actor_id = former.ref and a.who_erased is not null;
      update app.audit_events a
        set subject_id = case when a.subject_id = former.ref::text then nobody::text else a.subject_id end,
          detail = app.with_pseudonym(replace(a.detail::text, former.ref::text, nobody::text)::jsonb, array[former.pseudonym], 'deleted user')
        where a.company_id = former.company_id and a.what_erased is not null
          and (a.subject_id = former.ref::text or position(former.ref::text in a.detail::text) > 0
            or position(to_jsonb(former.pseudonym)::text in a.detail::text) > 0);
    end if;
  end loop;
  return forgotten;
end
$$;
revoke all on function app.forget_former_members from public;
grant execute on function app.forget_former_members to readout_platform;

-- As before, but what they did for companies stays under a pseudonym for a year, and then under "deleted user".
create or replace function auth.erase_user(target uuid, is_own_wish boolean) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  person auth."user"%rowtype;
  verdict jsonb;
  known text[];
  in_company uuid;
  former app.former_members%rowtype;
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
  -- What others still have to do is theirs to share out again.
  update app.captures c set assigned_to = null
    from auth.membership m where m.user_id = target and c.company_id = m.company_id and c.assigned_to = target;
  update app.records r set assigned_to = null
    from auth.membership m where m.user_id = target and r.company_id = m.company_id and r.assigned_to = target;

  -- That acting ends with it is in the lists before the names go. Pages hear of it when all of this is done.
  delete from auth.session s where s.user_id = target;
  delete from auth.session s where s.impersonated_by = target;

  -- What names them.
  former := app.erase_from_list('00000000-0000-0000-0000-000000000000', target, known);
  if is_own_wish then
    insert into platform.events (actor_id, actor_name, action, subject_type, subject_id, subject_name)
      values (former.ref, former.pseudonym, 'user.deleted', 'user', former.ref::text, former.pseudonym);
  end if;
  -- One after the other in the same order for everybody: each has a head that is locked in the end.
  for in_company in
    select m.company_id from auth.membership m where m.user_id = target
    union
    select e.company_id from app.audit_events e
      where e.actor_id = target or e.subject_id = target::text or e.detail::text like '%' || target || '%'
        or position(to_jsonb(person.email)::text in e.detail::text) > 0
    order by 1
  loop
    former := app.erase_from_list(in_company, target, known);
    insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id)
      select in_company, former.ref, former.pseudonym, 'company.closing', 'company', in_company::text
      from jsonb_array_elements(verdict -> 'closing') c where (c ->> 'id')::uuid = in_company;
    insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
      select in_company, former.ref, former.pseudonym, 'member.left', 'member', former.ref::text, '{"reason": "account deleted"}'
      from auth.membership m where m.user_id = target and m.company_id = in_company;
  end loop;
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
  return jsonb_set(verdict, '{outcome}', '"erased"');
end
$$;

-- The links with what is left of their events, to be looked at and handed out. With the rights of who asks.
create view app.audit_links with (security_invoker) as
  select c.company_id, c.seq, c.event_id,
    to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, c.action, c.subject_type,
    encode(c.who, 'hex') as who, encode(e.who_salt, 'hex') as who_salt, e.who_erased,
    case when e.id is not null then app.audit_who_text(e.actor_id, e.actor_name, e.ip_address) end as who_text,
    encode(c.what, 'hex') as what, encode(e.what_salt, 'hex') as what_salt, e.what_erased,
    case when e.id is not null then app.audit_what_text(e.subject_id, null, e.detail) end as what_text,
    encode(c.previous, 'hex') as previous, encode(c.hash, 'hex') as hash,
    -- The event itself tells the time and the action once more, for lists: they have to agree.
    coalesce(e.created_at = c.at and e.action = c.action and e.subject_type = c.subject_type, true) as agrees
  from app.audit_chain c left join app.audit_events e on e.company_id = c.company_id and e.id = c.event_id
  where c.company_id <> '00000000-0000-0000-0000-000000000000';
grant select on app.audit_links to readout_app;
create view platform.audit_links with (security_invoker) as
  select c.company_id, c.seq, c.event_id,
    to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, c.action, c.subject_type,
    encode(c.who, 'hex') as who, encode(e.who_salt, 'hex') as who_salt, e.who_erased,
    case when e.id is not null then app.audit_who_text(e.actor_id, e.actor_name, e.ip_address) end as who_text,
    encode(c.what, 'hex') as what, encode(e.what_salt, 'hex') as what_salt, e.what_erased,
    case when e.id is not null then app.audit_what_text(e.subject_id, e.subject_name, e.detail) end as what_text,
    encode(c.previous, 'hex') as previous, encode(c.hash, 'hex') as hash,
    coalesce(e.created_at = c.at and e.action = c.action and e.subject_type = c.subject_type, true) as agrees
  from app.audit_chain c left join platform.events e on e.id = c.event_id
  where c.company_id = '00000000-0000-0000-0000-000000000000';
grant select on platform.audit_links to readout_platform;
