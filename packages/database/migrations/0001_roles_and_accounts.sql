-- Roles, accounts and companies.
--
-- Four roles share one database:
--   the migrating role   owns every schema and table; used for migrations and role set-up only
--   readout_auth         sign-in (better-auth); owns nothing, reads and writes schema auth
--   readout_app          every tenant query; sees auth through the filtered views in schema app only
--   readout_platform     platform administration across companies; never sees what was captured or read
-- Login passwords are set at start (see src/roles.ts), not here.

do $$
begin
  if not exists (select from pg_roles where rolname = 'readout_auth') then
    create role readout_auth login nosuperuser nocreatedb nocreaterole noinherit nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'readout_app') then
    create role readout_app login nosuperuser nocreatedb nocreaterole noinherit nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'readout_platform') then
    create role readout_platform login nosuperuser nocreatedb nocreaterole noinherit nobypassrls;
  end if;
end
$$;

revoke all on schema public from public;

create schema auth;
grant usage on schema auth to readout_auth;

create table auth."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200),
  email text not null unique check (char_length(email) <= 320),
  email_verified boolean not null default false,
  image text,
  -- Platform role: 'user' or 'admin'.
  role text not null default 'user' check (role in ('user', 'admin')),
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  terms_version text,
  privacy_version text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  impersonated_by uuid,
  active_company_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_user_id on auth.session (user_id);

create table auth.account (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references auth."user" (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_user_id on auth.account (user_id);

create table auth.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on auth.verification (identifier);

create table auth.rate_limit (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table auth.company (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  slug text not null unique,
  logo text,
  metadata text,
  created_at timestamptz not null default now()
);

create table auth.membership (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references auth.company (id) on delete cascade,
  user_id uuid not null references auth."user" (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'reviewer', 'operator')),
  created_at timestamptz not null default now(),
  unique (company_id, user_id)
);
create index membership_user_id on auth.membership (user_id);

create table auth.invitation (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references auth.company (id) on delete cascade,
  email text not null,
  role text,
  status text not null default 'pending',
  expires_at timestamptz not null,
  inviter_id uuid not null references auth."user" (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index invitation_company_id on auth.invitation (company_id);
create index invitation_email on auth.invitation (email);

grant select, insert, update, delete on all tables in schema auth to readout_auth;

-- One row at most: who claimed the installation. The primary key makes the grant atomic.
create table auth.installation (
  only_row boolean primary key default true check (only_row),
  admin_user_id uuid not null references auth."user" (id),
  claimed_at timestamptz not null default now()
);
grant select, insert on auth.installation to readout_auth;

create schema app;
grant usage on schema app to readout_app, readout_platform;

-- The tenant and the person of the running transaction, set with set_config(…, true).
create function app.current_company() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('readout.company_id', true), '')::uuid;
create function app.current_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('readout.user_id', true), '')::uuid;

-- Views run with their owner's rights: the filter is what the application's role gets to see.
create view app.current_company_profile with (security_barrier) as
  select id, name, slug, created_at from auth.company where id = app.current_company();
create view app.members with (security_barrier) as
  select m.user_id, m.role, m.created_at, u.name, u.email
  from auth.membership m join auth."user" u on u.id = m.user_id
  where m.company_id = app.current_company();
create view app.my_companies with (security_barrier) as
  select c.id, c.name, c.slug, m.role
  from auth.membership m join auth.company c on c.id = m.company_id
  where m.user_id = app.current_user_id();
grant select on app.current_company_profile, app.members, app.my_companies to readout_app;

create view app.platform_companies as
  select c.id, c.name, c.slug, c.created_at,
         (select count(*)::int from auth.membership m where m.company_id = c.id) as member_count
  from auth.company c;
create view app.platform_members as
  select m.company_id, m.user_id, m.role, m.created_at, u.name, u.email
  from auth.membership m join auth."user" u on u.id = m.user_id;
create view app.platform_users as
  select u.id, u.name, u.email, u.email_verified, u.role, u.banned, u.created_at,
         (select count(*)::int from auth.membership m where m.user_id = u.id) as company_count,
         (select max(s.updated_at) from auth.session s where s.user_id = u.id) as last_seen_at
  from auth."user" u;
grant select on app.platform_companies, app.platform_members, app.platform_users to readout_platform;
