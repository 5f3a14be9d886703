-- What one can search for is what the picture says and what its records say now. Until here the values were written
-- with the text of the picture when it was read, and a corrected value was never found.

-- Everything a person can read in the values of a record's fields, down to the cells of its rows.
create function app.values_of(fields jsonb) returns text
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select coalesce(string_agg(v.value #>> '{}', E'\n'), '')
  from jsonb_each(fields) as f,
    jsonb_path_query(f.value->'value', 'strict $.** ? (@.type() == "string" || @.type() == "number")') as v (value)
$$;

drop function app.find_captures(tsquery);
alter table app.capture_texts
  -- What the picture says is in `body`; this is kept by triggers on the records.
  add column record_values text not null default '',
  alter column body set default '',
  drop column terms;
-- Before the index is made again: each row is written once.
with corrected as (
  select r.company_id, r.capture_id, bool_or(r.edited_fields <> '{}') as by_person,
    string_agg(app.values_of(r.fields), E'\n' order by r.position) as record_values
  from app.records r group by 1, 2
)
update app.capture_texts t set
  record_values = c.record_values,
  -- Where a person corrected something, the values that were read stand among the text of the picture.
  body = case when c.by_person then coalesce(p.body, t.body) else t.body end
from corrected c
left join lateral (
  select (select string_agg(s.text, E'\n') from (
      select l->>'text' as text from jsonb_array_elements(r.content->'lines') as l
      union all
      select b->>'text' from jsonb_array_elements(r.content->'barcodes') as b
    ) as s) as body
  from app.readings r
  where c.by_person and r.company_id = c.company_id and r.capture_id = c.capture_id
  order by r.created_at desc limit 1
) p on true
where t.company_id = c.company_id and t.capture_id = c.capture_id;
alter table app.capture_texts
  -- 'simple': no stemming, so that codes and any language are found as they stand.
  add column terms tsvector not null generated always as (
    to_tsvector('simple', left(record_values, 100000) || E'\n' || left(body, 200000))) stored;
create index capture_texts_terms on app.capture_texts using gin (company_id, terms);

-- As before: the planner may not use a GIN index below a row-level-security filter (its operators are not leakproof),
-- so the search runs with its owner's rights and filters by the tenant itself.
create function app.find_captures(query tsquery) returns setof uuid
  language sql stable security definer set search_path = app, pg_catalog
  begin atomic
    select capture_id from app.capture_texts where company_id = app.current_company() and terms @@ query;
  end;
revoke all on function app.find_captures(tsquery) from public;
grant execute on function app.find_captures(tsquery) to readout_app;

-- Once a statement, whatever changed the records: a person, a new reading, an import.
create function app.keep_record_values() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  touched uuid[];
  company uuid;
begin
  for company in select distinct company_id from changed_records loop
    if tg_op = 'UPDATE' then
      -- Most changes are of the state alone.
      select array_agg(distinct n.capture_id) into touched
        from changed_records n join records_before o on o.company_id = n.company_id and o.id = n.id
        where n.company_id = company and n.fields <> o.fields;
    else
      select array_agg(distinct capture_id) into touched from changed_records where company_id = company;
    end if;
    insert into app.capture_texts (company_id, capture_id, record_values)
      select company, c.id, coalesce(string_agg(app.values_of(r.fields), E'\n' order by r.position), '')
      -- A capture that is being deleted takes its text with it.
      from app.captures c left join app.records r on r.company_id = c.company_id and r.capture_id = c.id
      where c.company_id = company and c.id = any (touched)
      group by c.id order by c.id
    on conflict (company_id, capture_id) do update set record_values = excluded.record_values
      where capture_texts.record_values <> excluded.record_values;
  end loop;
  return null;
end
$$;
create trigger records_searched_once_made after insert on app.records
  referencing new table as changed_records for each statement execute function app.keep_record_values();
create trigger records_searched_once_changed after update on app.records
  referencing new table as changed_records old table as records_before
  for each statement execute function app.keep_record_values();
create trigger records_searched_once_gone after delete on app.records
  referencing old table as changed_records for each statement execute function app.keep_record_values();

-- The title a capture has in lists is that of its first record, and was kept as it was read. Which field that is, the
-- reader's manifest says; here it is the one whose value as read is the title.
update app.captures c set title = left(f.now, 200)
from (
  select distinct on (r.company_id, r.capture_id) r.company_id, r.capture_id, was.value->>'value' as was,
    nullif(r.fields->was.key->>'value', '') as now
  from app.records r
  join app.captures p on p.company_id = r.company_id and p.id = r.capture_id
  cross join lateral jsonb_each(r.original_fields) as was (key, value)
  where r.edited_fields <> '{}' and was.key = any (r.edited_fields) and p.title is not null
    and left(regexp_replace(was.value->>'value', '\s+', ' ', 'g'), 79) = left(rtrim(p.title, '…'), 79)
  order by r.company_id, r.capture_id, r.position
) as f
where c.company_id = f.company_id and c.id = f.capture_id;
