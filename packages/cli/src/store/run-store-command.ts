import { parseKey, StoreError } from '@readout/store';
import { day, megabytes } from '../format-units.ts';
import { CommandError } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import { showProgress } from '../show-progress.ts';
import { adoptStore } from './adopt-store.ts';
import { openStore } from './open-store.ts';
import type { StoreCommand } from './store-arguments.ts';
import { type Finding, type VerifyProgress, verifyStore } from './verify-store.ts';
import { type OpenedInstallation, withInstallation } from './with-installation.ts';

type Print = (text: string) => Promise<void>;

/**
 * @returns whether all is in order
 * @throws CommandError
 */
export async function runStoreCommand(command: StoreCommand, print: Print): Promise<boolean> {
  if (command.name === 'help') {
    await print(say('cli.store.help'));
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
    throw error instanceof StoreError ? new CommandError(storeErrorInWords(error), { cause: error }) : error;
  }
}

async function verify(
  { client, store }: OpenedInstallation & { store: Awaited<ReturnType<typeof openStore>> },
  { json }: { json: boolean },
  print: Print,
): Promise<boolean> {
  const startedAt = performance.now();
  const progress = showProgress<VerifyProgress>(({ checked, of, bytes }) =>
    say('cli.store.progress', { checked, of, size: megabytes(bytes) }),
  );
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
      : isInOrder
        ? say('cli.store.whole', { originals, size: megabytes(bytes), seconds, back: put_back })
        : say('cli.store.damaged', {
            originals,
            size: megabytes(bytes),
            seconds,
            altered,
            truncated,
            missing,
            back: put_back,
            unknown,
          }),
  );
  return isInOrder;
}

function inWords({ kind, key, byteSize, foundBytes, captureId, captures }: Finding): string {
  const sizes =
    foundBytes === undefined || byteSize === undefined || foundBytes === byteSize
      ? []
      : [
          say(kind === 'truncated' ? 'cli.store.size_of' : 'cli.store.size_instead', {
            found: foundBytes,
            size: byteSize,
          }),
        ];
  const who = captureId ? [say('cli.store.capture', { id: captureId, more: (captures ?? 1) - 1 })] : [];
  const found = say('cli.store.kind', { kind: kind === 'put_back' ? undefined : kind });
  return [`${found.padEnd(9)} ${key}`, ...sizes, ...who].join(', ');
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
        : say('cli.store.quarantined', {
            day: day(object.day),
            key: object.key,
            size: object.byteSize,
            back: putBack ? (isBack ? 'yes' : 'no') : 'none',
          }),
    );
  }
  if (!json)
    await print(
      putBack
        ? say('cli.store.put_back', { back, files })
        : say('cli.store.in_quarantine', { files, size: megabytes(bytes) }),
    );
  return !putBack || back === files;
}

function storeErrorInWords({ code, message }: StoreError): string {
  return code === 'away' || code === 'full'
    ? say('cli.store.error', { code })
    : say('cli.store.error', { why: message });
}
