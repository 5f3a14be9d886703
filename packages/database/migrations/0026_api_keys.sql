-- Keys with which programs act for a company, never with more rights than their makers have at that moment.
create table app.api_keys (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  -- SHA-256 of the key, lower-case hex; the key itself is shown once and kept nowhere.
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- The start of the key, by which people tell which one it is.
  prefix text not null check (char_length(prefix) between 8 and 16),
  role text not null check (role in ('owner', 'admin', 'reviewer', 'operator')),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['plugins.publish']),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  -- Requests within that minute.
  minute timestamptz,
  minute_requests integer not null default 0,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (company_id, id),
  check (expires_at > created_at)
);
create index api_keys_newest on app.api_keys (company_id, created_at desc);

alter table app.api_keys enable row level security;
alter table app.api_keys force row level security;
create policy owner on app.api_keys to current_user using (true);
create policy tenant on app.api_keys to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
-- Nothing of a key changes but that it is revoked; it is kept, so that the audit list has something to point at.
grant select, insert, update (revoked_at, revoked_by) on app.api_keys to readout_app;

-- Who a request comes from is found before there is a company: with the key's hash only, and nothing else of the table.
create function auth.find_api_key(hash text) returns table (
  id uuid, company_id uuid, company_name text, name text, role text, scopes text[], created_by uuid, maker_name text,
  maker_role text, is_there boolean, is_over boolean, is_revoked boolean, owes_second_factor boolean, status text
)
  language sql stable security definer set search_path = pg_catalog as $$
  select k.id, k.company_id, c.name, k.name, k.role, k.scopes, k.created_by, u.name, m.role,
    -- Who left and came back begins anew: keys of the time before stay without a maker.
    coalesce(m.created_at <= k.created_at and not (u.banned and (u.ban_expires is null or u.ban_expires > now())), false),
    k.expires_at <= now(), k.revoked_at is not null,
    coalesce(s.require_two_factor and not u.two_factor_enabled, false), coalesce(s.status, 'active')
  from app.api_keys k
  join auth.company c on c.id = k.company_id
  left join auth."user" u on u.id = k.created_by
  left join auth.membership m on m.company_id = k.company_id and m.user_id = k.created_by
  left join app.company_settings s on s.company_id = k.company_id
  where k.secret_hash = hash
$$;
-- Counts one request and says how many there were within this minute, at most one more than `most`, and its seconds left.
create function auth.count_api_key_use(key_company uuid, key_id uuid, address text, most integer)
  returns table (requests integer, reset integer)
  language sql security definer set search_path = pg_catalog as $$
  update app.api_keys k set last_used_at = now(), last_used_from = address, minute = date_trunc('minute', now()),
    minute_requests = case when k.minute = date_trunc('minute', now()) then least(k.minute_requests, most) + 1 else 1 end
  where k.company_id = key_company and k.id = key_id
  returning k.minute_requests, ceil(60 - extract(second from now()))::integer
$$;
revoke all on function auth.find_api_key, auth.count_api_key_use from public;
grant execute on function auth.find_api_key, auth.count_api_key_use to readout_auth;
