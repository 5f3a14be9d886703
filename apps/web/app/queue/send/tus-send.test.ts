import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { memoryStore } from '../store/memory-store.ts';
import { storeItem } from '../store/store-item.ts';
import { openVault } from '../store/vault.ts';
import { sendItem } from './tus-send.ts';

/** What a request that begins an upload says of it: names, each with its value in base64 (tus 1.0, Upload-Metadata). */
const metadataOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    header.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split(' ');
      return [name, Buffer.from(value, 'base64').toString()];
    }),
  );

test('a capture whose answer was lost on the way is sent again under its own id, and the server can tell', async () => {
  const ids: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ids.push(metadataOf(String(request.headers['upload-metadata'])).clientId);
    request.resume().on('end', () => {
      // It has everything, and the network goes.
      if (ids.length === 1) request.socket.destroy();
      else
        response
          .writeHead(201, {
            location: '/api/v1/uploads/1',
            'tus-resumable': '1.0.0',
            'upload-offset': '4',
            'readout-capture': 'the capture',
          })
          .end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  try {
    const store = memoryStore();
    const row = await storeItem({ store, vault: openVault }, new File(['data'], 'a.png'), {
      userId: 'u',
      companyId: 'c',
      addedAt: 1,
      about: { source: 'camera' },
    });
    const send = () =>
      sendItem({
        row,
        about: {
          fileName: 'a.png',
          mediaType: 'image/png',
          source: 'camera',
          takenAt: '2026-11-21T10:00:00Z',
        },
        store,
        vault: openVault,
        signal: new AbortController().signal,
        onUrl: () => {},
        onProgress: () => {},
      });
    await expect(send()).rejects.toMatchObject({ refusal: { status: 0 } });
    expect(await send()).toBe('the capture');
    expect(ids).toEqual([row.clientId, row.clientId]);
  } finally {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  }
});
