import type { PluginReading } from '@readout/plugin-kit';

export interface Target {
  id: string;
  text: string;
  /** Middle, in pixels of the picture as it is shown. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a picture is drawn upright: size and the transform of everything in it. */
export function uprightView({ width, height, rotation }: PluginReading['page']) {
  const isTurned = rotation === 90 || rotation === 270;
  const shift = { 0: [0, 0], 90: [height, 0], 180: [width, height], 270: [0, width] }[rotation];
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    transform: `translate(${shift[0]} ${shift[1]}) rotate(${rotation})`,
  };
}

/** `[left, top, width, height]` around boxes of the picture, in the upright view, with a margin. */
export function uprightBounds(
  page: PluginReading['page'],
  boxes: readonly PluginReading['lines'][number]['box'][],
): [number, number, number, number] {
  const at = ([x, y]: readonly [number, number]) =>
    ({
      0: [x, y],
      90: [page.height - y, x],
      180: [page.width - x, page.height - y],
      270: [y, page.width - x],
    })[page.rotation] as [number, number];
  const points = boxes.flat().map(at);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const margin = 0.15 * Math.min(width, height) + 2;
  return [left - margin, top - margin, width + 2 * margin, height + 2 * margin];
}

/** Lines and codes one can point at, with their middles as they are shown. */
export function targetsOf({ page, lines, barcodes }: PluginReading): Target[] {
  const angle = (page.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [...lines, ...barcodes].map(({ id, text, box }) => {
    const x = (box[0][0] + box[2][0]) / 2;
    const y = (box[0][1] + box[2][1]) / 2;
    const shown = box.map(([px, py]) => [px * cos - py * sin, px * sin + py * cos] as const);
    const [xs, ys] = [shown.map((point) => point[0]), shown.map((point) => point[1])];
    return {
      id,
      text,
      x: x * cos - y * sin,
      y: x * sin + y * cos,
      width: Math.max(...xs) - Math.min(...xs),
      height: Math.max(...ys) - Math.min(...ys),
    };
  });
}

const directions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as const;

/** The target an arrow key leads to: the nearest straight ahead, else the nearest at all in that direction. */
export function nextTarget(targets: readonly Target[], fromId: string, key: string): Target | undefined {
  const from = targets.find(({ id }) => id === fromId);
  const direction = directions[key as keyof typeof directions];
  if (!from || !direction) return undefined;
  for (const width of [1, 6]) {
    let best: { target: Target; cost: number } | undefined;
    for (const target of targets) {
      const [dx, dy] = [target.x - from.x, target.y - from.y];
      const ahead = dx * direction[0] + dy * direction[1];
      const aside = Math.abs(dx * direction[1] - dy * direction[0]);
      if (target === from || ahead <= 1 || aside > width * ahead) continue;
      // What overlaps is straight ahead, however long it is.
      const reach = (direction[0] === 0 ? from.width + target.width : from.height + target.height) / 2;
      const cost = ahead + 2.5 * Math.max(0, aside - reach) + 0.1 * aside;
      if (!best || cost < best.cost) best = { target, cost };
    }
    if (best) return best.target;
  }
  return undefined;
}

/** Ids of the lines beside a line, as they are shown, left to right. */
export function rowOf(targets: readonly Target[], id: string): string[] {
  const own = targets.find((target) => target.id === id);
  if (!own) return [];
  return targets
    .filter(({ y, height }) => Math.abs(y - own.y) < 0.5 * Math.min(height, own.height))
    .sort((a, b) => a.x - b.x)
    .map((target) => target.id);
}
