-- The outbox as administrators work with it, notifications by mail, and invitations in the bell of whom they are for.

create index mails_search on auth.mails using gin (to_email app.gin_trgm_ops, subject app.gin_trgm_ops);
-- Bodies that have to be erased.
create index mails_erasable on auth.mails (expires_at) where body_text is not null;
-- A mail without a link worth anything is still nobody's business for ever: bodies of mails without a time of their own.
create index mails_old_bodies on auth.mails (created_at) where body_text is not null and expires_at is null;

create or replace view app.platform_mails as
  select m.id, m.kind, m.to_email, m.user_id, m.company_id, m.subject, m.without_smtp, m.state, m.attempts, m.last_error,
    m.created_at, m.sent_at, m.expires_at, m.body_text is not null as has_body, m.next_attempt_at,
    -- Whoever else administers the platform: what they are sent is theirs alone.
    (select u.id from auth."user" u where u.role = 'admin' and (u.id = m.user_id or u.email = lower(m.to_email)) order by u.id limit 1) as admin_id
  from auth.mails m;

-- What a waiting mail says, for the platform administrator whose session asks: only where nothing else could have
-- delivered it, never another administrator's, and never unseen. Everything is checked here, not by who calls.
--   {"outcome": "opened", "subject", "text", "to", "isOwn"}
--   {"outcome": "not_admin" | "not_found" | "sent_by_smtp" | "other_admin" | "erased"}
create function app.open_mail(mail_id uuid, asking_session uuid, from_address text, with_agent text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  admin auth."user";
  mail auth.mails;
  concerned uuid;
begin
  select u.* into admin from auth.session s join auth."user" u on u.id = s.user_id
    where s.id = asking_session and s.expires_at > now() and s.impersonated_by is null
      and u.role = 'admin' and u.deleted_at is null and not (u.banned and (u.ban_expires is null or u.ban_expires > now()));
  if not found then
    return jsonb_build_object('outcome', 'not_admin');
  end if;
  select * into mail from auth.mails m where m.id = mail_id for share;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if not mail.without_smtp then
    return jsonb_build_object('outcome', 'sent_by_smtp');
  end if;
  if exists (select from auth."user" u where u.role = 'admin' and u.id <> admin.id
      and (u.id = mail.user_id or u.email = lower(mail.to_email))) then
    return jsonb_build_object('outcome', 'other_admin');
  end if;
  if mail.body_text is null or mail.expires_at <= now() then
    return jsonb_build_object('outcome', 'erased');
  end if;
  select u.id into concerned from auth."user" u where u.id = mail.user_id or u.email = lower(mail.to_email)
    order by (u.id = mail.user_id) desc nulls last limit 1;
  insert into platform.events (actor_id, actor_name, action, subject_type, subject_id, subject_name, detail, ip_address)
    values (admin.id, admin.name, 'mail.opened', 'mail', mail.id::text, mail.to_email,
      jsonb_build_object('kind', mail.kind, 'subject', mail.subject, 'userId', concerned), from_address);
  if concerned is not null then
    -- The address is the administrator's: not the business of whom the mail is for.
    insert into auth.user_events (user_id, action, detail, ip_address, user_agent)
      values (concerned, 'mail.opened', jsonb_build_object('kind', mail.kind, 'subject', mail.subject, 'by', admin.name),
        case when concerned = admin.id then from_address end, case when concerned = admin.id then left(with_agent, 500) end);
  end if;
  return jsonb_build_object('outcome', 'opened', 'subject', mail.subject, 'text', mail.body_text, 'to', mail.to_email,
    'isOwn', concerned is not distinct from admin.id);
end
$$;
revoke all on function app.open_mail from public;
grant execute on function app.open_mail to readout_platform;

-- Gives mails back to the sender: failed ones, waiting ones that are to be tried at once, and, where SMTP has been set up
-- since, those that waited for somebody to pass them on. Returns those it took.
create function app.send_mails_again(mail_ids uuid[]) returns table (id uuid, to_email text, subject text)
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  return query
    update auth.mails m set state = 'waiting', attempts = 0, next_attempt_at = now(), without_smtp = false, last_error = null
    where m.id = any (mail_ids) and m.state <> 'sent' and m.body_text is not null and (m.expires_at is null or m.expires_at > now())
    returning m.id, m.to_email, m.subject;
  perform pg_notify('readout_mail', '');
end
$$;
revoke all on function app.send_mails_again from public;
grant execute on function app.send_mails_again to readout_platform;

-- What has not been sent need not be: returns what was deleted.
create function app.delete_mails(mail_ids uuid[]) returns table (id uuid, to_email text, subject text)
  language sql security definer set search_path = pg_catalog as $$
  delete from auth.mails m where m.id = any (mail_ids) and m.state <> 'sent' returning m.id, m.to_email, m.subject
$$;
revoke all on function app.delete_mails from public;
grant execute on function app.delete_mails to readout_platform;

-- One of the person's notifications, when they follow it.
create function app.mark_my_notification_read(of_company uuid, notification bigint) returns void
  language sql security definer set search_path = pg_catalog as $$
  update app.notifications set read_at = now()
  where user_id = app.current_user_id() and company_id = of_company and id = notification and read_at is null
$$;
revoke all on function app.mark_my_notification_read from public;
grant execute on function app.mark_my_notification_read to readout_app;

-- Open invitations to the person's own address: proved ones only, or anyone could claim an address to see who wants it.
create view app.my_invitations with (security_barrier) as
  select i.company_id, c.name as company_name, i.id, i.role, i.invited_by_name, i.created_at, i.expires_at
  from auth."user" u
  join app.invitations i on i.email = lower(u.email)
  join auth.company c on c.id = i.company_id
  where u.id = app.current_user_id() and u.email_verified and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    and not exists (select from auth.membership m where m.company_id = i.company_id and m.user_id = u.id);
grant select on app.my_invitations to readout_app;

-- The bell of somebody who is invited, or is not any more.
create function app.notify_invited() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  invited uuid;
begin
  select u.id into invited from auth."user" u where u.email = lower(new.email) and u.email_verified;
  if found then
    perform pg_notify('readout_person', json_build_object('userId', invited, 'kind', 'notification')::text);
  end if;
  return null;
end
$$;
create trigger invitations_change after insert or update on app.invitations for each row
  when (new.email is not null) execute function app.notify_invited();

-- An open invitation to the proved address of a person, for them to answer from their bell: what the link would have said.
create function auth.find_own_invitation(invitation uuid, person uuid)
  returns table (token_hash text, company_id uuid, company_name text, invited_by uuid, role text)
  language sql stable security definer set search_path = pg_catalog as $$
  select i.token_hash, i.company_id, c.name, i.invited_by, i.role
  from auth."user" u
  join app.invitations i on i.email = lower(u.email)
  join auth.company c on c.id = i.company_id
  where u.id = person and u.email_verified and i.id = invitation
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
$$;
revoke all on function auth.find_own_invitation from public;
grant execute on function auth.find_own_invitation to readout_auth;
