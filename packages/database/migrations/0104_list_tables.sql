-- How somebody looks at the list of a company: as a table or not, and with which columns.
create table app.list_tables (
  company_id uuid not null,
  user_id uuid not null,
  is_shown boolean not null,
  -- Names of columns by type of record, those of all types under ''.
  columns jsonb not null default '{}' check (jsonb_typeof(columns) = 'object' and octet_length(columns::text) <= 65536),
  primary key (company_id, user_id)
);
alter table app.list_tables enable row level security;
alter table app.list_tables force row level security;
create policy tenant on app.list_tables to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.list_tables to current_user using (true);
grant select, insert, update on app.list_tables to readout_app;

-- Gone with the membership: left, removed, or the account deleted.
create function app.forget_list_table() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from app.list_tables t where t.company_id = old.company_id and t.user_id = old.user_id;
  return null;
end
$$;
revoke all on function app.forget_list_table from public;
create trigger list_tables_go after delete on auth.membership for each row execute function app.forget_list_table();
