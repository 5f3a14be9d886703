import { createFileSystemStore, parseKey, readStoreId, StoreError } from '@readout/store';
import { CommandError } from '../plugin/command-error.ts';
import { adoptStore } from './adopt-store.ts';
import { type StoreCommand, storeHelp } from './store-arguments.ts';
import { type Finding, type VerifyProgress, verifyStore } from './verify-store.ts';
import { type OpenedInstallation, withInstallation } from './with-installation.ts';

type Print = (text: string) => Promise<void>;

/**
 * @returns whether all is in order
 * @throws CommandError
 */
export async function runStoreCommand(command: StoreCommand, print: Print): Promise<boolean> {
  if (command.name === 'help') {
    await print(storeHelp);
    return true;
  }
  try {
    return await withInstallation(async (installation) => {
      if (command.name === 'adopt-store') return adoptStore(installation, command, print);
      const store = await openStore(installation);
      return command.name === 'verify'
        ? verify({ ...installation, store }, command, print)
        : lookIntoQuarantine(store, command, print);
    });
  } catch (error) {
    throw error instanceof StoreError ? new CommandError(error.message, { cause: error }) : error;
  }
}

/** @throws CommandError where the store is another installation's */
async function openStore({ storeFolder, installationId }: OpenedInstallation) {
  const owner = await readStoreId(storeFolder);
  if (owner !== installationId)
    throw new CommandError(
      owner === undefined
        ? `The store in ${storeFolder} does not say whose it is. Start Readout once (npm start), which finds out, or see readout adopt-store.`
        : `The store in ${storeFolder} belongs to the installation ${owner}, the database to ${installationId}. See readout adopt-store.`,
    );
  return createFileSystemStore(storeFolder, { installationId });
}

async function verify(
  { client, store }: OpenedInstallation & { store: Awaited<ReturnType<typeof openStore>> },
  { json }: { json: boolean },
  print: Print,
): Promise<boolean> {
  const startedAt = performance.now();
  const progress = showProgress();
  const summary = await verifyStore(
    { client, store },
    {
      onProgress: progress.show,
      async onFinding(finding) {
        progress.clear();
        await print(json ? JSON.stringify(finding) : inWords(finding));
      },
    },
  );
  progress.clear();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const { originals, bytes, altered, truncated, missing, unknown, put_back } = summary;
  const isInOrder = altered + truncated + missing + unknown === 0;
  await print(
    json
      ? JSON.stringify({ kind: 'summary', ...summary, seconds, isInOrder })
      : `${originals} originals (${megabytes(bytes)}) in ${seconds} s: ${
          isInOrder
            ? `all whole${put_back > 0 ? `, ${put_back} of them put back from the quarantine` : ''}, no file without a row`
            : `${altered} altered, ${truncated} truncated, ${missing} missing, ${put_back} put back; ${unknown} files the database does not know`
        }.`,
  );
  return isInOrder;
}

function inWords({ kind, key, byteSize, foundBytes, captureId, captures }: Finding): string {
  const size =
    kind === 'truncated'
      ? `, ${foundBytes} of ${byteSize} bytes`
      : foundBytes !== undefined && byteSize !== undefined && foundBytes !== byteSize
        ? `, ${foundBytes} instead of ${byteSize} bytes`
        : '';
  const who = captureId
    ? `, capture ${captureId}${(captures ?? 1) > 1 ? ` and ${captures! - 1} more` : ''}`
    : '';
  return `${(kind === 'put_back' ? 'put back' : kind).padEnd(9)} ${key}${size}${who}`;
}

/** On a terminal one line that is written over, elsewhere a line every ten seconds. */
function showProgress(): { show: (progress: VerifyProgress) => void; clear: () => void } {
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? 500 : 10_000;
  let shownAt = performance.now();
  return {
    show({ checked, of, bytes }) {
      if (performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      const text = `${checked} of ${of} originals, ${megabytes(bytes)}`;
      process.stderr.write(isTerminal ? `\r${text}\u001b[K` : `${text}\n`);
    },
    clear() {
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}

async function lookIntoQuarantine(
  store: Awaited<ReturnType<typeof openStore>>,
  { json, putBack }: { json: boolean; putBack: boolean },
  print: Print,
): Promise<boolean> {
  let [files, bytes, back] = [0, 0, 0];
  for (const object of await Array.fromAsync(store.listQuarantine())) {
    const parsed = parseKey(object.key);
    const isBack =
      putBack && (await store.putBack(object.key, parsed?.kind === 'originals' ? parsed.name : undefined));
    files++;
    bytes += object.byteSize;
    if (isBack) back++;
    await print(
      json
        ? JSON.stringify({ ...object, ...(putBack ? { isBack } : {}) })
        : `${object.day} ${object.key}, ${object.byteSize} bytes${putBack ? (isBack ? ', put back' : ', left: its bytes are not those of its name') : ''}`,
    );
  }
  if (!json)
    await print(
      putBack
        ? `${back} of ${files} files were put back.`
        : `${files} files (${megabytes(bytes)}) are in the quarantine. Each is deleted thirty days after the day it was set aside, unless a row names it again.`,
    );
  return !putBack || back === files;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
