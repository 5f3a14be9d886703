-- Keys reach the whole interface for programs: each is for one or more things, named as programs name them.
alter table app.api_keys drop constraint api_keys_scopes_check;
update app.api_keys set scopes = array_replace(scopes, 'plugins.publish', 'plugins:publish');
alter table app.api_keys
  add check (cardinality(scopes) > 0 and scopes <@ array['captures:read', 'captures:write', 'records:read', 'records:write',
    'records:confirm', 'exports:read', 'watches:read', 'watches:write', 'plugins:publish']),
  -- Where requests with the key may come from; empty: anywhere.
  add column address_ranges cidr[] not null default '{}' check (cardinality(address_ranges) <= 20);

drop function auth.find_api_key;
-- As before, and whether the key may be used from the address; an unknown address (null) is in no range.
create function auth.find_api_key(hash text, address inet) returns table (
  id uuid, company_id uuid, company_name text, name text, role text, scopes text[], created_by uuid, maker_name text,
  maker_role text, is_there boolean, is_over boolean, is_revoked boolean, is_in_range boolean, owes_second_factor boolean, status text
)
  language sql stable security definer set search_path = pg_catalog as $$
  select k.id, k.company_id, c.name, k.name, k.role, k.scopes, k.created_by, u.name, m.role,
    -- Who left and came back begins anew: keys of the time before stay without a maker.
    coalesce(m.created_at <= k.created_at and not (u.banned and (u.ban_expires is null or u.ban_expires > now())), false),
    k.expires_at <= now(), k.revoked_at is not null,
    coalesce(cardinality(k.address_ranges) = 0 or address <<= any (k.address_ranges), false),
    coalesce(s.require_two_factor and not u.two_factor_enabled, false), coalesce(s.status, 'active')
  from app.api_keys k
  join auth.company c on c.id = k.company_id
  left join auth."user" u on u.id = k.created_by
  left join auth.membership m on m.company_id = k.company_id and m.user_id = k.created_by
  left join app.company_settings s on s.company_id = k.company_id
  where k.secret_hash = hash
$$;
revoke all on function auth.find_api_key from public;
grant execute on function auth.find_api_key to readout_auth;
