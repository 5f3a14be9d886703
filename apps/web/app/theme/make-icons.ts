/**
 * Draws the icons and the preview pictures of `public/` from the mark:
 *
 *     CHROMIUM=/usr/bin/chromium node apps/web/app/theme/make-icons.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const publicFolder = new URL('../../public/', import.meta.url);
const require = createRequire(import.meta.url);

/** The mark on a square of 24 units; `inset` leaves room around it. */
const mark = (
  inset: number,
  ink: string,
  paper: string | null,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  ${paper ? `<rect width="24" height="24" fill="${paper}"/>` : ''}
  <g transform="translate(${inset} ${inset}) scale(${(24 - 2 * inset) / 24})">
    <path d="M2.5 8V2.5H8M16 2.5h5.5V8M21.5 16v5.5H16M8 21.5H2.5V16" fill="none" stroke="${ink}" stroke-width="2"/>
    <path d="M6.5 9.5h11" stroke="${ink}" stroke-width="2" opacity=".45"/>
    <path d="M6.5 14.5H14" stroke="#00a673" stroke-width="3"/>
  </g></svg>`;

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 24 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** One PNG inside the ICO container, as every browser of today accepts it. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, image]);
}

const save = (name: string, bytes: Buffer) => writeFile(new URL(name, publicFolder), bytes);

await save('favicon.ico', ico(await png(mark(0, '#161a18', '#f4f5f3'), 32), 32));
await save('apple-touch-icon.png', await png(mark(4, '#161a18', '#f4f5f3'), 180));
await save('icon-192.png', await png(mark(3, '#161a18', '#f4f5f3'), 192));
await save('icon-512.png', await png(mark(3, '#161a18', '#f4f5f3'), 512));
await save('icon-maskable-512.png', await png(mark(5, '#161a18', '#f4f5f3'), 512));

const inter = await readFile(
  require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);
const sample = await readFile(new URL('../pages/index/samples/receipt-en.webp', import.meta.url));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
const style = `<style>@font-face{font-family:I;src:url(data:font/woff2;base64,${inter.toString('base64')});font-weight:100 900}
  body{margin:0;width:1200px;height:630px;display:flex;background:#f4f5f3;color:#161a18;font-family:I;overflow:hidden}
  .l{flex:1;padding:72px 24px 72px 72px;display:flex;flex-direction:column;justify-content:space-between}
  h1{margin:0;font-size:72px;line-height:1.04;letter-spacing:-.04em;font-weight:640} em{font-style:normal;color:#00714f;display:block}
  p{margin:24px 0 0;font-size:32px;line-height:1.4;color:#525a55;max-width:22em}
  .w{display:flex;gap:16px;align-items:center;font-size:34px;font-weight:640;letter-spacing:-.02em} .w svg{width:44px}
  .r{width:480px;background:url(data:image/webp;base64,${sample.toString('base64')}) center 42%/640px}
  .m{width:300px;display:grid;place-items:center;padding-right:72px} .m svg{width:300px}</style>`;
const brand = `<div class="w">${mark(0, '#161a18', null)}Readout</div>`;
const previews = {
  'og.png': `<div class="l">${brand}<h1>Point a camera or a screen at it. <em>Get a record.</em></h1></div><div class="r"></div>`,
  ...Object.fromEntries(
    [
      ['changelog', 'Changelog', 'What changed, version by version.'],
      ['privacy-policy', 'Privacy policy', 'What is stored about people, why, and for how long.'],
      ['tos', 'Terms of service', 'What you may expect of it, and what is expected of you.'],
    ].map(([name, title, text]) => [
      `og-${name}.png`,
      `<div class="l">${brand}<div><h1>${title}</h1><p>${text}</p></div></div><div class="m">${mark(0, '#161a18', null)}</div>`,
    ]),
  ),
};
for (const [name, html] of Object.entries(previews)) {
  await page.setContent(style + html);
  await page.evaluate('document.fonts.ready.then(() => null)');
  await save(
    name,
    await sharp(await page.screenshot())
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  );
}
await browser.close();
