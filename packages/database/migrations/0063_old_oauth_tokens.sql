-- House-keeping alone deletes what OAuth has left behind: tokens a day after they expired, and grants nobody came for.
revoke delete on app.oauth_grants, app.oauth_tokens from readout_app;
create index oauth_tokens_expired on app.oauth_tokens (expires_at);
create index oauth_grants_never_begun on app.oauth_grants (expires_at) where begun_at is null;

create function app.purge_oauth() returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from app.oauth_tokens where expires_at < now() - interval '1 day';
  delete from app.oauth_grants where begun_at is null and expires_at < now() - interval '1 day'
$$;
revoke all on function app.purge_oauth from public;
grant execute on function app.purge_oauth to readout_platform;
