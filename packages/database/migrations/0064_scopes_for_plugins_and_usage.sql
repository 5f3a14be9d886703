-- Keys and grants can be for plugins and for what is used of the limits, too.
alter table app.api_keys drop constraint api_keys_scopes_check;
alter table app.api_keys
  add constraint api_keys_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['captures:read', 'captures:write',
    'records:read', 'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write', 'members:read',
    'members:write', 'audit:read', 'usage:read', 'plugins:read', 'plugins:write', 'plugins:publish']);
alter table app.oauth_grants drop constraint oauth_grants_scopes_check;
alter table app.oauth_grants
  add constraint oauth_grants_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['captures:read',
    'captures:write', 'records:read', 'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write',
    'members:read', 'members:write', 'audit:read', 'usage:read', 'plugins:read', 'plugins:write', 'plugins:publish']);
