-- What sign-in keeps beyond better-auth's own tables.

-- Links that went out by mail, so that a used, an expired and a made-up one can be told apart. The tokens themselves
-- are kept by better-auth; here are their SHA-256 sums.
create table auth.sent_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('verify_email', 'change_email', 'reset_password', 'sign_in')),
  user_id uuid not null references auth."user" (id) on delete cascade,
  -- Shown to administrators in the outbox: following one proves nothing about the mailbox.
  without_smtp boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sent_links_user_id on auth.sent_links (user_id);
create index sent_links_expires_at on auth.sent_links (expires_at);
grant select, insert, update, delete on auth.sent_links to readout_auth;

-- Browsers an account was used in, by the SHA-256 of a random cookie: a sign-in in another one is worth a mail.
create table auth.devices (
  user_id uuid not null references auth."user" (id) on delete cascade,
  device_hash text not null check (device_hash ~ '^[0-9a-f]{64}$'),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on auth.devices to readout_auth;

-- Whether an open invitation is for this address or its domain: such a person may sign up wherever else nobody may.
create function auth.is_invited(address text) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select exists (
    select from app.invitations i
    where (lower(i.email) = lower(address) or lower(i.domain) = split_part(lower(address), '@', 2))
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  )
$$;
revoke all on function auth.is_invited from public;
grant execute on function auth.is_invited to readout_auth;
