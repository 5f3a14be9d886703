import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as kit from './check-digits.ts';

/** Codes published as examples by the bodies and carriers that define them, or printed on public specimens. */
const good: [name: string, code: string, test: (code: string) => boolean][] = [
  ['GTIN-13', '4006381333931', kit.isGtin],
  ['GTIN-12', '036000291452', kit.isGtin],
  ['GTIN-8', '96385074', kit.isGtin],
  ['GTIN-14', '09506000134352', kit.isGtin],
  ['SSCC', '106141411234567897', kit.isSscc],
  ['S10', 'RR473124829GB', kit.isS10],
  ['UPS', '1Z999AA10123456784', kit.isUps1Z],
  ['UPS', '1Z5R89390357567127', kit.isUps1Z],
  ['FedEx 12', '986578788855', kit.isFedEx12],
  ['FedEx 12', '477179081230', kit.isFedEx12],
  ['FedEx 15', '041441760228964', kit.isFedEx15],
  ['FedEx 22', '9611020987654312345672', kit.isFedEx22],
  ['FedEx 34', '1001921334250001000300779017972697', kit.isFedEx34],
  ['FedEx 20', '61299998820821171811', kit.isFedEx20],
  ['USPS 20', '03071790000523483741', kit.isUsps],
  ['USPS 22', '9400111201080805483016', kit.isUsps],
  ['DHL Express', '3318810025', kit.isDhlWaybill],
  ['MOD 37,36', 'A12425GABC1234002M', kit.hasMod37And36],
  ['Luhn', '4111111111111111', kit.hasLuhn],
];

it.each(good)('%s: accepts %s and refuses it with another last digit', (_, code, test) => {
  expect(test(code)).toBe(true);
  if (_ === 'S10') return;
  const last = code.at(-1)!;
  for (const other of '0123456789') if (other !== last) expect(test(code.slice(0, -1) + other)).toBe(false);
});

it('S10: refuses every other check digit', () => {
  for (const other of '012345678') if (other !== '9') expect(kit.isS10(`RR47312482${other}GB`)).toBe(false);
});

it('the GS1 check digit notices every single wrong digit', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{11,17}$/),
      fc.nat(10),
      fc.integer({ min: 1, max: 9 }),
      (body, place, change) => {
        const code = body + kit.gs1CheckDigit(body);
        expect(kit.hasGs1CheckDigit(code)).toBe(true);
        const digit = (Number(code[place]) + change) % 10;
        expect(kit.hasGs1CheckDigit(code.slice(0, place) + digit + code.slice(place + 1))).toBe(false);
      },
    ),
    { seed: 20260305 },
  );
});

it('expands UPC-E to the UPC-A it stands for', () => {
  expect(kit.expandUpcE('04252614')).toBe('042100005264');
  expect(kit.expandUpcE('01234565')).toBe('012345000065');
  expect(kit.isGtin(kit.expandUpcE('04252614')!)).toBe(true);
  expect(kit.expandUpcE('24252614')).toBeUndefined();
});

it('no test accepts text of the wrong length or with other characters', () => {
  for (const test of [
    kit.isGtin,
    kit.isSscc,
    kit.isS10,
    kit.isUps1Z,
    kit.isFedEx12,
    kit.isFedEx15,
    kit.isFedEx22,
    kit.isFedEx34,
    kit.isUsps,
    kit.isDhlWaybill,
    kit.hasLuhn,
  ])
    for (const text of ['', '0', ' ', 'hello', '٠١٢٣٤٥٦٧٨٩', '1Z', '-12345678901'])
      expect(test(text)).toBe(false);
});
