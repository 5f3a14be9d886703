import type { QueuedCapture } from './queue-types.ts';
import type { ItemRow } from './store/rows.ts';
import { makeZip, type ZipEntry, zipNames } from './zip.ts';

/**
 * The pictures under their names, and `manifest.json` with what is known of each. A picture that can no longer be opened
 * is named there with its reason instead of holding up the rest.
 */
export function exportItems(
  rows: readonly ItemRow[],
  { item, bytes }: { item(row: ItemRow): QueuedCapture; bytes(row: ItemRow): Promise<Blob> },
): Promise<Blob> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    const nameOf = zipNames();
    const listed: object[] = [];
    for (const row of rows) {
      const {
        clientId,
        fileName,
        mediaType,
        byteSize,
        source,
        takenAt,
        state,
        document,
        companyId,
        problem,
      } = item(row);
      const about = {
        clientId,
        fileName,
        mediaType,
        byteSize,
        source,
        takenAt,
        state,
        document,
        companyId,
        problem,
      };
      try {
        const content = await bytes(row);
        const file = nameOf(fileName);
        listed.push({ file, ...about });
        yield { name: file, modifiedAt: new Date(takenAt), content };
      } catch (error) {
        listed.push({ ...about, notExported: error instanceof Error ? error.message : String(error) });
      }
    }
    const manifest = {
      product: 'Readout',
      format: 1,
      exportedAt: new Date().toISOString(),
      captures: listed,
    };
    yield {
      name: 'manifest.json',
      modifiedAt: new Date(),
      content: new Blob([JSON.stringify(manifest, null, 2)], { type: 'application/json' }),
    };
  }
  return makeZip(entries());
}
