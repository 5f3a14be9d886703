import { expect, test } from 'vitest';
import { nextTarget, rowOf, uprightBounds, uprightView } from './geometry.ts';

const at = (id: string, x: number, y: number, width = 60) => ({ id, text: id, x, y, width, height: 20 });
const form = [at('label', 50, 10), at('value', 200, 12), at('below', 60, 50), at('total', 210, 90)];

test('arrow keys lead to the line one sees in that direction', () => {
  const go = (from: string, ...keys: string[]) =>
    keys.reduce((id, key) => nextTarget(form, id, key)?.id ?? `${id} (end)`, from);
  expect(go('label', 'ArrowRight')).toBe('value');
  expect(go('label', 'ArrowDown')).toBe('below');
  expect(go('value', 'ArrowDown')).toBe('total');
  expect(go('below', 'ArrowUp')).toBe('label');
  expect(go('label', 'ArrowUp')).toBe('label (end)');
  // A long line is passed over by no shorter one behind it.
  const column = [at('short', 100, 10), at('long', 140, 75, 170), at('shortToo', 103, 140)];
  expect(nextTarget(column, 'short', 'ArrowDown')?.id).toBe('long');
});

test('a picture that lies on its side is shown upright', () => {
  const page = { number: 1, of: 1, width: 300, height: 200 };
  expect(uprightView({ ...page, rotation: 90 })).toEqual({
    width: 200,
    height: 300,
    transform: 'translate(200 0) rotate(90)',
  });
  expect(uprightView({ ...page, rotation: 0 })).toMatchObject({ width: 300, height: 200 });
});

test('a line leads to the whole row it stands in', () => {
  expect(rowOf(form, 'value')).toEqual(['label', 'value']);
  expect(rowOf(form, 'below')).toEqual(['below']);
  expect(rowOf(form, 'none')).toEqual([]);
});

test('a value is cut out of the picture as it is shown', () => {
  const page = { number: 1, of: 1, width: 300, height: 200 };
  const box: [[number, number], [number, number], [number, number], [number, number]] = [
    [10, 20],
    [50, 20],
    [50, 40],
    [10, 40],
  ];
  expect(uprightBounds({ ...page, rotation: 0 }, [box])).toEqual([5, 15, 50, 30]);
  expect(uprightBounds({ ...page, rotation: 90 }, [box])).toEqual([155, 5, 30, 50]);
  expect(uprightBounds({ ...page, rotation: 180 }, [box])).toEqual([245, 155, 50, 30]);
  expect(uprightBounds({ ...page, rotation: 270 }, [box])).toEqual([15, 245, 30, 50]);
});
