-- A session belongs to the device it was begun on and ends 90 days after that, whatever prolongs it.

alter table auth.session
  -- As in auth.devices; null for phones, for who acts as somebody, and for sessions from before.
  add column device_hash text check (device_hash ~ '^[0-9a-f]{64}$');
create index session_device on auth.session (device_hash) where device_hash is not null;

create function auth.cap_session() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.expires_at := least(new.expires_at, new.signed_in_at + interval '90 days');
  return new;
end
$$;
create trigger session_cap before insert or update of expires_at on auth.session
  for each row execute function auth.cap_session();
update auth.session set expires_at = expires_at where expires_at > signed_in_at + interval '90 days';
