import { expect, test } from 'vitest';
import { unwritableCode, unwritableSentence } from './unwritable.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

test('a folder on a read-only file system is said to be read-only, not to be missing', () => {
  const code = unwritableCode('/mnt/share/backups/readout', failure('ENOENT'), {
    isThere: (at) => at === '/mnt/share',
    demandWritable: (at) => {
      if (at === '/mnt/share') throw failure('EROFS');
    },
  });
  expect(code).toBe('EROFS');
  expect(unwritableSentence('/mnt/share/backups', 'EROFS')).toContain('read-only');
});

test('a folder above which everything can be written keeps its own reason', () => {
  const writable = { isThere: () => true, demandWritable: () => {} };
  expect(unwritableCode('/srv/x', failure('ENOENT'), writable)).toBe('ENOENT');
  expect(unwritableCode('/srv/x', failure('ENOTDIR'), writable)).toBe('ENOTDIR');
});
