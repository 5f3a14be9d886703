import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshCompanyUsage } from './refresh-company-usage.ts';
import { tellOfLimits } from './tell-of-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('owners and admins are told once that their company is close to a limit, and again after it was below', async () => {
  const near = await database.createCompany({ members: ['admin', 'reviewer', 'operator'] });
  const roomy = await database.createCompany();
  const { platform } = database;
  const limit = (members: number) =>
    database.asOwner((client) =>
      client.query('update app.company_settings set max_members = $1 where company_id = $2', [
        members,
        near.companyId,
      ]),
    );
  const told = () =>
    database.asOwner(async (client) => {
      const { rows } = await client.query<{ user_id: string; company_id: string; what: string }>(
        "select user_id, company_id, detail->>'what' as what from app.notifications where kind = 'company.limit_near' order by id",
      );
      return rows;
    });
  await limit(4);
  await refreshCompanyUsage({ platform });
  // Two workers at once.
  const made = await Promise.all([tellOfLimits({ platform }), tellOfLimits({ platform })]);
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await tellOfLimits({ platform })).toBe(0);
  const [admin] = near.members;
  const first = await told();
  expect(new Set(first.map((row) => row.user_id))).toEqual(new Set([near.owner.userId, admin?.userId]));
  expect(first.every((row) => row.what === 'members' && row.company_id !== roomy.companyId)).toBe(true);

  await limit(25);
  expect(await tellOfLimits({ platform })).toBe(0);
  await limit(4);
  expect(await tellOfLimits({ platform })).toBe(2);
  expect(await told()).toHaveLength(4);
});
