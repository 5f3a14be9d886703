import { type LinkRow, toLink } from '@readout/database';

const linksPerBatch = 1000;
const encoder = new TextEncoder();

/**
 * A whole chain as `readout audit verify` takes it, oldest first, a line of JSON for each link; memory holds one batch.
 * @param read - the next links behind this one, in their order
 */
export async function* writeChain(
  read: (after: number, most: number) => Promise<LinkRow[]>,
): AsyncGenerator<Uint8Array> {
  for (let after = 0; ; ) {
    const rows = await read(after, linksPerBatch);
    yield encoder.encode(
      rows.map((row) => `${JSON.stringify({ ...toLink(row), agrees: undefined })}\n`).join(''),
    );
    if (rows.length < linksPerBatch) return;
    after = Number(rows.at(-1)?.seq);
  }
}
