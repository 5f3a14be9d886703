/**
 * Draws the sample pictures of the start page and reads them with the engine and the readers of this checkout:
 *
 *     CHROMIUM=/usr/bin/chromium node apps/web/app/pages/index/samples/make-samples.ts
 *
 * The pictures are made up here (no real shop, parcel or product is shown); what was read in them is not touched.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createImageReader } from '@readout/image-reader/node';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { sampleOf } from './sample-of.ts';

const require = createRequire(import.meta.url);
const here = (name: string) => new URL(name, import.meta.url);

const fontFace = async (family: string, file: string) => {
  const bytes = await readFile(require.resolve(file));
  return `@font-face { font-family: "${family}"; src: url(data:font/woff2;base64,${bytes.toString('base64')}); font-weight: 100 900; }`;
};

async function barcodeSvg(
  text: string,
  format: 'Code128' | 'EAN13' | 'QRCode',
  scale: number,
): Promise<string> {
  const { svg } = await writeBarcode(text, { format, scale, addQuietZones: true });
  return svg.replace(/<\?xml[^>]*>|<!DOCTYPE[^>]*>/g, '');
}

const PAPER = 'background: #fdfdfb; box-shadow: 0 18px 40px rgba(0,0,0,.38), 0 2px 6px rgba(0,0,0,.25);';

async function drawings(): Promise<Record<string, string>> {
  const receiptLines = [
    ['2 Flat white', '7.60'],
    ['1 Crème brûlée', '6.20'],
    ['1 Almond croissant', '3.40'],
  ];
  return {
    receipt: `<div style="${PAPER} width: 430px; padding: 40px 38px 46px; transform: rotate(-2.2deg); font: 21px/1.45 Mono; color: #23262b">
      <div style="text-align:center; font-size: 27px; font-weight: 700">Harbour Café</div>
      <div style="text-align:center">12 Wharf Street<br>Galway H91 X2Y3</div>
      <div style="border-top: 2px dashed #555; margin: 20px 0"></div>
      <div style="display:flex; justify-content: space-between"><span>14/03/2026</span><span>09:42</span></div>
      <div style="border-top: 2px dashed #555; margin: 20px 0"></div>
      ${receiptLines.map(([item, amount]) => `<div style="display:flex; justify-content: space-between"><span>${item}</span><span>${amount}</span></div>`).join('')}
      <div style="border-top: 2px dashed #555; margin: 20px 0"></div>
      <div style="display:flex; justify-content: space-between"><span>Subtotal</span><span>17.20</span></div>
      <div style="display:flex; justify-content: space-between"><span>VAT 13.5%</span><span>2.32</span></div>
      <div style="display:flex; justify-content: space-between; font-size: 26px; font-weight: 700; margin-top: 8px"><span>TOTAL</span><span>€19.52</span></div>
      <div style="text-align:center; margin-top: 26px">Card payment<br>Thank you!</div>
    </div>`,
    label: `<div style="${PAPER} width: 560px; transform: rotate(1.6deg); font: 20px/1.4 Sans; color: #111">
      <div style="padding: 22px 26px; border-bottom: 3px solid #111; display:flex; justify-content: space-between">
        <div>NORTH MILL BOOKS<br>48 MILL LANE<br>PORTLAND OR 97205</div><div style="font-weight: 700">4 LBS &nbsp; 1 OF 1</div></div>
      <div style="padding: 22px 26px 26px; border-bottom: 3px solid #111"><b>SHIP TO:</b>
        <div style="font-size: 25px; padding-left: 56px">DANA WHITFIELD<br>1190 HARBOR VIEW DR<br>DULUTH MN 55802</div></div>
      <div style="padding: 18px 26px; border-bottom: 8px solid #111; display:flex; justify-content: space-between; align-items: end">
        <div><div style="font-size: 40px; font-weight: 800; line-height: 1.1">UPS GROUND</div>TRACKING #: 1Z 999 AA1 01 2345 6784</div></div>
      <div style="padding: 26px; text-align: center">${await barcodeSvg('1Z999AA10123456784', 'Code128', 2)}</div>
    </div>`,
    product: `<div style="${PAPER} width: 500px; padding: 34px 36px; transform: rotate(-1.2deg); font: 22px/1.45 Sans; color: #1d2420">
      <div style="font-size: 36px; font-weight: 760; letter-spacing: -.02em">Wildflower honey</div>
      <div>Raw and unfiltered, 340 g</div>
      <div style="border-top: 2px solid #1d2420; margin: 22px 0"></div>
      <div>Best before 2027-12-31</div><div>Lot L42A</div>
      <div style="margin-top: 26px">${await barcodeSvg('9506000134352', 'EAN13', 3)}</div>
      <div style="font: 26px Mono; letter-spacing: .06em; padding-left: 22px">9 506000 134352</div>
    </div>`,
  };
}

prepareZXingModule({
  overrides: {
    wasmBinary: (await readFile(require.resolve('zxing-wasm/writer/zxing_writer.wasm')))
      .buffer as ArrayBuffer,
  },
});
const fonts = await Promise.all([
  fontFace('Mono', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
  fontFace('Sans', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
]);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const reader = await createImageReader();
const sandbox = await createSandbox();
const plugins = await loadFirstPartyPlugins();
const page = await browser.newPage({ viewport: { width: 760, height: 900 } });

for (const [name, html] of Object.entries(await drawings())) {
  await page.setContent(`<style>${fonts.join('')} svg { max-width: 100%; height: auto }</style>
    <body style="margin:0; height: 900px; display:grid; place-items:center; background: linear-gradient(150deg, #7d7f7b, #5c5f5b 60%, #4a4c49)">${html}`);
  await page.evaluate('document.fonts.ready.then(() => null)');
  const bytes = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toBuffer();
  const languages = ['en'];
  const { reading } = await reader.read(bytes, { languages });
  const locale = name === 'receipt' ? 'en-IE' : 'en-US';
  const { records } = sandbox.runReaders(plugins, { reading, settings: {}, locale, today: '2026-03-20' });
  const record = records[0];
  if (!record) throw new Error(`No reader made a record of ${name}.`);
  const { manifest } = plugins.find((plugin) => plugin.manifest.id === record.plugin)!;
  const sample = sampleOf(reading, record, manifest);
  await writeFile(here(`${name}.webp`), bytes);
  await writeFile(here(`${name}.json`), `${JSON.stringify(sample, null, 1)}\n`);
  console.log(
    name,
    record.plugin,
    bytes.length,
    'bytes',
    sample.fields.map((field) => `${field.name}=${JSON.stringify(field.value)}`).join(' '),
  );
}
await Promise.all([browser.close(), reader.close(), sandbox.close()]);
