/**
 * Draws the synthetic cases of this corpus. Run again only to add a case: pictures depend on the fonts installed, so
 * the drawn ones are kept.
 *
 *   node packages/image-reader/corpus/make-corpus.ts [case …]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

interface Drawing {
  languages: string[];
  font: string;
  /** Font size and line distance, pixels. */
  size: number;
  leading: number;
  width: number;
  /** Each line: text, or left and right part of a row. */
  lines: (string | [string, string])[];
  /** What the camera or scanner does: turn in degrees, blur radius, noise, JPEG quality. */
  turn: number;
  blur: number;
  noise: number;
  quality: number;
}

const cases: Record<string, Drawing> = {
  'german-receipt': {
    languages: ['de'],
    font: 'DejaVu Sans Mono',
    size: 22,
    leading: 32,
    width: 560,
    turn: 0.8,
    blur: 0.7,
    noise: 9,
    quality: 80,
    lines: [
      'Bäckerei Großmann GmbH',
      'Königstraße 27',
      '70173 Stuttgart',
      'Öffnungszeiten 06:30 - 18:00',
      '',
      'Rechnung Nr. 20871',
      'Datum 14.03.2026   Uhrzeit 09:42',
      '',
      ['2 x Brötchen mit Käse', '5,80 €'],
      ['1 x Apfelküchle', '3,45 €'],
      ['1 x Kaffee groß', '3,90 €'],
      ['Menü Frühstück Übergröße', '12,75 €'],
      '',
      ['Summe', '25,90 €'],
      ['darin 7 % MwSt.', '1,69 €'],
      ['Gegeben bar', '30,00 €'],
      ['Rückgeld', '4,10 €'],
      '',
      'Größe und Süße natürlich gewählt',
      'Vielen Dank für Ihren Einkauf!',
    ],
  },
  'french-receipt': {
    languages: ['fr'],
    font: 'DejaVu Sans Condensed',
    size: 24,
    leading: 36,
    width: 560,
    turn: -0.6,
    blur: 0.6,
    noise: 8,
    quality: 82,
    lines: [
      'Café de la Façade',
      '12, rue du Château',
      '75011 Paris',
      '',
      'Reçu du 05/02/2026 à 13h20',
      'Table nº 8 – Garçon : Hélène',
      '',
      ['Crème brûlée', '7,50 €'],
      ['Bœuf à la forêt', '18,90 €'],
      ['Pâté de campagne', '9,20 €'],
      ['Thé à la menthe', '4,30 €'],
      '',
      ['Sous-total', '36,27 €'],
      ['TVA 10 %', '3,63 €'],
      ['Total à régler', '39,90 €'],
      '',
      'Réglé par carte. Merci de votre visite, à bientôt !',
    ],
  },
  'swedish-receipt': {
    languages: ['sv'],
    font: 'DejaVu Sans',
    size: 20,
    leading: 31,
    width: 540,
    turn: 0.5,
    blur: 0.6,
    noise: 8,
    quality: 82,
    lines: [
      'Åsa Blommor & Trädgård AB',
      'Drottninggatan 45, 602 24 Norrköping',
      'Org.nr 556123-4567',
      '',
      'Kvitto 3381   2026-04-11 15:07',
      '',
      ['Påskliljor, blå kruka', '129,00'],
      ['Gödning för rosor', '89,50'],
      ['Säckväv 2 m', '64,00'],
      ['Kärra, hyrd en dag', '150,00'],
      '',
      ['Att betala (SEK)', '432,50'],
      ['Varav moms 25 %', '86,50'],
      ['Betalt i euro', '38,45 €'],
      '',
      'Öppet köp i trettio dagar mot kvitto',
      'Välkommen åter!',
    ],
  },
  'german-letter': {
    languages: ['de', 'en'],
    font: 'DejaVu Serif',
    size: 24,
    leading: 38,
    width: 1060,
    turn: 0,
    blur: 0.4,
    noise: 5,
    quality: 85,
    lines: [
      'Prüfbericht zur Straßenbeleuchtung',
      '',
      'Die Prüfung der Leuchten in der Mühlgasse ergab keine Mängel. Für die',
      'außen liegenden Gehäuse gilt die Schutzart IP65. Während der nächsten',
      'Überprüfung werden größere Querschnitte gemessen. Die Kosten betragen',
      'voraussichtlich 1.480,00 € zuzüglich der gesetzlichen Umsatzsteuer.',
      '',
      'Mit freundlichen Grüßen',
      'Jörg Weiß, Öffentliche Werke Südstadt',
    ],
  },
};

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A linear congruential generator (Numerical Recipes), so that the noise is the same every time. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function draw(drawing: Drawing): Promise<Buffer> {
  const { width, size, leading, font, lines } = drawing;
  const margin = 40;
  const height = margin * 2 + lines.length * leading;
  const text = lines
    .map((line, i) => {
      const y = margin + (i + 0.8) * leading;
      const [left, right] = typeof line === 'string' ? [line, ''] : line;
      const start = `<text xml:space="preserve" x="${margin}" y="${y}">${escape(left)}</text>`;
      const end = right ? `<text x="${width - margin}" y="${y}" text-anchor="end">${escape(right)}</text>` : '';
      return start + end;
    })
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f2ec"/><g font-family="${font}" font-size="${size}" fill="#2b2b2e">${text}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .rotate(drawing.turn, { background: '#f4f2ec' })
    .flatten({ background: '#f4f2ec' })
    .blur(drawing.blur)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const next = noise(20260314);
  for (let i = 0; i < data.length; i += info.channels) {
    const n = (next() + next() + next() - 1.5) * drawing.noise;
    for (let c = 0; c < info.channels; c++) {
      data[i + c] = Math.max(0, Math.min(255, (data[i + c] as number) + n));
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .jpeg({ quality: drawing.quality })
    .toBuffer();
}

const wanted = process.argv.slice(2);
for (const [name, drawing] of Object.entries(cases)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const folder = join(import.meta.dirname, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'input.jpg'), await draw(drawing));
  const texts = drawing.lines.flatMap((line) => (typeof line === 'string' ? [line] : line)).filter((t) => t !== '');
  const expected = { languages: drawing.languages, texts: texts.map((t) => t.replace(/ {2,}/g, ' ')) };
  await writeFile(join(folder, 'expected.json'), `${JSON.stringify(expected, undefined, 2)}\n`);
  await writeFile(
    join(folder, 'source.md'),
    'Synthetic: drawn by `make-corpus.ts` beside this folder (text, blur, noise and JPEG all scripted). Names and amounts are made up; part of this repository.\n',
  );
}
