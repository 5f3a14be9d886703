import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { ModelFile } from './manifest.ts';
import { ModelError } from './model-error.ts';

/**
 * Asks an address; redirects are followed, and every connection has been through the guard of outgoing calls.
 *
 * @throws where nobody answers.
 */
export type FetchAddress = (
  address: string,
  headers: Readonly<Record<string, string>>,
) => Promise<{
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
}>;

/**
 * Fetches a file to a path. What was fetched before of the same file is gone on with; what is not the expected file is
 * deleted.
 *
 * @param to path of the unfinished file; the name has to be the hash's own.
 * @throws ModelError `model.unreachable`, `model.wrong_bytes`
 */
export async function fetchFile(
  fetchAddress: FetchAddress,
  address: string,
  to: string,
  { name, expected }: { name: string; expected: ModelFile },
): Promise<void> {
  const has = await sizeOf(to);
  if (has < expected.bytes) await goOn(fetchAddress, address, to, { name, expected, has });
  await verifyFile(to, { name, expected });
}

/**
 * Deletes a file that is not the expected one.
 *
 * @throws ModelError `model.wrong_bytes`
 */
export async function verifyFile(
  path: string,
  { name, expected }: { name: string; expected: ModelFile },
): Promise<void> {
  const sha256 = await hashOf(path);
  if ((await sizeOf(path)) === expected.bytes && sha256 === expected.sha256) return;
  await rm(path, { force: true });
  throw wrongBytes(name, expected, sha256);
}

export const wrongBytes = (name: string, expected: ModelFile, found: string): ModelError =>
  new ModelError('model.wrong_bytes', { name, file: expected.file, needed: expected.sha256, found });

async function goOn(
  fetchAddress: FetchAddress,
  address: string,
  to: string,
  { name, expected, has }: { name: string; expected: ModelFile; has: number },
): Promise<void> {
  const unreachable = (why: string, cause?: unknown) =>
    new ModelError('model.unreachable', { name, address, why }, { cause });
  try {
    const answer = await fetchAddress(address, has > 0 ? { range: `bytes=${has}-` } : {});
    const goesOn =
      answer.status === 206 && answer.headers.get('content-range')?.startsWith(`bytes ${has}-`) === true;
    if ((answer.status !== 200 && !goesOn) || !answer.body) throw unreachable(`HTTP ${answer.status}`);
    const file = await open(to, goesOn ? 'a' : 'w');
    try {
      let size = goesOn ? has : 0;
      for await (const chunk of answer.body) {
        size += chunk.length;
        if (size > expected.bytes)
          throw new ModelError('model.wrong_bytes', { ...sizes(name, expected, size) });
        await file.writeFile(chunk);
      }
    } finally {
      await file.sync();
      await file.close();
    }
  } catch (error) {
    if (error instanceof ModelError) {
      if (error.code === 'model.wrong_bytes') await rm(to, { force: true });
      throw error;
    }
    const { message, cause } = error as Error;
    throw unreachable((cause as Error | undefined)?.message ?? message, error);
  }
}

const sizes = (name: string, expected: ModelFile, size: number) => ({
  name,
  file: expected.file,
  needed: `${expected.bytes} B`,
  found: `> ${size - 1} B`,
});

/** Bytes of a file; 0 where there is none. */
export const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** SHA-256 of a file, 64 hex digits. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
