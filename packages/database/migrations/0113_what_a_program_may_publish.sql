-- A program that a member let in publishes only the plugins they named, as a key does.

alter table app.oauth_grants
  -- Ids under which it may publish.
  add column plugin_ids text[] not null default '{}';
-- Those that could publish go on with what their company brought in as packages.
update app.oauth_grants g set plugin_ids = array(
    select distinct v.plugin_id from app.plugin_versions v
    where v.company_id = g.company_id and v.made_by = 'package' order by 1)
  where 'plugins:publish' = any (scopes);

-- As before; of a program, too, what it may publish.
create or replace function auth.find_api_key(hash text, address inet) returns table (
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
    select t.kind, g.company_id, g.id, g.client_name, 'owner', g.scopes, g.plugin_ids, g.resource, g.created_by,
      g.created_at, least(t.expires_at, g.expires_at), g.revoked_at, '{}'
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
