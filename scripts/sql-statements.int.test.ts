import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, prepareStatement, type TestDatabase } from '@readout/database/testing';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Statement, statementsOf } from './sql-statements.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const statements = globSync(['packages/*/src/**/*.ts', 'apps/web/server/**/*.ts'], { cwd: root })
  .filter((file) => !/[.]test[.]ts$|\/test|testing\//.test(file))
  .toSorted()
  .flatMap((file) => statementsOf(root, file));

/** Part of what these say is only known when they run: a name of a column or what is set. Their own tests run them. */
const knownWhenRun = [
  'packages/domain/src/captures/capture-conditions.ts',
  'packages/domain/src/mails/change-outbox.ts',
  'packages/domain/src/originals/store-care.ts',
  'packages/domain/src/platform/change-platform-state.ts',
  'packages/domain/src/readings/end-reading.ts',
  'packages/domain/src/readings/take-reading.ts',
  'packages/domain/src/records/change-record.ts',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What is wrong with each; nothing for one that PostgreSQL takes and whose rows have what their type says. */
async function findings(of: readonly Statement[]): Promise<{ file: string; finding: string }[]> {
  const found: { file: string; finding: string }[] = [];
  await database.asOwner(async (client) => {
    for (const { file, line, text, columns, isWhole } of of) {
      const told = await prepareStatement(client, text);
      const arrives = new Map(
        'columns' in told
          ? told.columns.map(({ name, kind }) => [name, isWhole && kind === 'Date' ? 'string' : kind])
          : [],
      );
      const named = 'columns' in told ? [...(columns ?? [])] : [];
      const missing = named.flatMap(([name]) => (arrives.has(name) ? [] : [name]));
      const mistaken = named.filter(([name, kind]) => {
        const arriving = arrives.get(name);
        return kind && arriving && kind !== arriving;
      });
      // A value whose type only its use will tell is no mistake.
      if ('code' in told && told.code !== '42P18')
        found.push({ file, finding: `${file}:${line} ${told.code} ${told.message}` });
      else if (missing.length > 0)
        found.push({ file, finding: `${file}:${line} has no column ${missing.join(', ')}` });
      const unnamed = columns && isWhole ? [...arrives.keys()].filter((name) => !columns.has(name)) : [];
      if (unnamed.length > 0)
        found.push({ file, finding: `${file}:${line} answers ${unnamed.join(', ')}, too` });
      for (const [name, kind] of mistaken)
        found.push({
          file,
          finding: `${file}:${line} ${name} is ${arrives.get(name)}, not ${kind}`,
        });
    }
  });
  return found;
}

test('every statement fits the migrated schema, and its rows have the columns of their type', async () => {
  expect(statements.length).toBeGreaterThan(600);
  expect(statements.filter(({ columns }) => columns).length).toBeGreaterThan(300);
  const found = await findings(statements);
  expect(found.filter(({ file }) => !knownWhenRun.includes(file))).toEqual([]);
  expect([...new Set(found.map(({ file }) => file))]).toEqual(knownWhenRun);
});

test('a column that is not there is found, and one that is of another type than the code takes it for', async () => {
  const statement = { file: 'a.ts', line: 1, isWhole: false };
  expect(
    await findings([
      {
        ...statement,
        text: 'select id from app.captures where company_id = $1::uuid',
        columns: new Map([['id', 'string']]),
      },
      { ...statement, text: 'select no_such_column from app.captures', columns: undefined },
      {
        ...statement,
        text: 'select id as capture, created_at, revision from app.captures',
        columns: new Map([
          ['capture', undefined],
          ['id', 'string'],
        ]),
      },
      {
        ...statement,
        text: 'select created_at, revision from app.captures',
        columns: new Map([
          ['created_at', 'Date'],
          ['revision', 'string'],
        ]),
      },
      {
        ...statement,
        isWhole: true,
        text: 'select created_at, revision from app.captures',
        columns: new Map([['created_at', 'string']]),
      },
    ]),
  ).toEqual([
    { file: 'a.ts', finding: expect.stringMatching(/^a\.ts:1 42703 column "no_such_column"/) },
    { file: 'a.ts', finding: 'a.ts:1 has no column id' },
    { file: 'a.ts', finding: 'a.ts:1 revision is number, not string' },
    { file: 'a.ts', finding: 'a.ts:1 answers revision, too' },
  ]);
});
