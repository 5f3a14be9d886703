import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRole } from '../actor.ts';
import { listMembers } from './list-members.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('reviewers see everyone of their company, operators themselves, nobody another company', async () => {
  const acme = await database.createCompany({ members: ['reviewer', 'operator'] });
  await database.createCompany({ members: ['admin'] });
  const listedFor = async ({ userId, name, role }: { userId: string; name: string; role: CompanyRole }) => {
    const members = await listMembers(
      { db: database.app },
      { scope: { companyId: acme.companyId, actor: { userId, name, role } } },
    );
    return members.map((member) => member.role);
  };
  const [reviewer, operator] = acme.members;
  if (!reviewer || !operator) throw new Error('The company has two members besides its owner.');
  expect(await listedFor(reviewer)).toEqual(['operator', 'owner', 'reviewer']);
  expect(await listedFor(operator)).toEqual(['operator']);
});
