import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRole } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { addMember, mailer, scopeOf } from '../testing/arrange.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { InvitationInput } from './check-invitation.ts';
import { createInvitation } from './create-invitation.ts';
import { findInvitation } from './find-invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { reissueInvitation } from './reissue-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { signUpWithInvitation } from './sign-up-with-invitation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const withoutMails = { ...mailer, isConfigured: false };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );
const query = (text: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(text, values)).rows);
const tokenOf = (link: string | null | undefined) => link!.split('/invite/')[1]!;
const address = () => `${randomUUID()}@example.com`;

const inviteTo = (
  company: TestCompany,
  input: InvitationInput,
  { by = 'link' as 'link' | 'mail', member = company.owner, through = mailer } = {},
) =>
  createInvitation({ db: database.app, mailer: through }, { scope: scopeOf(company, member), by, ...input });

async function linkTo(company: TestCompany, input: InvitationInput, options = {}) {
  const { link } = await inviteTo(company, input, options);
  return tokenOf(link);
}

/** The link that a mail holds. */
async function mailedToken(to: string) {
  const rows = await query(
    'select body_text from auth.mails where to_email = $1 order by created_at desc limit 1',
    [to],
  );
  return /\/invite\/([\w-]+)/.exec(rows[0].body_text)![1]!;
}

async function accept(token: string, person: { userId: string; name: string }, through = mailer) {
  const sessionId = randomUUID();
  await query(
    "insert into auth.session (id, user_id, token, expires_at) values ($1::uuid, $2, $1::uuid::text, now() + interval '1 day')",
    [sessionId, person.userId],
  );
  const result = await acceptInvitation(
    { auth: database.auth, mailer: through },
    { token, user: { id: person.userId, name: person.name }, sessionId, ipAddress: '192.0.2.1' },
  );
  return { ...result, sessionId };
}

const signUp = (token: string, more: object = {}, through = mailer) =>
  signUpWithInvitation(
    { auth: database.auth, mailer: through, hashPassword: async () => 'hash' },
    {
      token,
      name: 'New Person',
      email: address(),
      password: 'correct horse battery',
      termsVersion: '1',
      privacyVersion: '1',
      ipAddress: null,
      ...more,
    },
  );

