// cspell:disable -- names and words of documents in four languages
import sharp from 'sharp';
import { seededRandom } from '../../packages/image-reader/src/segments/random.ts';
import { asXml, drawVector, grainFilter } from '../vector-drawing.ts';

/** A picture of a document whose values are known; what is not printed is not named. */
export interface DrawnDocument {
  /** Of the reader that is for it. */
  reader: 'receipt' | 'invoice' | 'nameplate' | 'business-card';
  /** BCP 47 tag of the company that captures it. */
  locale: string;
  bytes: Uint8Array;
  truth: Readonly<Record<string, string>>;
  /** Every word on it. */
  printed: ReadonlySet<string>;
}

interface Words {
  locale: string;
  currency: 'GBP' | 'EUR';
  sign: '£' | '€';
  shops: string[];
  streets: string[];
  articles: string[];
  companies: string[];
  shopKinds: string[];
  companyKinds: string[];
  subtotal: string;
  tax: string;
  total: string;
  cash: string;
  invoice: string;
  number: string;
  date: string;
  due: string;
  net: string;
  vatId: string;
  vatPrefix: string;
  iban: string;
}

const words: readonly Words[] = [
  {
    locale: 'en-GB',
    currency: 'GBP',
    sign: '£',
    shops: ['THE CORNER SHOP', 'Harbour Cafe', 'Miller and Sons Ltd', 'Station Store', 'Green Grocers Ltd'],
    streets: ['12 High Street', '3 Quay Road', '48 Mill Lane', '107 Station Approach'],
    articles: ['Coffee large', 'Ham sandwich', 'Orange juice', 'Apple cake', 'Paper towels', 'Batteries AA'],
    companies: ['Northfield Tools Ltd', 'Abbey Paper Supplies Ltd', 'Tideway Freight Ltd'],
    shopKinds: ['Books', 'Café', 'Bakery', 'Hardware', 'Pharmacy'],
    companyKinds: ['Engineering Ltd', 'Supplies Ltd', '& Sons plc', 'Logistics Ltd'],
    subtotal: 'Subtotal',
    tax: 'VAT 20%',
    total: 'TOTAL',
    cash: 'CASH',
    invoice: 'INVOICE',
    number: 'Invoice number',
    date: 'Invoice date',
    due: 'Due date',
    net: 'Net amount',
    vatId: 'VAT No',
    vatPrefix: 'GB',
    iban: 'GB29 NWBK 6016 1331 9268 19',
  },
  {
    locale: 'de-DE',
    currency: 'EUR',
    sign: '€',
    shops: ['Bäckerei Sonnig', 'MARKTHALLE NORD', 'Café am Ufer', 'Getränke Huber', 'Schreibwaren Lenz'],
    streets: ['Hauptstraße 12', 'Am Hafen 3', 'Mühlweg 48', 'Bahnhofstr. 107'],
    articles: ['Kaffee groß', 'Brezel', 'Apfelsaft', 'Nusskuchen', 'Küchenrolle', 'Batterien AA'],
    companies: ['Nordfeld Werkzeuge GmbH', 'Papierhaus Abt GmbH', 'Uferland Spedition GmbH'],
    shopKinds: ['Buchhandlung', 'Café', 'Bäckerei', 'Apotheke', 'Blumen'],
    companyKinds: ['Maschinenbau GmbH', 'Bürobedarf GmbH', '& Söhne KG', 'Logistik AG'],
    subtotal: 'Zwischensumme',
    tax: 'MwSt 19%',
    total: 'SUMME',
    cash: 'BAR',
    invoice: 'RECHNUNG',
    number: 'Rechnungsnummer',
    date: 'Rechnungsdatum',
    due: 'Fällig am',
    net: 'Nettobetrag',
    vatId: 'USt-IdNr.',
    vatPrefix: 'DE',
    iban: 'DE89 3704 0044 0532 0130 00',
  },
  {
    locale: 'fr-FR',
    currency: 'EUR',
    sign: '€',
    shops: ['Boulangerie du Port', 'LE PETIT MARCHÉ', 'Café de la Gare', 'Papeterie Lenoir'],
    streets: ['12 rue des Lilas', '3 quai du Port', '48 allée du Moulin', '107 avenue de la Gare'],
    articles: ['Café long', 'Croissant', "Jus d'orange", 'Tarte pommes', 'Essuie-tout', 'Piles AA'],
    companies: ['Outils du Nord SARL', 'Papiers Abel SAS', 'Transports Rivage SARL'],
    shopKinds: ['Librairie', 'Café', 'Boulangerie', 'Pharmacie', 'Fleurs'],
    companyKinds: ['Mécanique SARL', 'Fournitures SAS', '& Fils SARL', 'Logistique SA'],
    subtotal: 'Sous-total',
    tax: 'TVA 20%',
    total: 'TOTAL TTC',
    cash: 'ESPECES',
    invoice: 'FACTURE',
    number: 'Numéro de facture',
    date: 'Date de facture',
    due: "Date d'échéance",
    net: 'Total HT',
    vatId: 'N° TVA',
    vatPrefix: 'FR',
    iban: 'FR14 2004 1010 0505 0001 3M02 606',
  },
  {
    locale: 'es-ES',
    currency: 'EUR',
    sign: '€',
    shops: ['Panadería del Puerto', 'MERCADO NORTE', 'Bar La Estación', 'Papelería Luna'],
    streets: ['Calle Mayor 12', 'Paseo del Puerto 3', 'Camino del Molino 48'],
    articles: ['Café grande', 'Bocadillo', 'Zumo naranja', 'Tarta manzana', 'Papel cocina', 'Pilas AA'],
    companies: ['Herramientas Norte S.L.', 'Papeles Abad S.L.', 'Transportes Ribera S.L.'],
    shopKinds: ['Librería', 'Café', 'Panadería', 'Farmacia', 'Flores'],
    companyKinds: ['Maquinaria S.L.', 'Suministros S.A.', 'e Hijos S.L.', 'Logística S.A.'],
    subtotal: 'Subtotal',
    tax: 'IVA 21%',
    total: 'TOTAL',
    cash: 'EFECTIVO',
    invoice: 'FACTURA',
    number: 'Número de factura',
    date: 'Fecha de factura',
    due: 'Fecha de vencimiento',
    net: 'Base imponible',
    vatId: 'NIF',
    vatPrefix: 'ES',
    iban: 'ES91 2100 0418 4502 0005 1332',
  },
];

