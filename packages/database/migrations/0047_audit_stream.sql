-- The audit lists as a stream to a receiver that the operator names. The outbox are the chains themselves; beside them is
-- only how far each was sent (docs/decisions/0021-the-audit-list-as-a-stream.md).
create table platform.audit_streamed (
  company_id uuid primary key,
  -- Up to and with this link the receiver has the chain.
  seq bigint not null,
  at timestamptz not null default now()
);
grant select, insert, update on platform.audit_streamed to readout_platform;

-- One process at a time sends.
create table platform.audit_stream (
  is_only boolean primary key default true check (is_only),
  lease_by uuid,
  lease_until timestamptz,
  -- The receiver, as the settings name it; null: nothing was ever sent.
  target text,
  -- When nothing was left to send, or sending began; null: never.
  caught_up_at timestamptz,
  -- How many events the receiver took, and when it last did.
  sent bigint not null default 0,
  sent_at timestamptz,
  -- Since the last one it took.
  failures integer not null default 0,
  failed_at timestamptz,
  failure_code text,
  failure text
);
insert into platform.audit_stream default values;
grant select, update on platform.audit_stream to readout_platform;

-- The next links of every chain that the receiver lacks, those of chains that waited the longest first, in the order of each
-- chain. A text that is longer than this is left out.
create function platform.audit_to_stream(most integer, most_of_chain integer, longest_text integer)
  returns table (
    company_id uuid, company_name text, seq bigint, event_id bigint, at text, action text, subject_type text,
    who text, who_salt text, who_erased bigint, who_text text, what text, what_salt text, what_erased bigint, what_text text,
    previous text, hash text, agrees boolean)
  language sql stable security definer set search_path = pg_catalog as $$
  with behind as (
    select h.company_id, coalesce(s.seq, 0) as seq, s.at
    from app.audit_heads h left join platform.audit_streamed s using (company_id)
    where h.seq > coalesce(s.seq, 0)
    order by s.at nulls first, h.company_id limit most
  )
  select l.company_id, coalesce(c.name, ''), l.seq, l.event_id, l.at, l.action, l.subject_type,
    l.who, l.who_salt, l.who_erased, case when octet_length(l.who_text) <= longest_text then l.who_text end,
    l.what, l.what_salt, l.what_erased, case when octet_length(l.what_text) <= longest_text then l.what_text end,
    l.previous, l.hash, l.agrees
  from behind b
  cross join lateral (
    (select * from app.audit_links a where a.company_id = b.company_id and a.seq > b.seq order by a.seq limit most_of_chain)
    union all
    (select * from platform.audit_links p where p.company_id = b.company_id and p.seq > b.seq order by p.seq limit most_of_chain)
  ) l
  left join auth.company c on c.id = l.company_id
  order by b.at nulls first, l.company_id, l.seq limit most
$$;
revoke all on function platform.audit_to_stream from public;
grant execute on function platform.audit_to_stream to readout_platform;

-- How much waits to be sent, and since when.
create function platform.audit_stream_lag() returns table (events bigint, oldest_at timestamptz)
  language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(sum(h.seq - coalesce(s.seq, 0)), 0)::bigint, min(c.at)
  from app.audit_heads h left join platform.audit_streamed s using (company_id)
  left join app.audit_chain c on c.company_id = h.company_id and c.seq = coalesce(s.seq, 0) + 1
  where h.seq > coalesce(s.seq, 0)
$$;
revoke all on function platform.audit_stream_lag from public;
grant execute on function platform.audit_stream_lag to readout_platform;

-- Nothing is left to send. Of companies that were erased nothing is kept.
create function platform.audit_stream_caught_up() returns void
  language sql security definer set search_path = pg_catalog as $$
  update platform.audit_stream set caught_up_at = now();
  delete from platform.audit_streamed s where not exists (select from app.audit_heads h where h.company_id = s.company_id)
$$;
revoke all on function platform.audit_stream_caught_up from public;
grant execute on function platform.audit_stream_caught_up to readout_platform;
