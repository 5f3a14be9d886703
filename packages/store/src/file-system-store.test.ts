import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from './contract.test-suite.ts';
import { createFileSystemStore } from './file-system-store.ts';

storeContract('object store on the file system', async () => {
  const root = await mkdtemp(join(tmpdir(), 'readout-store-'));
  const store = await createFileSystemStore(root);
  return {
    store,
    async age(what, byMs) {
      const then = (Date.now() - byMs) / 1000;
      const paths =
        what === 'staged'
          ? (await readdir(join(root, 'staged'))).map((name) => join(root, 'staged', name))
          : [(await store.localFile(what.key))!.path];
      for (const path of paths) await utimes(path, then, then);
    },
    countStaged: async () => (await readdir(join(root, 'staged'))).length,
    close: () => rm(root, { recursive: true }),
  };
});