const givenNames = ['Anna', 'Paul', 'Marie', 'Luis', 'Ellen', 'Otto', 'Claire', 'Hugo', 'Ida', 'Sam'];
const familyNames = [
  'Berger',
  'Morris',
  'Laurent',
  'Navarro',
  'Hill',
  'Keller',
  'Fischer',
  'Dupont',
  'Ortega',
  'Wright',
];
const fonts = [
  'DejaVu Sans',
  'DejaVu Serif',
  'DejaVu Sans Mono',
  'DejaVu Sans Condensed',
  'DejaVu Serif Condensed',
];

type Choose = <T>(of: readonly T[]) => T;
interface Chance {
  random: () => number;
  pick: Choose;
  digits: (count: number) => string;
}
interface Line {
  left: string;
  right?: string;
  isLarge?: boolean;
}

/** The same document for the same seed: kind, language, content, typeface, size, contrast, tilt, blur, grain and compression vary. */
export async function drawDocument(seed: number): Promise<DrawnDocument> {
  const random = seededRandom(seed * 2654435761);
  const pick: Choose = (of) => of[Math.floor(random() * of.length)]!;
  const digits = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => Math.floor(random() * (at === 0 ? 9 : 10)) + (at === 0 ? 1 : 0),
    ).join('');
  const chance = { random, pick, digits };
  const spoken = pick(words);
  // Of every fifth the company is of another country than the document.
  const { locale } = random() < 0.2 ? pick(words) : spoken;
  const kinds = { receipt, invoice, nameplate, 'business-card': card } as const;
  const reader = pick([
    'receipt',
    'receipt',
    'receipt',
    'invoice',
    'invoice',
    'nameplate',
    'business-card',
  ] as const);
  const { lines, truth, columns } = kinds[reader](spoken, chance);
  const printed = new Set(lines.flatMap(({ left, right = '' }) => `${left} ${right}`.split(/\s+/)));
  return { reader, locale, truth, printed, bytes: await photographed(lines, columns, chance) };
}

