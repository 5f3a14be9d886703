-- A deleted account's id leaves the companies too: what its work stands under there is the id of the pseudonym, another in
-- each company. And transactions that write to several audit lists take their heads in one order.

-- Writes another id in place of a person's wherever a company keeps who did something. No page needs to hear of it, and no sum
-- changes.
create function app.rename_person(of_company uuid, from_id uuid, to_id uuid) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  nobody constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  place record;
begin
  perform set_config('readout.renames', 'on', true);
  for place in
    select k.relname as "table", a.attname as "column" from pg_class k
    join pg_attribute a on a.attrelid = k.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped
    where k.relnamespace = 'app'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition
      and (a.attname like '%\_by' or a.attname = 'assigned_to')
      and exists (select from pg_attribute o where o.attrelid = k.oid and o.attname = 'company_id' and not o.attisdropped)
      -- Sums of what one person sees go with the person.
      and k.relname <> 'dashboard_days'
      -- One open request each.
      and not (to_id = nobody and k.relname = 'plugin_requests')
    order by 1, 2
  loop
    execute format('update app.%I set %I = $1 where company_id = $2 and %I = $3', place."table", place."column", place."column")
      using to_id, of_company, from_id;
  end loop;
  update app.saved_views v set query = replace(v.query, from_id::text, to_id::text)
    where v.company_id = of_company and position(from_id::text in v.query) > 0;
  update app.bulk_actions b set items = replace(b.items::text, from_id::text, to_id::text)::jsonb
    where b.company_id = of_company and position(from_id::text in b.items::text) > 0;
  update app.notifications n
    set subject_id = replace(n.subject_id, from_id::text, to_id::text),
      detail = replace(n.detail::text, from_id::text, to_id::text)::jsonb
    where n.company_id = of_company
      and (n.subject_id = from_id::text or position(from_id::text in n.detail::text) > 0);
  perform set_config('readout.renames', 'off', true);
end
$$;
revoke all on function app.rename_person from public;

-- The last thing `auth.erase_user` does is to say that the account is deleted; the lists gave out the pseudonyms by then.
create function app.rename_former_members() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  former app.former_members%rowtype;
begin
  for former in
    select * from app.former_members f
    where f.user_id = new.id and f.company_id <> '00000000-0000-0000-0000-000000000000' order by f.company_id
  loop
    perform app.rename_person(former.company_id, former.user_id, former.ref);
  end loop;
  update platform.plugin_versions v set submitted_by_name = 'deleted user'
    where v.submitted_by = new.id and v.submitted_by_name is not null;
  update platform.plugin_versions v set decided_by_name = 'deleted user'
    where v.decided_by = new.id and v.decided_by_name is not null;
  return null;
end
$$;
revoke all on function app.rename_former_members from public;
create trigger former_members_renamed after update of deleted_at on auth."user" for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.rename_former_members();

-- As before, and silent about new ids of people.
create or replace function app.notify_change() returns trigger
  language plpgsql as $$
begin
  if current_setting('readout.renames', true) = 'on' then return null; end if;
  perform pg_notify('readout_change', json_build_object(
    'companyId', new.company_id,
    'captureId', new.id,
    'documentId', new.document_id,
    'createdBy', new.created_by)::text);
  return null;
end
$$;
create or replace function app.note_capture_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if current_setting('readout.renames', true) = 'on' then return null; end if;
  if tg_op <> 'INSERT' then
    perform app.mark_dashboard(old.company_id, old.created_at);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.created_at <> old.created_at) then
    perform app.mark_dashboard(new.company_id, new.created_at);
  end if;
  return null;
end
$$;
create or replace function app.note_stretch_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if current_setting('readout.renames', true) = 'on' then return null; end if;
  if tg_op <> 'INSERT' then
    perform app.mark_dashboard(old.company_id, old.began_at);
    if old.ended_at is not null then
      perform app.mark_dashboard(old.company_id, old.ended_at);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform app.mark_dashboard(new.company_id, new.began_at);
    if new.ended_at is not null then
      perform app.mark_dashboard(new.company_id, new.ended_at);
    end if;
  end if;
  return null;
