// cspell:disable -- signs and words as printed
import { describe, expect, it } from 'vitest';
import { type DocumentCurrencyOptions, documentCurrency, findCurrencies } from './found-currencies.ts';
import { readingOfText } from './reading-of-text.ts';

const meantBy = (text: string, options: DocumentCurrencyOptions) => {
  const found = documentCurrency(readingOfText(text).lines, options);
  return found && { code: found.code, others: found.others.length };
};

describe('findCurrencies', () => {
  it.each([
    ['Total CHF', ['CHF']],
    ['SUMME EUR', ['EUR']],
    ['Grand Total ₹', ['₹']],
    ['Amount (Rs.)', ['Rs.']],
    ['249 kr', ['kr']],
    ['US$ 12.00', ['US$']],
    ['R18.99', ['R']],
    ['Alle Preise in Euro', ['Euro']],
    ['Rupees One Lakh Only', ['Rupees']],
  ])('finds those of %j', (text, raws) => {
    const meant = findCurrencies(text).map(({ raw, index }) => {
      expect(text.slice(index, index + raw.length)).toBe(raw);
      return raw;
    });
    expect(meant.map((raw) => raw.replace(/\.$/, ''))).toEqual(raws.map((raw) => raw.replace(/\.$/, '')));
  });

  it.each([
    'HARBOUR TRADING SDN BHD',
    'SVC CHARGE',
    'TOP UP',
    'Class R',
    'BD VOLTAIRE 12',
    '10 FT CABLE',
    'PARMIGIANO DOP',
  ])('finds none in %j', (text) => expect(findCurrencies(text)).toEqual([]));

  it('tells dinars from companies', () => expect(findCurrencies('Total BHD 12.500')).toHaveLength(1));
});

describe('documentCurrency', () => {
  it.each([
    ['$', 'Coffee $4.20\nTotal $4.20', 'de-DE', 'USD'],
    ['$ in Canada', 'Coffee $4.20\nTotal $4.20', 'en-CA', 'CAD'],
    ['yen by having no decimals', 'Tea ¥160\nTotal ¥1,196', 'en', 'JPY'],
    ['yuan by its decimals', 'Tea ¥16.00\nTotal ¥119.60', 'en', 'CNY'],
    ['rupees', 'Tea Rs 20\nTotal Rs 460', 'en-US', 'INR'],
    ['rand', 'Bread R18.99\nTotal R18.99', 'en-GB', 'ZAR'],
    ['dollars by a code elsewhere', 'Prices in AUD\nTotal $4.20', 'en-US', 'AUD'],
    ['of two the one of the total', 'EUR 10.00\nTotal CHF 9.50\nCHF 9.50', 'de-DE', 'CHF'],
  ])('knows %s', (_, text, locale, code) => expect(meantBy(text, { locale })?.code).toBe(code));

  it('never replaces a sign by another currency: what nobody can tell stays open', () => {
    expect(meantBy('Kaffe 42 kr\nTotalt 249 kr', { locale: 'en-GB' })).toEqual({
      code: undefined,
      others: 4,
    });
    expect(meantBy('Total $4.20', { locale: 'de-DE' })).toMatchObject({ code: 'USD' });
    expect(meantBy('Total $4.20', { locale: 'de-DE' })!.others).toBeGreaterThan(3);
    expect(meantBy('Kaffe 42 kr', { locale: 'en-GB', home: 'NOK' })).toEqual({ code: 'NOK', others: 0 });
    expect(meantBy('Total 4.20', { locale: 'de-DE' })).toBeUndefined();
  });

  it('leaves two currencies open that are printed as often', () =>
    expect(meantBy('EUR 10.00\nCHF 9.50', { locale: 'de-DE' })?.code).toBeUndefined());
});
