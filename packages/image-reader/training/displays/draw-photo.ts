// cspell:ignore Lato
import sharp from 'sharp';
import { invert, mapPoint, rectToQuadMap } from '../../src/document/homography.ts';
import type { Point, Quad } from '../../src/reading.ts';
import { photograph, renderPanel } from './draw-crop.ts';
import { chancesOf, drawPanel, type PanelKind } from './draw-panel.ts';
import { type Grey, sampleQuad } from './grey.ts';

/** A drawn photograph of devices, paper and things that look like displays, and where displays stand in it. */
export interface DisplayPhoto {
  grey: Grey;
  rows: { kind: PanelKind; row: Quad }[];
}

/** Pixels of every photo, those it is drawn with and those that are kept. */
const drawn = { width: 640, height: 512 };
export const photoSize = { width: 320, height: 256 };

/** Draws one; `random` decides everything. */
export async function drawPhoto(random: () => number): Promise<DisplayPhoto> {
  const chances = chancesOf(random);
  const { between, often } = chances;
  const { data } = await sharp(Buffer.from(drawGround(random)))
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scene: Grey = { ...drawn, data: Float32Array.from(data) };
  const rows: DisplayPhoto['rows'] = [];
  const panels = often(0.3) ? 0 : often(0.8) ? 1 : 2;
  for (let n = 0; n < panels; n++) {
    const panel = drawPanel(random);
    const picture = await renderPanel(panel);
    const wanted = Math.exp(between(Math.log(20), Math.log(250)));
    const rowLength = panel.row[1][0] - panel.row[0][0];
    const scale = Math.min(wanted / panel.size, (0.97 * drawn.width) / rowLength);
    const [w, h] = [panel.width * scale, panel.height * scale];
    const turn = often(0.5) ? between(-0.05, 0.05) : between(-0.35, 0.35);
    const skew = between(-0.08, 0.08);
    // The digits stay in the picture; what is around them may not.
    const reach = Math.max(0, drawn.width - rowLength * scale) / 2;
    const tall = Math.max(0, drawn.height - panel.size * scale) / 2;
    const rowMiddle: Point = [
      (panel.row[0][0] + panel.row[1][0]) / 2,
      (panel.row[0][1] + panel.row[3][1]) / 2,
    ];
    const [cx, cy] = [
      drawn.width / 2 + between(-0.9, 0.9) * reach,
      drawn.height / 2 + between(-0.9, 0.9) * tall,
    ];
    const corner = (x: number, y: number): Point => {
      const [dx, dy] = [x - rowMiddle[0] * scale, y - rowMiddle[1] * scale];
      const grown = 1 + skew * (dx / w);
      return [
        cx + (Math.cos(turn) * dx - Math.sin(turn) * dy * grown) + between(-0.02, 0.02) * h,
        cy + (Math.sin(turn) * dx + Math.cos(turn) * dy * grown) + between(-0.02, 0.02) * h,
      ];
    };
    const place: Quad = [corner(0, 0), corner(w, 0), corner(w, h), corner(0, h)];
    const onto = rectToQuadMap(picture.width, picture.height, place);
    if (!onto) continue;
    const row = panel.row.map((point) => mapPoint(onto, point)) as Quad;
    if (rows.some((other) => overlap(other.row, place))) continue;
    paste(scene, picture, place, invert(onto));
    rows.push({ kind: panel.kind, row });
  }
  const whole: Quad = [
    [0, 0],
    [drawn.width, 0],
    [drawn.width, drawn.height],
    [0, drawn.height],
  ];
  const share = photoSize.width / drawn.width;
  const digits = Math.min(
    30,
    ...rows.map(({ row }) => share * Math.hypot(row[3][0] - row[0][0], row[3][1] - row[0][1])),
  );
  const small = await photograph(random, sampleQuad(scene, whole, photoSize.width, photoSize.height), digits);
  return {
    grey: small,
    rows: rows.map(({ kind, row }) => ({
      kind,
      row: row.map(([x, y]) => [x * share, y * share]) as Quad,
    })),
  };
}

const boundsOf = (quad: Quad) => ({
  left: Math.min(...quad.map(([x]) => x)),
  right: Math.max(...quad.map(([x]) => x)),
  top: Math.min(...quad.map(([, y]) => y)),
  bottom: Math.max(...quad.map(([, y]) => y)),
});

function overlap(one: Quad, other: Quad): boolean {
  const [a, b] = [boundsOf(one), boundsOf(other)];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

type Homography = Parameters<typeof mapPoint>[0];

function paste(scene: Grey, picture: Grey, place: Quad, back: Homography): void {
  const { left, right, top, bottom } = boundsOf(place);
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(scene.height, bottom); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(scene.width, right); x++) {
      let sum = 0;
      let count = 0;
      for (const [dx, dy] of [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ] as const) {
        const [u, v] = mapPoint(back, [x + dx, y + dy]);
        if (u < 0 || v < 0 || u >= picture.width || v >= picture.height) continue;
        sum += picture.data[Math.floor(v) * picture.width + Math.floor(u)] as number;
        count++;
      }
      if (count < 2) continue;
      scene.data[y * scene.width + x] = sum / count;
    }
}