const companyOf = (spoken: Words, { random, pick }: Chance): string =>
  random() < 0.6 ? `${pick(familyNames)} ${pick(spoken.companyKinds)}` : pick(spoken.companies);

interface Content {
  lines: Line[];
  truth: Record<string, string>;
  /** Width in characters. */
  columns: number;
}

function receipt(spoken: Words, { random, pick, digits }: Chance): Content {
  const shop = random() < 0.6 ? `${pick(givenNames)} ${pick(spoken.shopKinds)}` : pick(spoken.shops);
  const bought = Array.from({ length: 2 + Math.floor(random() * 5) }, () => ({
    name: pick(spoken.articles),
    amount: Math.round(80 + random() * 4000) / 100,
  }));
  const total = bought.reduce((sum, { amount }) => sum + amount, 0);
  const written = amountsOf(spoken, pick(['sign', 'none', 'none'] as const));
  const day = dayOf(spoken, { random, pick });
  const time = `${String(7 + Math.floor(random() * 14)).padStart(2, '0')}:${digits(1).replace(/[6-9]/, '3')}${digits(1)}`;
  return {
    columns: 30,
    lines: [
      { left: shop, isLarge: random() < 0.5 },
      { left: pick(spoken.streets) },
      { left: `${day.printed} ${time}` },
      ...bought.map(({ name, amount }) => ({ left: name, right: written(amount) })),
      { left: spoken.total, right: written(total), isLarge: random() < 0.3 },
      ...(random() < 0.5 ? [{ left: spoken.cash, right: written(Math.ceil(total / 10) * 10) }] : []),
      { left: spoken.tax, right: written(total - total / (1 + rateOf(spoken) / 100)) },
    ],
    truth: { merchant: shop, date: day.value, time, total: total.toFixed(2) },
  };
}

function invoice(spoken: Words, chance: Chance): Content {
  const { random, pick, digits } = chance;
  const supplier = companyOf(spoken, chance);
  const number = `${pick(['R', 'INV-', '', 'F-20'])}${digits(5)}`;
  const bought = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    name: pick(spoken.articles),
    amount: Math.round(1000 + random() * 90_000) / 100,
  }));
  const net = bought.reduce((sum, { amount }) => sum + amount, 0);
  const tax = Math.round(net * rateOf(spoken)) / 100;
  const written = amountsOf(spoken, pick(['sign', 'none', 'code'] as const));
  const day = dayOf(spoken, { random, pick }, 2025);
  const due = dayOf(spoken, { random, pick }, day.value);
  return {
    columns: 44,
    lines: [
      { left: supplier, isLarge: true },
      { left: pick(spoken.streets) },
      { left: spoken.invoice, isLarge: true },
      { left: `${spoken.number}: ${number}` },
      { left: `${spoken.date}: ${day.printed}` },
      { left: `${spoken.due}: ${due.printed}` },
      ...bought.map(({ name, amount }) => ({ left: name, right: written(amount) })),
      { left: spoken.net, right: written(net) },
      { left: spoken.tax, right: written(tax) },
      { left: spoken.total, right: written(net + tax) },
      { left: `IBAN ${spoken.iban}` },
    ],
    truth: {
      supplier,
      number,
      date: day.value,
      due: due.value,
      total: (net + tax).toFixed(2),
      iban: spoken.iban.replaceAll(' ', ''),
    },
  };
}

function nameplate(spoken: Words, chance: Chance): Content {
  const { random, pick, digits } = chance;
  const manufacturer = companyOf(spoken, chance);
  const model = `${pick(['KX', 'MT', 'AB', 'ZR'])}-${digits(3)}${pick(['', 'A', 'S'])}`;
  const serial = `${pick(['', 'S', 'A2'])}${digits(7)}`;
  const volts = pick(['230 V', '400 V', '24 V', '110 V']);
  const year = String(1995 + Math.floor(random() * 30));
  return {
    columns: 26,
    lines: [
      { left: manufacturer, isLarge: true },
      { left: `Type ${model}` },
      { left: `Serial No. ${serial}` },
      { left: `${volts} 50 Hz` },
      { left: `Year ${year}` },
    ],
    truth: { manufacturer, model, serial, voltage: volts, year },
  };
}

