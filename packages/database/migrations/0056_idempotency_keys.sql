-- What a client sends again under the same Idempotency-Key is answered as it was the first time, for 24 hours.
create table app.idempotency_keys (
  company_id uuid not null,
  -- The API key a program sends, or the person: nobody else meets their keys.
  holder uuid not null,
  key text not null check (char_length(key) between 1 and 255),
  -- SHA-256 of what makes requests the same.
  fingerprint text not null,
  -- The request that runs, and until when it is heard of; null once it is answered.
  lease uuid,
  leased_until timestamptz,
  status smallint,
  headers jsonb,
  body bytea,
  created_at timestamptz not null default now(),
  primary key (company_id, holder, key),
  check ((lease is null) = (leased_until is null)),
  check ((lease is null) = (status is not null and headers is not null and body is not null))
);
create index idempotency_keys_created on app.idempotency_keys (created_at);

alter table app.idempotency_keys enable row level security;
alter table app.idempotency_keys force row level security;
create policy tenant on app.idempotency_keys to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.idempotency_keys to current_user using (true);
create policy platform on app.idempotency_keys to readout_platform using (true);
grant select, insert, update, delete on app.idempotency_keys to readout_app;
grant select, delete on app.idempotency_keys to readout_platform;
