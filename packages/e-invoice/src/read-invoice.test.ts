// cspell:disable -- names in examples
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { EInvoice } from './invoice.ts';
import { readInvoice } from './read-invoice.ts';
import { Refusal } from './refusal.ts';
import { groups, terms } from './terms.ts';
import { formatsMade, madeByOthers } from './testing/made-by-others.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readInvoice(bytesOf(text));
const valuesOf = ({ values }: EInvoice) =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
const rowsOf = ({ lists }: EInvoice, name: keyof EInvoice['lists']) =>
  lists[name].map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, { value }]) => [column, value])),
  );
const failed = ({ checks }: EInvoice) =>
  checks.filter(({ passed }) => !passed).map(({ name, field }) => `${name} ${field}`);

/** What the library does not write in CII, though the norm has a place for it. */
const preceding =
  '<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>RE-2026-0041</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>';
const order =
  '<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO-77</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>';

const made = new Map<string, string>();
beforeAll(async () => {
  for (const format of formatsMade) {
    const text = await madeByOthers(format);
    const isWhole = !/Minimum|Basic/.test(format);
    const [agreement, settlement] = [
      '</ram:ApplicableHeaderTradeAgreement>',
      '</ram:ApplicableHeaderTradeSettlement>',
    ];
    made.set(
      format,
      isWhole
        ? text
            .replace(settlement, `${preceding}${settlement}`)
            .replace(agreement, text.includes('PO-77') ? agreement : `${order}${agreement}`)
        : text,
    );
  }
});

const whole = {
  number: 'RE-2026-0042',
  date: '2026-10-12',
  typeCode: '380',
  currency: 'EUR',
  due: '2026-11-11',
  buyerReference: '04011000-12345-34',
  contractNumber: 'C-9',
  orderNumber: 'PO-77',
  terms: 'Net within 30 days.',
  note: 'Thank you for your order.',
  precedingNumber: 'RE-2026-0041',
  supplier: 'Nordwerk Pumpen & Söhne GmbH',
  supplierTaxId: 'DE123456788',
  address: 'Kaistraße 4\nHaus B\n24103 Kiel',
  supplierCountry: 'DE',
  buyer: 'Hafen Handel AG',
  buyerTaxId: 'DE811128135',
  buyerCountry: 'DE',
  payee: 'Nordwerk Finanz GmbH',
  deliveryDate: '2026-10-01',
  periodStart: '2026-09-01',
  periodEnd: '2026-09-30',
  paymentMeans: '58',
  reference: 'RF18539007547034',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  subtotal: '400.00',
  discount: '20.00',
  charges: '15.00',
  net: '395.00',
  tax: '69.05',
  total: '464.05',
  prepaid: '100.00',
  rounding: '-0.05',
  payable: '364.00',
};
const items = [
  ['Pump service', '3', 'HUR', '80.00', '19', '240.00'],
  ['Filter', '2', 'C62', '60.00', '19', '110.00'],
  ['Handbook', '10', 'C62', '5.00', '7', '50.00'],
].map(([text, quantity, unit, unitPrice, taxRate, amount], index) => ({
  text,
  description: `${text} in full`,
  quantity,
  unit,
  unitPrice,
  priceQuantity: '1',
  taxRate,
  category: 'S',
  article: `A-${index + 1}`,
  amount,
}));