end
$$;

-- Accounts that were deleted before: under the pseudonym where there still is one, otherwise under nobody's id.
do $$
declare
  deleted record;
begin
  for deleted in
    with traces as (
      select company_id, created_by as user_id from app.captures
      union select company_id, confirmed_by from app.records
      union select company_id, edited_by from app.record_edits
      union select company_id, invited_by from app.invitations
      union select company_id, accepted_by from app.invitations
      union select company_id, created_by from app.saved_views
      union select company_id, created_by from app.plugin_drafts
      union select company_id, created_by from app.watches
      union select company_id, created_by from app.api_keys
      union select company_id, user_id from app.former_members
    )
    select t.company_id, t.user_id as id, coalesce(f.ref, 'ffffffff-ffff-ffff-ffff-ffffffffffff') as ref
    from traces t join auth."user" u on u.id = t.user_id and u.deleted_at is not null
    left join app.former_members f on f.company_id = t.company_id and f.user_id = t.user_id
    where t.company_id <> '00000000-0000-0000-0000-000000000000'
  loop
    perform app.rename_person(deleted.company_id, deleted.id, deleted.ref);
  end loop;
end
$$;

-- As before, and the companies' captures and records say "deleted user" as well.
create or replace function app.forget_former_members() returns integer
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
      perform app.rename_person(former.company_id, former.ref, nobody);
    end if;
  end loop;
  return forgotten;
end
$$;

-- Nobody asks any more: no company keeps the id of a deleted account.
drop function app.deleted_users(uuid[]);

-- Which lists this transaction has written to.
create function app.note_audit_lists() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform set_config('readout.audit_lists', (
    select string_agg(l.id, ',') from (
      select unnest(string_to_array(nullif(current_setting('readout.audit_lists', true), ''), ',')) as id
      union select distinct added.company_id::text from added
    ) l), true);
  return null;
end
$$;
revoke all on function app.note_audit_lists from public;
create trigger audit_lists_noted after insert on app.audit_events
  referencing new table as added for each statement execute function app.note_audit_lists();
create function platform.note_audit_lists() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform set_config('readout.audit_lists',
    concat_ws(',', '00000000-0000-0000-0000-000000000000', nullif(current_setting('readout.audit_lists', true), '')), true);
  return null;
end
$$;
revoke all on function platform.note_audit_lists from public;
create trigger audit_lists_noted after insert on platform.events
  for each statement execute function platform.note_audit_lists();

-- Locks the heads of all those lists, in the order of their ids, whatever order they were written in: two transactions that
-- end at the same moment never wait for each other.
create function app.lock_audit_heads() returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  lists uuid[];
  list uuid;
begin
  select array_agg(distinct l.id::uuid order by l.id::uuid) into lists
    from unnest(string_to_array(nullif(current_setting('readout.audit_lists', true), ''), ',')) l (id);
  if lists is null then return; end if;
  perform set_config('readout.audit_lists', '', true);
  -- A single one is locked by who chains it.
  if cardinality(lists) = 1 then return; end if;
  foreach list in array lists loop
    perform from app.audit_heads h where h.company_id = list for update;
    if not found then
      insert into app.audit_heads (company_id, seq, hash)
        values (list, 0, sha256(convert_to('readout-audit-1 ' || list, 'UTF8'))) on conflict do nothing;
      perform from app.audit_heads h where h.company_id = list for update;
    end if;
  end loop;
end
$$;
revoke all on function app.lock_audit_heads from public;

create or replace function app.chain_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.lock_audit_heads();
  if not exists (select from app.audit_chain c where c.company_id = new.company_id and c.event_id = new.id) then
    perform app.chain_events(new.company_id, new.id, null, null);
  end if;
  return null;
end
$$;
create or replace function platform.chain_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.lock_audit_heads();
  if not exists (
    select from app.audit_chain c where c.company_id = '00000000-0000-0000-0000-000000000000' and c.event_id = new.id) then
    perform app.chain_events('00000000-0000-0000-0000-000000000000', new.id, null, null);
  end if;
  return null;
end
$$;
