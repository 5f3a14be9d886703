import type { Reading } from '../reading.ts';

/** A line that one runtime read otherwise than the other, or not at all. */
export interface LineDifference {
  server: string | undefined;
  device: string | undefined;
}

/** Where two readings of one picture lie apart. */
export interface Comparison {
  lines: number;
  equalLines: number;
  lineDifferences: LineDifference[];
  barcodes: number;
  equalBarcodes: number;
  /** Farthest a corner of an equal line's box moved, pixels. */
  maxBoxShift: number;
}

/**
 * Compares what a device read with what the server read, line by line in reading order: the longest common subsequence
 * of their texts is equal, the rest differs.
 */
export function compareReadings(
  server: Pick<Reading, 'lines' | 'barcodes'>,
  device: Pick<Reading, 'lines' | 'barcodes'>,
): Comparison {
  const [a, b] = [server.lines, device.lines];
  const columns = b.length + 1;
  const common = new Int32Array((a.length + 1) * columns);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * columns + j] =
        a[i]?.text === b[j]?.text
          ? 1 + (common[(i + 1) * columns + j + 1] as number)
          : Math.max(common[(i + 1) * columns + j] as number, common[i * columns + j + 1] as number);
    }
  }
  const lineDifferences: LineDifference[] = [];
  let maxBoxShift = 0;
  let [i, j, equalLines] = [0, 0, 0];
  while (i < a.length || j < b.length) {
    const [mine, theirs] = [a[i], b[j]];
    if (mine && theirs && mine.text === theirs.text) {
      mine.box.forEach(([x, y], corner) => {
        const [u, v] = theirs.box[corner] as [number, number];
        maxBoxShift = Math.max(maxBoxShift, Math.hypot(x - u, y - v));
      });
      equalLines++;
      i++;
      j++;
    } else if (
      mine &&
      (!theirs || (common[(i + 1) * columns + j] as number) >= (common[i * columns + j + 1] as number))
    ) {
      lineDifferences.push({ server: mine.text, device: undefined });
      i++;
    } else {
      lineDifferences.push({ server: undefined, device: theirs?.text });
      j++;
    }
  }
  const symbol = ({ format, text }: Reading['barcodes'][number]): string => `${format} ${text}`;
  const seen = device.barcodes.map(symbol);
  const equalBarcodes = server.barcodes.filter((barcode) => {
    const at = seen.indexOf(symbol(barcode));
    if (at >= 0) seen.splice(at, 1);
    return at >= 0;
  }).length;
  return {
    lines: Math.max(a.length, b.length),
    equalLines,
    lineDifferences: paired(lineDifferences),
    barcodes: Math.max(server.barcodes.length, device.barcodes.length),
    equalBarcodes,
    maxBoxShift,
  };
}

/** A line missing here and one missing there in the same place are one line read in two ways. */
function paired(differences: LineDifference[]): LineDifference[] {
  const pairs: LineDifference[] = [];
  for (const difference of differences) {
    const open = pairs.find((pair) =>
      difference.server === undefined ? pair.device === undefined : pair.server === undefined,
    );
    if (open)
      Object.assign(
        open,
        difference.server === undefined ? { device: difference.device } : { server: difference.server },
      );
    else pairs.push({ ...difference });
  }
  return pairs;
}
