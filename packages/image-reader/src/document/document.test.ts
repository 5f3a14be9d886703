import { describe, expect, test } from 'vitest';
import type { RgbaImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import { toGray } from '../text/resample.ts';
import { drawScene, type Scene } from './draw-scene.ts';
import { evenShadows, findDocument, flatSize, flatten, invert, mapPoint, rectToQuadMap } from './index.ts';
import { orientQuad } from './orient-quad.ts';

const sheet: Quad = [
  [170, 60],
  [480, 85],
  [520, 430],
  [120, 400],
];
const find = async (scene: Scene) => findDocument(toGray(await drawScene(scene)));
/** Greatest distance of a found corner from the true one, pixels. */
const farthest = (found: Quad, truth: Quad): number =>
  Math.max(...found.map(([x, y], k) => Math.hypot(x - (truth[k] as Point)[0], y - (truth[k] as Point)[1])));
const pixel = (image: RgbaImage, x: number, y: number): number[] => [
  ...image.data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 3),
];

describe('the corners of a document', () => {
  test.each<[string, Scene]>([
    ['on a dark table', {}],
    ['on a pale table, where its edge is faint', { table: '#cfccc6' }],
    ['darker than the table, as a plate', { paper: '#1d2228', ink: '#e6e6e6', table: '#9a8f80' }],
    [
      'half in the shadow of a hand',
      { above: '<polygon points="0,0 330,0 250,480 0,480" fill="#000" opacity=".45"/>' },
    ],
    [
      'on a striped cloth',
      {
        below: Array.from(
          { length: 16 },
          (_, i) => `<rect x="${i * 40}" width="20" height="480" fill="#57493a"/>`,
        ).join(''),
      },
    ],
    ['in strong noise', { noise: 14 }],
  ])('are found within two pixels: %s', async (_, scene) => {
    const found = await find({ sheet, ...scene });
    expect(found?.confidence).toBeGreaterThanOrEqual(0.5);
    expect(farthest(found!.quad, sheet)).toBeLessThan(2);
  });

  test('are those of the sheet, not of the box printed on it', async () => {
    const box = '<path d="M230 160 L440 172 L455 330 L205 318Z" fill="none" stroke="#222" stroke-width="4"/>';
    expect(farthest((await find({ sheet, above: box }))!.quad, sheet)).toBeLessThan(2);
  });

  test('are in the pixels of a large picture to a few thousandths of its side', async () => {
    const large = sheet.map(([x, y]) => [x * 4, y * 4]) as Quad;
    const found = await find({ width: 2560, height: 1920, sheet: large });
    expect(farthest(found!.quad, large)).toBeLessThan(4);
  });

  test.each<[string, Scene]>([
    ['a bare table', {}],
    [
      'a table with a shadow',
      { below: '<polygon points="0,0 330,0 250,480 0,480" fill="#000" opacity=".45"/>' },
    ],
    [
      'a scan that is all paper',
      {
        sheet: [
          [-5, -5],
          [645, -5],
          [645, 485],
          [-5, 485],
        ],
      },
    ],
    [
      'a sheet that leaves the picture',
      {
        sheet: [
          [170, 60],
          [700, 85],
          [720, 430],
          [120, 400],
        ],
      },
    ],
    [
      'a window drawn by a program',
      {
        sheet: [
          [150, 80],
          [500, 80],
          [500, 400],
          [150, 400],
        ],
        noise: 0,
      },
    ],
  ])('are not made up: %s has none', async (_, scene) => {
    expect(await find(scene)).toBeUndefined();
  });

  test('begin where the text does, however the sheet lies', () => {
    const line = (from: Point, to: Point) => ({ box: [from, to, to, from] as Quad });
    const [a, b, c, d] = sheet;
    expect(orientQuad(sheet, [line([200, 100], [300, 105])], 0)).toEqual([a, b, c, d]);
    expect(orientQuad(sheet, [line([300, 105], [200, 100])], 0)).toEqual([c, d, a, b]);
    expect(orientQuad(sheet, [line([200, 300], [205, 200])], 0)).toEqual([d, a, b, c]);
    // Without text the rotation of the picture tells: turned clockwise, the bottom left is the top left.
    expect(orientQuad(sheet, [], 90)).toEqual([d, a, b, c]);
    expect(orientQuad(sheet, [], 0)).toEqual(sheet);
  });
});

