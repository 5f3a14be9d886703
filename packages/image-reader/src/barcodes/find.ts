import type { GrayImage } from '../image.ts';
import { quadCentre, quadContains, quadsOverlap } from '../layout/quad-place.ts';
import type { Barcode, Point, Quad } from '../reading.ts';
import { readAddOn } from './add-on.ts';
import { readBareCodes } from './bare-codes.ts';
import { readEanUpc } from './ean-upc.ts';
import { enlarge, sharpen } from './enlarge.ts';
import { type BarRegion, locateBars } from './locate-bars.ts';
import { withQuietZones } from './quiet-zones.ts';
import { type Strip, sharpenRows, straighten } from './straighten.ts';
import { type RawResult, runPass, type Zxing } from './zxing.ts';

/** Names of ZXing-C++'s `ContentType` by number. */
const contentTypes = ['Text', 'Binary', 'Mixed', 'GS1', 'ISO15434', 'UnknownECI'] as const;

const usual = {
  binarizer: 'local',
  denoise: false,
  downscaleFactor: 3,
  minLineCount: 2,
  formats: '',
} as const;
/** Codes whose bars are looked at a second time. Left out are those without any check of what was read. */
const linearFormats = 'Codabar,Code39,Code93,Code128,ITF,EANUPC,DataBar';
/** Regions of bars looked at a second time, the strongest first. */
const maxRegions = 6;
/** An EAN-13 has 60 changes between dark and light, its add-on of five digits 32: what has more is of another kind. */
const maxProductTransitions = 100;
/** Pictures of fewer pixels are also looked at enlarged: their matrix codes may have modules of two pixels. */
const enlargedBelowPixels = 300_000;
/**
 * Larger pictures, beyond those of usual cameras, are seen at half their size as a whole, since each doubling of the pixels doubles
 * what the pass costs, up to half a minute. Regions of bars are read as they are.
 */
const halvedAbovePixels = 25_000_000;
/** Larger pictures are seen only once as a whole: a second pass would cost a second and hardly ever helps. */
const seenTwiceBelowPixels = 6_000_000;

/**
 * Finds the barcodes in a grey picture, each once.
 *
 * First ZXing-C++ sees the whole picture. Regions of parallel bars it made nothing of are then cut out,
 * turned upright, averaged along the bars and read again, and matched with the patterns of product codes; and where nothing at all was found, other
 * binarisations, and an enlargement of small pictures, look for matrix codes, and codes without a margin are given one.
 *
 * @returns from the top to the bottom, from the left to the right
 */
export function findBarcodes(zxing: Zxing, gray: GrayImage): Barcode[] {
  const whole = gray.width * gray.height > halvedAbovePixels ? halve(gray) : gray;
  const scale = gray.width / whole.width;
  const toPicture: ToPicture = whole === gray ? identity : (x, y) => [x * scale, y * scale];
  const seen = runPass(zxing, whole, usual);
  const found = seen.filter((result) => !isDoubtful(result)).map((result) => toBarcode(result, toPicture));
  const doubtful = seen.filter(isDoubtful).map((result) => toBarcode(result, toPicture));
  const regions = locateBars(gray, maxRegions);
  for (const region of regions) {
    if (found.some(({ box }) => covers(box, region))) continue;
    const first = doubtful.find(({ box }) => covers(box, region));
    const again =
      first === undefined
        ? (readBars(zxing, gray, region) ?? readProduct(gray, region))
        : lookAgain(zxing, gray, region, first);
    if (again !== undefined) found.push(again);
  }
  // What a second look at the same bars says counts more than a few lines of the first.
  const onSameBars = (a: Quad, b: Quad): boolean =>
    quadsOverlap(a, b) || regions.some((region) => covers(a, region) && covers(b, region));
  found.push(...doubtful.filter((barcode) => !found.some((other) => onSameBars(other.box, barcode.box))));
  if (found.length === 0) found.push(...readHardMatrix(zxing, gray));
  if (found.length === 0)
    found.push(...readBareCodes(zxing, gray).map(({ result, toPicture }) => toBarcode(result, toPicture)));
  return inOrder(withoutRepeats(found).map((barcode) => withAddOn(gray, barcode)));
}

/** Maps a point of the picture a pass has seen to the picture as it is. */
type ToPicture = (x: number, y: number) => Point;
const identity: ToPicture = (x, y) => [x, y];