describe('a link', () => {
  test('makes its bearer a member once, in that company, and says so on both sides', async () => {
    const company = await database.createCompany({ name: 'Acme', members: ['admin'] });
    const admin = company.members[0]!;
    const person = await addMember(database, null);
    const token = await linkTo(
      company,
      { email: person.email.toUpperCase(), role: 'reviewer' },
      { member: admin },
    );
    expect(await findInvitation({ auth: database.auth }, { token })).toMatchObject({
      companyName: 'Acme',
      role: 'reviewer',
      invitedByName: admin.name,
      email: person.email,
      refusal: null,
    });
    const { sessionId } = await accept(token, person);
    expect(
      await query('select active_company_id as id from auth.session where id = $1', [sessionId]),
    ).toEqual([{ id: company.companyId }]);
    expect(await query('select role from auth.membership where user_id = $1', [person.userId])).toEqual([
      { role: 'reviewer' },
    ]);
    const { events } = await listAuditEvents({ db: database.app }, { scope: scopeOf(company) });
    expect(events[0]).toMatchObject({
      action: 'member.joined',
      actorName: person.name,
      ipAddress: '192.0.2.1',
      detail: { role: 'reviewer', email: person.email, invitedBy: admin.userId, invitedByName: admin.name },
    });
    expect(
      await query('select user_id, kind, detail from app.notifications where company_id = $1', [
        company.companyId,
      ]),
    ).toEqual([
      { user_id: admin.userId, kind: 'member.joined', detail: { name: person.name, role: 'reviewer' } },
    ]);
    expect(await codeOf(accept(token, person))).toBe('invitation.used');
    expect(await codeOf(signUp(token))).toBe('invitation.used');
  });

  test('admits one of two who follow it at the same time', async () => {
    const company = await database.createCompany();
    const token = await linkTo(company, { domain: 'example.com', role: 'operator' });
    const people = await Promise.all(
      [1, 2, 3].map(() => addMember(database, null, 'operator', { emailVerified: true })),
    );
    const codes = await Promise.all(people.map((person) => codeOf(accept(token, person))));
    expect(codes.toSorted()).toEqual(['done', 'invitation.used', 'invitation.used']);
    expect(
      await query('select count(*)::int as n from auth.membership where company_id = $1', [
        company.companyId,
      ]),
    ).toEqual([{ n: 2 }]);
  });

  test('is never stored: what the database holds opens nothing', async () => {
    const company = await database.createCompany();
    const token = await linkTo(company, { email: address(), role: 'operator' });
    const rows = await query('select * from app.invitations where company_id = $1', [company.companyId]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await codeOf(findInvitation({ auth: database.auth }, { token: rows[0].token_hash }))).toBe(
      'invitation.unknown',
    );
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('that is expired, withdrawn, replaced or made up says which', async () => {
    const company = await database.createCompany();
    const scope = scopeOf(company);
    const deps = { db: database.app, mailer };
    const person = await addMember(database, null);
    const { id, link } = await inviteTo(company, { email: person.email, role: 'operator', days: 3 });
    const again = await reissueInvitation(deps, { scope, invitationId: id, by: 'link' });
    expect(Math.round((again.expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(3);
    expect(await codeOf(accept(tokenOf(link), person))).toBe('invitation.unknown');
    const token = tokenOf(again.link);
    await query('update app.invitations set expires_at = now() where id = $1', [id]);
    expect(await codeOf(accept(token, person))).toBe('invitation.expired');
    const third = tokenOf((await reissueInvitation(deps, { scope, invitationId: id, by: 'link' })).link);
    await revokeInvitation(deps, { scope, invitationId: id });
    expect(await codeOf(accept(third, person))).toBe('invitation.revoked');
    expect(await codeOf(signUp(third))).toBe('invitation.revoked');
    expect(await codeOf(accept('A'.repeat(43), person))).toBe('invitation.unknown');
    expect(await codeOf(reissueInvitation(deps, { scope, invitationId: id, by: 'link' }))).toBe(
      'invitation.not_found',
    );
    expect(await listInvitations(deps, { scope })).toEqual([]);
  });

  test('for one address or domain is nothing for another', async () => {
    const company = await database.createCompany();
    const stranger = await addMember(database, null, 'operator', {
      email: `${randomUUID()}@sub.example.org`,
      emailVerified: true,
    });
    for (const input of [{ email: address() }, { domain: 'example.org' }]) {
      const token = await linkTo(company, { ...input, role: 'operator' });
      expect(await codeOf(accept(token, stranger))).toBe('invitation.other_address');
    }
    const member = await linkTo(company, { domain: 'example.com', role: 'operator' });
    await query('update auth."user" set email_verified = true where id = $1', [company.owner.userId]);
    expect(await codeOf(accept(member, company.owner))).toBe('invitation.already_member');
  });

  test('lets nobody in while the company is suspended, closing or full', async () => {
    const company = await database.createCompany();
    const person = await addMember(database, null);
    const token = await linkTo(company, { email: person.email, role: 'operator' });
    const set = (change: string) =>
      query(`update app.company_settings set ${change} where company_id = $1`, [company.companyId]);
    await set("status = 'suspended'");
    expect(await codeOf(accept(token, person))).toBe('company.suspended');
    await set("status = 'closing'");
    expect(await codeOf(accept(token, person))).toBe('company.closing');
    await set("status = 'active', max_members = 1");
    expect(await codeOf(accept(token, person))).toBe('company.members_used_up');
    expect(await codeOf(signUp(token))).toBe('sign_up.not_possible');
    await set('max_members = 2');
    expect(await codeOf(accept(token, person))).toBe('done');
  });
});

describe('an account made with an invitation', () => {
  const verified = async (userId: string) =>
    (await query('select email_verified as v from auth."user" where id = $1', [userId]))[0]?.v;

  test('has its address proven only where the link went by mail to exactly it', async () => {
    const company = await database.createCompany();
    const [mailed, copied, kept] = [address(), address(), address()];
    expect((await inviteTo(company, { email: mailed, role: 'operator' }, { by: 'mail' })).link).toBeNull();
    const first = await signUp(await mailedToken(mailed), { email: 'ignored@example.com' });
    expect(first).toMatchObject({ email: mailed, joined: true });
    expect(await verified(first.userId)).toBe(true);
    const second = await signUp(await linkTo(company, { email: copied, role: 'operator' }));
    expect(second).toMatchObject({ email: copied, joined: true });
    expect(await verified(second.userId)).toBe(false);
    // Mails that wait in the outbox are read by administrators.
    await inviteTo(company, { email: kept, role: 'operator' }, { by: 'mail', through: withoutMails });
    expect(await verified((await signUp(await mailedToken(kept))).userId)).toBe(false);
  });

  test('is not proven by a mailed link whose invitation was copied since', async () => {
    const company = await database.createCompany();
    const to = address();
    const { id } = await inviteTo(company, { email: to, role: 'operator' }, { by: 'mail' });
    const { link } = await reissueInvitation(
      { db: database.app, mailer },
      { scope: scopeOf(company), invitationId: id, by: 'link' },
    );
    expect(await verified((await signUp(tokenOf(link))).userId)).toBe(false);
  });

  test('with a domain’s link waits for its address to be proven, where that is possible', async () => {
    const company = await database.createCompany();
    const token = await linkTo(company, { domain: '@Example.COM', role: 'operator' });
    expect(await codeOf(signUp(token, { email: 'x@elsewhere.org' }))).toBe('sign_up.invalid');
    const waiting = await signUp(token);
    expect(waiting.joined).toBe(false);
    const person = { userId: waiting.userId, name: 'New Person' };
    expect(await codeOf(accept(token, person))).toBe('invitation.unproven_address');
    await query('update auth."user" set email_verified = true where id = $1', [waiting.userId]);
    expect(await codeOf(accept(token, person))).toBe('done');
    const other = await linkTo(company, { domain: 'example.com', role: 'operator' });
    expect(await signUp(other, {}, withoutMails)).toMatchObject({ joined: true });
  });

  test('is not made at all where the link does not let in', async () => {
    const company = await database.createCompany();
    const to = address();
    const token = await linkTo(company, { email: to, role: 'operator' });
    await query('update app.company_settings set max_members = 1 where company_id = $1', [company.companyId]);
    expect(await codeOf(signUp(token))).toBe('company.members_used_up');
    expect(await query('select 1 from auth."user" where email = $1', [to])).toEqual([]);
    expect(await codeOf(signUp(token, { password: 'short', name: ' ' }))).toBe('sign_up.invalid');
  });
});

describe('inviting', () => {
  test('is for roles below one’s own, for owners all', async () => {
    const company = await database.createCompany({ members: ['admin'] });
    const by = (member: TestCompany['owner'], role: CompanyRole) =>
      codeOf(inviteTo(company, { email: address(), role }, { member }));
    expect(await by(company.members[0]!, 'admin')).toBe('role.not_allowed');
    expect(await by(company.members[0]!, 'reviewer')).toBe('done');
    expect(await by(company.owner, 'owner')).toBe('done');
    const [ownerInvitation] = (
      await listInvitations({ db: database.app }, { scope: scopeOf(company) })
    ).filter(({ role }) => role === 'owner');
    const scope = scopeOf(company, company.members[0]);
    for (const change of [revokeInvitation, reissueInvitation])
      expect(
        await codeOf(
          change({ db: database.app, mailer }, { scope, invitationId: ownerInvitation!.id, by: 'link' }),
        ),
      ).toBe('role.not_allowed');
    expect(await listInvitations({ db: database.app }, { scope: scopeOf(company) })).toHaveLength(2);
  });

  test('counts open invitations as members to come, and says so in a friendly way', async () => {
    const company = await database.createCompany({ members: ['operator'] });
    await query('update app.company_settings set max_members = 4 where company_id = $1', [company.companyId]);
    await inviteTo(company, { email: address(), role: 'operator' });
    const racing = await Promise.allSettled(
      [1, 2, 3].map(() => inviteTo(company, { email: address(), role: 'operator' })),
    );
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(racing.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'company.members_used_up',
        message:
          'This company may have 4 members. It has 2 and 2 open invitations. Withdraw an invitation, remove a member, or ask the person who runs this Readout for more.',
        detail: { max: 4, members: 2, invitations: 2 },
      },
    });
  });

  test('says what is wrong beside the field, and finds who is here or invited already', async () => {
    const company = await database.createCompany();
    const fieldsOf = (input: InvitationInput) =>
      inviteTo(company, input).then(
        () => ({}),
        (error) => error.detail.fields,
      );
    expect(await fieldsOf({ email: 'nobody', role: 'operator' })).toHaveProperty('email');
    expect(await fieldsOf({ domain: 'https://example.com/x', role: 'operator' })).toHaveProperty('domain');
    expect(await fieldsOf({ domain: 'localhost', role: 'operator' })).toHaveProperty('domain');
    expect(await fieldsOf({ role: 'operator' })).toHaveProperty('email');
    expect(await fieldsOf({ email: address(), role: 'king' as CompanyRole })).toHaveProperty('role');
    for (const days of [0, 31, 1.5, Number.NaN])
      expect(await fieldsOf({ email: address(), role: 'operator', days })).toHaveProperty('days');
    expect(await fieldsOf({ email: company.owner.email, role: 'operator' })).toHaveProperty('email');
    const to = address();
    await inviteTo(company, { email: to, role: 'operator' });
    expect(await codeOf(inviteTo(company, { email: to, role: 'operator' }))).toBe('invitation.already_open');
    expect(await codeOf(inviteTo(company, { domain: 'example.com', role: 'operator' }, { by: 'mail' }))).toBe(
      'invitation.bad_input',
    );
  });

  test('mails names of any kind as text, the link only to its reader, and not again within a minute', async () => {
    const company = await database.createCompany({ name: '<script>alert(1)</script> & שלום' });
    const to = address();
    const { id } = await inviteTo(company, { email: to, role: 'operator' }, { by: 'mail' });
    const [mail] = await query('select subject, kind, expires_at from auth.mails where to_email = $1', [to]);
    expect(mail).toMatchObject({
      kind: 'invitation',
      subject: expect.stringContaining('<script>alert(1)</script> & שלום'),
    });
    const scope = scopeOf(company);
    expect(
      await codeOf(reissueInvitation({ db: database.app, mailer }, { scope, invitationId: id, by: 'mail' })),
    ).toBe('invitation.too_soon');
    const [listed] = await listInvitations({ db: database.app }, { scope });
    expect(listed).toMatchObject({ email: to, byMail: true, state: 'open' });
  });

  test('of another company is neither found, sent again nor withdrawn', async () => {
    const [ours, theirs] = [await database.createCompany(), await database.createCompany()];
    const { id } = await inviteTo(theirs, { email: address(), role: 'operator' });
    const scope = scopeOf(ours);
    for (const invitationId of [id, randomUUID(), 'x']) {
      expect(await codeOf(revokeInvitation({ db: database.app }, { scope, invitationId }))).toBe(
        'invitation.not_found',
      );
      expect(
        await codeOf(reissueInvitation({ db: database.app, mailer }, { scope, invitationId, by: 'link' })),
      ).toBe('invitation.not_found');
    }
    expect(await listInvitations({ db: database.app }, { scope: scopeOf(theirs) })).toHaveLength(1);
  });
});
