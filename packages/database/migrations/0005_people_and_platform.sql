-- Second factors, invitations, notifications, mails, and what looks after the whole installation.

alter table auth."user"
  add column two_factor_enabled boolean not null default false,
  -- Newest release the person has seen on the changelog.
  add column changelog_seen text,
  -- {kind: false}: kinds of mail switched off.
  add column mail_preferences jsonb not null default '{}',
  -- Last request, to the minute or so.
  add column last_seen_at timestamptz,
  -- Personal data is gone; the row stays so that authorship has something to point at.
  add column deleted_at timestamptz;
create index user_newest on auth."user" (created_at desc, id desc);
create index user_last_seen on auth."user" (last_seen_at desc nulls last, id);
create index user_name on auth."user" (lower(name), id);
create index user_search on auth."user" using gin (name app.gin_trgm_ops, email app.gin_trgm_ops);
create index company_newest on auth.company (created_at desc, id desc);
create index company_name on auth.company (lower(name), id);
create index company_search on auth.company using gin (name app.gin_trgm_ops);

-- better-auth's two-factor and passkey plugins.
create table auth.two_factor (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create index two_factor_user_id on auth.two_factor (user_id);
create index two_factor_secret on auth.two_factor (secret);

create table auth.passkey (
  id uuid primary key default gen_random_uuid(),
  name text,
  public_key text not null,
  user_id uuid not null references auth."user" (id) on delete cascade,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz default now(),
  aaguid text
);
create index passkey_user_id on auth.passkey (user_id);

-- What happened to an account, shown to its user: sign-ins, changes, links an administrator opened. Append-only.
create table auth.user_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth."user" (id) on delete cascade,
  -- Past tense, dotted: 'password.changed', 'mail.opened', 'support.started'.
  action text not null,
  detail jsonb not null default '{}',
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now()
);
create index user_events_user on auth.user_events (user_id, id desc);

grant select, insert, update, delete on auth.two_factor, auth.passkey to readout_auth;
grant select, insert on auth.user_events to readout_auth;

-- Mails: sent through SMTP where it is configured, else waiting where the platform's administrators see them.
create table auth.mails (
  id uuid primary key default gen_random_uuid(),
  -- 'verify_email', 'reset_password', 'sign_in_link', 'invitation', 'notification', …
  kind text not null,
  to_email text not null,
  -- Whose account it concerns; null where the address has none yet.
  user_id uuid references auth."user" (id) on delete cascade,
  company_id uuid references auth.company (id) on delete cascade,
  subject text not null,
  -- Both may hold a link that signs somebody in: emptied once sent or past their use.
  body_text text,
  body_html text,
  -- Made while no SMTP was configured: the only ones whose links are ever shown.
  without_smtp boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- When its links stop working.
  expires_at timestamptz
);
create index mails_due on auth.mails (next_attempt_at) where state = 'waiting' and not without_smtp;
create index mails_newest on auth.mails (created_at desc, id desc);
create index mails_user on auth.mails (user_id);
grant select, insert, update, delete on auth.mails to readout_auth;

create function auth.notify_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('readout_mail', new.id::text);
  return null;
end
$$;
create trigger mails_new after insert on auth.mails for each row when (not new.without_smtp) execute function auth.notify_mail();

-- Puts a mail into the outbox in the caller's transaction, whichever role that has.
create function app.queue_mail(
  mail_kind text, recipient text, recipient_user uuid, concerns_company uuid,
  mail_subject text, mail_text text, mail_html text, has_no_smtp boolean, links_expire_at timestamptz
) returns uuid
  language sql security definer set search_path = pg_catalog as $$
  insert into auth.mails (kind, to_email, user_id, company_id, subject, body_text, body_html, without_smtp, expires_at)
  values (mail_kind, recipient, recipient_user, concerns_company, mail_subject, mail_text, mail_html, has_no_smtp, links_expire_at)
  returning id
$$;
revoke all on function app.queue_mail from public;
grant usage on schema app to readout_auth;
grant execute on function app.queue_mail to readout_app, readout_auth, readout_platform;

-- The outbox without what the mails say.
create view app.platform_mails as
  select m.id, m.kind, m.to_email, m.user_id, m.company_id, m.subject, m.without_smtp, m.state, m.attempts, m.last_error,
    m.created_at, m.sent_at, m.expires_at, m.body_text is not null as has_body
  from auth.mails m;
grant select on app.platform_mails to readout_platform;

