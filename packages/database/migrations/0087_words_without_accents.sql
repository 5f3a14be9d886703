-- What one can search for is found however its accents and umlauts are written: mueller, muller and Müller are one word.

drop function app.find_captures(tsquery);
alter table app.capture_texts drop column terms;
alter table app.capture_texts
  add column terms tsvector not null generated always as (
    to_tsvector('simple', app.fold(left(record_values, 100000) || E'\n' || left(body, 200000)))) stored;
create index capture_texts_terms on app.capture_texts using gin (company_id, terms);

-- As before: with its owner's rights, since the planner may not use a GIN index below a row-level-security filter.
create function app.find_captures(query tsquery) returns setof uuid
  language sql stable security definer set search_path = app, pg_catalog
  begin atomic
    select capture_id from app.capture_texts where company_id = app.current_company() and terms @@ query;
  end;
revoke all on function app.find_captures(tsquery) from public;
grant execute on function app.find_captures(tsquery) to readout_app;
