import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../companies/create-company.ts';
import { signUp } from '../companies/sign-up.ts';
import { createInvitation } from '../invitations/create-invitation.ts';
import { signUpWithInvitation } from '../invitations/sign-up-with-invitation.ts';
import { reserve } from '../ledger/reserve.ts';
import type { PlatformActor } from '../platform-actor.ts';
import { addMember, firstPlugins, mailer, publish, receiptManifest, scopeOf } from '../testing/arrange.ts';
import { createCompany as createForOwner } from './create-company.ts';
import { getInstallationUse, setInstallationLimits } from './installation-limits.ts';
import { listPlatformEvents } from './list-platform-events.ts';

let database: TestDatabase;
let actor: PlatformActor;

beforeAll(async () => {
  database = await createTestDatabase();
  await publish(database, receiptManifest);
  const { userId } = await addMember(database, null);
  await database.asOwner((client) =>
    client.query(`update auth."user" set role = 'admin' where id = $1`, [userId]),
  );
  actor = { userId, name: 'Petra', platformRole: 'admin' };
});
afterAll(() => database.close());

const use = () => getInstallationUse(database, { actor });
const set = async (limits: Partial<Awaited<ReturnType<typeof use>>['limits']>) => {
  const now = await use();
  await setInstallationLimits(database, {
    actor,
    revision: now.revision,
    limits: { ...now.limits, ...limits },
  });
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? error,
  );
const make = (userId: string) =>
  createCompany(
    { auth: database.auth, mode: 'open', firstPlugins },
    {
      founder: { userId, name: 'Ada', platformRole: 'user' },
      name: `Company ${randomUUID()}`,
      languages: ['en'],
      locale: 'en',
    },
  );

const person = () => ({
  name: 'Bo',
  email: `${randomUUID()}@example.com`,
  password: 'a long enough pass phrase',
  termsVersion: '1',
  privacyVersion: '1',
});
const register = () =>
  codeOf(
    signUp(
      {
        auth: database.auth,
        mode: 'open',
        setupCode: 'x',
        hashPassword: async () => 'x',
        firstPlugins,
      },
      {
        ...person(),
        companyName: 'Engines',
        languages: ['en'],
        locale: 'en',
        isLoopback: true,
        ipAddress: '127.0.0.1',
      },
    ),
  );

test('one person owns five companies unless an administrator says otherwise, also when they make many at once', async () => {
  const { userId } = await addMember(database, null);
  const made = await Promise.all(Array.from({ length: 8 }, () => codeOf(make(userId))));
  expect(made.filter((code) => code === 'done')).toHaveLength(5);
  expect(made.filter((code) => code === 'company.too_many')).toHaveLength(3);
  await set({ maxOwnedCompanies: 6 });
  expect(await codeOf(make(userId))).toBe('done');
  expect(await codeOf(make(userId))).toBe('company.too_many');
});

test('there are as many companies as the installation may have, no matter who makes them', async () => {
  const { userId } = await addMember(database, null);
  const { companies } = await use();
  await set({ maxCompanies: companies + 1 });
  expect(
    (await Promise.all([codeOf(make(userId)), codeOf(make(userId)), codeOf(make(userId))])).toSorted(),
  ).toEqual(['done', 'installation.companies_used_up', 'installation.companies_used_up']);
  expect(await register()).toBe('installation.companies_used_up');
  const byPlatform = createForOwner(
    { platform: database.platform, mailer, firstPlugins },
    { actor, name: 'Further', ownerEmail: 'bo@example.com' },
  );
  expect(await codeOf(byPlatform)).toBe('installation.companies_used_up');
  await set({ maxCompanies: null });
  expect(await codeOf(make(userId))).toBe('done');
});

test('there are as many accounts as the installation may have, by sign-up and by invitation, also at once', async () => {
  const company = await database.createCompany();
  const { link } = await createInvitation(
    { db: database.app, mailer },
    { scope: scopeOf(company), by: 'link', domain: 'example.com', role: 'operator', days: 7 },
  );
  const invited = () =>
    codeOf(
      signUpWithInvitation(
        { auth: database.auth, mailer: { ...mailer, isConfigured: false }, hashPassword: async () => 'x' },
        {
          ...person(),
          token: link!.split('/invite/')[1]!,
          ipAddress: null,
        },
      ),
    );
  await set({ maxUsers: (await use()).users });
  expect(await invited()).toBe('installation.users_used_up');
  await set({ maxUsers: (await use()).users + 1 });
  const codes = await Promise.all([register(), invited(), register(), register()]);
  expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  expect(codes.filter((code) => code === 'installation.users_used_up')).toHaveLength(3);
  await set({ maxUsers: null });
  // What was refused used nothing up.
  if (codes[1] !== 'done') expect(await invited()).toBe('done');
});

test('what is used is shown beside the limits; changes name what they were made on and are written down', async () => {
  const company = await database.createCompany();
  await reserve(
    { db: database.app, processId: null },
    { scope: scopeOf(company), action: 'captures.add', kind: 'upload', bytes: 5000, captures: 1 },
  );
  const before = await use();
  expect(before).toMatchObject({
    bytes: 5000,
    capturesThisMonth: 1,
    unfinishedUploads: 1,
    unfinishedBytes: 5000,
  });
  await set({ maxBytes: 7000 });
  expect(
    await codeOf(
      setInstallationLimits(database, { actor, revision: before.revision, limits: before.limits }),
    ),
  ).toBe('platform.changed_meanwhile');
  expect(await codeOf(set({ maxCompanies: -1, maxOwnedCompanies: Number.NaN }))).toBe('platform.bad_input');
  const { events } = await listPlatformEvents(
    { platform: database.platform },
    { actor, action: 'platform.limits_changed' },
  );
  expect(events[0]?.detail).toEqual({ maxBytes: { from: null, to: 7000 } });
  const stranger: PlatformActor = { ...actor, platformRole: 'user' };
  expect(await codeOf(getInstallationUse(database, { actor: stranger }))).toBe('platform.admin_only');
  expect(
    await codeOf(setInstallationLimits(database, { actor: stranger, revision: 1, limits: before.limits })),
  ).toBe('platform.admin_only');
});
