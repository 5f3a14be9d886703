import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scopeOf } from '../testing/arrange.ts';
import { listSessions } from '../users/list-sessions.ts';
import { listUserEvents } from '../users/list-user-events.ts';
import { claimPairing, cleanPhoneName } from './claim-pairing.ts';
import { decidePairing } from './decide-pairing.ts';
import { finishPairing } from './finish-pairing.ts';
import { findPairing, getPairing } from './look-at-pairing.ts';
import { startPairing } from './start-pairing.ts';

let database: TestDatabase;
let company: TestCompany;
let sessionId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ name: 'Ours', members: ['operator'] });
  sessionId = await session(scope().actor.userId);
});

const deps = () => ({ auth: database.auth });
const scope = () => scopeOf(company);
const rows = <T>(query: string, values: unknown[] = []) =>
  database.asOwner(async (client) => (await client.query(query, values)).rows as T[]);
async function session(userId: string): Promise<string> {
  const [row] = await rows<{ id: string }>(
    "insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day') returning id",
    [userId, randomUUID()],
  );
  return row!.id;
}
const start = () => startPairing(deps(), { scope: scope(), sessionId });
const claim = (token: string, phoneName = 'Pixel 8') =>
  claimPairing(deps(), { token, phoneName, userAgent: 'Chrome/140 Android', ipAddress: '192.168.1.9' });
const decide = (pairingId: string, number: number, isConfirmed = true, by = sessionId) =>
  decidePairing(deps(), { scope: scope(), sessionId: by, pairingId, number, isConfirmed });
const longAgo = (pairingId: string) =>
  rows(
    "update auth.pairings set expires_at = now() - interval '1 second', decide_until = now() - interval '1 second' where id = $1",
    [pairingId],
  );

describe('pairing a phone', () => {
  test('a scanned and confirmed code signs the phone in once, for twelve hours, as its person sees in their list', async () => {
    const { pairingId, token } = await start();
    expect(await findPairing(deps(), { token, claim: undefined })).toEqual({
      state: 'open',
      number: null,
      companyName: null,
      userName: null,
    });
    const { claim: held, number } = await claim(token);
    expect(await getPairing(deps(), { sessionId, pairingId })).toEqual({
      state: 'claimed',
      phone: { name: 'Pixel 8', userAgent: 'Chrome/140 Android', ipAddress: '192.168.1.9', number },
    });
    expect(await findPairing(deps(), { token, claim: held })).toMatchObject({
      state: 'claimed',
      number,
      companyName: 'Ours',
    });
    await expect(finishPairing(deps(), { token, claim: held })).rejects.toMatchObject({
      code: 'pairing.over',
    });
    await decide(pairingId, number);
    const { sessionToken, expiresAt } = await finishPairing(deps(), { token, claim: held });
    expect((expiresAt.getTime() - Date.now()) / 3600_000).toBeCloseTo(12, 1);
    await expect(finishPairing(deps(), { token, claim: held })).rejects.toMatchObject({
      code: 'pairing.over',
    });
    const [kept] = await rows(
      'select user_id, paired_company_id, paired_name from auth.session where token = $1',
      [sessionToken],
    );
    expect(kept).toEqual({
      user_id: scope().actor.userId,
      paired_company_id: company.companyId,
      paired_name: 'Pixel 8',
    });
    const actor = { userId: scope().actor.userId, sessionId };
    expect((await listSessions(deps(), { actor })).map(({ phone }) => phone?.name)).toEqual([
      undefined,
      'Pixel 8',
    ]);
    expect((await listUserEvents(deps(), { actor, limit: 5 })).items[0]).toMatchObject({
      action: 'phone.paired',
    });
  });

  test('a code works for the first phone only, however many scan it at the same moment', async () => {
    const { token, pairingId } = await start();
    const answers = await Promise.allSettled([claim(token, 'A'), claim(token, 'B'), claim(token, 'C')]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getPairing(deps(), { sessionId, pairingId })).state).toBe('claimed');
    expect(await findPairing(deps(), { token, claim: 'something else' })).toMatchObject({
      state: 'over',
      companyName: null,
    });
  });

  test('a code is over after its minute, and a phone nobody confirmed after its two', async () => {
    const late = await start();
    await longAgo(late.pairingId);
    await expect(claim(late.token)).rejects.toMatchObject({ code: 'pairing.over' });
    const second = await start();
    const { claim: held, number } = await claim(second.token);
    await longAgo(second.pairingId);
    await expect(decide(second.pairingId, number)).rejects.toMatchObject({ code: 'pairing.not_waiting' });
    await expect(finishPairing(deps(), { token: second.token, claim: held })).rejects.toMatchObject({
      code: 'pairing.over',
    });
    expect((await getPairing(deps(), { sessionId, pairingId: second.pairingId })).state).toBe('over');
  });

  test('a refused phone, a wrong number and another session’s answer sign nobody in', async () => {
    const { token, pairingId } = await start();
    const { claim: held, number } = await claim(token);
    const other = await session(scope().actor.userId);
    await expect(decide(pairingId, number, true, other)).rejects.toMatchObject({ code: 'pairing.not_found' });
    await expect(decide(pairingId, (number + 1) % 1000)).rejects.toMatchObject({
      code: 'pairing.not_waiting',
    });
    await decide(pairingId, number, false);
    await expect(decide(pairingId, number)).rejects.toMatchObject({ code: 'pairing.not_waiting' });
    await expect(finishPairing(deps(), { token, claim: held })).rejects.toMatchObject({
      code: 'pairing.over',
    });
    expect((await findPairing(deps(), { token, claim: held })).state).toBe('refused');
  });

  test('only a person at a computer pairs: not a paired phone, not an administrator acting as them', async () => {
    await rows("update auth.session set paired_company_id = $2, paired_name = 'x' where id = $1", [
      sessionId,
      company.companyId,
    ]);
    await expect(start()).rejects.toMatchObject({ code: 'pairing.from_phone' });
    await rows(
      'update auth.session set paired_company_id = null, paired_name = null, impersonated_by = user_id where id = $1',
      [sessionId],
    );
    await expect(start()).rejects.toMatchObject({ code: 'pairing.from_phone' });
    const stranger = await database.createCompany({});
    await expect(startPairing(deps(), { scope: scopeOf(stranger), sessionId })).rejects.toMatchObject({
      code: 'pairing.from_phone',
    });
  });

  test('who left the company between confirming and finishing is not signed in', async () => {
    const { token, pairingId } = await start();
    const { claim: held, number } = await claim(token);
    await decide(pairingId, number);
    await rows('delete from auth.membership where user_id = $1', [scope().actor.userId]);
    await expect(finishPairing(deps(), { token, claim: held })).rejects.toMatchObject({
      code: 'pairing.over',
    });
  });

  test('what is kept holds neither the code nor what the phone holds', async () => {
    const { token } = await start();
    const { claim: held } = await claim(token);
    const kept = JSON.stringify(await rows('select * from auth.pairings'));
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(held);
  });
});

test.each([
  ['  My\n phone ', 'My phone'],
  ['\u202Eenohp', 'enohp'],
  ['', 'Phone'],
  ['x'.repeat(200), 'x'.repeat(80)],
  ['📱'.repeat(100), '📱'.repeat(80)],
])('a phone called %j is shown as %j', (name, shown) => expect(cleanPhoneName(name)).toBe(shown));