const letters = Array.from({ length: 26 }, (_, k) =>
  [65, 97].map((from) => String.fromCharCode(from + k)),
).flat();
const fonts = [
  'DejaVu Sans',
  'DejaVu Sans Mono',
  'Liberation Sans',
  'Liberation Serif',
  'FreeMono',
  'Roboto',
  'Lato',
];

/** Tables, housings, cables, labels, receipts, bars: everything but displays. */
function drawGround(random: () => number): string {
  const { between, often, pick } = chancesOf(random);
  const { width, height } = drawn;
  const grey = (low: number, high: number): string => {
    const value = Math.round(between(low, high));
    return `rgb(${value},${value},${value})`;
  };
  const parts = [
    `<linearGradient id="g" x1="0" y1="0" x2="${often(0.5) ? 1 : 0}" y2="1"><stop offset="0" stop-color="${grey(0, 255)}"/><stop offset="1" stop-color="${grey(0, 255)}"/></linearGradient>`,
    often(0.5)
      ? `<rect width="${width}" height="${height}" fill="url(#g)"/>`
      : `<rect width="${width}" height="${height}" fill="${grey(0, 255)}"/>`,
  ];
  const turned = (inner: string): string =>
    `<g transform="rotate(${(often(0.6) ? 0 : between(-30, 30)).toFixed(1)} ${width / 2} ${height / 2})">${inner}</g>`;
  for (let n = Math.floor(between(0, 9)); n > 0; n--) {
    const [x, y, w, h] = [between(-80, width), between(-80, height), between(10, 400), between(10, 300)];
    const style = often(0.7)
      ? `fill="${grey(0, 255)}"`
      : `fill="none" stroke="${grey(0, 255)}" stroke-width="${between(1, 12).toFixed(1)}"`;
    parts.push(
      turned(
        often(0.7)
          ? `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}" rx="${between(0, 20).toFixed(0)}" ${style}/>`
          : `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${(w / 2).toFixed(0)}" ry="${(h / 2).toFixed(0)}" ${style}/>`,
      ),
    );
  }
  for (let n = Math.floor(between(0, 6)); n > 0; n--)
    parts.push(
      `<line x1="${between(0, width).toFixed(0)}" y1="${between(0, height).toFixed(0)}" x2="${between(0, width).toFixed(0)}" y2="${between(0, height).toFixed(0)}" stroke="${grey(0, 255)}" stroke-width="${between(1, 14).toFixed(1)}"/>`,
    );
  const word = (): string => {
    const length = 1 + Math.floor(between(1, 9));
    const isNumber = often(0.35);
    let text = '';
    for (let k = 0; k < length; k++) text += isNumber ? Math.floor(random() * 10) : pick(letters);
    return isNumber && length > 3 && often(0.5) ? `${text.slice(0, -2)}.${text.slice(-2)}` : text;
  };
  // Words of any size, and blocks of print.
  for (let n = Math.floor(between(0, 6)); n > 0; n--)
    parts.push(
      turned(
        `<text x="${between(-20, width * 0.8).toFixed(0)}" y="${between(0, height).toFixed(0)}" font-family="${pick(fonts)}" font-weight="${often(0.5) ? 700 : 400}" font-size="${Math.exp(between(Math.log(12), Math.log(150))).toFixed(0)}" fill="${grey(0, 255)}">${word()} ${often(0.4) ? word() : ''}</text>`,
      ),
    );
  if (often(0.35)) {
    const [x, y, w] = [between(-50, width * 0.6), between(-50, height * 0.6), between(150, 420)];
    const size = between(9, 26);
    const [paper, ink] = [grey(170, 255), grey(0, 110)];
    const font = pick(fonts);
    const lines = [
      `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${w.toFixed(0)}" height="${between(150, 500).toFixed(0)}" fill="${paper}"/>`,
    ];
    for (let line = 1; line < 16; line++)
      lines.push(
        `<text x="${(x + 8).toFixed(0)}" y="${(y + line * size * 1.4).toFixed(0)}" font-family="${font}" font-size="${size.toFixed(1)}" fill="${ink}">${word()} ${word()} ${often(0.5) ? word() : ''}</text>`,
      );
    parts.push(turned(lines.join('')));
  }
  if (often(0.15)) {
    const [x, y, h] = [between(0, width * 0.6), between(0, height * 0.8), between(20, 160)];
    const bars = [`<rect x="${x - 20}" y="${y - 10}" width="330" height="${h + 20}" fill="#fff"/>`];
    for (let at = 0; at < 290; ) {
      const bar = between(2, 8);
      bars.push(
        `<rect x="${(x + at).toFixed(1)}" y="${y.toFixed(1)}" width="${bar.toFixed(1)}" height="${h.toFixed(1)}" fill="#111"/>`,
      );
      at += bar + between(2, 9);
    }
    parts.push(turned(bars.join('')));
  }
  // Windows without a digit: off, or only a word.
  if (often(0.25)) {
    const [x, y, w, h] = [between(0, 400), between(0, 400), between(60, 260), between(25, 110)];
    parts.push(
      turned(
        `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}" fill="${grey(20, 180)}" stroke="${grey(0, 80)}" stroke-width="4"/>`,
      ),
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
}