/** Each pixel the mean of four. */
function halve({ width, height, data }: GrayImage): GrayImage {
  const [columns, rows] = [width >> 1, height >> 1];
  const half = new Uint8ClampedArray(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0, at = 2 * y * width; x < columns; x++, at += 2)
      half[y * columns + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
  }
  return { width: columns, height: rows, data: half };
}

/** Ways to prepare a strip, the one that succeeds most often first. */
const preparations = [
  { averaged: 0.1, radius: 3, amount: 2 },
  { averaged: 0.1, radius: 0, amount: 0 },
  { averaged: 0.3, radius: 5, amount: 2 },
  { averaged: 0, radius: 0, amount: 0 },
] as const;
/** Symbologies with a check strong enough that few agreeing lines will do. */
const strongLines: Record<string, number> = { Code128: 2, Code93: 2, DataBarExp: 2 };
/** Agreeing lines after which any symbology is believed at once; otherwise two preparations have to agree. */
const manyLines = 8;
/**
 * From fewer agreeing lines of the whole picture a symbology with no check, or one digit of it, is not believed before a second look
 * at its bars. An EAN-13 also has its parity to agree.
 */
const enoughLines: Record<string, number> = {
  EAN13: 3,
  UPCA: 3,
  EAN8: 4,
  UPCE: 4,
  ITF: 4,
  ITF14: 4,
  Codabar: 4,
  Code39: 4,
  Code39Std: 4,
  Code39Ext: 4,
};

function isDoubtful({ format, lineCount }: RawResult): boolean {
  return lineCount < (enoughLines[format] ?? 0);
}

/**
 * Reads bars again that a few lines made something of: averaged along the bars, in one pass for that symbology alone.
 *
 * @returns what the bars say, if that is sure; otherwise the first reading stands
 */
function lookAgain(zxing: Zxing, gray: GrayImage, region: BarRegion, first: Barcode): Barcode | undefined {
  const { averaged, radius, amount } = preparations[0];
  const strip = straighten(gray, region, averaged);
  const image = sharpenRows(strip.image, radius, amount);
  const formats = familyOf(first.format);
  const upright = { ...usual, formats, tryRotate: false, tryInvert: false, tryDownscale: false };
  const result = runPass(zxing, image, upright).find(
    ({ format, text, lineCount }) =>
      lineCount >= manyLines || (format === first.format && text === first.text),
  );
  if (result !== undefined) return toBarcode(result, strip.toPicture);
  return formats === 'EANUPC' ? readProduct(gray, region) : undefined;
}

/** The symbologies that could take each other's place, as ZXing-C++ names them. */
function familyOf(format: string): string {
  if (format.startsWith('Code39')) return 'Code39';
  if (format.startsWith('ITF')) return 'ITF';
  return format === 'Codabar' ? format : 'EANUPC';
}

function readBars(zxing: Zxing, gray: GrayImage, region: BarRegion): Barcode | undefined {
  const seen = new Set<string>();
  const strips = new Map<number, Strip>();
  for (const { averaged, radius, amount } of preparations) {
    const strip = strips.get(averaged) ?? straighten(gray, region, averaged);
    strips.set(averaged, strip);
    const image = amount === 0 ? strip.image : sharpenRows(strip.image, radius, amount);
    for (const result of runPass(zxing, image, { ...usual, formats: linearFormats, tryRotate: false })) {
      const content = `${result.format} ${result.text}`;
      const believed = result.lineCount >= (strongLines[result.format] ?? manyLines) || seen.has(content);
      if (believed) return toBarcode(result, strip.toPicture);
      seen.add(content);
    }
  }
  const upright = strips.get(preparations[0].averaged);
  for (const image of upright ? withQuietZones(upright.image) : []) {
    const results = runPass(zxing, image, { ...usual, formats: linearFormats, tryRotate: false });
    const result = results.find(({ format, lineCount }) => lineCount >= (strongLines[format] ?? manyLines));
    if (result && upright) return toBarcode(result, upright.toPicture);
  }
  return undefined;
}