function card(spoken: Words, chance: Chance): Content {
  const { pick, digits } = chance;
  const name = `${pick(givenNames)} ${pick(familyNames)}`;
  const company = companyOf(spoken, chance);
  const host = `${company
    .split(' ')[0]!
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')}.example`;
  const email = `${name.split(' ')[1]!.toLowerCase()}@${host}`;
  return {
    columns: 34,
    lines: [
      { left: name, isLarge: true },
      { left: company },
      { left: pick(spoken.streets) },
      { left: `Tel. +49 ${digits(3)} ${digits(7)}` },
      { left: email },
      { left: `www.${host}` },
    ],
    truth: { name, company, emails: email },
  };
}

/** Percent. */
const rateOf = ({ tax }: Words): number => Number(/\d+/.exec(tax)![0]);

function amountsOf(
  { sign, currency, locale }: Words,
  marked: 'sign' | 'code' | 'none',
): (amount: number) => string {
  const isEnglish = locale === 'en-GB';
  return (amount) => {
    const point = amount.toFixed(2);
    const number = isEnglish
      ? point.replace(/\B(?=(\d{3})+\.)/g, ',')
      : point.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, locale === 'fr-FR' ? ' ' : '.');
    if (marked === 'none') return number;
    if (marked === 'code') return `${number} ${currency}`;
    return isEnglish ? `${sign}${number}` : `${number} ${sign}`;
  };
}

/** @param when its year, or the ISO date it comes up to eight weeks after */
function dayOf(
  { locale }: Words,
  { random, pick }: Pick<Chance, 'random' | 'pick'>,
  when: number | string = 2024 + Math.floor(random() * 2),
): { printed: string; value: string } {
  const [at, monthOf] = [1 + Math.floor(random() * 28), 1 + Math.floor(random() * 12)];
  const date =
    typeof when === 'number'
      ? new Date(Date.UTC(when, monthOf - 1, at))
      : new Date(Date.parse(when) + 2 * at * 86_400_000);
  const [year, month, day] = date.toISOString().slice(0, 10).split('-');
  const mark = locale === 'de-DE' ? '.' : pick(['/', '-', '/']);
  return { printed: [day, month, year].join(mark), value: `${year}-${month}-${day}` };
}

/** On paper, taken with a camera that is now and then too far, unsteady or in poor light. */
async function photographed(
  lines: readonly Line[],
  columns: number,
  { random, pick }: Chance,
): Promise<Uint8Array> {
  const size = 8 + Math.floor(random() ** 1.3 * 26);
  const leading = Math.round(size * (1.35 + random() * 0.5));
  const [width, height] = [Math.round(size * columns * 0.72), leading * (lines.length + 3)];
  const ink = Math.floor(20 + random() ** 1.5 * 150);
  const body = lines.map(({ left, right, isLarge }, index) => {
    const y = leading * (index + 2);
    const scale = isLarge ? `font-size="${Math.round(size * 1.25)}" font-weight="bold"` : '';
    const end =
      right && `<text x="${width - size}" y="${y}" text-anchor="end" ${scale}>${asXml(right)}</text>`;
    return `<text x="${size}" y="${y}" ${scale}>${asXml(left)}</text>${end ?? ''}`;
  });
  const degrees = (random() - 0.5) * 4;
  const grain = random() ** 2 * 0.9;
  const blur = random() ** 1.5 * Math.min(2.4, size / 7);
  const drawn = await drawVector(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 60}" height="${height + 60}">${grainFilter(grain, Math.floor(random() * 1000))}
<rect width="100%" height="100%" fill="#999"/>
<g transform="rotate(${degrees.toFixed(2)} ${width / 2} ${height / 2}) translate(30 30)">
<rect width="${width}" height="${height}" fill="#f2f0ea"/>
<g font-family="${pick(fonts)}" font-size="${size}" fill="rgb(${ink},${ink},${ink})">${body.join('')}</g></g><rect width="100%" height="100%" filter="url(#grain)"/></svg>`,
  )
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
  const seen = blur > 0.3 ? sharp(drawn).blur(blur) : sharp(drawn);
  return seen.jpeg({ quality: 15 + Math.floor(random() * 75) }).toBuffer();
}
