-- What the server's secret looks like to who does not have it: SHA-256 keyed by the secret, hexadecimal. A process
-- with another secret would set other passwords for the server's roles and lock the running ones out, so it is compared
-- before that. Owner only, like public.readout_migrations: no role of the server may read it.
create table public.readout_secret (
  is_only boolean primary key default true check (is_only),
  fingerprint text not null,
  set_at timestamptz not null default now()
);
