import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { differences, type ExpectedRecord, summarise } from '@readout/plugin-kit/testing';
import { createSandbox, type LoadedPlugin, type Sandbox } from '@readout/plugin-sandbox/node';
import type { TextValues } from '@readout/texts';
import { visible } from '../format-table.ts';
import { milliseconds } from '../format-units.ts';
import { say } from '../say.ts';
import { differenceInWords } from './differences-in-words.ts';
import { type Fixture, readFixtureFolders } from './plugin-folder.ts';

type Print = (text: string) => Promise<void>;

/** Where a fixture says nothing of it. */
const usual = { locale: 'en-GB', today: '2026-03-10' };

/**
 * Runs every fixture in the sandbox and prints what is not as expected.
 * @param options.update writes what came out as the expectation, after it is printed; a run that failed never
 * @returns whether everything is (or was made) as expected
 */
export async function testPlugin(
  plugin: LoadedPlugin,
  folder: string,
  print: Print,
  { update }: { update: boolean },
): Promise<boolean> {
  const fixtures = await readFixtureFolders(folder, plugin.manifest);
  if (fixtures.length === 0) {
    await print(
      say('cli.plugin.nothing_to_test', {
        command: `npx --no-install readout plugin fixture ${folder} PICTURE`,
      }),
    );
    return false;
  }
  const sandbox = await createSandbox();
  let wrong = 0;
  try {
    for (const fixture of fixtures) {
      const { lines, records, ms } = judge(sandbox, plugin, fixture);
      const time = milliseconds(ms, 1);
      if (lines.length === 0) {
        await print(`${outcome('expected')}  ${fixture.name}  (${time})`);
        continue;
      }
      const isUpdated = update && records !== undefined;
      if (!isUpdated) wrong++;
      await print(
        [
          `${outcome(isUpdated ? 'updated' : undefined)}  ${fixture.name}  (${time})`,
          ...lines.map((line) => `  ${visible(line)}`),
        ].join('\n'),
      );
      if (isUpdated) await writeExpectation(fixture, records);
    }
  } finally {
    await sandbox.close();
  }
  await print(say('cli.plugin.tested', { wrong, all: fixtures.length }));
  return wrong === 0;
}

type Outcome = TextValues['cli.plugin.outcome']['is'];

/** As wide as the widest of them, so that names stand below each other. */
function outcome(is: Outcome): string {
  const words = (['expected', 'updated', undefined] as const).map((each) =>
    say('cli.plugin.outcome', { is: each }),
  );
  return say('cli.plugin.outcome', { is }).padEnd(Math.max(...words.map(({ length }) => length)));
}

function judge(
  sandbox: Sandbox,
  plugin: LoadedPlugin,
  { reading, settings, expected }: Fixture,
): { lines: string[]; records: ExpectedRecord[] | undefined; ms: number } {
  const { locale, today } = expected ?? usual;
  const run = sandbox.run(plugin, { reading, settings, locale, today });
  if (!run.ok) return { lines: [`${run.code}: ${run.message}`], records: undefined, ms: run.ms };
  const records = summarise(run.records);
  if (!expected) {
    const made = records.map((record) => JSON.stringify(record));
    return {
      lines: [say('cli.plugin.no_expectation'), ...(made.length > 0 ? made : [say('cli.plugin.no_records')])],
      records,
      ms: run.ms,
    };
  }
  return { lines: differences(expected.records, records).map(differenceInWords), records, ms: run.ms };
}

async function writeExpectation({ folder, expected }: Fixture, records: ExpectedRecord[]): Promise<void> {
  const stated = { ...usual, ...expected, records };
  await writeFile(join(folder, 'expected.json'), `${JSON.stringify(stated, null, 2)}\n`);
}
