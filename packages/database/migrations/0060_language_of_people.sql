-- The language somebody chose, and that of the browser they last signed in with; mails are written in the first there is.
alter table auth."user"
  add column language text constraint user_language_check check (language ~ '^[a-z]{2,3}$'),
  add column seen_language text constraint user_seen_language_check check (seen_language ~ '^[a-z]{2,3}$');

-- The language to write somebody in, whichever role asks; null where nothing is known of it.
create function app.language_of_recipient(recipient text, recipient_user uuid) returns text
  language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(u.language, u.seen_language)
  from auth."user" u
  where case when recipient_user is null then lower(u.email) = lower(recipient) else u.id = recipient_user end
    and u.deleted_at is null
$$;
revoke all on function app.language_of_recipient from public;
grant execute on function app.language_of_recipient to readout_app, readout_auth, readout_platform;