-- Companies: what their owners and whoever runs the installation decide.
alter table app.company_settings
  -- Grows with every change; a change names the revision it was made on.
  add column revision integer not null default 1,
  add column status_reason text check (char_length(status_reason) <= 500),
  -- When closing was asked for; gone 30 days later.
  add column closing_at timestamptz,
  add column status_before_closing text check (status_before_closing in ('active', 'suspended')),
  add column require_two_factor boolean not null default false,
  -- Lets a platform administrator who acts as a member also change things.
  add column support_access boolean not null default false;

create or replace view auth.company_status as
  select company_id, status, require_two_factor, support_access, closing_at from app.company_settings;

-- An old, unused shape.
drop table auth.invitation;

create table app.invitations (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- For one address or for every address of a domain: exactly one of the two.
  email text check (char_length(email) <= 320),
  domain text check (char_length(domain) <= 253),
  role text not null check (role in ('owner', 'admin', 'reviewer', 'operator')),
  -- SHA-256 of the link's token, which is stored nowhere.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid not null,
  invited_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid,
  primary key (company_id, id),
  check ((email is null) <> (domain is null))
);
create index invitations_open on app.invitations (company_id, created_at desc) where accepted_at is null and revoked_at is null;
create index invitations_email on app.invitations (email) where accepted_at is null and revoked_at is null;

-- What concerns one member: assigned, failed, joined, role changed, …
create table app.notifications (
  company_id uuid not null,
  id bigint generated always as identity,
  user_id uuid not null,
  -- 'capture.assigned', 'capture.failed', 'member.joined', 'role.changed', 'support.started', …
  kind text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Sent by mail, or decided not to.
  mailed_at timestamptz,
  primary key (company_id, id)
);
create index notifications_mine on app.notifications (user_id, created_at desc, id desc);
create index notifications_unread on app.notifications (user_id) where read_at is null;
create index notifications_unmailed on app.notifications (created_at) where mailed_at is null;

-- Sums for lists over all companies, refreshed by the worker.
create table app.company_usage (
  company_id uuid not null,
  captures_30d integer not null default 0,
  failed_30d integer not null default 0,
  records_30d integer not null default 0,
  objects integer not null default 0,
  bytes bigint not null default 0,
  last_capture_at timestamptz,
  refreshed_at timestamptz not null default now(),
  primary key (company_id)
);

do $$
declare
  t text;
