import { insideFrame, type Region } from '../frames/region.ts';

export type Grip = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';

/** The eight places a region is pulled at; shares of its width and height. */
export const grips: readonly { grip: Grip; across: number; along: number }[] = [
  { grip: 'nw', across: 0, along: 0 },
  { grip: 'n', across: 0.5, along: 0 },
  { grip: 'ne', across: 1, along: 0 },
  { grip: 'e', across: 1, along: 0.5 },
  { grip: 'se', across: 1, along: 1 },
  { grip: 's', across: 0.5, along: 1 },
  { grip: 'sw', across: 0, along: 1 },
  { grip: 'w', across: 0, along: 0.5 },
];

interface Size {
  width: number;
  height: number;
}
interface By {
  x: number;
  y: number;
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Moved as it is, no further than the edge of the frame. */
export function moved(region: Region, by: By, frame: Size): Region {
  return insideFrame(
    {
      ...region,
      x: clamp(region.x + by.x, 0, frame.width - region.width),
      y: clamp(region.y + by.y, 0, frame.height - region.height),
    },
    frame,
  );
}

/** Pulled at one grip; past the opposite side it turns over. */
export function resized(region: Region, grip: Grip, by: By, frame: Size): Region {
  let { x: left, y: top } = region;
  let right = left + region.width;
  let bottom = top + region.height;
  if (grip.includes('w')) left += by.x;
  if (grip.includes('e')) right += by.x;
  if (grip.includes('n')) top += by.y;
  if (grip.includes('s')) bottom += by.y;
  return insideFrame(
    {
      x: Math.min(left, right),
      y: Math.min(top, bottom),
      width: Math.abs(right - left),
      height: Math.abs(bottom - top),
    },
    frame,
  );
}
