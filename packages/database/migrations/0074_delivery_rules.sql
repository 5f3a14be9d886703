-- Which records a target gets, and which it was given: what became of those has to reach it whatever its rule says
-- (docs/decisions/0043-records-leave-by-an-outbox.md).

-- {types, plugins, amounts, confirmedBy}, each optional: all have to hold, and of each one entry.
alter table app.delivery_targets add column rule jsonb not null default '{}' check (jsonb_typeof(rule) = 'object');

-- Kept for as long as the record is: deliveries are deleted for their age.
create table app.delivery_recipients (
  company_id uuid not null,
  record_id uuid not null,
  target_id uuid not null,
  primary key (company_id, record_id, target_id),
  foreign key (company_id, target_id) references app.delivery_targets (company_id, id) on delete cascade
);
create index delivery_recipients_target on app.delivery_recipients (company_id, target_id);
insert into app.delivery_recipients (company_id, record_id, target_id)
  select distinct d.company_id, d.subject_id, d.target_id from app.deliveries d
  join app.outbox o on o.company_id = d.company_id and o.sequence = d.sequence where o.type like 'record.%';
alter table app.delivery_recipients enable row level security;
alter table app.delivery_recipients force row level security;
create policy tenant on app.delivery_recipients to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.delivery_recipients to current_user using (true);
grant select on app.delivery_recipients to readout_app;

-- For the preview of a rule.
create index records_confirmed on app.records (company_id, confirmed_at desc, id desc) where state = 'confirmed';

-- Conditions of a rule that a confirmed record does not meet; none: it goes there. `role_then` is the role of the one who
-- confirmed it. What a record does not say, a currency for instance, meets no condition.
create function app.rule_misses(rule jsonb, record app.records, role_then text) returns text[]
  language sql immutable set search_path = pg_catalog as $$
  select array_remove(array[
    case when rule ? 'types' and not rule -> 'types' ? record.type then 'type' end,
    case when rule ? 'plugins' and not rule -> 'plugins' ? record.plugin_id then 'plugin' end,
    case when rule ? 'amounts' and not exists (
      select from jsonb_to_recordset(rule -> 'amounts') as a (field text, currency text, "atLeast" numeric, "atMost" numeric)
      cross join lateral (select record.fields #>> array[a.field, 'value'] as printed) v
      cross join lateral (select case when v.printed ~ '^-?\d{1,30}(\.\d{1,30})?$' then v.printed::numeric end as amount) n
      where a.currency = upper(record.fields #>> '{currency,value}')
        and n.amount is not null and n.amount >= coalesce(a."atLeast", n.amount) and n.amount <= coalesce(a."atMost", n.amount)
    ) then 'amount' end,
    case when rule ? 'confirmedBy' and not coalesce(case when record.confirmed_by is null
      then (rule #> '{confirmedBy,byRule}')::boolean
      else rule #> '{confirmedBy,people}' ? record.confirmed_by::text
        or coalesce(rule #> '{confirmedBy,roles}' ? role_then, false) end, false) then 'confirmed_by' end
  ], null)
$$;
revoke all on function app.rule_misses from public;
grant execute on function app.rule_misses to readout_app;

-- As before, for the targets whose rule the record meets, and for those that were given it before.
drop function app.put_out(uuid, text, uuid, uuid, jsonb);
create function app.put_out(company uuid, event text, subject uuid, maker uuid, content jsonb, confirmed app.records default null)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
declare
  next bigint;
  is_record constant boolean := confirmed.id is not null;
  role_then text;
begin
  if is_record then
    select m.role into role_then from auth.membership m
      where m.company_id = company and m.user_id = confirmed.confirmed_by;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('outbox ' || company::text, 0));
  select 1 + greatest(
    coalesce((select o.sequence from app.outbox o where o.company_id = company order by o.sequence desc limit 1), 0),
    coalesce((select f.sequence from app.outbox_floors f where f.company_id = company), 0)) into next;
  insert into app.outbox (company_id, sequence, type, subject_id, created_by, payload)
    values (company, next, event, subject, maker, content);
  insert into app.deliveries (company_id, target_id, sequence, subject_id)
    select t.company_id, t.id, next, subject from app.delivery_targets t
    where t.company_id = company and t.trashed_at is null and event = any (t.events)
      and (not is_record or app.rule_misses(t.rule, confirmed, role_then) = '{}' or exists (
        select from app.delivery_recipients r
        where r.company_id = company and r.record_id = subject and r.target_id = t.id));
  if not found then return; end if;
  perform pg_notify('readout_deliveries', '');
  if is_record then
    insert into app.delivery_recipients (company_id, record_id, target_id)
      select d.company_id, subject, d.target_id from app.deliveries d where d.company_id = company and d.sequence = next
      on conflict do nothing;
  end if;
end
$$;
revoke all on function app.put_out from public;

-- As before. One that was reopened is judged as it was while it was confirmed.
create or replace function app.put_record_out() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed app.records;
  confirmed app.records;
  kind text;
  before jsonb;
  page record;
begin
  if tg_op = 'DELETE' then
    -- One that a rule had confirmed made room for what a new reading says.
    changed := old;
    confirmed := old;
    changed.state := 'needs_review';
    changed.confirmed_at := null;
  else
    changed := new;
    confirmed := new;
  end if;
  if changed.state <> 'confirmed' then
    kind := 'record.reopened';
    confirmed := old;
  elsif tg_op = 'UPDATE' and old.state = 'confirmed' then
    kind := 'record.corrected';
  else
    -- Confirmed before, with other values: put right.
    select o.payload -> 'record' into before from app.outbox o
      where o.company_id = changed.company_id and o.subject_id = changed.id and o.type in ('record.confirmed', 'record.corrected')
      order by o.sequence desc limit 1;
    kind := case when before is not null and (before -> 'fields' <> changed.fields or before ->> 'type' <> changed.type)
      then 'record.corrected' else 'record.confirmed' end;
  end if;
  -- What is deleted with its capture leaves nothing behind, and what was sent of it stays true.
  select c.document_id, c.page_number, c.created_by into page from app.captures c
    where c.company_id = changed.company_id and c.id = changed.capture_id;
  if not found then return null; end if;
  perform app.put_out(changed.company_id, kind, changed.id, page.created_by, jsonb_build_object(
    'record', to_jsonb(changed) - 'original_fields', 'page', page.page_number,
    'capture', app.capture_out(changed.company_id, page.document_id)),
    confirmed);
  return null;
end
$$;
revoke all on function app.put_record_out from public;

create function app.forget_recipients() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from app.delivery_recipients r where r.company_id = old.company_id and r.record_id = old.id;
  return null;
end
$$;
revoke all on function app.forget_recipients from public;
-- After `records_put_out_gone`, by its name.
create constraint trigger records_recipients_forgotten after delete on app.records deferrable initially deferred for each row
  execute function app.forget_recipients();

-- As before, and rules that name the person.
create or replace function app.rename_person(of_company uuid, from_id uuid, to_id uuid) returns void
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
  update app.outbox o set payload = replace(o.payload::text, from_id::text, to_id::text)::jsonb, body = null
    where o.company_id = of_company and position(from_id::text in o.payload::text) > 0;
  update app.delivery_targets t set rule = replace(t.rule::text, from_id::text, to_id::text)::jsonb
    where t.company_id = of_company and position(from_id::text in t.rule::text) > 0;
  perform set_config('readout.renames', 'off', true);
end
$$;
revoke all on function app.rename_person from public;
