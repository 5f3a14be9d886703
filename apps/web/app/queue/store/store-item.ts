import type { Problem } from '../../api/answer.ts';
import { deviceProblem } from '../device-problem.ts';
import { bytesIn, readBytes, UnreadableFileError } from '../find-refusal.ts';
import type { AboutCaptures, NewFile } from '../queue-types.ts';
import type { AboutItem, ItemRow, QueueStore } from './rows.ts';
import { aboutPlace, chunkBytes, chunkPlace, sealJson, type Vault } from './vault.ts';

/** Pieces that are written in one transaction. */
const chunksAtOnce = 8;

/** Seals a file and writes it down. The item is durable when it resolves; before, it does not exist. */
export async function storeItem(
  place: { store: QueueStore; vault: Vault },
  file: NewFile,
  given: {
    userId: string;
    companyId: string;
    addedAt: number;
    about: AboutCaptures;
    /** Among the files that are added together. */
    index?: number;
    /** Why it will never be sent: then it is written down without its bytes. */
    refusal?: Problem | undefined;
  },
): Promise<ItemRow> {
  const { store, vault } = place;
  const { userId, companyId, addedAt, about, index = 0, refusal } = given;
  const blob = bytesIn(file);
  const fileName = ('blob' in file ? file.fileName : file.name) || 'picture';
  const isFirstPage = about.document?.firstPage === 1 && index === 0;
  const clientId =
    ('blob' in file ? file.clientId : undefined) ??
    (isFirstPage ? about.document?.id : undefined) ??
    newClientId();
  // Given twice under one id: it is here already.
  const known = await store.row(clientId);
  if (known) return known;
  const chunkCount = refusal ? 0 : Math.max(1, Math.ceil(blob.size / chunkBytes));
  const seal = async (at: number): Promise<ArrayBuffer> =>
    vault.seal(
      await readBytes(blob.slice(at * chunkBytes, (at + 1) * chunkBytes)),
      chunkPlace(clientId, at, chunkCount),
    );
  const sealAll = (from: number, to: number): Promise<ArrayBuffer[]> =>
    Promise.all(Array.from({ length: to - from }, (_, at) => seal(from + at)));
  try {
    let from = 0;
    for (; chunkCount - from > chunksAtOnce; from += chunksAtOnce)
      await store.keepChunks(clientId, from, await sealAll(from, from + chunksAtOnce));
    const [chunks, sealed] = await Promise.all([
      sealAll(from, chunkCount),
      sealJson(
        vault,
        {
          fileName,
          mediaType: blob.type,
          source: about.source,
          takenAt: new Date().toISOString(),
          ...(about.deviceReading ? { deviceReading: about.deviceReading } : {}),
          ...(refusal ? { problem: refusal } : {}),
        } satisfies AboutItem,
        aboutPlace(clientId),
      ),
    ]);
    const row: ItemRow = {
      clientId,
      userId,
      companyId,
      addedAt,
      byteSize: blob.size,
      chunkCount,
      state: refusal ? 'failed' : 'stored',
      attempts: 0,
      nextTryAt: 0,
      sentBytes: 0,
      ...(about.document
        ? { document: { id: about.document.id, page: about.document.firstPage + index } }
        : {}),
      keyId: vault.keyId,
      sealed,
    };
    await store.add(row, { firstIndex: from, chunks });
    return row;
  } catch (error) {
    // Pieces without an item are nobody's.
    await store.remove([clientId]).catch(() => {});
    // Changed or removed while it was read.
    if (error instanceof UnreadableFileError)
      return storeItem(place, file, { ...given, refusal: deviceProblem('device.file_unreadable') });
    throw error;
  }
}

/** `crypto.randomUUID` is missing where the page is not encrypted (RFC 9562 version 4). */
function newClientId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
