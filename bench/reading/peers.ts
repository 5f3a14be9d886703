import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PlacedText } from './text-scores.ts';

/** What a peer read in one picture. */
export interface PeerReading {
  /** Runs with their boxes, in picture pixels. */
  runs: PlacedText[];
  ms: number;
}

/** Another engine under the same measure. */
export interface Peer {
  who: string;
  read(file: string): Promise<PeerReading>;
}

const run = promisify(execFile);

const rectangle = (x: number, y: number, w: number, h: number): PlacedText['box'] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

/** The `tesseract` command with one thread, which is its fastest on few cores. */
export async function tesseractPeer(): Promise<Peer | undefined> {
  const version = await run('tesseract', ['--version']).then(
    ({ stdout }) => stdout.split('\n')[0] ?? 'tesseract',
    () => undefined,
  );
  if (version === undefined) return undefined;
  return {
    who: `${version}, one thread`,
    async read(file) {
      const started = performance.now();
      const { stdout } = await run('tesseract', [file, '-', '-l', 'eng', 'tsv'], {
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
        maxBuffer: 64 * 1024 * 1024,
      });
      const ms = performance.now() - started;
      const runs = stdout
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
        .filter((cells) => cells[0] === '5' && (cells[11] ?? '').trim() !== '')
        .map((cells) => {
          const [x = 0, y = 0, w = 0, h = 0] = cells.slice(6, 10).map(Number);
          return { text: cells[11] as string, box: rectangle(x, y, w, h) };
        });
      return { runs, ms };
    },
  };
}

/** `@gutenye/ocr-node`, the same models as usually wrapped, warm. */
export async function gutenyePeer(): Promise<Peer> {
  const { default: Ocr } = await import('@gutenye/ocr-node');
  const ocr = await Ocr.create();
  return {
    who: '@gutenye/ocr-node',
    async read(file) {
      const started = performance.now();
      const lines = await ocr.detect(file);
      const ms = performance.now() - started;
      return {
        ms,
        runs: lines.flatMap((line: { text: string; box?: unknown }) =>
          line.box ? [{ text: line.text, box: line.box as [number, number][] }] : [],
        ),
      };
    },
  };
}
