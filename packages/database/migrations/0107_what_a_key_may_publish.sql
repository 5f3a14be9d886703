-- A key publishes only the plugins it was made for, and switches them on only where it was made for that, too.

alter table app.api_keys
  -- Ids under which it may publish.
  add column plugin_ids text[] not null default '{}',
  drop constraint api_keys_scopes_check;
alter table app.oauth_grants drop constraint oauth_grants_scopes_check;
-- What could publish goes on with what its company brought in as packages, and could switch that on.
update app.api_keys k set scopes = scopes || 'plugins:use'::text, plugin_ids = array(
    select distinct v.plugin_id from app.plugin_versions v
    where v.company_id = k.company_id and v.made_by = 'package' order by 1)
  where 'plugins:publish' = any (scopes);
update app.oauth_grants set scopes = scopes || 'plugins:use'::text where 'plugins:publish' = any (scopes);
alter table app.api_keys
  add constraint api_keys_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['captures:read', 'captures:write',
    'records:read', 'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write', 'members:read',
    'members:write', 'audit:read', 'usage:read', 'plugins:read', 'plugins:write', 'plugins:publish', 'plugins:use',
    'deliveries:read', 'deliveries:write']);
alter table app.oauth_grants
  add constraint oauth_grants_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['captures:read',
    'captures:write', 'records:read', 'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write',
    'members:read', 'members:write', 'audit:read', 'usage:read', 'plugins:read', 'plugins:write', 'plugins:publish',
    'plugins:use', 'deliveries:read', 'deliveries:write']);

drop function auth.find_api_key;
-- As before, with the plugins a key may publish; null: whatever its person may.
create function auth.find_api_key(hash text, address inet) returns table (
  kind text, id uuid, company_id uuid, company_name text, name text, role text, scopes text[], plugin_ids text[],
  resource text, created_by uuid, maker_name text, maker_role text, is_there boolean, is_over boolean, is_revoked boolean,
  is_in_range boolean, owes_second_factor boolean, status text
)
  language sql stable security definer set search_path = pg_catalog as $$
  with k as (
    select 'key' as kind, a.company_id, a.id, a.name, a.role, a.scopes, a.plugin_ids, '/' as resource, a.created_by,
      a.created_at, a.expires_at, a.revoked_at, a.address_ranges
    from app.api_keys a where a.secret_hash = hash
    union all
    select t.kind, g.company_id, g.id, g.client_name, 'owner', g.scopes, null, g.resource, g.created_by, g.created_at,
      least(t.expires_at, g.expires_at), g.revoked_at, '{}'
    from app.oauth_tokens t join app.oauth_grants g on g.company_id = t.company_id and g.id = t.grant_id
    where t.secret_hash = hash
  )
  select k.kind, k.id, k.company_id, c.name, k.name, k.role, k.scopes, k.plugin_ids, k.resource, k.created_by, u.name, m.role,
    -- Who left and came back begins anew: keys of the time before stay without a maker.
    coalesce(m.created_at <= k.created_at and not (u.banned and (u.ban_expires is null or u.ban_expires > now())), false),
    k.expires_at <= now(), k.revoked_at is not null,
    coalesce(cardinality(k.address_ranges) = 0 or find_api_key.address <<= any (k.address_ranges), false),
    coalesce(s.require_two_factor and not u.two_factor_enabled, false), coalesce(s.status, 'active')
  from k
  join auth.company c on c.id = k.company_id
  left join auth."user" u on u.id = k.created_by
  left join auth.membership m on m.company_id = k.company_id and m.user_id = k.created_by
  left join app.company_settings s on s.company_id = k.company_id
$$;
revoke all on function auth.find_api_key from public;
grant execute on function auth.find_api_key to readout_auth;
