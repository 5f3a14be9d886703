-- OAuth 2.1: programs that act for a person in one company, with the rights that person has at that moment.

-- Programs that registered themselves (RFC 7591). Anybody may, so nothing of it is believed: it only says where answers may be sent.
create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 5),
  created_at timestamptz not null default now(),
  -- When somebody last let it in; null: never.
  allowed_at timestamptz
);
create index oauth_clients_last_of_use on auth.oauth_clients (coalesce(allowed_at, created_at));
grant select, insert, update (allowed_at), delete on auth.oauth_clients to readout_auth;

-- What a person allowed a program: one company, some scopes. It begins when the program comes for its tokens.
create table app.oauth_grants (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  client_name text not null check (char_length(client_name) between 1 and 80),
  -- Where the program was answered, the same when it comes for its tokens; of its code verifier the SHA-256 (RFC 7636).
  redirect_uri text not null,
  code_challenge text not null check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
  -- What of this server its tokens open (RFC 8707).
  resource text not null check (resource in ('/', '/api/v1', '/api/mcp')),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['captures:read', 'captures:write', 'records:read',
    'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write', 'members:read', 'members:write',
    'audit:read', 'plugins:publish']),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  begun_at timestamptz,
  -- Later with each use of a refresh token, up to a year.
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  -- Requests within that minute.
  minute timestamptz,
  minute_requests integer not null default 0,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (company_id, id)
);
create index oauth_grants_of_person on app.oauth_grants (company_id, created_by, created_at desc);

alter table app.oauth_grants enable row level security;
alter table app.oauth_grants force row level security;
create policy owner on app.oauth_grants to current_user using (true);
create policy tenant on app.oauth_grants to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
grant select, insert, update (begun_at, expires_at, revoked_at, revoked_by), delete on app.oauth_grants to readout_app;

-- The codes, access and refresh tokens of a grant, each as the SHA-256 of 256 random bits.
create table app.oauth_tokens (
  company_id uuid not null,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  grant_id uuid not null,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Of what works once; kept until it would have expired, so that a second use is known for what it is.
  used_at timestamptz,
  primary key (company_id, secret_hash),
  foreign key (company_id, grant_id) references app.oauth_grants (company_id, id) on delete cascade,
  check (expires_at > created_at)
);
create index oauth_tokens_of_grant on app.oauth_tokens (company_id, grant_id);

alter table app.oauth_tokens enable row level security;
alter table app.oauth_tokens force row level security;
create policy owner on app.oauth_tokens to current_user using (true);
create policy tenant on app.oauth_tokens to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
grant select, insert, update (used_at), delete on app.oauth_tokens to readout_app;

drop function auth.find_api_key;
-- As before, and the same for what belongs to a grant: its name is its program's, its role whatever its person has.
create function auth.find_api_key(hash text, address inet) returns table (
  kind text, id uuid, company_id uuid, company_name text, name text, role text, scopes text[], resource text, created_by uuid,
  maker_name text, maker_role text, is_there boolean, is_over boolean, is_revoked boolean, is_in_range boolean,
  owes_second_factor boolean, status text
)
  language sql stable security definer set search_path = pg_catalog as $$
  with k as (
    select 'key' as kind, a.company_id, a.id, a.name, a.role, a.scopes, '/' as resource, a.created_by, a.created_at, a.expires_at,
      a.revoked_at, a.address_ranges
    from app.api_keys a where a.secret_hash = hash
    union all
    select t.kind, g.company_id, g.id, g.client_name, 'owner', g.scopes, g.resource, g.created_by, g.created_at,
      least(t.expires_at, g.expires_at), g.revoked_at, '{}'
    from app.oauth_tokens t join app.oauth_grants g on g.company_id = t.company_id and g.id = t.grant_id
    where t.secret_hash = hash
  )
  select k.kind, k.id, k.company_id, c.name, k.name, k.role, k.scopes, k.resource, k.created_by, u.name, m.role,
    -- Who left and came back begins anew: keys of the time before stay without a maker.
    coalesce(m.created_at <= k.created_at and not (u.banned and (u.ban_expires is null or u.ban_expires > now())), false),
    k.expires_at <= now(), k.revoked_at is not null,
    coalesce(cardinality(k.address_ranges) = 0 or address <<= any (k.address_ranges), false),
    coalesce(s.require_two_factor and not u.two_factor_enabled, false), coalesce(s.status, 'active')
  from k
  join auth.company c on c.id = k.company_id
  left join auth."user" u on u.id = k.created_by
  left join auth.membership m on m.company_id = k.company_id and m.user_id = k.created_by
  left join app.company_settings s on s.company_id = k.company_id
$$;
-- As before, for keys and grants alike.
create or replace function auth.count_api_key_use(key_company uuid, key_id uuid, address text, most integer)
  returns table (requests integer, reset integer)
  language sql security definer set search_path = pg_catalog as $$
  with counted_key as (
    update app.api_keys k set last_used_at = now(), last_used_from = address, minute = date_trunc('minute', now()),
      minute_requests = case when k.minute = date_trunc('minute', now()) then least(k.minute_requests, most) + 1 else 1 end
    where k.company_id = key_company and k.id = key_id
    returning k.minute_requests
  ), counted_grant as (
    update app.oauth_grants g set last_used_at = now(), last_used_from = address, minute = date_trunc('minute', now()),
      minute_requests = case when g.minute = date_trunc('minute', now()) then least(g.minute_requests, most) + 1 else 1 end
    where g.company_id = key_company and g.id = key_id
    returning g.minute_requests
  )
  select c.minute_requests, ceil(60 - extract(second from now()))::integer
  from (select * from counted_key union all select * from counted_grant) c
$$;
revoke all on function auth.find_api_key from public;
grant execute on function auth.find_api_key to readout_auth;
