import type { ItemRow, QueueStore } from './rows.ts';

/** Where the browser keeps nothing: items live as long as their page. */
export function memoryStore(): QueueStore {
  const items = new Map<string, ItemRow>();
  const chunks = new Map<string, ArrayBuffer[]>();
  const thumbnails = new Map<string, ArrayBuffer>();
  const keep = (clientId: string, firstIndex: number, pieces: readonly ArrayBuffer[]): void => {
    const kept = chunks.get(clientId) ?? [];
    for (const [at, piece] of pieces.entries()) kept[firstIndex + at] = piece;
    chunks.set(clientId, kept);
  };
  return {
    isDurable: false,
    rows: async (userId) =>
      [...items.values()].filter((row) => row.userId === userId).sort((a, b) => a.addedAt - b.addedAt),
    row: async (clientId) => items.get(clientId),
    keepChunks: async (clientId, firstIndex, pieces) => keep(clientId, firstIndex, pieces),
    async add(row, last) {
      keep(row.clientId, last.firstIndex, last.chunks);
      items.set(row.clientId, row);
    },
    async change(clientId, next, { dropBytes = false } = {}) {
      const before = items.get(clientId);
      const after = before && next(before);
      if (!after) return undefined;
      items.set(clientId, after);
      if (dropBytes) chunks.delete(clientId);
      return after;
    },
    chunk: async (clientId, index) => chunks.get(clientId)?.[index],
    keepThumbnail: async (clientId, sealed) => void thumbnails.set(clientId, sealed),
    thumbnail: async (clientId) => thumbnails.get(clientId),
    async remove(clientIds) {
      for (const clientId of clientIds) {
        items.delete(clientId);
        chunks.delete(clientId);
        thumbnails.delete(clientId);
      }
    },
    close() {
      items.clear();
      chunks.clear();
      thumbnails.clear();
    },
  };
}
