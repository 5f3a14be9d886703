// cspell:ignore xoev xeinkauf poacc basicwl
/** What a file says it keeps to, by its specification identifier (BT-24). */
export type Profile =
  | 'MINIMUM'
  | 'BASIC WL'
  | 'BASIC'
  | 'EN 16931'
  | 'EXTENDED'
  | 'XRechnung'
  | 'Peppol BIS 3'
  | 'ZUGFeRD 1'
  | 'unknown';

/** The first that fits: national rules name the norm they build upon. */
const known: readonly [RegExp, Profile][] = [
  [/(?:xoev-de|xeinkauf\.de):kosit:(?:standard:)?xrechnung/, 'XRechnung'],
  [/urn:fdc:peppol\.eu:2017:poacc:billing:3\.0/, 'Peppol BIS 3'],
  [/(?:factur-x\.eu:1p0|zugferd\.de:2p\d):minimum$/, 'MINIMUM'],
  [/(?:factur-x\.eu:1p0|zugferd\.de:2p\d):basicwl$/, 'BASIC WL'],
  [/(?:factur-x\.eu:1p0|zugferd\.de:2p\d):basic$/, 'BASIC'],
  [/(?:factur-x\.eu:1p0|zugferd\.de:2p\d):extended$/, 'EXTENDED'],
  [/^urn:cen\.eu:en16931:2017(?:$|#)/, 'EN 16931'],
];

export function profileOf(specification: string | undefined, format: string): Profile {
  if (format === 'ZUGFeRD 1') return 'ZUGFeRD 1';
  return known.find(([form]) => form.test(specification ?? ''))?.[1] ?? 'unknown';
}

/** Profiles without items, which are no invoices by German tax law (BMF, letter of 15 October 2024, number 27). */
export const isNoInvoiceInGermany = (profile: Profile): boolean =>
  profile === 'MINIMUM' || profile === 'BASIC WL';
