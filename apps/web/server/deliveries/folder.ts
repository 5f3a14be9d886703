import { csvCell } from '@readout/domain/csv';
import type { Message } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt, DeliveryFailure } from '@readout/domain/deliveries/end-delivery';
import { ownStemOf, stemOf } from '@readout/domain/deliveries/file-name';
import type { FolderSettings } from '@readout/domain/deliveries/rules';
import { endingOf, eventOf, fieldText, type SentEvent, titleOf, valueFor } from './event-values.ts';
import { appendRow, OutsideError, openPlace, writeWhole } from './folder-place.ts';
import { isGone } from './open-originals.ts';
import { keptRequest, type Sender } from './sender.ts';

/** A JSON file for each event, or a row of a CSV file; the files of the document are written next to it, first. */
export const folder: Sender<'folder'> = async (target, message, { means, opened }) => {
  const { settings } = target;
  if (!means.folders.includes(settings.root)) return 'delivery.folder_not_allowed';
  const begunAt = performance.now();
  const event = eventOf(message.body);
  const names = namesOf(settings, event, message);
  const shown = `${target.address}/${settings.format === 'json' ? `${names.own}.json` : `${names.shared}.csv`}`;
  const row = settings.format === 'csv' ? rowOf(settings, event, message, names.files) : undefined;
  const ended = (failure?: Attempt['failure']): Attempt => ({
    request: keptRequest('WRITE', shown, {}, row?.row ?? message.body),
    answer: null,
    durationMs: performance.now() - begunAt,
    ...(failure ? { failure } : {}),
  });
  const write = async () => {
    const place = await openPlace(await openRoot(settings.root, message.companyId), settings.folder);
    await means.alone(`file ${place}/${row ? names.shared : names.own}`, async () => {
      for (const [index, file] of message.files.entries()) {
        const blob = await means.openFile(message.companyId, file, opened);
        await writeWhole(place, names.files[index]!, blob.stream());
      }
      if (row) await appendRow(place, names.shared, { id: message.id, ...row });
      else await writeWhole(place, `${names.own}.json`, [Buffer.from(message.body)]);
    });
  };
  try {
    await inTime(settings.root, write);
    return ended();
  } catch (error) {
    if (isGone(error)) return 'delivery.original_missing';
    return ended(failureOf(error as NodeJS.ErrnoException));
  }
};

/** What stands before `{company}` has to be there; the company's own is made. */
async function openRoot(root: string, companyId: string): Promise<string> {
  const parts = root.split('/');
  const first = parts.findIndex((part) => part.includes('{company}'));
  if (first < 0) return root;
  const below = parts.slice(first).join('/').replaceAll('{company}', companyId);
  return openPlace(parts.slice(0, first).join('/') || '/', below);
}

function namesOf(settings: FolderSettings, event: SentEvent, { id, files }: Message) {
  const value = valueFor(event, id);
  const otherwise = event.data.record?.type ?? 'record';
  const own = ownStemOf(settings.pattern, value, otherwise);
  return {
    own,
    shared: stemOf(settings.pattern, value, otherwise),
    files: files.map(
      ({ fileName }, index) => `${own}${index === 0 ? '' : `-${index + 1}`}${endingOf(fileName)}`,
    ),
  };
}

/** The event's id first, by which a row is found again. Spreadsheets and programs take it for UTF-8 by its mark. */
function rowOf(
  { columns, withOriginal }: FolderSettings,
  event: SentEvent,
  { id }: Message,
  files: readonly string[],
): { header: string; row: string } {
  const { record } = event.data;
  const cells: [string, string][] = [
    ['event', id],
    ['sequence', String(event.sequence)],
    ['happened', event.type],
    ['timestamp', event.timestamp],
    ['record', record?.id ?? ''],
    ['type', record?.type ?? ''],
    ['title', titleOf(event)],
    ...columns.map((name): [string, string] => [`fields.${name}`, fieldText(event, name)]),
    ...(withOriginal ? [['files', files.join(' ')] as [string, string]] : []),
  ];
  const line = (texts: readonly string[]) => `${texts.map(cellOf).join(',')}\r\n`;
  return {
    header: `\uFEFF${line(cells.map(([name]) => name))}`,
    row: line(cells.map(([, text]) => text)),
  };
}

/** One line, so that what a crash tears off can be told; a refund is no formula. */
function cellOf(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return /^-\d+(\.\d+)?$/.test(flat) ? flat : csvCell(flat);
}

/** Large originals take their time; well below the lease of a delivery. */
const longestMs = 30_000;
/** Of a folder on a disk that hangs, one thing waits in this process, and no more. */
const busy = new Map<string, Promise<unknown>>();

async function inTime(root: string, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`It took longer than ${longestMs / 1000} s.`));
    }, longestMs);
  });
  const before = busy.get(root) ?? Promise.resolve();
  // What was given up while it waited writes nothing afterwards.
  const mine = before.then(() => (isLate ? undefined : work()));
  const settled = mine.catch(() => {});
  busy.set(root, settled);
  void settled.then(() => {
    if (busy.get(root) === settled) busy.delete(root);
  });
  try {
    await Promise.race([mine, late]);
  } finally {
    clearTimeout(timer);
  }
}

const codes: Record<string, DeliveryFailure> = {
  ENOSPC: 'delivery.folder_full',
  EDQUOT: 'delivery.folder_full',
  EFBIG: 'delivery.folder_full',
  EROFS: 'delivery.folder_read_only',
  EACCES: 'delivery.folder_read_only',
  EPERM: 'delivery.folder_read_only',
  ELOOP: 'delivery.folder_not_allowed',
};

/** Somebody makes room, or mounts it again: all of it passes. */
function failureOf(error: NodeJS.ErrnoException): NonNullable<Attempt['failure']> {
  const code = error instanceof OutsideError ? 'delivery.folder_not_allowed' : codes[error.code ?? ''];
  return { code: code ?? 'delivery.folder_away', message: error.message, isPassing: true };
}
