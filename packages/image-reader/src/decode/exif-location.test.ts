import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locationFromExif } from './exif-location.ts';
import { readLocation } from './node.ts';
import { drawQuadrants, makeBmp, makePdf } from './sample-files.ts';

const london = {
  GPSLatitude: '51/1 30/1 0/1',
  GPSLatitudeRef: 'N',
  GPSLongitude: '0/1 7/1 3012/100',
  GPSLongitudeRef: 'W',
};
const sydney = {
  GPSLatitude: '33/1 51408/1000 0/1',
  GPSLatitudeRef: 'S',
  GPSLongitude: '151/1 12918/1000 0/1',
  GPSLongitudeRef: 'E',
};
const draw = (gps: Record<string, string>) =>
  drawQuadrants().withExif({ IFD0: { Make: 'Camera' }, IFD3: gps });
const inJpeg = async (gps: Record<string, string>) => readLocation(await draw(gps).jpeg().toBuffer());

/** A TIFF structure of one directory that leads to a GPS directory of four entries, in either byte order. */
function makeBlock(
  little: boolean,
  angles: [number, number][][] = [
    [
      [51, 1],
      [30, 1],
      [0, 1],
    ],
    [
      [0, 1],
      [7, 1],
      [30, 1],
    ],
  ],
): Uint8Array {
  const view = new DataView(new ArrayBuffer(26 + 54 + 48));
  const entry = (at: number, tag: number, type: number, count: number): number => {
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, type, little);
    view.setUint32(at + 4, count, little);
    return at + 8;
  };
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  view.setUint16(8, 1, little);
  view.setUint32(entry(10, 0x8825, 4, 1), 26, little);
  view.setUint16(26, 4, little);
  view.setUint8(entry(28, 1, 2, 2), 'N'.charCodeAt(0));
  view.setUint32(entry(40, 2, 5, 3), 80, little);
  view.setUint8(entry(52, 3, 2, 2), 'W'.charCodeAt(0));
  view.setUint32(entry(64, 4, 5, 3), 104, little);
  angles.flat().forEach(([over, under], index) => {
    view.setUint32(80 + index * 8, over, little);
    view.setUint32(84 + index * 8, under, little);
  });
  return new Uint8Array(view.buffer);
}

test('the place is found in every format that carries EXIF, north and south, east and west', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const bytes = await draw(london).toFormat(format).toBuffer();
    expect(await readLocation(bytes), format).toEqual({
      latitude: 51.5,
      longitude: expect.closeTo(-0.125033, 6),
    });
  }
  expect(await inJpeg(sydney)).toEqual({
    latitude: expect.closeTo(-33.8568, 6),
    longitude: expect.closeTo(151.2153, 6),
  });
  // HEIC is the container of AVIF under another brand.
  const heic = await draw(london).avif().toBuffer();
  heic.write('heic', 8, 'latin1');
  expect((await readLocation(heic))?.latitude).toBe(51.5);
});

test('both byte orders, with and without the prefix, and a TIFF itself', async () => {
  for (const little of [true, false]) {
    const block = makeBlock(little);
    const place = { latitude: 51.5, longitude: expect.closeTo(-0.125, 9) };
    expect(locationFromExif(block)).toEqual(place);
    expect(locationFromExif(Buffer.concat([Buffer.from('Exif\0\0'), block]))).toEqual(place);
    expect(await readLocation(block)).toEqual(place);
  }
});

test('what says no place has none', async () => {
  for (const bytes of [
    await drawQuadrants().jpeg().toBuffer(),
    await drawQuadrants()
      .withExif({ IFD0: { Make: 'Camera' } })
      .jpeg()
      .toBuffer(),
    await drawQuadrants().tiff().toBuffer(),
    await drawQuadrants().gif().toBuffer(),
    makeBmp({ bits: 24 }),
    makePdf(1),
    new Uint8Array(),
    Buffer.from('no picture'),
    (await draw(london).jpeg().toBuffer()).subarray(0, 60),
  ])
    expect(await readLocation(bytes)).toBeUndefined();
  const { GPSLongitude: _, ...half } = london;
  expect(await inJpeg(half)).toBeUndefined();
});

test('a place that cannot be is none', async () => {
  expect(await inJpeg({ ...london, GPSStatus: 'V' })).toBeUndefined();
  expect((await inJpeg({ ...london, GPSStatus: 'A' }))?.latitude).toBe(51.5);
  const zero: [number, number][] = [
    [0, 1],
    [0, 1],
    [0, 1],
  ];
  for (const degrees of [
    [
      [91, 1],
      [0, 1],
      [0, 1],
    ],
    [
      [90, 1],
      [1, 1],
      [0, 1],
    ],
    [
      [51, 1],
      [61, 1],
      [0, 1],
    ],
    [
      [51, 1],
      [0, 1],
      [61, 1],
    ],
    [
      [51, 0],
      [0, 1],
      [0, 1],
    ],
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    zero,
  ] as [number, number][][])
    expect(locationFromExif(makeBlock(true, [degrees, zero]))).toBeUndefined();
});

test('hostile EXIF gives no place or one on earth, and never an error', () => {
  const check = (block: Uint8Array) => {
    const place = locationFromExif(block);
    if (!place) return;
    expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
    expect(Math.abs(place.longitude)).toBeLessThanOrEqual(180);
  };
  const size = makeBlock(true).length;
  for (let length = 0; length < size; length++) check(makeBlock(true).subarray(0, length));
  const change = fc.record({ at: fc.nat(size - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.boolean(), fc.array(change, { minLength: 1, maxLength: 12 }), (little, changes) => {
      const block = makeBlock(little);
      for (const { at, byte } of changes) block[at] = byte;
      check(block);
    }),
    { seed: 20_261_121, numRuns: 5000 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), check), {
    seed: 20_261_121,
    numRuns: 1000,
  });
});
