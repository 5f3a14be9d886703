import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeJpeg } from './testing/pictures.ts';
import { createSpawnedServer, type SpawnedServer } from './testing/spawned-server.ts';

// Who may look into a data folder, and whom a server that root started becomes.

let server: SpawnedServer | undefined;
afterAll(() => server?.close());

const isRoot = process.getuid?.() === 0;

/** Everything in the folder, itself included. */
function everything(item: string): string[] {
  if (!lstatSync(item).isDirectory()) return [item];
  return [item, ...readdirSync(item).flatMap((name) => everything(path.join(item, name)))];
}

function expectClosed(folder: string): void {
  const open = everything(folder).filter((item) => {
    const found = lstatSync(item, { throwIfNoEntry: false });
    return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
  });
  expect(open).toEqual([]);
  const owners = new Set(everything(folder).map((item) => lstatSync(item, { throwIfNoEntry: false })?.uid));
  owners.delete(undefined);
  expect(owners.size).toBe(1);
  expect(owners.has(0)).toBe(false);
}

test('a used data folder is for its owner alone, unfinished uploads too; an older one is mended and handed over', async () => {
  server = await createSpawnedServer();
  await server.start();
  const headers = { cookie: await server.signUp() };
  const picture = await makeJpeg(1, 'No 1', 200, 60);
  const body = new FormData();
  body.set('file', new Blob([picture as Uint8Array<ArrayBuffer>]), 'one.jpg');
  const sent = await fetch(`${server.url}/api/v1/captures`, { method: 'POST', headers, body });
  expect(sent.status).toBe(201);
  const begun = await fetch(`${server.url}/api/v1/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `filename ${btoa('two.jpg')},filetype ${btoa('image/jpeg')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: picture.subarray(0, 100) as Uint8Array<ArrayBuffer>,
  });
  expect(begun.status, await begun.text()).toBe(201);
  expect(readdirSync(path.join(server.dataFolder, 'uploads')).length).toBeGreaterThan(0);
  expectClosed(server.dataFolder);
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(lstatSync(server.dataFolder).uid));
  expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toBe('0000000000000000');

  await server.kill();
  // As it was before: open to look at, and root's where root started it.
  for (const item of everything(server.dataFolder)) {
    if (item.includes('/postgres/') || lstatSync(item).isSymbolicLink()) continue;
    if (isRoot) lchownSync(item, 0, 0);
    chmodSync(item, lstatSync(item).isDirectory() ? 0o755 : 0o644);
  }
  await server.start();
  expectClosed(server.dataFolder);
  const { items } = (await (await fetch(`${server.url}/api/v1/captures`, { headers })).json()) as {
    items: { fileName: string }[];
  };
  expect(items.map(({ fileName }) => fileName)).toEqual(['one.jpg']);
});