describe('a file made by another implementation', () => {
  test.each([
    ['UBL', 'UBL 2.1 Invoice', 'EN 16931'],
    ['CII', 'CII D16B', 'EN 16931'],
    ['XRECHNUNG-UBL', 'UBL 2.1 Invoice', 'XRechnung'],
    ['XRECHNUNG-CII', 'CII D16B', 'XRechnung'],
    ['Factur-X-XRechnung', 'CII D16B', 'XRechnung'],
    ['Factur-X-EN16931', 'CII D16B', 'EN 16931'],
    ['Factur-X-Extended', 'CII D16B', 'EXTENDED'],
  ])('%s: every term of the table is read exactly, and every rule holds', (name, format, profile) => {
    const invoice = read(made.get(name)!);
    expect(invoice).toMatchObject({
      format,
      profile,
      isCreditNote: false,
      sign: 1,
      unread: [],
      isEnveloped: false,
    });
    expect(valuesOf(invoice)).toEqual({ ...whole, specification: expect.any(String) });
    expect(rowsOf(invoice, 'items')).toEqual(items);
    expect(rowsOf(invoice, 'taxes')).toEqual([
      { rate: '19', base: '345.00', amount: '65.55', category: 'S' },
      { rate: '7', base: '50.00', amount: '3.50', category: 'S' },
    ]);
    expect(rowsOf(invoice, 'allowances')).toEqual([
      { reason: 'Loyalty', amount: '20.00', base: '400.00', percent: '5', category: 'S', taxRate: '19' },
    ]);
    expect(rowsOf(invoice, 'surcharges')).toEqual([
      { reason: 'Freight', amount: '15.00', category: 'S', taxRate: '19' },
    ]);
    expect(failed(invoice)).toEqual([]);
    expect(new Set(invoice.checks.map((check) => check.name))).toEqual(
      new Set([
        'line_amount',
        'line_sum',
        'net',
        'tax_rate',
        'tax_base',
        'tax_sum',
        'total',
        'payable',
        'iban',
        'due',
      ]),
    );
  });

  test.each([
    // Their profiles have no rounding, which the sample has.
    ['Factur-X-Basic', 'BASIC', ['payable payable']],
    ['Factur-X-Basic WL', 'BASIC WL', ['payable payable', 'profile specification']],
    ['Factur-X-Minimum', 'MINIMUM', ['profile specification']],
  ])(
    '%s has what its profile has, and what is not an invoice under German tax law is told',
    (name, profile, told) => {
      const invoice = read(made.get(name)!);
      expect(invoice).toMatchObject({ profile, unread: [] });
      expect(whole).toMatchObject(
        Object.fromEntries(
          Object.entries(valuesOf(invoice)).filter(
            ([field]) => !['specification', 'address'].includes(field),
          ),
        ),
      );
      expect(valuesOf(invoice)).toMatchObject({
        number: 'RE-2026-0042',
        total: '464.05',
        supplier: whole.supplier,
      });
      expect(failed(invoice)).toEqual(told);
    },
  );

  test('every format is looked at', () => expect(formatsMade).toHaveLength(10));

  test('every value names the bytes it stands in', () => {
    for (const text of made.values()) {
      const invoice = read(text);
      const all = [
        ...Object.values(invoice.values),
        ...Object.values(invoice.lists)
          .flat()
          .flatMap((row) => Object.values(row)),
      ];
      for (const { value, places, type } of all) {
        const cited = places.map(({ from, to }) =>
          new TextDecoder().decode(bytesOf(text).subarray(from, to)),
        );
        const plain = cited.join(' ').replaceAll('&amp;', '&');
        if (type === 'amount' || type === 'percent' || type === 'number')
          expect(Number(plain)).toBe(Number(value));
        else expect(plain.replaceAll(/[-\s]/g, '')).toBe(value.replaceAll(/[-\s]/g, ''));
      }
    }
  });

  test('every value names its element, also among several', () => {
    const ubl = read(made.get('UBL')!);
    expect(ubl.values.total?.places[0]?.path).toBe(
      '/ubl:Invoice/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
    );
    expect(ubl.lists.items[1]?.unit?.places[0]?.path).toBe(
      '/ubl:Invoice/cac:InvoiceLine[2]/cbc:InvoicedQuantity/@unitCode',
    );
    const cii = read(made.get('CII')!);
    expect(cii.values.iban?.places[0]?.path).toMatch(/^\/rsm:CrossIndustryInvoice\/.*\/ram:IBANID$/);
  });
});

