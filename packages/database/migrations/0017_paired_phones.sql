-- A phone signed in from a computer by a QR code: for one company, with an operator's rights, for twelve hours.
alter table auth.session
  add column paired_company_id uuid references auth.company (id) on delete cascade,
  -- As its person calls it.
  add column paired_name text check (char_length(paired_name) between 1 and 80),
  add constraint session_paired_has_name check ((paired_company_id is null) = (paired_name is null));

-- From the QR code on the computer's screen to the phone's session. Secrets are kept as SHA-256 only.
create table auth.pairings (
  id uuid primary key default gen_random_uuid(),
  -- In the QR code.
  token_hash text not null unique,
  -- Whose, where, and in which session of the computer, which alone can confirm it and with which it ends.
  user_id uuid not null references auth."user" (id) on delete cascade,
  company_id uuid not null references auth.company (id) on delete cascade,
  made_in uuid not null references auth.session (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Until when a phone may scan it.
  expires_at timestamptz not null,
  -- The first phone that scanned it; what it holds to be that phone.
  claim_hash text unique,
  claimed_at timestamptz,
  -- Until when the computer may confirm.
  decide_until timestamptz,
  phone_name text check (char_length(phone_name) between 1 and 80),
  phone_agent text,
  phone_address text,
  -- Shown on both, so that a person sees that it is this phone.
  number smallint check (number between 0 and 999),
  decision text check (decision in ('confirmed', 'refused')),
  -- Set once: the phone's session.
  session_id uuid references auth.session (id) on delete set null,
  finished_at timestamptz,
  check ((claimed_at is null) = (claim_hash is null)),
  check (decision is null or claimed_at is not null)
);
create index pairings_made_in on auth.pairings (made_in);
create index pairings_created on auth.pairings (created_at);
grant select, insert, update, delete on auth.pairings to readout_auth;
