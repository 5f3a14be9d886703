// cspell:ignore Quittung Rесеірt
import { expect, test } from 'vitest';
import { receiptManifest } from '../testing/arrange.ts';
import { demandOwnName } from './demand-own-name.ts';
import type { Installation } from './list-installations.ts';

const installed = (plugin: string, name: string, revision = 1) =>
  ({ plugin, name, revision }) as Installation;
const codeOf = (name: string, installations: Installation[], languages = {}): string => {
  try {
    demandOwnName({ pluginId: 'mine', manifest: { ...receiptManifest, name, languages } }, installations);
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a reader whose name looks like that of another one that is installed is refused, in any of its languages', () => {
  const others = [installed('receipt', 'Receipt'), installed('slip', 'Quittung')];
  expect(codeOf('Rесеірt', others)).toBe('plugin.name_imitates');
  expect(codeOf('Gate pass', others, { de: { 'Gate pass': 'Quittung' } })).toBe('plugin.name_imitates');
  expect(codeOf('Gate pass', others)).toBe('taken');
});

test('what is not installed keeps no name, and a plugin goes on with the name it had', () => {
  expect(codeOf('Receipt', [installed('receipt', 'Receipt', 0)])).toBe('taken');
  expect(codeOf('Receipt', [installed('receipt', 'Receipt'), installed('mine', 'RECEIPT')])).toBe('taken');
  expect(codeOf('Receipt', [installed('receipt', 'Receipt'), installed('mine', 'Slip')])).toBe(
    'plugin.name_imitates',
  );
});
