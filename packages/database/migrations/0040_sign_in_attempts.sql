-- Tries of signing in are counted per account and network, per account, per network and for the whole installation.

-- Where the device was last signed in from: people behind one address go on while somebody beside them is slowed down.
alter table auth.devices add column network text check (char_length(network) <= 64);

-- Counts one try under each key, all or nothing: a key whose turn has not come refuses the try, and nothing is counted.
-- `tries`: [{key, free, seconds, soft, once}]. `free` tries within `seconds` go ahead; each further one waits twice as
-- long as the one before (15 s to 15 min); an hour of rest forgets them. With `soft` a key refuses nothing, but says
-- what the wait would be. With `once`, the key is counted only where that other key had no tries yet.
-- Returns {wait, softWait, counted: [key], failures: [n]}; waits in seconds, 0: go ahead.
create function auth.count_tries(tries jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog as $$
declare
  moment timestamptz;
  answer jsonb;
begin
  insert into auth.sign_in_attempts (key, failures)
    select t ->> 'key', 0 from jsonb_array_elements(tries) t order by 1 on conflict do nothing;
  -- In one order everywhere, so that nobody waits for one who waits for them.
  perform from auth.sign_in_attempts a
    where a.key in (select t ->> 'key' from jsonb_array_elements(tries) t) order by a.key for update;
  moment := clock_timestamp();
  with given as (
    select t ->> 'key' as key, (t ->> 'free')::integer as free, coalesce((t ->> 'soft')::boolean, false) as soft,
      t ->> 'once' as once, n,
      a.failures = 0 or a.last_at < moment - interval '1 hour'
        or a.failures < (t ->> 'free')::integer and a.first_at < moment - make_interval(secs => (t ->> 'seconds')::integer) as begins,
      a.failures, a.last_at
    from jsonb_array_elements(tries) with ordinality as e (t, n) join auth.sign_in_attempts a on a.key = t ->> 'key'
  ), judged as (
    select g.*, case when g.begins or g.failures < g.free then 0 else greatest(0, extract(epoch from
      g.last_at + make_interval(secs => least(900, 15 * power(2, least(g.failures - g.free, 10)))) - moment)) end as wait,
      g.once is null or coalesce((select o.begins from given o where o.key = g.once), true) as counts
    from given g
  ), verdict as (
    select coalesce(max(wait) filter (where not soft), 0) as wait, coalesce(max(wait) filter (where soft), 0) as soft_wait from judged
  ), counted as (
    update auth.sign_in_attempts a
      set failures = case when j.begins then 1 else a.failures + 1 end,
        first_at = case when j.begins then moment else a.first_at end,
        last_at = moment
      from judged j, verdict v
      where a.key = j.key and j.counts and v.wait = 0
      returning a.key, a.failures
  )
  select jsonb_build_object('wait', v.wait, 'softWait', v.soft_wait,
      'counted', coalesce((select jsonb_agg(c.key) from counted c), '[]'),
      'failures', coalesce((select jsonb_agg(coalesce(c.failures, 0) order by j.n) from judged j left join counted c on c.key = j.key), '[]'))
    into answer from verdict v;
  return answer;
end
$$;

-- After a success: takes the try back under each key of `counted`, and forgets everything under `over`.
create function auth.release_tries(counted text[], over text[]) returns void
  language plpgsql set search_path = pg_catalog as $$
begin
  perform from auth.sign_in_attempts a where a.key = any (counted || over) order by a.key for update;
  update auth.sign_in_attempts a set failures = greatest(0, a.failures - 1) where a.key = any (counted) and a.key <> all (over);
  delete from auth.sign_in_attempts a where a.key = any (over);
end
$$;
revoke all on function auth.count_tries, auth.release_tries from public;
grant execute on function auth.count_tries, auth.release_tries to readout_auth;
create index sign_in_attempts_last_at on auth.sign_in_attempts (last_at);
