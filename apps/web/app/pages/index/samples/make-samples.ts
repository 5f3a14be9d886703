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
import { SAMPLE_FILES } from './sample-files.ts';
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

const languages = ['en', 'de', 'fr', 'es'] as const;
type Language = (typeof languages)[number];

const PAPER = 'background: #fdfdfb; box-shadow: 0 18px 40px rgba(0,0,0,.38), 0 2px 6px rgba(0,0,0,.25);';

const row = (left: string, right: string, style = ''): string =>
  `<div style="display:flex; justify-content: space-between; gap: 12px; ${style}"><span>${left}</span><span>${right}</span></div>`;
const rule = '<div style="border-top: 2px dashed #555; margin: 18px 0"></div>';
const columns = (cells: readonly string[]): string =>
  `<div style="display:grid; grid-template-columns: 1.4fr 1fr 1fr 1fr">${cells.map((cell, index) => `<span style="text-align: ${index === 0 ? 'left' : 'right'}">${cell}</span>`).join('')}</div>`;

/** A till receipt as shops of a country print it. */
const tillReceipt = (
  [shop, ...address]: readonly string[],
  [day, time]: readonly [string, string],
  body: string,
  last: string,
): string => `<div style="${PAPER} width: 440px; padding: 36px 36px 40px; transform: rotate(-2.2deg); font: 20px/1.45 Mono; color: #23262b">
      <div style="text-align:center; font-size: 26px; font-weight: 700">${shop}</div>
      <div style="text-align:center">${address.join('<br>')}</div>
      ${rule}${row(day, time)}${rule}${body}
      <div style="text-align:center; margin-top: 22px">${last}</div>
    </div>`;
const total = (label: string, amount: string): string =>
  row(label, amount, 'font-size: 25px; font-weight: 700; margin: 8px 0');

// cspell:disable -- a paper of each country
/** By the end of its file's name; a document of the country comes in the language that is read there. */
const receipts: Record<Language, string> = {
  en: tillReceipt(
    ['Harbour Café', '12 Wharf Street', 'Whitby YO21 1DN'],
    ['14/03/2026', '09:42'],
    `${row('2 Flat white', '7.60')}${row('1 Cream tea', '6.20')}${row('1 Almond croissant', '3.40')}${rule}
      ${row('Subtotal', '14.33')}${row('VAT 20%', '2.87')}${total('TOTAL', '£17.20')}`,
    'Card payment<br>Thank you!',
  ),
  de: tillReceipt(
    ['Markt am Hafen', 'Hafenstraße 12', '20459 Hamburg'],
    ['14.03.2026', '09:42'],
    `${row('Kaffee gemahlen', '6,99 B')}${row('Vollmilch 1 l', '1,29 B')}${row('Spülmittel', '2,49 A')}${rule}
      ${total('SUMME EUR', '10,77')}${rule}
      ${columns(['MwSt', 'Netto', 'Steuer', 'Brutto'])}${columns(['A 19%', '2,09', '0,40', '2,49'])}${columns(['B 7%', '7,74', '0,54', '8,28'])}`,
    'Vielen Dank für Ihren Einkauf!',
  ),
  fr: tillReceipt(
    ['Boulangerie du Port', '8 quai de la Fosse', '44000 Nantes'],
    ['14/03/2026', '09:42'],
    `${row('Pain de campagne', '3,20')}${row('2 Croissants', '2,60')}${row('Café allongé', '2,30')}${rule}
      ${total('TOTAL TTC', '8,10 €')}${rule}
      ${columns(['TVA', 'HT', 'Taxe', 'TTC'])}${columns(['5,5%', '5,50', '0,30', '5,80'])}${columns(['10%', '2,09', '0,21', '2,30'])}`,
    'Merci de votre visite',
  ),
  es: `<div style="${PAPER} width: 600px; padding: 40px 40px 46px; transform: rotate(-1.4deg); font: 18px/1.5 Sans; color: #20242a">
      <div style="display:flex; justify-content: space-between"><div><b style="font-size: 23px">Suministros Alba S.L.</b><br>Calle del Puerto 5<br>46024 Valencia<br>NIF B12345674</div>
        <div style="font-size: 30px; font-weight: 700">FACTURA</div></div>
      <div style="display:flex; justify-content: space-between; margin: 26px 0 22px"><div>Cliente<br><b>Talleres Rivera S.L.</b><br>Avenida del Cid 40<br>46018 Valencia</div>
        <div>Factura n.º: 2026-0117<br>Fecha: 14/03/2026<br>Vencimiento: 13/04/2026</div></div>
      <div style="border-bottom: 2px solid #20242a; font-weight: 600">${columns(['Concepto', 'Cantidad', 'Precio', 'Importe'])}</div>
      ${columns(['Guantes', '20', '4,50', '90,00'])}${columns(['Cinta', '12', '2,25', '27,00'])}
      <div style="border-top: 2px solid #20242a; margin: 14px 0 10px"></div>
      <div style="margin-left: 45%">${row('Base imponible', '117,00')}${row('IVA 21%', '24,57')}${row('<b>TOTAL</b>', '<b>141,57 €</b>')}</div>
      <div style="margin-top: 26px">IBAN ES91 2100 0418 4502 0005 1332</div>
    </div>`,
};

// cspell:enable

async function drawings(): Promise<Record<string, string>> {
  return {
    ...Object.fromEntries(languages.map((language) => [`receipt-${language}`, receipts[language]])),
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
  const { languages: spoken, locale } = SAMPLE_FILES[name]!;
  const { reading } = await reader.read(bytes, { languages: [...spoken] });
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
