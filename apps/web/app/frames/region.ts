/** A rectangle in pixels of the frame, whole numbers, inside the frame. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The region moved and cut to whole pixels of the frame, at least one pixel each way. */
export function insideFrame(region: Region, frame: { width: number; height: number }): Region {
  const left = clamp(Math.round(region.x), 0, frame.width - 1);
  const top = clamp(Math.round(region.y), 0, frame.height - 1);
  const right = clamp(Math.round(region.x + region.width), left + 1, frame.width);
  const bottom = clamp(Math.round(region.y + region.height), top + 1, frame.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
