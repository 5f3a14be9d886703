// cspell:disable -- words of many languages, as printed
import {
  type DigitScheme,
  hasMod37And36,
  isDeutschePostCode,
  isDhlWaybill,
  isFedEx12,
  isFedEx15,
  isFedEx20,
  isFedEx22,
  isFedEx34,
  isS10,
  isSscc,
  isUps1Z,
  isUsps,
} from '@readout/plugin-kit';
import { posts } from './carriers.ts';

/** What a code is by its form. */
export interface Identified {
  /** The number one tracks with, without spaces. */
  tracking: string;
  carrier?: string;
  /** Name of the numbering scheme, for the reason of its check. */
  scheme: string;
  digits?: DigitScheme | undefined;
  /** Whether the check digit holds; undefined where the scheme has none. */
  holds: boolean | undefined;
  /** True where the form alone is proof enough, without the carrier's name beside it. */
  distinct: boolean;
}

interface Scheme {
  name: string;
  carrier?: string;
  pattern: RegExp;
  check?: (code: string) => boolean;
  /** As the host knows it, where what is tracked is the code. */
  digits?: DigitScheme;
  tracking?: (code: string) => string;
  distinct?: boolean;
  /** Only where the label names this carrier: the form is nothing but some digits. */
  needs?: string[];
}

const schemes: Scheme[] = [
  {
    name: 'UPS 1Z number',
    carrier: 'UPS',
    pattern: /^1Z[0-9A-Z]{15}\d$/,
    check: isUps1Z,
    digits: 'ups',
    distinct: true,
  },
  { name: 'UPU S10 identifier', pattern: /^[A-Z]{2}\d{9}[A-Z]{2}$/, check: isS10, digits: 's10' },
  // A FedEx barcode holds more than the number one tracks with: that is in its last 14 digits.
  {
    name: 'FedEx barcode',
    carrier: 'FedEx',
    pattern: /^\d{34}$/,
    check: isFedEx34,
    tracking: (code) => code.slice(20).replace(/^0{1,2}/, ''),
    needs: ['FedEx'],
  },
  {
    name: 'FedEx Ground 96 barcode',
    carrier: 'FedEx',
    pattern: /^96\d{20}$/,
    check: isFedEx22,
    tracking: (code) => code.slice(7),
  },
  {
    name: 'USPS Intelligent Mail package barcode',
    carrier: 'USPS',
    pattern: /^9[1-5]\d{20}$/,
    check: isUsps,
    digits: 'usps',
    distinct: true,
  },
  {
    name: 'USPS Intelligent Mail package barcode',
    carrier: 'USPS',
    pattern: /^9[1-5]\d{24}$/,
    check: isUsps,
    digits: 'usps',
  },
  {
    name: 'USPS tracking number',
    carrier: 'USPS',
    pattern: /^\d{20}$/,
    check: isUsps,
    digits: 'usps',
    needs: ['USPS'],
  },
  {
    name: 'FedEx SmartPost number',
    carrier: 'FedEx',
    pattern: /^\d{20}$/,
    check: isFedEx20,
    digits: 'fedex-20',
    needs: ['FedEx'],
  },
  {
    name: 'FedEx Express number',
    carrier: 'FedEx',
    pattern: /^\d{12}$/,
    check: isFedEx12,
    digits: 'fedex-12',
    needs: ['FedEx'],
  },
  {
    name: 'FedEx Ground number',
    carrier: 'FedEx',
    pattern: /^\d{15}$/,
    check: isFedEx15,
    digits: 'fedex-15',
    needs: ['FedEx'],
  },
  {
    name: 'DHL Express waybill',
    carrier: 'DHL',
    pattern: /^\d{10}$/,
    check: isDhlWaybill,
    digits: 'dhl-waybill',
    needs: ['DHL'],
  },
  {
    name: 'DHL licence plate',
    carrier: 'DHL',
    pattern: /^J(?:JD|VGL|D)\d{2}[0-9A-Z]{8,22}$/,
    distinct: true,
  },
  {
    name: 'DHL parcel number',
    carrier: 'DHL',
    pattern: /^00340434\d{12}$/,
    check: (code) => isSscc(code.slice(2)),
    distinct: true,
  },
  {
    name: 'Deutsche Post Identcode',
    carrier: 'DHL',
    pattern: /^\d{12}$/,
    check: isDeutschePostCode,
    digits: 'deutsche-post',
    needs: ['DHL', 'Deutsche Post'],
  },
  // Postal code, parcel number, service and country; the check character covers all of it.
  {
    name: 'DPD parcel label barcode',
    carrier: 'DPD',
    pattern: /^%?\d{7}\d{13}[0-9A-Z]\d{6}[0-9A-Z]$/,
    check: (code) => hasMod37And36(code.replace('%', '')),
    tracking: (code) => code.replace('%', '').slice(7, 21),
  },
  { name: 'SSCC', pattern: /^00\d{18}$/, check: (code) => isSscc(code.slice(2)), digits: 'sscc' },
  {
    name: 'Amazon Logistics number',
    carrier: 'Amazon Logistics',
    pattern: /^TB[A-Z]\d{12}$/,
    distinct: true,
  },
  { name: 'GLS parcel number', carrier: 'GLS', pattern: /^\d{11,12}$/, needs: ['GLS'] },
];

