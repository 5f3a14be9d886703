// cspell:ignore IBANID BICID
import type { SyntaxId } from './syntaxes.ts';

/** What a value is; an `indicator` says true or false by the code it is. */
export type TermType = 'text' | 'code' | 'amount' | 'number' | 'percent' | 'date' | 'currency';

type Paths = Readonly<Record<SyntaxId, string | readonly string[]>>;

export interface Term {
  /** Business term of EN 16931. */
  term: string;
  /** Our field, or the column of a list. */
  field: string;
  type: TermType;
  /** Where it stands, seen from the document or the group; of several the first that is there. `{currency}` is the document's. */
  paths: Paths;
  /** May stand several times, of which the first is meant. Else two different ones are none. */
  isRepeated?: boolean;
}

/** A group of terms that stands as often as there is need: rows of a list. */
export interface Group {
  /** Business group of EN 16931. */
  term: string;
  field: string;
  paths: Paths;
  columns: readonly Term[];
}

const transaction = 'rsm:SupplyChainTradeTransaction';
const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`;
const delivery = `${transaction}/ram:ApplicableHeaderTradeDelivery`;
const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`;
const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const seller = `${agreement}/ram:SellerTradeParty`;
const buyer = `${agreement}/ram:BuyerTradeParty`;
const means = `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans`;
const supplierParty = 'cac:AccountingSupplierParty/cac:Party';
const customerParty = 'cac:AccountingCustomerParty/cac:Party';
const account = 'cac:PaymentMeans/cac:PayeeFinancialAccount';
const date = 'udt:DateTimeString';
const lineSettlement = 'ram:SpecifiedLineTradeSettlement';
const lineAgreement = 'ram:SpecifiedLineTradeAgreement';

const term = (
  id: string,
  field: string,
  type: TermType,
  ubl: string | readonly string[],
  cii: string | readonly string[],
  more: Pick<Term, 'isRepeated'> = {},
): Term => ({ term: id, field, type, paths: { ubl, cii }, ...more });

const repeated = { isRepeated: true };

/**
 * The semantic model of an invoice: EN 16931-1:2017, chapter 6; where its terms stand, CEN/TS 16931-3-2 (UBL 2.1) and
 * CEN/TS 16931-3-3 (CII D16B). Fields are named as those of the invoice reader; what it has no name for is named here.
 */
