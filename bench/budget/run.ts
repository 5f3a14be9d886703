/**
 * What reading a page costs beside what its header says of it: the figures behind packages/image-reader/src/budget.ts.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { budgetOf, createImageReader, makeThumbnail, makeViewable } from '@readout/image-reader/node';
import sharp from 'sharp';
import { writeResults } from '../results-file.ts';

const data = process.argv[2] ?? resolve(import.meta.dirname, '../../../shared/data');
const folders = { docphotos: 5, photos: 48, labels: 4, screens: 4, mrz: 3, 'barcodes/qr': 4 };
const reader = await createImageReader();

interface Cost {
  name: string;
  megapixels: number;
  lines: number;
  cpuMs: number;
  budgetMs: number;
}

/** As a server's reader does with a page. */
async function cost(name: string, bytes: Uint8Array): Promise<Cost> {
  const before = process.cpuUsage();
  const header = await reader.look(bytes, 1);
  const budgetMs = budgetOf(header, Number.POSITIVE_INFINITY);
  const { reading, image } = await reader.read(bytes, { languages: ['en'] });
  await Promise.all([makeThumbnail(image, 320), makeViewable(image)]);
  const { user, system } = process.cpuUsage(before);
  const figures = {
    name,
    megapixels: Math.round((image.width * image.height) / 1e4) / 100,
    lines: reading.lines.length,
    cpuMs: Math.round((user + system) / 1000),
    budgetMs: Math.round(budgetMs),
  };
  console.log(JSON.stringify(figures));
  return figures;
}

const blank = (megapixels: number) => {
  const width = Math.round(Math.sqrt((megapixels * 4e6) / 3));
  return sharp({ create: { width, height: Math.round((width * 3) / 4), channels: 3, background: '#fff' } });
};

await cost('warm', await blank(1).png().toBuffer());
const blanks: Cost[] = [];
for (const megapixels of [1, 12, 25, 49]) {
  blanks.push(await cost(`blank PNG of ${megapixels} MP`, await blank(megapixels).png().toBuffer()));
  blanks.push(await cost(`blank JPEG of ${megapixels} MP`, await blank(megapixels).jpeg().toBuffer()));
}
const real: Cost[] = [];
for (const [folder, most] of Object.entries(folders)) {
  const names = (await readdir(join(data, folder))).filter((name) => /\.(jpe?g|png|webp)$/i.test(name));
  // Evenly over all of them.
  for (const name of names.filter((_, index) => index % Math.ceil(names.length / most) === 0))
    real.push(await cost(`${folder}/${name}`, await readFile(join(data, folder, name))));
}
const photo = await readFile(join(data, 'docphotos/receipt.jpg'));
const enlarged: Cost[] = [];
for (const width of [4000, 5773, 8080])
  enlarged.push(
    await cost(
      `photograph of a receipt, enlarged to ${width} pixels`,
      await sharp(photo)
        .rotate()
        .resize(width, Math.round((width * 3) / 4), { fit: 'fill' })
        .jpeg()
        .toBuffer(),
    ),
  );
await reader.close();

const line = ({ name, megapixels, lines, cpuMs, budgetMs }: Cost) =>
  `| ${name} | ${megapixels} | ${lines} | ${cpuMs} ms | ${budgetMs} ms |`;
const byShare = real.toSorted((one, other) => other.cpuMs / other.budgetMs - one.cpuMs / one.budgetMs);
const over20 = [...real, ...enlarged].filter(({ cpuMs }) => cpuMs > 20_000);
await writeResults(
  'budget',
  'What reading a page costs, and what its header allows',
  { blanks, real, enlarged },
  `Processor time of all threads. "Budget" is what the header alone allows; a company allows 20 s of it unless its limit says otherwise.

| page | megapixels | lines | took | budget |
|---|---|---|---|---|
${[...blanks, ...enlarged, ...byShare.slice(0, 12)].map(line).join('\n')}

Of ${real.length} real pictures, above, those that used most of their budget. Over 20 s: ${over20.map(({ name, cpuMs }) => `${name} (${Math.round(cpuMs / 100) / 10} s)`).join(', ') || 'none'}.`,
);
