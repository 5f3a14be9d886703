-- One request at a time goes on with a resumable upload, in whichever process. Nothing that has to outlive a crash of the
-- database: whoever went on with an upload is gone then, too.
-- cspell:ignore unlogged
create unlogged table platform.upload_locks (
  upload_id text primary key,
  holder uuid not null,
  -- Who dies without giving it back holds it no longer than this.
  held_until timestamptz not null,
  -- Another request waits: its holder is to end what it does.
  is_wanted boolean not null default false
);

-- Takes the lock, or lets its holder know that somebody waits for it.
create function app.take_upload_lock(upload text, by_holder uuid, seconds double precision) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into platform.upload_locks as l (upload_id, holder, held_until)
    values (upload, by_holder, clock_timestamp() + make_interval(secs => seconds))
    on conflict (upload_id) do update
      set holder = excluded.holder, held_until = excluded.held_until, is_wanted = false
      where l.held_until < clock_timestamp();
  if found then
    delete from platform.upload_locks where held_until < clock_timestamp() - interval '1 hour';
    return true;
  end if;
  update platform.upload_locks set is_wanted = true where upload_id = upload and not is_wanted;
  return false;
end
$$;

-- 'held', 'wanted' where another request waits for it, 'lost' where it is another's by now.
create function app.keep_upload_lock(upload text, by_holder uuid, seconds double precision) returns text
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  wanted boolean;
begin
  update platform.upload_locks set held_until = clock_timestamp() + make_interval(secs => seconds)
    where upload_id = upload and holder = by_holder returning is_wanted into wanted;
  if not found then return 'lost'; end if;
  return case when wanted then 'wanted' else 'held' end;
end
$$;

create function app.leave_upload_lock(upload text, by_holder uuid) returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from platform.upload_locks where upload_id = upload and holder = by_holder;
$$;

revoke all on function app.take_upload_lock(text, uuid, double precision),
  app.keep_upload_lock(text, uuid, double precision), app.leave_upload_lock(text, uuid) from public;
grant execute on function app.take_upload_lock(text, uuid, double precision),
  app.keep_upload_lock(text, uuid, double precision), app.leave_upload_lock(text, uuid) to readout_app;