export const terms: readonly Term[] = [
  term('BT-1', 'number', 'code', 'cbc:ID', 'rsm:ExchangedDocument/ram:ID'),
  term('BT-2', 'date', 'date', 'cbc:IssueDate', `rsm:ExchangedDocument/ram:IssueDateTime/${date}`),
  term(
    'BT-3',
    'typeCode',
    'code',
    ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'],
    'rsm:ExchangedDocument/ram:TypeCode',
  ),
  term('BT-5', 'currency', 'currency', 'cbc:DocumentCurrencyCode', `${settlement}/ram:InvoiceCurrencyCode`),
  term(
    'BT-9',
    'due',
    'date',
    ['cbc:DueDate', 'cac:PaymentMeans/cbc:PaymentDueDate'],
    `${settlement}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/${date}`,
    repeated,
  ),
  term('BT-10', 'buyerReference', 'text', 'cbc:BuyerReference', `${agreement}/ram:BuyerReference`),
  term(
    'BT-12',
    'contractNumber',
    'code',
    'cac:ContractDocumentReference/cbc:ID',
    `${agreement}/ram:ContractReferencedDocument/ram:IssuerAssignedID`,
  ),
  term('BT-13', 'orderNumber', 'code', 'cac:OrderReference/cbc:ID', [
    `${agreement}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`,
    `${agreement}/ram:BuyerOrderReferencedDocument/ram:ID`,
  ]),
  term(
    'BT-20',
    'terms',
    'text',
    'cac:PaymentTerms/cbc:Note',
    `${settlement}/ram:SpecifiedTradePaymentTerms/ram:Description`,
    repeated,
  ),
  term('BT-22', 'note', 'text', 'cbc:Note', 'rsm:ExchangedDocument/ram:IncludedNote/ram:Content', repeated),
  term(
    'BT-24',
    'specification',
    'text',
    'cbc:CustomizationID',
    'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  ),
  term(
    'BT-25',
    'precedingNumber',
    'code',
    'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID',
    `${settlement}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
    repeated,
  ),
  term(
    'BT-27',
    'supplier',
    'text',
    `${supplierParty}/cac:PartyLegalEntity/cbc:RegistrationName`,
    `${seller}/ram:Name`,
  ),
  term(
    'BT-31',
    'supplierTaxId',
    'code',
    [
      `${supplierParty}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID`,
      // BT-32, the number of the tax office, where there is no other.
      `${supplierParty}/cac:PartyTaxScheme/cbc:CompanyID`,
    ],
    [
      `${seller}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`,
      `${seller}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=FC]`,
    ],
  ),
  term(
    'BT-35',
    'addressStreet',
    'text',
    `${supplierParty}/cac:PostalAddress/cbc:StreetName`,
    `${seller}/ram:PostalTradeAddress/ram:LineOne`,
  ),
  term(
    'BT-36',
    'addressMore',
    'text',
    `${supplierParty}/cac:PostalAddress/cbc:AdditionalStreetName`,
    `${seller}/ram:PostalTradeAddress/ram:LineTwo`,
  ),
  term(
    'BT-38',
    'addressCode',
    'text',
    `${supplierParty}/cac:PostalAddress/cbc:PostalZone`,
    `${seller}/ram:PostalTradeAddress/ram:PostcodeCode`,
  ),
  term(
    'BT-37',
    'addressCity',
    'text',
    `${supplierParty}/cac:PostalAddress/cbc:CityName`,
    `${seller}/ram:PostalTradeAddress/ram:CityName`,
  ),
  term(
    'BT-40',
    'supplierCountry',
    'code',
    `${supplierParty}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
    `${seller}/ram:PostalTradeAddress/ram:CountryID`,
  ),
  term(
    'BT-44',
    'buyer',
    'text',
    `${customerParty}/cac:PartyLegalEntity/cbc:RegistrationName`,
    `${buyer}/ram:Name`,
  ),
  term(
    'BT-48',
    'buyerTaxId',
    'code',
    `${customerParty}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID`,
    `${buyer}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`,
  ),
  term(
    'BT-55',
    'buyerCountry',
    'code',
    `${customerParty}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
    `${buyer}/ram:PostalTradeAddress/ram:CountryID`,
  ),
  term(
    'BT-59',
    'payee',
    'text',
    'cac:PayeeParty/cac:PartyName/cbc:Name',
    `${settlement}/ram:PayeeTradeParty/ram:Name`,
  ),
  term(
    'BT-72',
    'deliveryDate',
    'date',
    'cac:Delivery/cbc:ActualDeliveryDate',
    `${delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/${date}`,
  ),
  term(
    'BT-73',
    'periodStart',
    'date',
    'cac:InvoicePeriod/cbc:StartDate',
    `${settlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime/${date}`,
  ),
  term(
    'BT-74',
    'periodEnd',
    'date',
    'cac:InvoicePeriod/cbc:EndDate',
    `${settlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime/${date}`,
  ),
  term(
    'BT-81',
    'paymentMeans',
    'code',
    'cac:PaymentMeans/cbc:PaymentMeansCode',
    `${means}/ram:TypeCode`,
    repeated,
  ),
  term(
    'BT-83',
    'reference',
    'code',
    'cac:PaymentMeans/cbc:PaymentID',
    `${settlement}/ram:PaymentReference`,
    repeated,
  ),
  term(
    'BT-84',
    'iban',
    'code',
    `${account}/cbc:ID`,
    [
      `${means}/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`,
      `${means}/ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID`,
    ],
    repeated,
  ),
  term(
    'BT-86',
    'bic',
    'code',
    `${account}/cac:FinancialInstitutionBranch/cbc:ID`,
    `${means}/ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID`,
    repeated,
  ),
  term(
    'BT-106',
    'subtotal',
    'amount',
    'cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    `${sums}/ram:LineTotalAmount`,
  ),
  term(
    'BT-107',
    'discount',
    'amount',
    'cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount',
    `${sums}/ram:AllowanceTotalAmount`,
  ),
  term(
    'BT-108',
    'charges',
    'amount',
    'cac:LegalMonetaryTotal/cbc:ChargeTotalAmount',
    `${sums}/ram:ChargeTotalAmount`,
  ),
  term(
    'BT-109',
    'net',
    'amount',
    'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount',
    `${sums}/ram:TaxBasisTotalAmount`,
  ),
  term(
    'BT-110',
    'tax',
    'amount',
    ['cac:TaxTotal/cbc:TaxAmount[@currencyID={currency}]', 'cac:TaxTotal/cbc:TaxAmount[@currencyID=]'],
    [`${sums}/ram:TaxTotalAmount[@currencyID={currency}]`, `${sums}/ram:TaxTotalAmount[@currencyID=]`],
  ),
  term(
    'BT-112',
    'total',
    'amount',
    'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
    // In ZUGFeRD of all currencies, of which the document's counts.
    [`${sums}/ram:GrandTotalAmount[@currencyID={currency}]`, `${sums}/ram:GrandTotalAmount`],
  ),
  term(
    'BT-113',
    'prepaid',
    'amount',
    'cac:LegalMonetaryTotal/cbc:PrepaidAmount',
    `${sums}/ram:TotalPrepaidAmount`,
  ),
  term(
    'BT-114',
    'rounding',
    'amount',
    'cac:LegalMonetaryTotal/cbc:PayableRoundingAmount',
    `${sums}/ram:RoundingAmount`,
  ),
  term(
    'BT-115',
    'payable',
    'amount',
    'cac:LegalMonetaryTotal/cbc:PayableAmount',
    `${sums}/ram:DuePayableAmount`,
  ),
];

/** Rows of allowances and charges, by the path of those that are the one or the other. */
const allowances = (id: string, field: string, indicator: boolean): Group => ({
  term: id,
  field,
  paths: {
    ubl: `cac:AllowanceCharge[cbc:ChargeIndicator=${indicator}]`,
    cii: `${settlement}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=${indicator}]`,
  },
  columns: [
    term('BT-97', 'reason', 'text', 'cbc:AllowanceChargeReason', 'ram:Reason', repeated),
    term('BT-92', 'amount', 'amount', 'cbc:Amount', 'ram:ActualAmount'),
    term('BT-93', 'base', 'amount', 'cbc:BaseAmount', 'ram:BasisAmount'),
    term('BT-94', 'percent', 'percent', 'cbc:MultiplierFactorNumeric', 'ram:CalculationPercent'),
    term('BT-95', 'category', 'code', 'cac:TaxCategory/cbc:ID', 'ram:CategoryTradeTax/ram:CategoryCode'),
    term(
      'BT-96',
      'taxRate',
      'percent',
      'cac:TaxCategory/cbc:Percent',
      'ram:CategoryTradeTax/ram:RateApplicablePercent',
    ),
  ],
});

export const groups: readonly Group[] = [
  allowances('BG-20', 'allowances', false),
  allowances('BG-21', 'surcharges', true),
  {
    term: 'BG-23',
    field: 'taxes',
    paths: { ubl: 'cac:TaxTotal/cac:TaxSubtotal', cii: `${settlement}/ram:ApplicableTradeTax` },
    columns: [
      term('BT-119', 'rate', 'percent', 'cac:TaxCategory/cbc:Percent', 'ram:RateApplicablePercent'),
      term('BT-116', 'base', 'amount', 'cbc:TaxableAmount', 'ram:BasisAmount'),
      term('BT-117', 'amount', 'amount', 'cbc:TaxAmount', 'ram:CalculatedAmount'),
      term('BT-118', 'category', 'code', 'cac:TaxCategory/cbc:ID', 'ram:CategoryCode'),
      term('BT-120', 'reason', 'text', 'cac:TaxCategory/cbc:TaxExemptionReason', 'ram:ExemptionReason'),
    ],
  },
  {
    term: 'BG-25',
    field: 'items',
    paths: {
      ubl: ['cac:InvoiceLine', 'cac:CreditNoteLine'],
      cii: `${transaction}/ram:IncludedSupplyChainTradeLineItem`,
    },
    columns: [
      term('BT-153', 'text', 'text', 'cac:Item/cbc:Name', 'ram:SpecifiedTradeProduct/ram:Name'),
      term(
        'BT-154',
        'description',
        'text',
        'cac:Item/cbc:Description',
        'ram:SpecifiedTradeProduct/ram:Description',
      ),
      term(
        'BT-129',
        'quantity',
        'number',
        ['cbc:InvoicedQuantity', 'cbc:CreditedQuantity'],
        'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity',
      ),
      term(
        'BT-130',
        'unit',
        'text',
        ['cbc:InvoicedQuantity/@unitCode', 'cbc:CreditedQuantity/@unitCode'],
        'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode',
      ),
      term(
        'BT-146',
        'unitPrice',
        'amount',
        'cac:Price/cbc:PriceAmount',
        `${lineAgreement}/ram:NetPriceProductTradePrice/ram:ChargeAmount`,
      ),
      term(
        'BT-149',
        'priceQuantity',
        'number',
        'cac:Price/cbc:BaseQuantity',
        `${lineAgreement}/ram:NetPriceProductTradePrice/ram:BasisQuantity`,
      ),
      term(
        'BT-152',
        'taxRate',
        'percent',
        'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
        `${lineSettlement}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
      ),
      term(
        'BT-151',
        'category',
        'code',
        'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
        `${lineSettlement}/ram:ApplicableTradeTax/ram:CategoryCode`,
      ),
      term(
        'BT-155',
        'article',
        'code',
        'cac:Item/cac:SellersItemIdentification/cbc:ID',
        'ram:SpecifiedTradeProduct/ram:SellerAssignedID',
      ),
      term(
        'BT-131',
        'amount',
        'amount',
        'cbc:LineExtensionAmount',
        `${lineSettlement}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
      ),
    ],
  },
];

/** Allowances and charges of an item, which its amount holds already (BG-27, BG-28). */
export const itemAllowances: Readonly<Record<SyntaxId, { path: string; amount: string; indicator: string }>> =
  {
    ubl: { path: 'cac:AllowanceCharge', amount: 'cbc:Amount', indicator: 'cbc:ChargeIndicator' },
    cii: {
      path: `${lineSettlement}/ram:SpecifiedTradeAllowanceCharge`,
      amount: 'ram:ActualAmount',
      indicator: 'ram:ChargeIndicator/udt:Indicator',
    },
  };

/** Files that are in the file (BT-125). */
export const attachmentPaths: Readonly<Record<SyntaxId, string>> = {
  ubl: 'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
  cii: `${agreement}/ram:AdditionalReferencedDocument/ram:AttachmentBinaryObject`,
};

/** Terms without which it is not an invoice under the standard (EN 16931, business rules BR-2 to BR-16). */
export const mandatory: readonly string[] = [
  'BT-1',
  'BT-2',
  'BT-3',
  'BT-5',
  'BT-24',
  'BT-27',
  'BT-40',
  'BT-44',
  'BT-106',
  'BT-109',
  'BT-112',
  'BT-115',
];
