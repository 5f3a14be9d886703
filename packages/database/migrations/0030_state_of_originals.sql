-- Whether stored bytes are still those that were captured, as somebody last looked: when they were read or shown, by
-- the scrub in the background, by `readout verify`.
alter table app.objects
  add column state text not null default 'whole' check (state in ('whole', 'altered', 'missing')),
  -- When they were last read, or written.
  add column checked_at timestamptz not null default now();
update app.objects set checked_at = created_at;
grant select (state, checked_at) on app.objects to readout_platform;

create index objects_damaged on app.objects (company_id) where state <> 'whole';
-- What the scrub looks at next.
create index objects_checked on app.objects (checked_at);

-- Open pages of the captures hear of it.
create function app.notify_original() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('readout_change', json_build_object(
      'companyId', c.company_id,
      'captureId', c.id,
      'documentId', c.document_id,
      'createdBy', c.created_by)::text)
    from app.captures c where c.company_id = new.company_id and c.sha256 = new.sha256;
  return null;
end
$$;
create trigger objects_state after update of state on app.objects
  for each row when (old.state is distinct from new.state) execute function app.notify_original();
