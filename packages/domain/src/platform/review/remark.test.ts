// cspell:ignore Höchstens Takten einen Testfall Eine größere Seite kann Grenze erreichen Zeile mehr Zeichen
import { expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { remark, remarkOf, sayChecks } from './remark.ts';
import type { Check, Checks } from './rules.ts';

const of = (...checks: Check[]): Checks => ({
  status: 'passed',
  run: '0',
  attempt: 1,
  startedAt: '2026-11-01T00:00:00.000Z',
  endedAt: null,
  checks,
});
const saidIn = (locale: string, check: Check) => sayChecks(of(check), locale).checks[0];

test('what was found is said in the reader’s language, its numbers too', () => {
  const check: Check = {
    name: 'time',
    status: 'warning',
    detail: [remark('check.time.spent', { ticks: 1234, most: 2000, ms: 1.5 }), remark('check.time.near')],
    findings: [
      {
        text: remark('check.found.long_line', { most: 400 }),
        where: 'source',
        line: 1,
        column: null,
        excerpt: 'a',
        isBlocking: false,
      },
    ],
  };
  expect(saidIn('en', check)?.detail).toBe(
    'At most 1,234 of 2,000 ticks and 1.5 ms for one fixture. A larger page may reach the limit.',
  );
  expect(saidIn('de', check)).toMatchObject({
    detail:
      'Höchstens 1.234 von 2.000 Takten und 1,5 ms für einen Testfall. Eine größere Seite kann die Grenze erreichen.',
    findings: [{ text: expect.stringMatching(/^Eine Zeile mit mehr als 400 Zeichen/), line: 1 }],
  });
});

test('a refusal is kept as its code, and what was kept before there were languages as it is', () => {
  const refused = remarkOf(new AppError('plugin.version_not_found', { pluginId: 'a', version: '1.0.0' }));
  expect(saidIn('en', { name: 'manifest', status: 'failed', detail: [refused] })?.detail).toBe(
    new AppError('plugin.version_not_found', { pluginId: 'a', version: '1.0.0' }).message,
  );
  expect(saidIn('de', { name: 'size', status: 'passed', detail: 'Program 1 KB.' })?.detail).toBe(
    'Program 1 KB.',
  );
  const ofAnother = { key: 'check.size.of_tomorrow', values: {} } as const;
  expect(saidIn('de', { name: 'size', status: 'passed', detail: [ofAnother] })?.detail).toBe(
    'check.size.of_tomorrow',
  );
});
