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
