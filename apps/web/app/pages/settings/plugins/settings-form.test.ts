import type { ManifestSetting } from '@readout/plugin-kit/manifest';
import { expect, test } from 'vitest';
import { sentOf } from '../../../forms/sent.ts';
import { fieldNameOf, settingsOfForm, typedOf } from './settings-form.ts';

const settings: [ManifestSetting, string | number | boolean | string[]][] = [
  [{ type: 'text', name: 'prefix', label: 'Prefix', default: '' }, 'A-1'],
  [{ type: 'number', name: 'most', label: 'Most' }, 12.5],
  [{ type: 'switch', name: 'strict', label: 'Strict', default: false }, true],
  [
    {
      type: 'choice',
      name: 'order',
      label: 'Order',
      default: 'dmy',
      options: [
        { value: 'dmy', label: 'Day first' },
        { value: 'mdy', label: 'Month first' },
      ],
    },
    'mdy',
  ],
  [{ type: 'texts', name: 'suppliers', label: 'Suppliers', default: [] }, ['North', 'South & Sons']],
];

test('every type of setting comes out of the form as it went in', () => {
  const form = new FormData();
  for (const [setting, value] of settings) form.set(fieldNameOf(setting), typedOf(setting, value));
  expect(settingsOfForm(sentOf(form))).toEqual(
    Object.fromEntries(settings.map(([setting, value]) => [setting.name, value])),
  );
});

test('an empty number is left out, a comma is a decimal mark, and what is not a number is told apart', () => {
  const form = new FormData();
  form.set('number.a', ' ');
  form.set('number.b', '2,5');
  form.set('number.c', 'many');
  form.set('revision', '3');
  expect(settingsOfForm(sentOf(form))).toEqual({ b: 2.5, c: Number.NaN });
});

test('a switch is off unless its box was ticked', () => {
  const form = new FormData();
  form.append('switch.strict', 'off');
  expect(settingsOfForm(sentOf(form))).toEqual({ strict: false });
  form.append('switch.strict', 'on');
  expect(settingsOfForm(sentOf(form))).toEqual({ strict: true });
});
