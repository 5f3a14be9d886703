// cspell:disable -- words of many languages, as printed
/** Names carriers print on their labels. Not found inside addresses: a customer may live beside a post office. */
const brands: [carrier: string, pattern: RegExp][] = [
  ['UPS', /\bUPS\b|united parcel service/i],
  ['FedEx', /\bfed\s?ex\b/i],
  ['USPS', /\busps\b|u\.?s\.? postage|united states postal service|usps tracking/i],
  ['DHL eCommerce', /\bdhl\s?e-?commerce\b/i],
  ['DHL', /\bdhl\b/i],
  ['DPD', /\bdpd\b/i],
  ['GLS', /\bgls\b|gls-group/i],
  ['DB Schenker', /\b(?:db\s?)?schenker/i],
  ['PostNord', /\bpostnord\b/i],
  ['Posten', /^posten$|\bposten (?:norge|bring)\b/i],
  ['Bring', /^bring$|\bbring\.(?:no|com)\b/i],
  ['Porterbuddy', /\bporterbuddy\b/i],
  ['Royal Mail', /\broyal\s?mail\b/i],
  ['Parcelforce', /\bparcelforce\b/i],
  ['Evri', /\bevri\b/i],
  ['Hermes', /^hermes$|\bhermes (?:germany|versand|paket)/i],
  ['TNT', /^tnt$|\btnt express\b/i],
  ['Colissimo', /\bcolissimo\b/i],
  ['Chronopost', /\bchronopost\b/i],
  ['Mondial Relay', /\bmondial relay\b/i],
  ['PostNL', /\bpostnl\b/i],
  ['bpost', /\bbpost\b/i],
  ['Deutsche Post', /\bdeutsche post\b/i],
  ['Österreichische Post', /österreichische post|\bpost\.at\b/i],
  ['Swiss Post', /\b(?:die post|la poste|la posta) ch\b|\bswiss post\b|\bpost\.ch\b/i],
  ['Correos', /^correos\b/i],
  ['SEUR', /^seur\b/i],
  ['Poste Italiane', /\bposte italiane\b/i],
  ['BRT', /^brt\b|\bbartolini\b/i],
  ['InPost', /\binpost\b/i],
  ['Packeta', /\bpacketa\b|\bzásilkovna\b/i],
  ['Canada Post', /\bcanada post\b|\bpostes canada\b/i],
  ['Purolator', /\bpurolator\b/i],
  ['Australia Post', /\baustralia post\b|\bauspost\b/i],
  ['OnTrac', /\bontrac\b/i],
  ['Budbee', /\bbudbee\b/i],
  ['Instabox', /\binstabox\b/i],
];

/** Most lines name none, which one expression says sooner than each of them. */
const anyBrand = new RegExp(brands.map(([, { source }]) => source).join('|'), 'i');

/** Carrier a line names, if any. */
export function carrierIn(text: string): string | undefined {
  if (!anyBrand.test(text)) return undefined;
  return brands.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Posts by the country code at the end of an S10 identifier (UPU S10, designated operators). */
export const posts: Record<string, string> = {
  US: 'USPS',
  GB: 'Royal Mail',
  DE: 'Deutsche Post',
  FR: 'La Poste',
  SE: 'PostNord',
  DK: 'PostNord',
  NO: 'Posten',
  FI: 'Posti',
  NL: 'PostNL',
  BE: 'bpost',
  AT: 'Österreichische Post',
  CH: 'Swiss Post',
  ES: 'Correos',
  IT: 'Poste Italiane',
  PT: 'CTT',
  IE: 'An Post',
  PL: 'Poczta Polska',
  CZ: 'Česká pošta',
  CN: 'China Post',
  HK: 'Hongkong Post',
  JP: 'Japan Post',
  SG: 'Singapore Post',
  MY: 'Pos Malaysia',
  AU: 'Australia Post',
  NZ: 'NZ Post',
  CA: 'Canada Post',
  IN: 'India Post',
  KR: 'Korea Post',
  EE: 'Omniva',
  LV: 'Latvijas Pasts',
  LT: 'Lietuvos paštas',
};

const services =
  /\b(?:next day air(?: saver| early(?: a\.?m\.?)?)?|2nd day air(?: a\.?m\.?)?|3 day select|worldwide (?:express(?: plus)?|expedited|saver)|surepost|home delivery|ground economy|ground advantage|express saver|(?:priority|standard|first) overnight|2day(?: a\.?m\.?)?|international (?:priority|economy|first|connect plus)|smartpost|smartmail parcel(?: plus)?(?: ground| expedited)?|priority mail(?: express)?|first-class(?: package| mail)?|media mail|parcel select|express worldwide|express (?:9|10|12)[:.]\d\d|economy select|domestic express|paket international|dhl paket|warenpost|kleinpaket|päckchen|europaket|business\s?parcel|euro\s?business|express\s?parcel|mypack(?: home| collect)?|servicepakke|pakke (?:i postkassen|levert hjem)|varubrev|dpd (?:classic|express|predict|home)|schenker\s?(?:system|parcel)|tracked (?:24|48)(?: signed)?|special delivery|signed for)\b/i;

/** The service a line names, with its place in the text. */
export function serviceIn(text: string): { raw: string; index: number } | undefined {
  const match = services.exec(text);
  if (match) return { raw: match[0], index: match.index };
  // One-word names are a service only where the line says nothing else.
  const alone = /^(?:ups |fedex )?(ground|standard|express|economy|classic|overnight|saver)$/i.exec(
    text.trim(),
  );
  return alone ? { raw: alone[1]!, index: text.indexOf(alone[1]!) } : undefined;
}
