// cspell:disable -- accounts
import { expect, it } from 'vitest';
import { holdsIban, ibanIn, ibanLength } from './iban.ts';

/** The examples of the SWIFT IBAN Registry. */
const accounts = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'NL91ABNA0417164300',
  'FR1420041010050500013M02606',
  'IT60X0542811101000000123456',
  'ES9121000418450200051332',
  'PL61109010140000071219812874',
  'CH9300762011623852957',
  'BE68539007547034',
  'AT611904300234573201',
  'MT84MALT011000012345MTLCAST001S',
  'TR330006100519786457841326',
];

it.each(accounts)('%s is an account as it is', (iban) => {
  expect([holdsIban(iban), ibanIn(iban)]).toEqual([true, iban]);
});

it.each([
  ['letters among the figures of a German one', 'DE893704OO440532O13000', 'DE89370400440532013000'],
  ['a letter in its check digits', 'DEB9370400440532013000', 'DE89370400440532013000'],
  ['figures in a Dutch bank', 'NL9148NA0417164300', undefined],
  ['a figure in a Dutch bank', 'NL91A8NA0417164300', 'NL91ABNA0417164300'],
  ['a figure in the bank and a letter behind it', 'GB29NW8K6O161331926819', 'GB29NWBK60161331926819'],
  ['a figure in a British country', 'G829NWBK60161331926819', 'GB29NWBK60161331926819'],
  ['more behind it', 'AT6119O4300234573201EUR', 'AT611904300234573201'],
  ['a one that is a letter of an Italian one', 'IT60X05428I1101000000123456', 'IT60X0542811101000000123456'],
])('%s', (_, read, iban) => {
  expect(ibanIn(read)).toBe(iban);
});

it.each([
  ['another figure', 'DE89370400440532013001'],
  ['too short', 'DE8937040044053201300'],
  ['of no country', 'XX89370400440532013000'],
  ['letters that are no figures', 'DE89370400440532A13000'],
  ['far too many letters', 'GB290000600000000000000'],
])('%s is none', (_, read) => {
  expect(ibanIn(read)).toBeUndefined();
});

it('keeps what either may be in an account that has both', () => {
  // Of a French account the eleven before the last two are letters or figures: which, only its print can say.
  expect(ibanIn('FR1420041010050500O13M02606')).toBeUndefined();
  expect(ibanLength('FR14')).toBe(27);
});