/** The smallest UBL that has what every invoice has. */
const ubl = (change: Partial<Record<'root' | 'head' | 'more' | 'line' | 'sums', string>> = {}) => {
  const root = change.root ?? 'Invoice';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
${change.head ?? `<cbc:ID>A 1</cbc:ID><cbc:IssueDate>2026-10-12</cbc:IssueDate><cbc:${root}TypeCode>${root === 'Invoice' ? 380 : 381}</cbc:${root}TypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>`}
${change.more ?? ''}
<cac:AccountingSupplierParty><cac:Party><cac:PostalAddress><cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyLegalEntity><cbc:RegistrationName>Peeters</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Janssens</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">21.00</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">21.00</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
${change.sums ?? `<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount><cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">121.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="EUR">121.00</cbc:PayableAmount></cac:LegalMonetaryTotal>`}
${change.line ?? `<cac:${root}Line><cbc:ID>1</cbc:ID><cbc:${root === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity unitCode="C62">4</cbc:${root === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Chair</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item><cac:Price><cbc:PriceAmount currencyID="EUR">25</cbc:PriceAmount></cac:Price></cac:${root}Line>`}
</${root}>`;
};
const enveloped = (...inside: string[]) =>
  `<sh:StandardBusinessDocument xmlns:sh="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><sh:StandardBusinessDocumentHeader><sh:HeaderVersion>1.0</sh:HeaderVersion></sh:StandardBusinessDocumentHeader>${inside.map((text) => text.replace(/^<\?xml[^>]*>\s*/, '')).join('')}</sh:StandardBusinessDocument>`;

describe('UBL', () => {
  it('is read with its own prefixes and with others', () => {
    const invoice = read(ubl());
    expect(valuesOf(invoice)).toMatchObject({
      number: 'A1',
      supplier: 'Peeters',
      buyer: 'Janssens',
      total: '121.00',
    });
    expect(invoice.profile).toBe('Peppol BIS 3');
    expect(failed(invoice)).toEqual([]);
    const others = ubl()
      .replaceAll('cbc', 'b')
      .replaceAll('cac', 'a')
      .replace('<Invoice xmlns=', '<u:Invoice xmlns:u=')
      .replace('</Invoice>', '</u:Invoice>');
    expect(valuesOf(read(others))).toEqual(valuesOf(invoice));
    expect(read(others).values.number?.places[0]?.path).toBe('/ubl:Invoice/cbc:ID');
  });

  it('has credit notes, whose amounts come back with a minus', () => {
    const note = read(ubl({ root: 'CreditNote' }));
    expect(note).toMatchObject({ format: 'UBL 2.1 CreditNote', isCreditNote: true, sign: -1 });
    expect(rowsOf(note, 'items')).toMatchObject([
      { text: 'Chair', quantity: '4', unit: 'C62', amount: '100.00' },
    ]);
    expect(failed(note)).toEqual([]);
  });

  it('is read with thousands of items, each with its own place', () => {
    const line = /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/.exec(ubl())![0];
    const { lists } = read(ubl({ line: line.repeat(5000) }));
    expect(lists.items).toHaveLength(5000);
    expect(lists.items[4999]?.amount?.places[0]?.path).toBe(
      '/ubl:Invoice/cac:InvoiceLine[5000]/cbc:LineExtensionAmount',
    );
    expect(new Set(lists.items.map(({ amount }) => amount?.places[0]?.from)).size).toBe(5000);
  });

  it('is read in the envelope of Peppol', () => {
    expect(read(enveloped(ubl()))).toMatchObject({ isEnveloped: true, format: 'UBL 2.1 Invoice' });
    expect(read(enveloped(ubl())).values.number?.places[0]?.path).toBe(
      '/sbdh:StandardBusinessDocument/ubl:Invoice/cbc:ID',
    );
  });

  it('has the tax in its own currency beside that of its accounts', () => {
    const both = ubl({
      more: '<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">240.00</cbc:TaxAmount></cac:TaxTotal>',
    });
    expect(valuesOf(read(both))).toMatchObject({ tax: '21.00' });
  });

  it('has files in it, told apart by their paths where they have one name', () => {
    const attachment = (content: string) =>
      `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="C:\\x/../invoice.pdf">${content}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
    const { attachments } = read(ubl({ more: attachment('JVBE\nRi0=') + attachment('%PDF') }));
    expect(
      attachments.map(({ name, mediaType, bytes }) => [
        name,
        mediaType,
        bytes && new TextDecoder().decode(bytes),
      ]),
    ).toEqual([
      ['invoice.pdf', 'application/pdf', '%PDF-'],
      ['invoice.pdf', 'application/pdf', undefined],
    ]);
    expect(new Set(attachments.map(({ path }) => path)).size).toBe(2);
  });
});

/** ZUGFeRD 1 has other names for most of what is in it. */
const zugferd1 = `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15">
<rsm:SpecifiedExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:ferd:CrossIndustryDocument:invoice:1p0:comfort</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:SpecifiedExchangedDocumentContext>
<rsm:HeaderExchangedDocument><ram:ID>471102</ram:ID><ram:Name>RECHNUNG</ram:Name><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20130305</udt:DateTimeString></ram:IssueDateTime></rsm:HeaderExchangedDocument>
<rsm:SpecifiedSupplyChainTradeTransaction>
<ram:ApplicableSupplyChainTradeAgreement><ram:SellerTradeParty><ram:Name>Lieferant GmbH</ram:Name><ram:PostalTradeAddress><ram:PostcodeCode>80333</ram:PostcodeCode><ram:LineOne>Lieferantenstraße 20</ram:LineOne><ram:CityName>München</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress><ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">201/113/40209</ram:ID></ram:SpecifiedTaxRegistration><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>Kunden AG Mitte</ram:Name></ram:BuyerTradeParty><ram:BuyerOrderReferencedDocument><ram:ID>B-7</ram:ID></ram:BuyerOrderReferencedDocument></ram:ApplicableSupplyChainTradeAgreement>
<ram:ApplicableSupplyChainTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20130305</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableSupplyChainTradeDelivery>
<ram:ApplicableSupplyChainTradeSettlement><ram:PaymentReference>2013-471102</ram:PaymentReference><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE08700901001234567890</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans><ram:ApplicableTradeTax><ram:CalculatedAmount currencyID="EUR">37.62</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount currencyID="EUR">198.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:ApplicablePercent>19.00</ram:ApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementMonetarySummation><ram:LineTotalAmount currencyID="EUR">198.00</ram:LineTotalAmount><ram:ChargeTotalAmount currencyID="EUR">0.00</ram:ChargeTotalAmount><ram:AllowanceTotalAmount currencyID="EUR">0.00</ram:AllowanceTotalAmount><ram:TaxBasisTotalAmount currencyID="EUR">198.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">37.62</ram:TaxTotalAmount><ram:GrandTotalAmount currencyID="EUR">235.62</ram:GrandTotalAmount><ram:DuePayableAmount currencyID="EUR">235.62</ram:DuePayableAmount></ram:SpecifiedTradeSettlementMonetarySummation></ram:ApplicableSupplyChainTradeSettlement>
<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedSupplyChainTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount currencyID="EUR">9.9000</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedSupplyChainTradeAgreement><ram:SpecifiedSupplyChainTradeDelivery><ram:BilledQuantity unitCode="C62">20.0000</ram:BilledQuantity></ram:SpecifiedSupplyChainTradeDelivery><ram:SpecifiedSupplyChainTradeSettlement><ram:ApplicableTradeTax><ram:CategoryCode>S</ram:CategoryCode><ram:ApplicablePercent>19.00</ram:ApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementMonetarySummation><ram:LineTotalAmount currencyID="EUR">198.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation></ram:SpecifiedSupplyChainTradeSettlement><ram:SpecifiedTradeProduct><ram:Name>Trennblätter A4</ram:Name></ram:SpecifiedTradeProduct></ram:IncludedSupplyChainTradeLineItem>
</rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>`;

test('ZUGFeRD 1 is read by the same table, and its paths are as it writes them', () => {
  const invoice = read(zugferd1);
  expect(invoice).toMatchObject({ format: 'ZUGFeRD 1', profile: 'ZUGFeRD 1', unread: [] });
  expect(valuesOf(invoice)).toMatchObject({
    number: '471102',
    date: '2013-03-05',
    supplier: 'Lieferant GmbH',
    supplierTaxId: 'DE123456789',
    address: 'Lieferantenstraße 20\n80333 München',
    buyer: 'Kunden AG Mitte',
    orderNumber: 'B-7',
    deliveryDate: '2013-03-05',
    reference: '2013-471102',
    iban: 'DE08700901001234567890',
    net: '198.00',
    tax: '37.62',
    total: '235.62',
  });
  expect(rowsOf(invoice, 'items')).toEqual([
    {
      text: 'Trennblätter A4',
      quantity: '20',
      unit: 'C62',
      unitPrice: '9.90',
      taxRate: '19',
      category: 'S',
      amount: '198.00',
    },
  ]);
  expect(failed(invoice)).toEqual([]);
  expect(invoice.values.number?.places[0]?.path).toBe(
    '/rsm:CrossIndustryDocument/rsm:HeaderExchangedDocument/ram:ID',
  );
});

describe('an invoice that does not add up says so', () => {
  // Each change of the sample in UBL, and what it breaks.
  it.each<[what: string, from: string, to: string, told: string[]]>([
    ['the total', '464.05', '464.50', ['total total', 'payable payable']],
    ['the net', '>395.00', '>396.00', ['net net', 'total total']],
    [
      'the sum of the items',
      '>400.00</cbc:LineExtensionAmount>',
      '>401.00</cbc:LineExtensionAmount>',
      ['line_sum subtotal', 'net net'],
    ],
    ['the tax', '>69.05', '>69.50', ['tax_sum tax', 'total total']],
    ['the tax of a rate', '>65.55', '>66.55', ['tax_rate taxes', 'tax_sum tax']],
    ['what is taxed', '>345.00', '>335.00', ['tax_rate taxes', 'tax_base taxes']],
    [
      'the amount of an item',
      '>240.00',
      '>241.00',
      ['line_amount items', 'line_sum subtotal', 'tax_base taxes'],
    ],
    ['a price', '>80.00', '>81.00', ['line_amount items']],
    ['a quantity', '>3</cbc:InvoicedQuantity>', '>4</cbc:InvoicedQuantity>', ['line_amount items']],
    ['what is left to pay', '>364.00', '>364.05', ['payable payable']],
    ['what was paid', '>100.00', '>110.00', ['payable payable']],
    ['the account', 'DE89370400440532013000', 'DE89370400440532013001', ['iban iban']],
    ['the due date', '2026-11-11', '2026-10-11', ['due due']],
    ['a date', '2026-10-12', '2026-02-30', ['mandatory date', 'unreadable date']],
    ['the form of an amount', '>464.05', '>464,05', ['mandatory total', 'unreadable total']],
    [
      'a currency',
      '>EUR</cbc:DocumentCurrencyCode>',
      '>Euro</cbc:DocumentCurrencyCode>',
      ['mandatory currency', 'unreadable currency'],
    ],
    ['a number', '<cbc:ID>RE-2026-0042</cbc:ID>', '', ['mandatory number']],
    ['an emptied number', '>RE-2026-0042<', '> <', ['mandatory number']],
    [
      'a second number',
      '<cbc:ID>RE-2026-0042</cbc:ID>',
      '<cbc:ID>RE-2026-0042</cbc:ID><cbc:ID>RE-2026-0043</cbc:ID>',
      ['mandatory number', 'repeated number'],
    ],
  ])('where it has %s that is changed', (_, from, to, told) => {
    const text = made.get('UBL')!;
    expect(text).toContain(from);
    expect(failed(read(text.replace(from, to))).sort()).toEqual(told.sort());
  });

  it('tells how, in words', () => {
    const reasons = read(made.get('UBL')!.replace('464.05', '464.50')).checks.filter(({ passed }) => !passed);
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'Net and tax add up to 464.05, the invoice says 464.50.',
      'The total less what was paid comes to 364.45, the invoice says 364.00.',
    ]);
  });

  it('has no value where the same is said twice in different ways, and one where it is said twice alike', () => {
    const twice = (second: string) => ubl({ head: `<cbc:ID>A1</cbc:ID><cbc:ID>${second}</cbc:ID>` });
    expect(read(twice('A1')).values.number?.value).toBe('A1');
    expect(read(twice('A2')).values).not.toHaveProperty('number');
    expect(read(twice('A2')).unread).toMatchObject([
      { reason: 'repeated', term: 'BT-1', path: '/ubl:Invoice/cbc:ID[1]' },
    ]);
  });
});

describe('what is not an invoice is refused by name', () => {
  const codeOf = (text: string): string => {
    try {
      read(text);
      return 'read';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  it.each([
    ['other_document', '<Invoice/>'],
    ['other_document', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['other_document', ubl().replace('xsd:Invoice-2', 'xsd:Invoice-3')],
    ['other_document', ubl().replaceAll('Invoice-2', 'Order-2')],
    ['other_document', zugferd1.replace('invoice:1p0"', 'invoice:3p0"')],
    ['other_document', enveloped()],
    ['other_document', enveloped(ubl(), ubl())],
    ['doctype', ubl().replace('?>', '?><!DOCTYPE Invoice>')],
    ['not_xml', ubl().slice(0, -20)],
  ])('%s', (code, text) => expect(codeOf(text)).toBe(code));

  it('and of one in another namespace nothing is read', () => {
    const foreign = ubl().replace('CommonBasicComponents-2', 'CommonBasicComponents-1');
    expect(read(foreign).values).toEqual({});
    expect(failed(read(foreign))).toContain('mandatory number');
  });
});

test('the table has each field once, and a path for each syntax', () => {
  for (const list of [terms, ...groups.map(({ columns }) => columns)]) {
    expect(new Set(list.map(({ field }) => field)).size).toBe(list.length);
    for (const { paths } of list) expect(Object.values(paths).flat().every(Boolean)).toBe(true);
  }
});
