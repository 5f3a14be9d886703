-- Companies there may be, whoever makes them: sign-up, a further company, an administrator. SQLSTATE RD036, the message is
-- the code of the error.
create function auth.demand_room_for_company() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  most integer;
begin
  -- One at a time where they are counted, so that the count holds.
  select max_companies into most from platform.limits where max_companies is not null for update;
  if found and (select count(*) from auth.company) >= most then
    raise exception using errcode = 'RD036', message = 'installation.companies_used_up', detail = most::text;
  end if;
  return new;
end
$$;
create trigger company_room before insert on auth.company for each row execute function auth.demand_room_for_company();
