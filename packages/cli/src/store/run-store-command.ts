import { findStore, parseKey, StoreError } from '@readout/store';
import { day, megabytes } from '../format-units.ts';
import { CommandError } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import { showProgress } from '../show-progress.ts';
import { adoptStore } from './adopt-store.ts';
import { type MoveSummary, moveObjects } from './move-objects.ts';
import { demandOwn, openStore } from './open-store.ts';
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
      if (command.name === 'migrate') return migrate(installation, command, print);
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

/** @returns whether all came over whole */
async function migrate(
  installation: OpenedInstallation,
  { json }: { json: boolean },
  print: Print,
): Promise<boolean> {
  const { store: to, also: from } = (await findStore(installation.locations)).parts;
  if (!from) throw new CommandError(say('cli.store.move_where'));
  for (const { owner } of [to, from]) await demandOwn(owner, installation);
  const progress = showProgress<MoveSummary>(({ moved, bytes, there }) =>
    say('cli.store.move_progress', { moved, size: megabytes(bytes), there }),
  );
  const { client, installationId } = installation;
  const [opened, before] = [await to.open({ installationId }), await from.open({ installationId })];
  const total = { moved: 0, bytes: 0, there: 0, altered: 0, unknown: 0 };
  // What processes of before the change of settings still write is found by another round.
  for (let [moved, isFirst] = [1, true]; moved > 0; isFirst = false) {
    const round = await moveObjects(
      { client, from: before, to: opened },
      {
        onProgress: progress.show,
        async onAltered(key) {
          progress.clear();
          // In the first round alone: in each it is found again.
          if (isFirst)
            await print(
              json ? JSON.stringify({ kind: 'altered', key }) : say('cli.store.move_altered', { key }),
            );
        },
      },
    );
    moved = round.moved;
    Object.assign(total, { ...round, moved: total.moved + round.moved, bytes: total.bytes + round.bytes });
  }
  progress.clear();
  await to.owner.writeMove(undefined);
  const isWhole = total.altered === 0;
  await print(
    json
      ? JSON.stringify({ kind: 'summary', ...total, isWhole })
      : say('cli.store.move_done', {
          ...total,
          size: megabytes(total.bytes),
          from: from.owner.name,
          to: to.owner.name,
        }),
  );
  return isWhole;
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

function storeErrorInWords({ code, message, reason }: StoreError): string {
  return (code === 'away' && reason === undefined) || code === 'full'
    ? say('cli.store.error', { code })
    : say('cli.store.error', { why: message });
}
