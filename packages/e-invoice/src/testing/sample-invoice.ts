// cspell:disable -- an invoice
import type { Invoice } from '@e-invoice-eu/core';

const euro = { currencyID: 'EUR' } as const;
type Amounts<Name extends string> = { [Key in Name as `cbc:${Key}` | `cbc:${Key}@currencyID`]: string };
/** An amount with its currency, as the library has attributes. */
const amounts = <Name extends string>(given: Record<Name, string>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => [
      [`cbc:${name}`, value],
      [`cbc:${name}@currencyID`, euro.currencyID],
    ]),
  ) as Amounts<Name>;
const vat = (rate: string) => ({ 'cbc:ID': 'S', 'cbc:Percent': rate, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } });
const item = (
  id: string,
  [name, quantity, unit, price, amount, rate]: readonly [string, string, string, string, string, string],
  more: object = {},
) => ({
  'cbc:ID': id,
  'cbc:InvoicedQuantity': quantity,
  'cbc:InvoicedQuantity@unitCode': unit,
  ...amounts({ LineExtensionAmount: amount }),
  ...more,
  'cac:Item': {
    'cbc:Description': `${name} in full`,
    'cbc:Name': name,
    'cac:SellersItemIdentification': { 'cbc:ID': `A-${id}` },
    'cac:ClassifiedTaxCategory': vat(rate),
  },
  'cac:Price': {
    ...amounts({ PriceAmount: price }),
    'cbc:BaseQuantity': '1',
    'cbc:BaseQuantity@unitCode': unit,
  },
});
const address = (street: string, city: string, code: string, country: string) => ({
  'cbc:StreetName': street,
  'cbc:CityName': city,
  'cbc:PostalZone': code,
  'cac:Country': { 'cbc:IdentificationCode': country },
});

/** An invoice that has every term of the table, in the form that `@e-invoice-eu/core` makes files of. */
export const sampleInvoice = {
  'ubl:Invoice': {
    'cbc:ID': 'RE-2026-0042',
    'cbc:IssueDate': '2026-10-12',
    'cbc:DueDate': '2026-11-11',
    'cbc:InvoiceTypeCode': '380',
    'cbc:Note': ['Thank you for your order.'],
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': '04011000-12345-34',
    'cac:InvoicePeriod': { 'cbc:StartDate': '2026-09-01', 'cbc:EndDate': '2026-09-30' },
    'cac:OrderReference': { 'cbc:ID': 'PO-77' },
    'cac:BillingReference': [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': 'RE-2026-0041' } }],
    'cac:ContractDocumentReference': { 'cbc:ID': 'C-9' },
    'cac:AccountingSupplierParty': {
      'cac:Party': {
        'cbc:EndpointID': 'rechnung@nordwerk.example',
        'cbc:EndpointID@schemeID': 'EM',
        'cac:PartyName': { 'cbc:Name': 'Nordwerk' },
        'cac:PostalAddress': {
          ...address('Kaistraße 4', 'Kiel', '24103', 'DE'),
          'cbc:AdditionalStreetName': 'Haus B',
        },
        'cac:PartyTaxScheme': [
          { 'cbc:CompanyID': 'DE123456788', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
          { 'cbc:CompanyID': '21/815/08150', 'cac:TaxScheme': { 'cbc:ID': 'FC' } },
        ],
        'cac:PartyLegalEntity': { 'cbc:RegistrationName': 'Nordwerk Pumpen & Söhne GmbH' },
        'cac:Contact': {
          'cbc:Name': 'Ada',
          'cbc:Telephone': '+49 431 1234',
          'cbc:ElectronicMail': 'ada@nordwerk.example',
        },
      },
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': {
        'cbc:EndpointID': 'buyer@hafen.example',
        'cbc:EndpointID@schemeID': 'EM',
        'cac:PostalAddress': address('Ringweg 8', 'Köln', '50667', 'DE'),
        'cac:PartyTaxScheme': { 'cbc:CompanyID': 'DE811128135', 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
        'cac:PartyLegalEntity': { 'cbc:RegistrationName': 'Hafen Handel AG' },
      },
    },
    'cac:PayeeParty': { 'cac:PartyName': { 'cbc:Name': 'Nordwerk Finanz GmbH' } },
    'cac:Delivery': { 'cbc:ActualDeliveryDate': '2026-10-01' },
    'cac:PaymentMeans': [
      {
        'cbc:PaymentMeansCode': '58',
        'cbc:PaymentID': 'RF18539007547034',
        'cac:PayeeFinancialAccount': {
          'cbc:ID': 'DE89370400440532013000',
          'cbc:Name': 'Nordwerk',
          'cac:FinancialInstitutionBranch': { 'cbc:ID': 'COBADEFFXXX' },
        },
      },
    ],
    'cac:PaymentTerms': { 'cbc:Note': 'Net within 30 days.' },
    'cac:AllowanceCharge': [
      {
        'cbc:ChargeIndicator': 'false',
        'cbc:AllowanceChargeReason': 'Loyalty',
        'cbc:MultiplierFactorNumeric': '5',
        ...amounts({ Amount: '20.00', BaseAmount: '400.00' }),
        'cac:TaxCategory': vat('19'),
      },
      {
        'cbc:ChargeIndicator': 'true',
        'cbc:AllowanceChargeReason': 'Freight',
        ...amounts({ Amount: '15.00' }),
        'cac:TaxCategory': vat('19'),
      },
    ],
    'cac:TaxTotal': [
      {
        ...amounts({ TaxAmount: '69.05' }),
        'cac:TaxSubtotal': [
          { ...amounts({ TaxableAmount: '345.00', TaxAmount: '65.55' }), 'cac:TaxCategory': vat('19') },
          { ...amounts({ TaxableAmount: '50.00', TaxAmount: '3.50' }), 'cac:TaxCategory': vat('7') },
        ],
      },
    ],
    'cac:LegalMonetaryTotal': amounts({
      LineExtensionAmount: '400.00',
      TaxExclusiveAmount: '395.00',
      TaxInclusiveAmount: '464.05',
      AllowanceTotalAmount: '20.00',
      ChargeTotalAmount: '15.00',
      PrepaidAmount: '100.00',
      PayableRoundingAmount: '-0.05',
      PayableAmount: '364.00',
    }),
    'cac:InvoiceLine': [
      item('1', ['Pump service', '3', 'HUR', '80.00', '240.00', '19']),
      item('2', ['Filter', '2', 'C62', '60.00', '110.00', '19'], {
        'cac:AllowanceCharge': [
          {
            'cbc:ChargeIndicator': 'false',
            'cbc:AllowanceChargeReason': 'Damaged box',
            ...amounts({ Amount: '10.00' }),
          },
        ],
      }),
      item('3', ['Handbook', '10', 'C62', '5.00', '50.00', '7']),
    ],
  },
} as unknown as Invoice;
