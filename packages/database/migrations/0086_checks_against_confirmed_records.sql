-- What records are compared by, checks against the company's own confirmed records, and a second person above an amount.

-- Letters as one may also write them: without accents, in lower case, Müller and Mueller the same.
create function app.fold(text) returns text
  language sql immutable strict parallel safe set search_path = pg_catalog as $$
  select replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize($1, NFKD)), '[\u0300-\u036f]', '', 'g'),
    'øđłıðþ', 'odlidt'), 'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u')
$$;

-- Letters and digits alone; null where there are none.
create function app.letters_of(text) returns text
  language sql immutable strict parallel safe set search_path = pg_catalog as $$
  select nullif(regexp_replace(app.fold(left($1, 300)), '[^[:alnum:]]+', '', 'g'), '')
$$;

create function app.amount_of(text) returns double precision
  language sql immutable strict parallel safe set search_path = pg_catalog as $$
  select case when $1 ~ '^[+-]?\d{1,15}(\.\d{1,30})?$' then $1::double precision end
$$;

alter table app.records
  -- Comparisons of these types leak nothing of what they compare, so that indexes serve below row-level security.
  add column party text collate "C" generated always as (
    app.letters_of(coalesce(fields #>> '{supplier,value}', fields #>> '{merchant,value}'))) stored,
  add column document_number text collate "C" generated always as (app.letters_of(fields #>> '{number,value}')) stored,
  add column document_date text collate "C" generated always as (
    substring(fields #>> '{date,value}' from '^\d{4}-\d\d-\d\d$')) stored,
  add column total double precision generated always as (app.amount_of(fields #>> '{total,value}')) stored,
  add column currency text generated always as (upper(left(fields #>> '{currency,value}', 3))) stored,
  add column iban text collate "C" generated always as (
    nullif(upper(regexp_replace(left(fields #>> '{iban,value}', 60), '\s', '', 'g')), '')) stored,
  -- [{check, field, other?: {recordId, captureId}, …}] that it fails, as of the last change of it or of what it is compared with.
  add column company_checks jsonb not null default '[]' check (jsonb_typeof(company_checks) = 'array'),
  -- The first of two who confirm it, while it waits for the second and after.
  add column first_confirmed_by uuid,
  add column first_confirmed_at timestamptz,
  add constraint records_first_confirmed check ((first_confirmed_by is null) = (first_confirmed_at is null));

create index records_by_number on app.records (company_id, party, document_number)
  where state = 'confirmed' and document_number is not null;
create index records_by_party on app.records (company_id, party, document_date desc nulls last, total) where state = 'confirmed';
create index records_waiting_by_party on app.records (company_id, party) where state = 'needs_review' and party is not null;

alter table app.company_settings
  -- Records of a larger total, whatever the currency, are confirmed by two people; null: by one.
  add column second_person_above double precision check (second_person_above >= 0 and second_person_above < 1e13);
