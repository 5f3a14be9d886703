-- What better-auth keeps for minutes (links, states of other services, who owes a second factor) begins and ends by the clock of the
-- database, whichever process made it: the clocks of two machines may differ by more than it lives. What is over leaves when
-- the next one comes, not when a process thinks so.
create function auth.on_one_clock() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  new.expires_at := now() + (new.expires_at - new.created_at);
  new.created_at := now();
  delete from auth.verification where id in (
    select id from auth.verification where expires_at < now() limit 100 for update skip locked);
  return new;
end
$$;
create trigger on_one_clock before insert on auth.verification for each row execute function auth.on_one_clock();
