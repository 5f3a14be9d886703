import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeSecretFiles } from './secret-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readout-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function secretFile(text: string, mode = 0o400): string {
  const file = path.join(folder, `${Math.random()}`);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

test('a secret in a file is taken in place of the variable that names it, without the end of its line', () => {
  const environment = { READOUT_SECRET_FILE: secretFile('hunter2 \n'), DATABASE_URL_FILE: '', PORT: '1' };
  takeSecretFiles(environment);
  expect(environment).toEqual({ READOUT_SECRET: 'hunter2 ', PORT: '1' });
});

test.each([
  ['empty', () => secretFile('\n'), 'is empty'],
  ['for everybody to read', () => secretFile('hunter2', 0o444), 'can be read by everybody'],
  ['not there', () => path.join(folder, 'nothing'), 'no such file'],
  ['a folder', () => folder, 'cannot be read (EISDIR)'],
])(
  'a file that is %s is refused by the name of its variable, and what it holds is not repeated',
  (_what, make, why) => {
    const take = () => takeSecretFiles({ READOUT_SMTP_URL_FILE: make() });
    expect(take).toThrow(why);
    expect(take).toThrow(/^(?!.*hunter2)READOUT_SMTP_URL_FILE=/s);
  },
);

test('a secret that is given twice is refused, for nobody could say which one holds', () => {
  expect(() => takeSecretFiles({ READOUT_SECRET: 'a', READOUT_SECRET_FILE: secretFile('b') })).toThrow(
    'READOUT_SECRET and READOUT_SECRET_FILE are both set',
  );
});
