import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

interface Spool {
  write(texts: readonly string[]): Promise<void>;
  /** What was written, in its order, some at a time. Nothing can be written any more. */
  read(): AsyncIterable<string[]>;
  remove(): Promise<void>;
}

const perBatch = 500;

/** Texts without line ends that wait on the disk, compressed, until it is their turn. */
export async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(path.join(tmpdir(), 'readout-export-'));
  const file = path.join(folder, 'rows.gz');
  const gzip = createGzip({ level: 1 });
  const written = finished(gzip.pipe(createWriteStream(file, { flags: 'wx', mode: 0o600 })));
  written.catch(() => {});
  return {
    async write(texts) {
      if (texts.length > 0 && !gzip.write(`${texts.join('\n')}\n`))
        await Promise.race([once(gzip, 'drain'), written]);
    },
    async *read() {
      gzip.end();
      await written;
      let texts: string[] = [];
      for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
        texts.push(line);
        if (texts.length === perBatch) {
          yield texts;
          texts = [];
        }
      }
      if (texts.length > 0) yield texts;
    },
    async remove() {
      gzip.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
