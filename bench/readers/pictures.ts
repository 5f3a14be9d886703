import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { documentSets } from './documents.ts';
import { type Drawn, drawDisplay, drawMeter } from './drawn.ts';
import type { Picture, PictureSet } from './picture-set.ts';

interface Entry {
  file: string;
  kind?: string;
  value?: string;
  fields?: Record<string, string>;
  lines?: { text: string }[] | string[];
}

const manifest = async (data: string, folder: string): Promise<Entry[]> =>
  JSON.parse(await readFile(join(data, folder, 'manifest.json'), 'utf8'));
const texts = ({ lines = [] }: Entry) => lines.map((line) => (typeof line === 'string' ? line : line.text));

/** Every set of pictures with known fields; `data` is the folder of the sample data. */
export async function pictureSets(data: string, cache: string): Promise<PictureSet[]> {
  const photos = await manifest(data, 'photos');
  const screens = await manifest(data, 'screens');
  const segments = await manifest(data, 'sevenseg');
  return [
    {
      reader: 'nameplate',
      name: 'synthetic photographs of plates',
      pictures: photos
        .filter(({ file }) => file.startsWith('plate'))
        .map((entry) => ({ file: join(data, 'photos', entry.file), truth: plateTruth(entry) })),
    },
    {
      reader: 'invoice',
      name: 'drawn screens of invoices, random sums and accounts',
      pictures: screens
        .filter(({ kind }) => kind === 'invoice')
        .map((entry) => ({ file: join(data, 'screens', entry.file), truth: invoiceTruth(entry) })),
    },
    {
      reader: 'meter',
      name: 'meters drawn for this measure',
      pictures: await drawn('meter', cache, drawMeter),
    },
    {
      reader: 'display',
      name: 'displays drawn for this measure',
      pictures: await drawn('display', cache, drawDisplay),
    },
    ...(await documentSets(data)),
    {
      reader: 'meter',
      name: 'cut-out seven-segment meters',
      pictures: segments
        .filter(({ kind }) => kind === 'meter')
        .map((entry) => ({ file: join(data, 'sevenseg', entry.file), truth: { value: entry.value ?? '' } })),
    },
  ];
}

function plateTruth(entry: Entry): Picture['truth'] {
  const lines = texts(entry);
  const after = (label: string) => lines[lines.indexOf(label) + 1] ?? '';
  return {
    ...entry.fields,
    voltage: after('U'),
    power: after('P'),
    year: lines.find((text) => /^(?:19|20)\d\d$/.test(text)) ?? '',
  };
}

function invoiceTruth(entry: Entry): Picture['truth'] {
  const lines = texts(entry);
  const behind = (label: string) =>
    lines
      .find((text) => text.startsWith(label))
      ?.slice(label.length)
      .trim() ?? '';
  return {
    supplier: lines[1] ?? '',
    supplierTaxId: behind('VAT '),
    number: entry.fields?.invoiceNumber ?? '',
    date: behind('Invoice date:'),
    due: behind('Due date:'),
    total: entry.fields?.total ?? '',
    currency: 'EUR',
    iban: behind('IBAN').replaceAll(' ', ''),
  };
}

async function drawn(name: string, cache: string, draw: (seed: number) => Drawn): Promise<Picture[]> {
  // The engine blocks what draws vectors; these drawings are ours.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  await mkdir(cache, { recursive: true });
  const pictures: Picture[] = [];
  for (let seed = 1; seed <= 24; seed++) {
    const { svg, truth } = draw(seed);
    const file = join(cache, `${name}-${seed}.png`);
    await writeFile(file, await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer());
    pictures.push({ file, truth });
  }
  return pictures;
}
