import { asBackupError } from './backup-error.ts';
import { objectPath } from './backup-folder.ts';
import { readVerified } from './files.ts';
import { type OpenedBackup, readContents, readObjects, readRows } from './open-backup.ts';

export interface VerifyResult {
  /** What is not as it was written, a sentence each; the first hundred. */
  problems: string[];
  problemCount: number;
  files: number;
  objects: number;
  /** Bytes that were read. */
  byteSize: number;
  /** Whether what is inside was looked at too, which takes the key. */
  wasOpened: boolean;
}

/**
 * Reads every byte of a backup and compares it with what was written; with the key also opens the lists and counts the
 * rows. Does not end at the first fault.
 *
 * @throws BackupError where the key is wrong
 */
export async function verifyBackup(
  backup: OpenedBackup,
  { onProgress = () => {} }: { onProgress?: (objects: number) => void } = {},
): Promise<VerifyResult> {
  const result: VerifyResult = {
    problems: [],
    problemCount: 0,
    files: 0,
    objects: 0,
    byteSize: 0,
    wasOpened: backup.opener !== undefined,
  };
  const check = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const { code, message } = asBackupError(error);
      if (code === 'backup.wrong_key') throw error;
      result.problemCount++;
      if (result.problems.length < 100) result.problems.push(message);
    }
  };
  for (const file of Object.keys(backup.manifest.files)) {
    result.files++;
    await check(async () => {
      for await (const chunk of backup.stored(file)) result.byteSize += chunk.byteLength;
    });
  }
  await check(async () => {
    for await (const name of backup.names()) {
      result.objects++;
      if (result.objects % 100 === 0) onProgress(result.objects);
      await check(async () => {
        const sha256 = name.slice(65);
        for await (const chunk of readVerified(objectPath(backup.folder, name), { sha256 }))
          result.byteSize += chunk.byteLength;
      });
    }
    if (result.objects !== backup.manifest.objects.count)
      throw new Error(
        `The list names ${result.objects} objects, the manifest ${backup.manifest.objects.count}.`,
      );
  });
  if (backup.opener) {
    await check(async () => {
      const contents = await readContents(backup);
      for (const { file, rows, schema, name } of contents.tables) {
        await check(async () => {
          let lines = 0;
          for await (const chunk of readRows(backup, file) as AsyncIterable<Uint8Array>)
            for (const byte of chunk) if (byte === 10) lines++;
          if (lines !== rows) throw new Error(`${schema}.${name} holds ${lines} rows, not ${rows}.`);
        });
      }
    });
    await check(async () => {
      let objects = 0;
      for await (const _ of readObjects(backup)) objects++;
      if (objects !== backup.manifest.objects.count)
        throw new Error(
          `The list of keys names ${objects} objects, the manifest ${backup.manifest.objects.count}.`,
        );
    });
  }
  return result;
}
