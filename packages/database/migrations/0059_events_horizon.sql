-- The oldest transaction that runs here and may still write an event; without one, the next to begin. Numbers of
-- transactions are those of the whole server: the oldest of them all (pg_snapshot_xmin) held everybody's events up for as long
-- as somebody wrote in another of its databases. Stable: it sees what the query that asks sees.
create function app.events_horizon() returns xid8
  language sql stable set search_path = pg_catalog as $$
  select coalesce(
    (
      select running.xid
      from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
      where not exists (
        -- A transaction has its own number locked until it ends.
        select from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'transactionid' and l.transactionid = running.xid::xid and l.mode = 'ExclusiveLock' and l.granted
          and a.datid <> (select d.oid from pg_database d where d.datname = current_database()))
      order by running.xid
      limit 1
    ),
    pg_snapshot_xmax(pg_current_snapshot()))
$$;
revoke all on function app.events_horizon from public;
grant execute on function app.events_horizon to readout_app;
