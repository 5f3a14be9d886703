import { createHash } from 'node:crypto';
import { fillPattern } from '@readout/domain/deliveries/pattern';
import { type Archive, type Filed, fileAll, itemsOf, memberOf, startOf } from './archive.ts';
import { valueFor } from './event-values.ts';
import type { Sender, SenderDeps } from './sender.ts';

// cspell:ignore serialisers iexact
// https://github.com/paperless-ngx/paperless-ngx: docs/api.md ("POSTing documents", versions 9 and 10), views.py,
// serialisers.py and filters.py of src/documents, at b0e0e8a3. No version is asked for: answers of either are understood.

/** Between two looks at whether a document is taken in. */
const lookMs = [300, 700, 1000, 2000, 3000];
const longestName = 128;

/**
 * The original with title, date, correspondent and tags; names that Paperless does not know are made. A document is
 * followed until it is taken in, over several tries where that takes long. One that is there already has arrived.
 */
export const paperless: Sender<'paperless'> = async (target, message, deps) => {
  const { address, settings, token } = target;
  if (token === undefined) return 'delivery.secret_unreadable';
  const { title, tags, correspondent } = settings;
  const isCorrection = message.type === 'record.corrected';
  return fileAll(
    { address, authorization: `Token ${token}`, title, tags },
    message,
    deps,
    async (archive, filed) => {
      const { file, event } = filed;
      const pending = pendingOf(archive.handle);
      if (pending?.sha256 === file.sha256 && (await isTakenIn(archive, pending.task)) !== 'unknown') {
        archive.handle = undefined;
        return;
      }
      const there = await findDocument(archive, message.companyId, filed, deps);
      if (there !== undefined && !isCorrection) return;
      const by = fillPattern(correspondent, valueFor(event, message.id)).replaceAll(/\s+/g, ' ').trim();
      const correspondentId = by ? await idOf(archive, 'correspondents', by) : undefined;
      const tagIds: number[] = [];
      for (const tag of filed.tags) tagIds.push(await idOf(archive, 'tags', tag));
      if (there !== undefined) {
        await archive.json(`/api/documents/${there.id}/`, {
          method: 'PATCH',
          body: {
            title: filed.title,
            ...(filed.date ? { created: filed.date } : {}),
            ...(correspondentId === undefined ? {} : { correspondent: correspondentId }),
            tags: [...new Set([...there.tags, ...tagIds])],
          },
        });
        return;
      }
      const { value } = await archive.upload('/api/documents/post_document/', 'document', filed, [
        ['title', filed.title],
        ...(filed.date ? [['created', filed.date] as const] : []),
        ...(correspondentId === undefined ? [] : [['correspondent', String(correspondentId)] as const]),
        ...tagIds.map((id) => ['tags', String(id)] as const),
      ]);
      if (typeof value !== 'string' || !/^[\w-]{1,100}$/.test(value))
        archive.fail('delivery.answer_unknown', 'The answer names no task.', { isPassing: false });
      archive.handle = JSON.stringify({ sha256: file.sha256, task: value });
      if ((await isTakenIn(archive, String(value))) === 'unknown')
        archive.fail('delivery.archive_busy', 'Paperless does not know the task yet.', { isPassing: true });
      archive.handle = undefined;
    },
  );
};

function pendingOf(handle: string | undefined): { sha256: string; task: string } | undefined {
  if (handle === undefined) return undefined;
  return JSON.parse(handle) as { sha256: string; task: string };
}

/** `unknown`: Paperless has forgotten the task, or has not come to write it down. */
async function isTakenIn(archive: Archive, task: string): Promise<'yes' | 'unknown'> {
  for (let looks = 0; ; looks++) {
    const { value } = await archive.json(`/api/tasks/?task_id=${encodeURIComponent(task)}`);
    const found = itemsOf(value).find((item) => memberOf(item, 'task_id') === task);
    const status = String(memberOf(found, 'status') ?? '').toLowerCase();
    const data = memberOf(found, 'result_data');
    const told = [memberOf(found, 'result'), memberOf(data, 'reason'), memberOf(data, 'error_message')]
      .filter((each) => typeof each === 'string')
      .join(' ');
    if (status === 'success') return 'yes';
    if (status === 'failure' || status === 'revoked') {
      if (memberOf(data, 'duplicate_of') !== undefined || /\bduplicate\b/i.test(told)) return 'yes';
      archive.handle = undefined;
      archive.fail('delivery.archive_refused', `Paperless could not take it in. ${told}`.trim(), {
        isPassing: false,
      });
    }
    if (!found && looks >= 3) return 'unknown';
    const waitMs = lookMs[Math.min(looks, lookMs.length - 1)]!;
    if (archive.msLeft() < waitMs + 1000)
      archive.fail('delivery.archive_busy', 'Paperless is still taking it in.', { isPassing: true });
    await archive.wait(waitMs);
  }
}

/** By the sum of its bytes: SHA-256, and MD5 as Paperless kept it before version 3. */
async function findDocument(
  archive: Archive,
  companyId: string,
  { file }: Filed,
  { means, opened }: Pick<SenderDeps, 'means' | 'opened'>,
): Promise<{ id: number; tags: number[] } | undefined> {
  const find = async (sum: string) => {
    const { value } = await archive.json(
      `/api/documents/?checksum__iexact=${sum}&page_size=1&fields=id,tags,checksum`,
    );
    const [first] = itemsOf(value);
    const id = memberOf(first, 'id');
    if (typeof id !== 'number') return undefined;
    const tags = itemsOf(memberOf(first, 'tags')).filter((tag) => typeof tag === 'number');
    return { id, tags };
  };
  const found = await find(file.sha256);
  if (found) return found;
  const md5 = createHash('md5');
  for await (const piece of (await means.openFile(companyId, file, opened)).stream()) md5.update(piece);
  return find(md5.digest('hex'));
}

/** Of the one with that name, made where there is none; names are alike whatever their case. */
async function idOf(archive: Archive, kind: 'correspondents' | 'tags', given: string): Promise<number> {
  const name = startOf(given, longestName);
  const find = async () => {
    const { value } = await archive.json(
      `/api/${kind}/?name__iexact=${encodeURIComponent(name)}&page_size=1`,
    );
    const id = memberOf(itemsOf(value)[0], 'id');
    return typeof id === 'number' ? id : undefined;
  };
  const found = await find();
  if (found !== undefined) return found;
  // Another worker may have made it a moment ago.
  const made = await archive.json(`/api/${kind}/`, { method: 'POST', body: { name } }, { accepts: [400] });
  const id = made.status === 400 ? await find() : memberOf(made.value, 'id');
  if (typeof id === 'number') return id;
  return archive.fail('delivery.answered_no', `Paperless makes no ${kind} named “${name}”.`, {
    isPassing: false,
  });
}
