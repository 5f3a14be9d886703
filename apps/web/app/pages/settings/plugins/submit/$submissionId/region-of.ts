import type { Page, Quad } from '@readout/plugin-kit';
import { insideFrame, type Region } from '../../../../../frames/region.ts';

/** A region around a line or code, with a little room: boxes are drawn tight. */
export function regionAround(box: Quad, page: Pick<Page, 'width' | 'height'>): Region {
  const [xs, ys] = [box.map(([x]) => x), box.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [right, bottom] = [Math.max(...xs), Math.max(...ys)];
  const room = Math.min(right - left, bottom - top) * 0.1;
  return insideFrame(
    {
      x: Math.floor(left - room),
      y: Math.floor(top - room),
      width: Math.ceil(right - left + 2 * room),
      height: Math.ceil(bottom - top + 2 * room),
    },
    page,
  );
}

/** A region to begin with, in the middle of the page. */
export const middleOf = (page: Pick<Page, 'width' | 'height'>): Region =>
  insideFrame(
    { x: page.width * 0.35, y: page.height * 0.45, width: page.width * 0.3, height: page.height * 0.1 },
    page,
  );

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
};

/**
 * By how much an arrow key moves something on a page that is drawn upright: in pixels of the page as it lies.
 * Undefined for other keys.
 */
export function stepOf(
  key: string,
  rotation: Page['rotation'],
  step: number,
): { x: number; y: number } | undefined {
  const arrow = arrows[key];
  if (!arrow) return undefined;
  const [x, y] = [arrow[0] * step, arrow[1] * step];
  switch (rotation) {
    case 0:
      return { x, y };
    // Turned clockwise to be upright: what is right on the screen is up on the page.
    case 90:
      return { x: y, y: -x };
    case 180:
      return { x: -x, y: -y };
    case 270:
      return { x: -y, y: x };
  }
}
