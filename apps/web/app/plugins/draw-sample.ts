import type { PluginSample } from '@readout/domain/plugins/get-plugin-sample';
import type { Quad } from '@readout/plugin-kit';

const paper = '#fbfbf9';
const ink = '#4a524e';
const mark = '#0b8a63';
const look = '#b36b00';
/** Of the longer side, around what is marked. */
const margin = 0.06;

/**
 * A fixture as a picture of its own (SVG): the page, cut to what was read, with a frame around every value. Where the
 * picture itself did not come along, the lines are drawn where they were read.
 * @param options.isWhole - all of the page
 * @param options.missing - where values were to be seen and none was
 */
export function drawSample(
  sample: PluginSample | null,
  { isWhole = false, missing = [] }: { isWhole?: boolean; missing?: readonly Quad[] } = {},
): string {
  if (!sample)
    return svg(
      [0, 0, 400, 240],
      `<text x="200" y="124" text-anchor="middle" font-size="15" fill="${ink}">No sample comes with it</text>`,
    );
  const { picture, lines, barcodes, marks, width, height } = sample;
  const frame: Frame = isWhole ? [0, 0, width, height] : crop(sample);
  const stroke = Math.max(frame[2], frame[3]) / 220;
  const page = picture
    ? `<image href="data:${escapeXml(picture.mediaType)};base64,${picture.base64}" width="${width}" height="${height}" preserveAspectRatio="none"/>`
    : lines.map(({ text, box }) => drawLine(text, box)).join('') +
      barcodes.map((box) => polygon(box, `fill="${ink}" fill-opacity="0.25"`)).join('');
  const frames = marks
    .flatMap(({ boxes }) => boxes)
    .map((box) =>
      polygon(box, `fill="${mark}" fill-opacity="0.16" stroke="${mark}" stroke-width="${round(stroke)}"`),
    );
  const absent = missing.map((box) =>
    polygon(
      box,
      `fill="none" stroke="${look}" stroke-width="${round(stroke)}" stroke-dasharray="${round(stroke * 3)}"`,
    ),
  );
  return svg(frame, page + [...new Set([...frames, ...absent])].join(''));
}

type Frame = [x: number, y: number, width: number, height: number];

const svg = (frame: Frame, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame.map(round).join(' ')}" width="${round(frame[2])}" height="${round(frame[3])}" font-family="sans-serif"><rect x="${round(frame[0])}" y="${round(frame[1])}" width="100%" height="100%" fill="${paper}"/>${content}</svg>`;

function crop({ width, height, marks }: PluginSample): Frame {
  const points = marks.flatMap(({ boxes }) => boxes.flat());
  if (points.length === 0) return [0, 0, width, height];
  const room = Math.max(width, height) * margin;
  const [left, top] = [0, 1].map((axis) =>
    Math.max(0, Math.min(...points.map((at) => at[axis]!)) - room),
  ) as [number, number];
  const right = Math.min(width, Math.max(...points.map(([x]) => x)) + room);
  const bottom = Math.min(height, Math.max(...points.map(([, y]) => y)) + room);
  return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
}

function drawLine(text: string, [from, to, , below]: Quad): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const size = Math.hypot(below[0] - from[0], below[1] - from[1]) * 0.8;
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return `<text transform="translate(${round(below[0])} ${round(below[1])}) rotate(${round(angle)})" y="${round(-size * 0.2)}" font-size="${round(size)}" textLength="${round(length)}" lengthAdjust="spacingAndGlyphs" fill="${ink}">${escapeXml(text)}</text>`;
}

const polygon = (box: Quad, style: string): string =>
  `<polygon points="${box.map((point) => point.map(round).join(',')).join(' ')}" ${style}/>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters XML has no place for are left out. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character]!);
