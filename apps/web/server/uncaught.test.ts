import { expect, test } from 'vitest';
import type { Log } from './log.ts';
import { onUncaught } from './uncaught.ts';

const happens = (error: Error): string[] => {
  const said: string[] = [];
  const say = (level: string) => () => said.push(level);
  const log = { error: say('error'), fatal: say('fatal') } as unknown as Log;
  onUncaught({ log, stop: say('stop') })(error);
  return said;
};

test('a connection that broke stops nothing, a defect is told and stops the process', () => {
  expect(happens(Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toEqual(['error']);
  expect(happens(Object.assign(new Error('aborted'), { code: 'ABORT_ERR' }))).toEqual(['error']);
  expect(happens(new TypeError('x is not a function'))).toEqual(['fatal', 'stop']);
});