/** Identifies a code without spaces; `carriers` are those the label names. */
export function identify(code: string, carriers: readonly string[]): Identified | undefined {
  let failed: Identified | undefined;
  for (const scheme of schemes) {
    if (!scheme.pattern.test(code)) continue;
    if (scheme.needs && !scheme.needs.some((name) => carriers.includes(name))) continue;
    const holds = scheme.check?.(code);
    const carrier = scheme.carrier ?? (scheme.name.includes('S10') ? posts[code.slice(-2)] : undefined);
    const result: Identified = {
      tracking: scheme.tracking ? scheme.tracking(code) : code,
      ...(carrier ? { carrier } : {}),
      scheme: scheme.name,
      digits: scheme.digits,
      holds,
      distinct: scheme.distinct ?? holds === true,
    };
    if (holds !== false) return result;
    failed ??= result;
  }
  return failed;
}

/**
 * Tracking numbers inside a barcode that holds more: ISO/IEC 15434 transport data (UPS MaxiCode, FedEx PDF417), postal
 * codes in front of a number (USPS, `420` and the ZIP), GS1 `(00)`.
 */
export function codesIn(text: string): string[] {
  const plain = text.replace(/^\][A-Za-z]\d/, '');
  if (plain.startsWith('[)>')) return transportCodes(plain);
  const compact = plain.replaceAll(groupSeparator, '').replace(/[\s()-]/g, '');
  const zip = /^420(?:\d{5}|\d{9})(9[1-5]\d{20}(?:\d{4})?)$/.exec(compact);
  return zip ? [zip[1]!] : [compact];
}

const groupSeparator = '\u001d';
const recordSeparator = '\u001e';

/**
 * The number in transport data (ISO/IEC 15434 format 01): postal code, country, service, number, carrier, then what the
 * carrier adds. UPS leaves its shipper out of the number and gives it further on.
 */
function transportCodes(text: string): string[] {
  const envelope = text.split(recordSeparator).find((part) => part.startsWith(`01${groupSeparator}`));
  const items = envelope?.split(groupSeparator) ?? [];
  const number = items[4]?.replace(/\s/g, '');
  if (!number) return [];
  const shipper = items[6];
  return /^1Z\d{8}$/.test(number) && shipper && /^[A-Z0-9]{6}$/.test(shipper)
    ? [`1Z${shipper}${number.slice(2)}`]
    : [number];
}

/** Words that stand in front of a tracking number. */
export const trackingWord =
  /\b(?:trk\s?#|tracking(?: (?:no|number|nr|id))?|track ?& ?trace|waybill|awb|consignment(?: no| number)?|shipment (?:id|no|number)|parcel (?:no|number|id)|package id|sendungs-?\s?(?:nr|nummer)|paket-?\s?(?:nr|nummer)|identcode(?:\/licen[sc]e plate)?|licen[sc]e plate|s[äa]ndnings-?\s?(?:id|nr)|kolli-?\s?id|forsendelses(?:nr|nummer)|kollinr|sporings(?:nr|nummer)|numer (?:paczki|przesyłki|listu)|n[°o] (?:de )?(?:colis|suivi)|numero di spedizione|n[uú]mero de (?:seguimiento|env[ií]o)|zendingsnummer|trackingnummer)\b\s*[:.#]?\s*/i;

/** Codes made of the characters of a printed line, without spaces. */
export function printedCode(text: string): string {
  return text.toUpperCase().replace(/[\s().:*-]/g, '');
}
