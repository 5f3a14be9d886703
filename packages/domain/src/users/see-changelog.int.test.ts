import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeChangelog } from './see-changelog.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the newest release a person has seen is theirs, and not seen by an admin who acts as them', async () => {
  const { owner } = await database.createCompany({ name: 'Ours' });
  const seen = () =>
    database.asOwner(
      async (client) =>
        (await client.query('select changelog_seen from auth."user" where id = $1', [owner.userId])).rows[0]
          .changelog_seen as string | null,
    );
  await seeChangelog(
    { auth: database.auth },
    { userId: owner.userId, impersonatedBy: owner.userId, release: '1.2.0' },
  );
  expect(await seen()).toBeNull();
  await seeChangelog({ auth: database.auth }, { userId: owner.userId, release: '1.2.0' });
  expect(await seen()).toBe('1.2.0');
});
