import { join } from 'node:path';
import { readFixtures } from '@readout/plugin-kit/testing';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { textsIn } from '@readout/texts';
import { expect, it } from 'vitest';
import { readerReason } from './reader-reason.ts';

const asItIs = (value: string) => value;
const german = {
  text: textsIn('de-DE'),
  amount: asItIs,
  number: asItIs,
  day: asItIs,
  percent: (value: string) => `${value} %`,
};

it('each reason that a reader gives for a check is said in the language of the page', async () => {
  const sandbox = await createSandbox();
  const english = new Set<string>();
  for (const plugin of await loadFirstPartyPlugins()) {
    const folder = join(import.meta.dirname, '../../../../plugins', plugin.manifest.id);
    for (const { input } of await readFixtures(folder)) {
      const run = sandbox.run(plugin, input);
      for (const { fields } of run.ok ? run.records : [])
        for (const { checks } of Object.values(fields))
          for (const { by, reason } of checks)
            if (by !== 'host' && readerReason(reason, german) === undefined) english.add(reason);
    }
  }
  await sandbox.close();
  expect([...english]).toEqual([]);
});

// cspell:disable -- German
it.each([
  [
    'No due date is printed. By the terms it is due on 2026-05-31, at the end of the month 30 days after the date of the invoice.',
    'Ein Fälligkeitsdatum ist nicht angegeben. Nach den Zahlungsbedingungen fällig am 2026-05-31: zum Ende des Monats, 30 Tage nach Rechnungsdatum.',
  ],
  [
    '3 times 2.50 is not 7.00 (3 Schrauben (M4) 7,00).',
    '3 × 2.50 ergibt nicht 7.00 („3 Schrauben (M4) 7,00“).',
  ],
  ['19 % of 100.00 is 19.00, not 18.00.', '19 % von 100.00 sind 19.00, nicht 18.00.'],
  ['The check digit of (01) GTIN does not hold.', 'Die Prüfziffer von (01) stimmt nicht.'],
  [
    '“Total” could not be read here; this is what stands where its value should be.',
    '„Total“ war hier nicht lesbar; dies steht an der Stelle des Werts.',
  ],
])('%s', (reason, said) => expect(readerReason(reason, german)).toBe(said));

// cspell:enable
it('what another plugin says is shown as it says it', () =>
  expect(readerReason('The pallet is known.', german)).toBeUndefined());
