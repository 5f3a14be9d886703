-- Keys can be for members and the audit list, too.
alter table app.api_keys drop constraint api_keys_scopes_check;
alter table app.api_keys
  add constraint api_keys_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['captures:read', 'captures:write',
    'records:read', 'records:write', 'records:confirm', 'exports:read', 'watches:read', 'watches:write', 'members:read',
    'members:write', 'audit:read', 'plugins:publish']);
