import sharp from 'sharp';
import { seededRandom } from '../../packages/image-reader/src/segments/random.ts';
import { drawVector } from '../vector-drawing.ts';

/** How amounts are written on a receipt. */
export interface Notation {
  /** An amount of 12.50 in it. */
  example: string;
  /** Empty where amounts have none. */
  sign: '£' | '€' | '$' | '';
  write: (amount: number) => string;
}

const point = (amount: number) => amount.toFixed(2);
const comma = (amount: number) => point(amount).replace('.', ',');
export const notations: readonly Notation[] = [
  { example: '£12.50', sign: '£', write: (amount) => `£${point(amount)}` },
  { example: '€12.50', sign: '€', write: (amount) => `€${point(amount)}` },
  { example: '12,50 €', sign: '€', write: (amount) => `${comma(amount)} €` },
  { example: '12,50€', sign: '€', write: (amount) => `${comma(amount)}€` },
  { example: '$12.50', sign: '$', write: (amount) => `$${point(amount)}` },
  { example: '12.50', sign: '', write: point },
];

const fonts = [
  'DejaVu Sans',
  'DejaVu Serif',
  'DejaVu Sans Mono',
  'DejaVu Sans Condensed',
  'DejaVu Serif Condensed',
];
const shops = ['THE CORNER SHOP', 'Harbour Cafe', 'Miller and Sons Ltd', 'Station Store'];
const articles = [
  'Coffee large',
  'Sandwich ham',
  'Orange juice',
  'Apple cake',
  'Tea with milk',
  'Paper towels',
  'Batteries AA',
  'Notebook A5',
  'Light bulb E27',
  'Shampoo 250 ml',
];

/**
 * A receipt with nine amounts: typeface, size (18 to 33 pixels), weight, tilt (at most 1.5°) and blur vary. The same picture for the
 * same seed and notation.
 */
export async function drawReceipt(
  seed: number,
  { write }: Notation,
): Promise<{ bytes: Uint8Array; amounts: string[] }> {
  const random = seededRandom(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const font = pick(fonts);
  const size = 18 + Math.floor(random() * 16);
  const weight = random() < 0.3 ? 'bold' : 'normal';
  const shop = pick(shops);
  const bought = Array.from({ length: 5 }, () => ({
    name: pick(articles),
    amount: Math.round(50 + random() * 4000) / 100,
  }));
  const total = bought.reduce((sum, { amount }) => sum + amount, 0);
  const priced = [
    ...bought,
    { name: 'Subtotal', amount: total },
    { name: 'Tax 20%', amount: total * 0.2 },
    { name: 'TOTAL', amount: total * 1.2 },
    { name: 'CASH', amount: Math.ceil((total * 1.2) / 10) * 10 },
  ].map(({ name, amount }) => ({ name, amount: write(amount) }));
  const lines: { name: string; amount?: string }[] = [
    ...[shop, '12 High Street', 'Date 14/03/2026 09:42', 'Receipt No. 20871'].map((name) => ({ name })),
    ...priced,
    ...['Thank you for your visit', 'Call 0800 555 123 or see www.shop.example'].map((name) => ({ name })),
  ];
  const leading = Math.round(size * 1.5);
  const [width, height] = [size * 26, leading * (lines.length + 3)];
  const body = lines.map(({ name, amount }, index) => {
    const y = leading * (index + 2);
    const end = amount && `<text x="${width - size}" y="${y}" text-anchor="end">${amount}</text>`;
    return `<text x="${size}" y="${y}">${name}</text>${end ?? ''}`;
  });
  const degrees = (random() - 0.5) * 3;
  const blur = random() * 0.9;
  const drawn = await drawVector(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 40}" height="${height + 40}">
<rect width="100%" height="100%" fill="#999"/>
<g transform="rotate(${degrees} ${width / 2} ${height / 2}) translate(20 20)">
<rect width="${width}" height="${height}" fill="#f4f2ec"/>
<g font-family="${font}" font-size="${size}" font-weight="${weight}" fill="#222">${body.join('')}</g></g></svg>`,
  )
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
  const seen = blur > 0.3 ? sharp(drawn).blur(blur) : sharp(drawn);
  return { bytes: await seen.jpeg({ quality: 80 }).toBuffer(), amounts: priced.map(({ amount }) => amount) };
}