function readProduct(gray: GrayImage, region: BarRegion): Barcode | undefined {
  if (region.transitions > maxProductTransitions) return undefined;
  const code = readEanUpc(gray, region);
  if (code === undefined) return undefined;
  const { format, text, box } = code;
  const corners = box.map(([x, y]) => ({ x, y }));
  const result = {
    format,
    text,
    bytes: new TextEncoder().encode(text),
    contentType: contentTypes.indexOf('Text'),
    symbologyIdentifier: format === 'EAN8' ? ']E4' : ']E0',
    position: {
      topLeft: corners[0]!,
      topRight: corners[1]!,
      bottomRight: corners[2]!,
      bottomLeft: corners[3]!,
    },
  };
  return toBarcode(result, identity);
}

function withAddOn(gray: GrayImage, barcode: Barcode): Barcode {
  const addOn = readAddOn(gray, barcode.format, barcode.box);
  return addOn === undefined ? barcode : { ...barcode, addOn };
}

function readHardMatrix(zxing: Zxing, gray: GrayImage): Barcode[] {
  for (const { picture, ...way } of hardMatrixPasses(gray)) {
    const image = picture();
    const scale = gray.width / image.width;
    const results = runPass(zxing, image, { ...usual, ...way, formats: 'AllMatrix' });
    if (results.length > 0)
      return results.map((result) => toBarcode(result, (x, y) => [x * scale, y * scale]));
  }
  return [];
}

interface MatrixPass {
  picture: () => GrayImage;
  binarizer: 'local' | 'global';
  denoise: boolean;
}

/** The one further pass that helps most; for small pictures, where they cost little, all that help. */
function hardMatrixPasses(gray: GrayImage): MatrixPass[] {
  const pixels = gray.width * gray.height;
  if (pixels >= seenTwiceBelowPixels) return [];
  const asIs = { picture: () => gray, denoise: false, binarizer: 'global' } as const;
  if (pixels >= enlargedBelowPixels) return [asIs];
  let twice: GrayImage | undefined;
  const enlarged = (): GrayImage => {
    twice ??= enlarge(gray, 2);
    return twice;
  };
  return [
    asIs,
    { picture: enlarged, denoise: true, binarizer: 'local' },
    { picture: enlarged, denoise: true, binarizer: 'global' },
    { picture: () => sharpen(enlarged(), 4, 2), denoise: false, binarizer: 'local' },
  ];
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** What a barcode of a reading is made of. */
type DecodedCode = Pick<
  RawResult,
  'format' | 'text' | 'bytes' | 'contentType' | 'symbologyIdentifier' | 'position'
>;

/** A result of the decoder as a barcode of a reading; its `id` is left empty. */
export function toBarcode(result: DecodedCode, toPicture: ToPicture): Barcode {
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  const corners = [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => toPicture(x, y));
  const box = corners.map(([x, y]) => [hundredths(x), hundredths(y)]) as Quad;
  const [[left, top], [right, rightTop]] = box;
  return {
    id: '',
    format: result.format,
    text: result.text,
    bytes: toBase64(result.bytes),
    contentType: contentTypes[result.contentType] ?? 'UnknownECI',
    symbologyIdentifier: result.symbologyIdentifier,
    box,
    orientation: Math.round((Math.atan2(rightTop - top, right - left) * 180) / Math.PI),
  };
}

/** The same symbol found twice (as a whole and as a part, or by two passes) counts once. */
function withoutRepeats(barcodes: Barcode[]): Barcode[] {
  return barcodes.filter(
    (barcode, index) =>
      !barcodes
        .slice(0, index)
        .some(
          (earlier) => sameContent(earlier, barcode) && quadContains(earlier.box, quadCentre(barcode.box)),
        ),
  );
}

function sameContent(a: Barcode, b: Barcode): boolean {
  return a.format === b.format && a.text === b.text;
}

/** Whether a symbol already found lies on the bars of a region. */
function covers(box: Quad, region: BarRegion): boolean {
  if (quadContains(box, [region.x, region.y])) return true;
  // A box of one scan line is thinner than its bars: then the box's middle lies in the region.
  const [x, y] = quadCentre(box);
  const [dx, dy] = [x - region.x, y - region.y];
  const [cos, sin] = [Math.cos(region.angle), Math.sin(region.angle)];
  return (
    Math.abs(dx * cos + dy * sin) <= region.length / 2 && Math.abs(dy * cos - dx * sin) <= region.height / 2
  );
}

function inOrder(barcodes: Barcode[]): Barcode[] {
  const keyed = barcodes.map((barcode) => ({ barcode, at: quadCentre(barcode.box) }));
  keyed.sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  return keyed.map(({ barcode }, index) => ({ ...barcode, id: `b${index}` }));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
