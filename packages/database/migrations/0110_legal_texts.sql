-- The operator's own legal texts, which every process shows and every account accepts: they come from the folder `legal` of whichever
-- machine they were put on.
create table platform.legal_texts (
  -- Below that folder: `tos.md`, `de/tos.md`.
  path text primary key check (path ~ '^([a-z]{2,3}/)?(tos|privacy-policy)\.md$'),
  text text not null check (octet_length(text) <= 500000),
  changed_at timestamptz not null default now()
);
grant select, insert, update, delete on platform.legal_texts to readout_platform;
create trigger legal_texts_change after insert or update or delete on platform.legal_texts
  for each statement execute function platform.notify_change();
