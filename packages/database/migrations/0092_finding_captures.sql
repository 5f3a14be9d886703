-- What the list is sorted by, kept with the counts on the first page of a document: what its records say first, those that
-- were rejected left out, and the confidence of the least certain one.
alter table app.captures
  -- Comparisons of these types leak nothing of what they compare, so that indexes serve below row-level security.
  add column document_date text collate "C",
  add column total double precision,
  add column party text collate "C",
  add column confidence real;

alter table app.captures disable trigger user;
update app.captures d set
  document_date = n.document_date, total = n.total, party = n.party, confidence = n.confidence
from (
  select p.company_id, p.document_id as id,
    (array_agg(r.document_date order by p.page_number, r.position) filter (where r.document_date is not null))[1] as document_date,
    (array_agg(r.total order by p.page_number, r.position) filter (where r.total is not null))[1] as total,
    (array_agg(r.party order by p.page_number, r.position) filter (where r.party is not null))[1] as party,
    min(r.confidence) as confidence
  from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
  where r.state <> 'rejected'
  group by 1, 2
) n
where d.company_id = n.company_id and d.id = n.id;
alter table app.captures enable trigger user;

-- Read in both directions; what has no such value is at the end of each.
create index captures_by_date on app.captures (company_id, document_date, created_at, id) where page_number = 1 and trashed_at is null;
create index captures_by_total on app.captures (company_id, total, created_at, id) where page_number = 1 and trashed_at is null;
create index captures_by_party on app.captures (company_id, party, created_at, id) where page_number = 1 and trashed_at is null;
create index captures_by_confidence on app.captures (company_id, confidence, created_at, id)
  where page_number = 1 and trashed_at is null;

-- Words of a company that differ from what one looks for by one letter, as a query: too many, too few, another, or two in each
-- other's place. They are looked up in the index of the texts, one after the other, since a table of all words would outlive what was
-- deleted, and since trigrams miss short words. Null where there is none, or for what is no word of Latin letters, or too short to
-- be told from others. With its owner's rights, as `find_captures`.
create function app.near_words(text) returns tsquery
  language sql stable strict security definer set search_path = app, pg_catalog as $$
  with word as (select app.fold(left($1, 100)) as w),
  cut as (
    select substr(w, 1, n) as head, substr(w, n + 1) as tail
    from word, generate_series(0, char_length(w)) n
    where w ~ '^[a-z]{5,30}$'
  ),
  letters as (select substr('abcdefghijklmnopqrstuvwxyz0123456789', n, 1) as letter from generate_series(1, 36) n),
  near as (
    select head || letter || tail as w from cut, letters
    union select head || letter || substr(tail, 2) from cut, letters where tail <> ''
    union select head || substr(tail, 2) from cut where tail <> ''
    union select head || substr(tail, 2, 1) || left(tail, 1) || substr(tail, 3) from cut where char_length(tail) > 1
    -- Two letters that are seen as one.
    union select head || instead || substr(tail, char_length(seen) + 1)
      from cut, (values ('rn', 'm'), ('m', 'rn'), ('cl', 'd'), ('d', 'cl'), ('vv', 'w'), ('w', 'vv')) as s (seen, instead)
      where starts_with(tail, seen)
  )
  select string_agg(quote_literal(near.w), ' | ')::tsquery from near, word
  where near.w <> word.w
    -- In the select list the function's rows come one by one, so that the first ends it.
    and (select true from (select app.find_captures(quote_literal(near.w)::tsquery)) as f limit 1)
$$;
revoke all on function app.near_words(text) from public;
grant execute on function app.near_words(text) to readout_app;