describe('the flattened picture', () => {
  test('has its four corners where the corners were, and maps back to the pixel', () => {
    const map = rectToQuadMap(300, 200, sheet)!;
    const rect: Quad = [
      [0, 0],
      [300, 0],
      [300, 200],
      [0, 200],
    ];
    rect.forEach((corner, k) => {
      const [x, y] = mapPoint(map, corner);
      expect(x).toBeCloseTo((sheet[k] as Point)[0], 9);
      expect(y).toBeCloseTo((sheet[k] as Point)[1], 9);
    });
    const [x, y] = mapPoint(invert(map), mapPoint(map, [123, 45]));
    expect(x).toBeCloseTo(123, 9);
    expect(y).toBeCloseTo(45, 9);
  });

  test.each([
    [210 / 297, 40, 0.8],
    [1.586, 55, 1.4],
    [0.4, 30, 0.75],
  ])('has the shape of the paper (%f) though it was seen at %d degrees', (shape, degrees, focal) => {
    // A sheet tilted away about a level axis and turned a little, through a pinhole in front of the middle.
    const picture = { width: 1600, height: 1200 };
    const tilt = (degrees * Math.PI) / 180;
    const quad = (
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const
    ).map(([u, v]): Point => {
      const [x0, y0] = [(u * shape) / 2, v / 2];
      const [x, y] = [x0 * Math.cos(0.2) - y0 * Math.sin(0.2), x0 * Math.sin(0.2) + y0 * Math.cos(0.2)];
      const z = 2.4 + y * Math.sin(tilt);
      const f = focal * picture.width;
      return [picture.width / 2 + (f * x) / z, picture.height / 2 + (f * y * Math.cos(tilt)) / z];
    }) as Quad;
    const { width, height } = flatSize(picture, quad);
    expect(width / height / shape).toBeGreaterThan(0.98);
    expect(width / height / shape).toBeLessThan(1.02);
  });

  test('shows the sheet alone, each part where it belongs, within the size that was asked for', async () => {
    const image = await drawScene({
      sheet: [
        [200, 100],
        [440, 100],
        [440, 340],
        [200, 340],
      ],
      ink: 'none',
      above: '<rect x="200" y="100" width="120" height="120" fill="#c02020"/>',
    });
    const flat = flatten(
      image,
      [
        [200, 100],
        [440, 100],
        [440, 340],
        [200, 340],
      ],
      { maxSide: 120 },
    );
    expect([flat.width, flat.height]).toEqual([120, 120]);
    const isRed = (x: number, y: number) => {
      const [red, green] = pixel(flat, x, y) as [number, number];
      return red - green > 80;
    };
    expect([isRed(5, 5), isRed(55, 55), isRed(65, 55), isRed(55, 65), isRed(115, 115)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('of corners that are none is blank, not an error', () => {
    const image: RgbaImage = { width: 4, height: 4, data: new Uint8ClampedArray(64) };
    const { data } = flatten(image, [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(new Set(data)).toEqual(new Set([255]));
  });
});

describe('evened shadows', () => {
  test('leave paper evenly bright, ink dark and colours what they are', async () => {
    const image = await drawScene({
      sheet: [
        [0, 0],
        [640, 0],
        [640, 480],
        [0, 480],
      ],
      above:
        '<rect x="60" y="440" width="30" height="20" fill="#c02020"/><polygon points="0,0 330,0 250,480 0,480" fill="#000" opacity=".4"/>',
    });
    const [lit, dark] = [pixel(image, 600, 20), pixel(image, 40, 20)];
    expect(lit[0]! - dark[0]!).toBeGreaterThan(70);
    const even = evenShadows(image);
    for (const [x, y] of [
      [600, 20],
      [40, 20],
      [600, 460],
      [150, 460],
    ] as const)
      expect(Math.min(...pixel(even, x, y))).toBeGreaterThan(215);
    const [red, green, blue] = pixel(even, 75, 450) as [number, number, number];
    expect(red / Math.max(green, blue)).toBeGreaterThan(3);
    let darkest = 255;
    for (let x = 70; x < 140; x++) darkest = Math.min(darkest, ...pixel(even, x, 48));
    expect(darkest).toBeLessThan(90);
  });

  test('leave a dark plate dark', async () => {
    const plate = await drawScene({
      sheet: [
        [0, 0],
        [640, 0],
        [640, 480],
        [0, 480],
      ],
      paper: '#1d2228',
      ink: '#e6e6e6',
    });
    expect(evenShadows(plate).data).toEqual(plate.data);
  });
});
