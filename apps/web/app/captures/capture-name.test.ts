import type { RecordSummary } from '@readout/domain/records/rules';
import { expect, it } from 'vitest';
import { toReadable } from '../record/field-text.ts';
import { textsIn } from '../ui/texts.tsx';
import { captureName, captureTitle } from './capture-name.ts';

const record = (over: Partial<RecordSummary>): RecordSummary => ({
  id: 'r',
  plugin: 'receipt',
  type: 'receipt',
  state: 'needs_review',
  confidence: 1,
  title: 'HARBOUR CAFE',
  titleType: 'text',
  facts: [],
  failedChecks: 0,
  ...over,
});
const inGerman = ({ value, type }: { value: string; type: RecordSummary['titleType'] }): string =>
  toReadable({ value, type }, { locale: 'de', text: textsIn('de') });

it('writes a day or an amount that names a capture as the page writes them', () => {
  const titled = (title: string, titleType: RecordSummary['titleType']) =>
    captureTitle({ title, fileName: 'a.png', records: [record({ title, titleType })] }, inGerman);
  expect(titled('2017-12-20', 'date')).toBe('20. Dez. 2017');
  expect(titled('1068.87', 'amount')).toBe('1.068,87');
  // A code that looks like one is none.
  expect(titled('2017-12-20', 'code')).toBe('2017-12-20');
  expect(captureTitle({ title: null, fileName: '2017-12-20', records: [] }, inGerman)).toBe('2017-12-20');
});

it('names it by its title and its first amount', () => {
  const facts = [{ label: 'Total', value: '12.25', type: 'amount' as const, rows: null }];
  const cafe = { title: 'HARBOUR CAFE', fileName: 'a.png', records: [record({ facts })] };
  expect(captureName(cafe, inGerman)).toBe('HARBOUR CAFE, 12,25');
});