begin
  foreach t in array array['invitations', 'notifications', 'company_usage'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format(
      'create policy tenant on app.%I to readout_app using (company_id = app.current_company()) with check (company_id = app.current_company())', t);
    execute format('create policy owner on app.%I to current_user using (true)', t);
  end loop;
end
$$;
grant select, insert, update on app.invitations to readout_app;
grant select, insert, update, delete on app.notifications to readout_app;
grant select on app.company_usage to readout_app;
create policy platform on app.invitations to readout_platform using (true) with check (true);
grant select (company_id, id, email, domain, role, invited_by_name, created_at, expires_at, revoked_at, accepted_at), insert on app.invitations to readout_platform;
create policy platform on app.company_usage to readout_platform using (true) with check (true);
grant select, insert, update, delete on app.company_usage to readout_platform;
create policy sign_in on app.notifications to readout_auth using (true) with check (true);
grant select, insert on app.notifications to readout_auth;
grant update (mailed_at) on app.notifications to readout_auth;
create policy platform_insert on app.notifications for insert to readout_platform with check (true);
grant insert on app.notifications to readout_platform;

-- A person's notifications over all their companies; gone with the membership.
create view app.my_notifications with (security_barrier) as
  select n.company_id, c.name as company_name, n.id, n.kind, n.subject_type, n.subject_id, n.detail, n.created_at, n.read_at
  from app.notifications n
  join auth.membership m on m.company_id = n.company_id and m.user_id = n.user_id
  join auth.company c on c.id = n.company_id
  where n.user_id = app.current_user_id();
grant select on app.my_notifications to readout_app;

create function app.mark_my_notifications_read(up_to bigint) returns void
  language sql security definer set search_path = pg_catalog as $$
  update app.notifications set read_at = now() where user_id = app.current_user_id() and read_at is null and id <= up_to
$$;
revoke all on function app.mark_my_notifications_read from public;
grant execute on function app.mark_my_notifications_read to readout_app;

-- Live bell: the payload names the person.
create function app.notify_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('readout_person', json_build_object('userId', new.user_id, 'kind', 'notification')::text);
  return null;
end
$$;
create trigger notifications_change after insert or update of read_at on app.notifications for each row execute function app.notify_person();

-- Open pages hear at once that a session ended, an account was suspended or a company changed its status.
create function auth.notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('readout_person', json_build_object('userId', old.user_id, 'kind', 'session', 'sessionId', old.id)::text);
  return null;
end
$$;
create trigger session_end after delete on auth.session for each row execute function auth.notify_session_end();
create function auth.notify_suspension() returns trigger language plpgsql as $$
begin
  perform pg_notify('readout_person', json_build_object('userId', new.id, 'kind', 'session')::text);
  return null;
end
$$;
create trigger user_suspended after update of banned, role, two_factor_enabled on auth."user" for each row
  when (old.banned is distinct from new.banned or old.role <> new.role) execute function auth.notify_suspension();
create function app.notify_company() returns trigger language plpgsql as $$
begin
  perform pg_notify('readout_company', json_build_object('companyId', new.company_id)::text);
  return null;
end
$$;
create trigger company_settings_change after update on app.company_settings for each row
  when (old.status <> new.status or old.require_two_factor <> new.require_two_factor or old.support_access <> new.support_access
    or old.closing_at is distinct from new.closing_at)
  execute function app.notify_company();
create function auth.notify_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('readout_person', json_build_object('userId', old.user_id, 'kind', 'session')::text);
  return null;
end
$$;
create trigger membership_change after update or delete on auth.membership for each row execute function auth.notify_membership();

-- The installation as a whole.
create schema platform;
grant usage on schema platform to readout_platform, readout_app, readout_auth;

-- Who did what to the installation, its companies and users. Append-only.
create table platform.events (
  id bigint generated always as identity primary key,
  -- null: the system itself.
  actor_id uuid,
  actor_name text not null,
  -- Past tense, dotted: 'company.suspended', 'user.signed_out', 'platform.read_only_on'.
  action text not null,
  subject_type text not null,
  subject_id text not null,
  -- As it was called when it happened.
  subject_name text not null default '',
  detail jsonb not null default '{}',
  ip_address text,
  created_at timestamptz not null default now()
);
create index events_newest on platform.events (created_at desc, id desc);
create index events_subject on platform.events (subject_id, id desc);
grant select, insert on platform.events to readout_platform;

-- One row: maintenance and what everyone is told.
create table platform.state (
  only_row boolean primary key default true check (only_row),
  read_only_since timestamptz,
  read_only_note text not null default '' check (char_length(read_only_note) <= 300),
  announcement text not null default '' check (char_length(announcement) <= 500),
  announcement_tone text not null default 'info' check (announcement_tone in ('info', 'warning')),
  announced_at timestamptz,
  announced_until timestamptz,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into platform.state default values;
grant select on platform.state to readout_app, readout_auth, readout_platform;
grant update on platform.state to readout_platform;

-- Server processes as they report themselves.
create table platform.processes (
  id uuid primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  node_version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  memory_bytes bigint not null
);
grant select, insert, update, delete on platform.processes to readout_platform;

-- Plugin versions that may not run anywhere; '*': every version.
create table platform.plugin_blocks (
  plugin_id text not null,
  version text not null default '*',
  reason text not null check (char_length(reason) between 1 and 500),
  blocked_by uuid not null,
  blocked_at timestamptz not null default now(),
  primary key (plugin_id, version)
);
grant select on platform.plugin_blocks to readout_app, readout_platform;
grant insert, update, delete on platform.plugin_blocks to readout_platform;

create function platform.notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('readout_platform', tg_table_name);
  return null;
end
$$;
create trigger state_change after update on platform.state for each statement execute function platform.notify_change();
create trigger plugin_blocks_change after insert or update or delete on platform.plugin_blocks for each statement execute function platform.notify_change();

-- What administration may change, besides reading numbers.
create policy platform_update on app.company_settings for update to readout_platform using (true) with check (true);
grant update (status, status_reason, closing_at, status_before_closing, max_members, max_captures_per_month, max_bytes, revision)
  on app.company_settings to readout_platform;
create policy platform_insert on app.audit_events for insert to readout_platform with check (true);
grant insert on app.audit_events to readout_platform;
grant select (company_id, id, actor_id, actor_name, action, subject_type, subject_id, ip_address, created_at) on app.audit_events to readout_platform;
-- What sign-in writes into a company's list: who joined, who acted as whom.
create policy sign_in_insert on app.audit_events for insert to readout_auth with check (true);
grant insert on app.audit_events to readout_auth;
