// cspell:ignore uncefact ferd sbdh
import { Refusal } from './refusal.ts';
import type { XmlElement } from './xml.ts';

/** The two syntaxes of EN 16931, which the table of terms has a path for each in. */
export type SyntaxId = 'ubl' | 'cii';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';
const cii = 'urn:un:unece:uncefact:data:standard:';

/** Prefixes of paths, whatever the file itself calls its namespaces. */
const prefixes: ReadonlyMap<string, string> = new Map([
  [`${ubl}Invoice-2`, 'ubl'],
  [`${ubl}CreditNote-2`, 'ubl'],
  [`${ubl}CommonAggregateComponents-2`, 'cac'],
  [`${ubl}CommonBasicComponents-2`, 'cbc'],
  [`${cii}CrossIndustryInvoice:100`, 'rsm'],
  [`${cii}ReusableAggregateBusinessInformationEntity:100`, 'ram'],
  [`${cii}UnqualifiedDataType:100`, 'udt'],
  [`${cii}QualifiedDataType:100`, 'qdt'],
  // ZUGFeRD 1
  ['urn:ferd:CrossIndustryDocument:invoice:1p0', 'rsm'],
  [`${cii}ReusableAggregateBusinessInformationEntity:12`, 'ram'],
  [`${cii}UnqualifiedDataType:15`, 'udt'],
  [`${cii}QualifiedDataType:12`, 'qdt'],
  ['http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader', 'sbdh'],
]);

/** Documents by their root, never by the name of a file. */
const roots: ReadonlyMap<string, { syntax: SyntaxId; format: string }> = new Map([
  [`{${ubl}Invoice-2}Invoice`, { syntax: 'ubl', format: 'UBL 2.1 Invoice' }],
  [`{${ubl}CreditNote-2}CreditNote`, { syntax: 'ubl', format: 'UBL 2.1 CreditNote' }],
  [`{${cii}CrossIndustryInvoice:100}CrossIndustryInvoice`, { syntax: 'cii', format: 'CII D16B' }],
  [
    '{urn:ferd:CrossIndustryDocument:invoice:1p0}CrossIndustryDocument',
    { syntax: 'cii', format: 'ZUGFeRD 1' },
  ],
]);

/** What ZUGFeRD 1 calls by another name than CII D16B; in items some are called otherwise once more. */
const renamed: Readonly<Record<string, string>> = {
  CrossIndustryDocument: 'CrossIndustryInvoice',
  SpecifiedExchangedDocumentContext: 'ExchangedDocumentContext',
  HeaderExchangedDocument: 'ExchangedDocument',
  SpecifiedSupplyChainTradeTransaction: 'SupplyChainTradeTransaction',
  ApplicableSupplyChainTradeAgreement: 'ApplicableHeaderTradeAgreement',
  ApplicableSupplyChainTradeDelivery: 'ApplicableHeaderTradeDelivery',
  ApplicableSupplyChainTradeSettlement: 'ApplicableHeaderTradeSettlement',
  SpecifiedSupplyChainTradeAgreement: 'SpecifiedLineTradeAgreement',
  SpecifiedSupplyChainTradeDelivery: 'SpecifiedLineTradeDelivery',
  SpecifiedSupplyChainTradeSettlement: 'SpecifiedLineTradeSettlement',
  ApplicablePercent: 'RateApplicablePercent',
};
const summation = 'SpecifiedTradeSettlementMonetarySummation';

/** `cbc:ID`; what is in a namespace nobody knows has a name that no path has. */
export function nameOf({ namespace, local, parent }: XmlElement): string {
  const prefix = prefixes.get(namespace);
  if (prefix === undefined) return `{${namespace}}${local}`;
  // The only one whose name depends on where it stands.
  if (local === summation)
    return parent?.local.startsWith('SpecifiedSupplyChain')
      ? `${prefix}:SpecifiedTradeSettlementLineMonetarySummation`
      : `${prefix}:SpecifiedTradeSettlementHeaderMonetarySummation`;
  return `${prefix}:${renamed[local] ?? local}`;
}

const paths = new WeakMap<XmlElement, string>();

/** As it is written: `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`, with a number where several of a name stand side by side. */
export function pathOf(element: XmlElement): string {
  let path = paths.get(element);
  if (path === undefined) {
    if (element.parent) placeChildren(element.parent);
    else paths.set(element, `/${writtenName(element)}`);
    path = paths.get(element) ?? '';
  }
  return path;
}

/** All children at once: an invoice has thousands of lines. */
function placeChildren(parent: XmlElement): void {
  const alike = Map.groupBy(parent.children, ({ namespace, local }) => `{${namespace}}${local}`);
  const above = pathOf(parent);
  for (const group of alike.values())
    for (const [index, child] of group.entries())
      paths.set(child, `${above}/${writtenName(child)}${group.length > 1 ? `[${index + 1}]` : ''}`);
}

const writtenName = ({ namespace, local }: XmlElement): string =>
  `${prefixes.get(namespace) ?? '*'}:${local}`;

export interface InvoiceDocument {
  root: XmlElement;
  syntax: SyntaxId;
  format: string;
  /** The Peppol envelope is around it. */
  isEnveloped: boolean;
}

/**
 * The invoice in a file: its root, or what is in the envelope that Peppol sends it in.
 * @throws Refusal `other_document`
 */
export function invoiceIn(root: XmlElement): InvoiceDocument {
  const own = roots.get(`{${root.namespace}}${root.local}`);
  if (own) return { root, ...own, isEnveloped: false };
  if (nameOf(root) === 'sbdh:StandardBusinessDocument') {
    const inside = root.children.flatMap((child) => {
      const known = roots.get(`{${child.namespace}}${child.local}`);
      return known ? [{ root: child, ...known, isEnveloped: true }] : [];
    });
    if (inside.length === 1) return inside[0]!;
    throw new Refusal('other_document', `There are ${inside.length} invoices in the envelope, and not one.`);
  }
  throw new Refusal(
    'other_document',
    `This is not an invoice that can be read: {${root.namespace}}${root.local}`.slice(0, 300),
  );
}
