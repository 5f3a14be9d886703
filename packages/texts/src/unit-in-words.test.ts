// cspell:disable -- units in many languages
import { expect, it } from 'vitest';
import { unitInWords } from './unit-in-words.ts';

it('codes of units are words of each language, one of it or several', () => {
  const words = (locale: string) => [
    ...['1', '3', undefined].map((quantity) => unitInWords('HUR', quantity, locale)),
    ...['1', '10'].map((quantity) => unitInWords('C62', quantity, locale)),
    ...['KGM', 'MON', 'MTK', 'LS'].map((code) => unitInWords(code, '2', locale)),
  ];
  expect(words('en')).toEqual([
    ...['hour', 'hours', 'hours', 'piece', 'pieces'],
    ...['kilograms', 'months', 'm²', 'flat rate'],
  ]);
  expect(words('de-CH')).toEqual([
    ...['Stunde', 'Stunden', 'Stunden', 'Stück', 'Stück'],
    ...['Kilogramm', 'Monate', 'm²', 'pauschal'],
  ]);
  expect(words('fr')).toEqual([
    ...['heure', 'heures', 'heures', 'pièce', 'pièces'],
    ...['kilogrammes', 'mois', 'm²', 'forfait'],
  ]);
  expect(words('es')).toEqual([
    ...['hora', 'horas', 'horas', 'unidad', 'unidades'],
    ...['kilogramos', 'meses', 'm²', 'importe fijo'],
  ]);
});

it('what is printed as a unit, or is a code of something rare, stays as it is', () => {
  for (const unit of ['Stk', 'hur', 'Karton', 'XZZ', 'constructor', ''])
    expect(unitInWords(unit, '2', 'de')).toBe(unit);
});
