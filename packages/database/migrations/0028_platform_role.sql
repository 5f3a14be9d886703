-- The names of the roles carry the installation's id (see src/roles.ts), which a rename does not write into the text of
-- a function.
create or replace function app.note_who_closes() returns trigger language plpgsql as $$
begin
  new.closed_by_platform := new.status = 'closing' and session_user ~ '^readout_[0-9a-f]{12}_platform$';
  return new;
end
$$;
