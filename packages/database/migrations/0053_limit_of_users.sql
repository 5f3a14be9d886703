-- Accounts there may be, whoever makes them: sign-up, an invitation. SQLSTATE RD036, the message is the code of the error.
alter table platform.limits add column max_users integer check (max_users >= 0);

create function auth.demand_room_for_user() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  most integer;
begin
  -- One at a time where they are counted, so that the count holds.
  select max_users into most from platform.limits where max_users is not null for update;
  if found and (select count(*) from auth."user" where deleted_at is null) >= most then
    raise exception using errcode = 'RD036', message = 'installation.users_used_up', detail = most::text;
  end if;
  return new;
end
$$;
create trigger user_room before insert on auth."user" for each row execute function auth.demand_room_for_user();

-- Which failed pages belong to documents that were thrown away.
grant select (document_id) on app.captures to readout_platform;
