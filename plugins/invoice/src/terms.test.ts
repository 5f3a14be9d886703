// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { recordsOf, valuesOf } from './read-text.ts';

const pageOf = (rows: readonly string[]) => [
  'Nordwerk Pumpen AG',
  'Invoice / Rechnung / Facture / Factura 118',
  'Datum / Date / Fecha: 12.10.2026',
  ...rows,
  'Arbeit   840,00',
  'Total due   840,00',
  'IBAN DE89 3704 0044 0532 0130 00',
];

describe('the terms of payment', () => {
  it.each<[locale: string, rows: string[], terms: string, due: string]>([
    ['de-DE', ['30 Tage netto'], '30 Tage netto', '2026-11-11'],
    ['de-DE', ['Zahlungsziel: 14 Tage'], '14 Tage', '2026-10-26'],
    [
      'de-DE',
      ['Zahlbar innerhalb von 30 Tagen ohne Abzug.'],
      'Zahlbar innerhalb von 30 Tagen ohne Abzug',
      '2026-11-11',
    ],
    ['de-CH', ['Zahlbar innert 10 Tagen'], 'Zahlbar innert 10 Tagen', '2026-10-22'],
    ['de-DE', ['Zahlbar sofort ohne Abzug.'], 'Zahlbar sofort ohne Abzug', '2026-10-12'],
    [
      'de-DE',
      ['Zahlungsbedingungen: 10 Tage 2 % Skonto, 30 Tage netto'],
      '10 Tage 2 % Skonto, 30 Tage netto',
      '2026-11-11',
    ],
    [
      'de-DE',
      ['Bei Zahlung innerhalb von 10 Tagen 2 % Skonto,', 'innerhalb von 30 Tagen netto.'],
      'Bei Zahlung innerhalb von 10 Tagen 2 % Skonto innerhalb von 30 Tagen netto',
      '2026-11-11',
    ],
    ['en-GB', ['Terms: Net 30'], 'Net 30', '2026-11-11'],
    ['en-GB', ['Payment terms   Net 30 days'], 'Net 30 days', '2026-11-11'],
    ['en-GB', ['Invoice date   Terms', '12/10/2026     2/10, net 30'], '2/10, net 30', '2026-11-11'],
    [
      'en-GB',
      ['Payable within 14 days of the invoice date.'],
      'Payable within 14 days of the invoice date',
      '2026-10-26',
    ],
    [
      'en-GB',
      ['2 % Skonto within 10 days, 30 days net'],
      '2 % Skonto within 10 days, 30 days net',
      '2026-11-11',
    ],
    ['en-GB', ['Payment terms: due on receipt'], 'due on receipt', '2026-10-12'],
    ['en-GB', ['Please pay within thirty (30) days'], 'Please pay within thirty (30) days', '2026-11-11'],
    ['fr-FR', ['Règlement : à 30 jours'], 'à 30 jours', '2026-11-11'],
    ['fr-FR', ['Conditions de paiement : 30 jours fin de mois'], '30 jours fin de mois', '2026-11-30'],
    ['fr-FR', ['Paiement fin de mois + 30 jours'], 'Paiement fin de mois + 30 jours', '2026-11-30'],
    ['fr-FR', ['Paiement à réception de facture'], 'Paiement à réception de facture', '2026-10-12'],
    ['fr-FR', ['Paiement sous 15 jours. Pas d’escompte.'], 'Paiement sous 15 jours', '2026-10-27'],
    ['es-ES', ['Forma de pago: transferencia a 30 días'], 'transferencia a 30 días', '2026-11-11'],
    ['es-ES', ['Pago a 60 días fecha factura'], 'Pago a 60 días fecha factura', '2026-12-11'],
    ['es-ES', ['Condiciones de pago: al contado'], 'al contado', '2026-10-12'],
    ['it-IT', ['Pagamento: 30 gg d.f.'], '30 gg d.f', '2026-11-11'],
    ['it-IT', ['Condizioni di pagamento: 30 gg d.f.f.m.'], '30 gg d.f.f.m', '2026-11-30'],
    ['nl-NL', ['Betaling binnen 14 dagen'], 'Betaling binnen 14 dagen', '2026-10-26'],
    ['pl-PL', ['Płatność w terminie 14 dni'], 'Płatność w terminie 14 dni', '2026-10-26'],
    ['pl-PL', ['Termin płatności: 14 dni'], '14 dni', '2026-10-26'],
    ['sv-SE', ['Betalningsvillkor: 30 dagar netto'], '30 dagar netto', '2026-11-11'],
  ])('make the due date, in %s: %j', (locale, rows, terms, due) => {
    const [record] = recordsOf(pageOf(rows), locale);
    expect(record?.fields.terms?.value).toBe(terms);
    const field = record?.fields.due;
    expect(field?.value).toBe(due);
    expect(field?.confidence).toBeLessThan(0.9);
    expect(field?.checks).toMatchObject([{ name: 'computed', passed: true }]);
    // The terms and the date it was counted from.
    expect(new Set(field?.evidence.map(({ line }) => line)).size).toBeGreaterThanOrEqual(2);
  });

  it.each<[locale: string, rows: string[]]>([
    ['en-GB', ['You may return goods within 30 days']],
    ['en-GB', ['Warranty: 90 days']],
    ['en-GB', ['Interest of 8 % is charged on payments 30 days late']],
    ['en-GB', ['This price is valid for 14 days']],
    ['en-GB', ['Rent of a pump, paid for 10 days   100.00']],
    ['de-DE', ['Widerruf innerhalb von 14 Tagen, Zahlung wird erstattet']],
    ['de-DE', ['Lieferung innerhalb von 10 Tagen nach Zahlung']],
    ['fr-FR', ['Délai de rétractation : 14 jours']],
    ['es-ES', ['Devoluciones: 30 días']],
    ['nl-NL', ['Levertijd 14 dagen']],
  ])('are not made of days of something else: %j in %s', (locale, rows) => {
    const { terms, due } = valuesOf(pageOf(rows), locale);
    expect([terms, due]).toEqual([undefined, undefined]);
  });

  it.each<[locale: string, rows: string[], terms: string]>([
    ['en-GB', ['Payment terms: 30/60/90 days'], '30/60/90 days'],
    ['en-GB', ['Payment terms: 10 working days'], '10 working days'],
    ['en-GB', ['2 % discount if paid within 10 days'], '2 % discount if paid within 10 days'],
    [
      'de-DE',
      ['2 % Skonto, bei Zahlung innerhalb von 10 Tagen'],
      '2 % Skonto, bei Zahlung innerhalb von 10 Tagen',
    ],
    ['de-DE', ['Zahlungsziel: 10 Werktage'], '10 Werktage'],
    ['fr-FR', ['Conditions de règlement : 45 jours fin de mois le 10'], '45 jours fin de mois le 10'],
    ['es-ES', ['Condiciones de pago: 30, 60 y 90 días'], '30, 60 y 90 días'],
    ['it-IT', ['Pagamento: 30-60 gg d.f.'], '30-60 gg d.f'],
  ])('make no due date where they name no one day, in %s: %j', (locale, rows, terms) => {
    const values = valuesOf(pageOf(rows), locale);
    expect(values.terms).toBe(terms);
    expect(values.due).toBeUndefined();
  });

  it.each<[locale: string, rows: string[], due: string | undefined]>([
    ['de-DE', ['Zahlbar bis 22.10.2026 mit 2 % Skonto, bis 11.11.2026 netto'], '2026-11-11'],
    ['de-DE', ['Bei Zahlung bis zum 22.10.2026 gewähren wir 2 % Skonto'], undefined],
    ['en-GB', ['3 % discount if paid by 22/10/2026', 'Due date: 11/11/2026'], '2026-11-11'],
    ['fr-FR', ['Escompte de 2 % pour paiement avant le 22/10/2026', 'Échéance : 11/11/2026'], '2026-11-11'],
    ['es-ES', ['2 % descuento por pago antes del 22/10/2026', 'Vencimiento: 11/11/2026'], '2026-11-11'],
    ['nl-NL', ['2 % korting bij betaling voor 22-10-2026', 'Vervaldatum: 11-11-2026'], '2026-11-11'],
  ])('never take the day of a discount for the due date, in %s: %j', (locale, rows, due) => {
    const values = valuesOf(pageOf(rows), locale);
    expect(values.due).toBe(due);
    expect(values.date).toBe('2026-10-12');
  });

  it('leave the printed due date as it is, and doubt it where they say another', () => {
    const [same] = recordsOf(pageOf(['Due date: 11/11/2026', 'Terms: Net 30']));
    expect(same!.fields.due).toMatchObject({ value: '2026-11-11', confidence: expect.any(Number) });
    expect(same!.fields.due!.confidence).toBeGreaterThan(0.9);
    const [other] = recordsOf(pageOf(['Due date: 11/12/2026', 'Terms: Net 30']));
    expect(other!.fields.due!.checks).toContainEqual(
      expect.objectContaining({ name: 'terms', passed: false }),
    );
    expect(other!.fields.due!.confidence).toBeLessThan(0.75);
  });

  it('offer both days where end of month can mean two', () => {
    const [record] = recordsOf(pageOf(['Terms: 30 days EOM']));
    expect(record!.fields.due).toMatchObject({ value: '2026-11-30' });
    const [late] = recordsOf(pageOf(['Terms: 60 days EOM']));
    expect(late!.fields.due).toMatchObject({ value: '2026-12-31', ambiguous: ['2026-12-30'] });
  });

  it('need a date to count from', () => {
    const { terms, due } = valuesOf([
      'Nordwerk Ltd',
      'Invoice 118-A',
      'Terms: Net 30',
      'Total due   £120.00',
    ]);
    expect([terms, due]).toEqual(['Net 30', undefined]);
  });
});
