import { setTimeout as delay } from 'node:timers/promises';
import { type ReadoutClient, ReadoutProblem } from '@readout/api-client';
import { visible } from '../format-table.ts';
import { say } from '../say.ts';
import { inWords } from './connect.ts';
import { captureLine, recordLines } from './lines.ts';

/** What came in between two looks and is not printed where it is more. */
const mostAtOnce = 1000;

/** Prints captures and records that were not there before, oldest first, until the process is stopped. */
export async function watchServer(
  client: ReadoutClient,
  { everySeconds, json }: { everySeconds: number; json: boolean },
  print: (text: string) => Promise<void>,
): Promise<boolean> {
  const captures = createNews(() => client.captures({ place: 'kept', limit: 50 }));
  const records = createNews(() => client.records({ limit: 50 }));
  await captures.look();
  await records.look();
  process.stderr.write(`${say('cli.server.waiting')}\n`);
  for (;;) {
    await delay(everySeconds * 1000);
    try {
      for (const capture of await captures.look())
        await print(json ? JSON.stringify({ capture }) : captureLine(capture));
      for (const record of await records.look())
        await print(json ? JSON.stringify({ record }) : recordLines(record));
    } catch (error) {
      const words = inWords(error);
      // A key that is refused will be; a server that is away comes back.
      if (words === undefined || (error instanceof ReadoutProblem && error.status < 429)) throw error;
      process.stderr.write(`${visible(words)} ${say('cli.server.trying_again')}\n`);
    }
  }
}

/**
 * Of a list that is newest first: what was not in it at the last look, oldest first. The first look finds nothing new.
 * What is made by a transaction that took long appears below what is newer: the last minute is looked at again.
 */
export function createNews<Item extends { id: string; createdAt: string }>(list: () => AsyncIterable<Item>) {
  const known = new Set<string>();
  let since: string | undefined;
  return {
    async look(): Promise<Item[]> {
      const fresh: Item[] = [];
      let from = since;
      for await (const item of list()) {
        from ??= minuteBefore(item.createdAt);
        if (item.createdAt < from || fresh.length >= mostAtOnce) break;
        if (!known.has(item.id)) fresh.push(item);
      }
      for (const { id } of fresh) known.add(id);
      const isFirst = since === undefined;
      const newest = fresh[0] && minuteBefore(fresh[0].createdAt);
      since = [from ?? '', newest ?? ''].toSorted().at(-1)!;
      return isFirst ? [] : fresh.toReversed();
    },
  };
}

const minuteBefore = (time: string): string => new Date(Date.parse(time) - 60_000).toISOString();
