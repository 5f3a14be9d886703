import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { derivedKey, originalKey } from '@readout/store';
import type { Picture } from './pictures.ts';

/** Files that many captures share: written once, and linked to where each capture's are looked for. */
export async function openPictureStore(storeFolder: string, pictures: readonly Picture[]) {
  const objects = path.join(storeFolder, 'objects');
  const pool = path.join(storeFolder, 'staged', `seed-${randomUUID()}`);
  await mkdir(pool, { recursive: true, mode: 0o700 });
  for (const { sha256, original, thumbnail, view } of pictures) {
    await writeFile(path.join(pool, sha256), original, { mode: 0o600 });
    await writeFile(path.join(pool, `${sha256}.thumbnail`), thumbnail, { mode: 0o600 });
    await writeFile(path.join(pool, `${sha256}.view`), view, { mode: 0o600 });
  }
  const folders = new Set<string>();
  const place = async (name: string, key: string) => {
    const target = path.join(objects, ...key.split('/'));
    const folder = path.dirname(target);
    if (!folders.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
    }
    try {
      await link(path.join(pool, name), target);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return;
      // A file system without links, or one with too many of this file.
      await copyFile(path.join(pool, name), target, constants.COPYFILE_EXCL);
    }
  };
  return {
    original: (companyId: string, { sha256 }: Picture) => place(sha256, originalKey(companyId, sha256)),
    async derived(companyId: string, captureId: string, { sha256 }: Picture) {
      await place(`${sha256}.thumbnail`, derivedKey(companyId, captureId, 'thumbnail'));
      await place(`${sha256}.view`, derivedKey(companyId, captureId, 'view'));
    },
    close: () => rm(pool, { recursive: true, force: true }),
  };
}
