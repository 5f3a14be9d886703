import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Picture, PictureSet } from './picture-set.ts';

interface Entry {
  file: string;
  kind?: string;
  fields?: Record<string, string>;
  lines?: { text: string }[] | string[];
}

const manifest = async (data: string, folder: string): Promise<Entry[]> =>
  JSON.parse(await readFile(join(data, folder, 'manifest.json'), 'utf8'));
const texts = ({ lines = [] }: Entry) => lines.map((line) => (typeof line === 'string' ? line : line.text));

/** Travel documents, cards, tables and forms with known content. */
export async function documentSets(data: string): Promise<PictureSet[]> {
  const photos = await manifest(data, 'photos');
  const screens = await manifest(data, 'screens');
  const set = (
    reader: string,
    name: string,
    folder: string,
    entries: Entry[],
    truth: (entry: Entry) => Picture['truth'],
  ): PictureSet => ({
    reader,
    name,
    pictures: entries.map((entry) => ({ file: join(data, folder, entry.file), truth: truth(entry) })),
  });
  const ofKind = (...kinds: string[]) => screens.filter(({ kind }) => kind && kinds.includes(kind));
  return [
    set('mrz', 'public specimens, some very small', 'mrz', await manifest(data, 'mrz'), zoneTruth),
    set(
      'business-card',
      'synthetic photographs of cards',
      'photos',
      photos.filter(({ kind }) => kind === 'card'),
      cardTruth,
    ),
    set('table', 'screens of tables', 'screens', ofKind('table'), tableTruth),
    set(
      'form',
      'screens of dialogs, errors and overviews',
      'screens',
      ofKind('dialog', 'error', 'dashboard'),
      formTruth,
    ),
  ];
}

/** Elements by their places in ICAO Doc 9303; dates are not compared, since a zone says no century. */
function zoneTruth(entry: Entry): Picture['truth'] {
  const lines = texts(entry);
  const isThree = lines.length === 3;
  const [first = '', second = ''] = lines;
  const names = isThree ? (lines[2] ?? '') : first.slice(5);
  const sex = second[isThree ? 7 : 20] ?? '';
  const nationality = second.slice(isThree ? 15 : 10, isThree ? 18 : 13).replaceAll('<', '');
  return {
    lines: lines.join('\n'),
    documentType: first.slice(0, 2).replaceAll('<', ''),
    number: (isThree ? first.slice(5, 14) : second.slice(0, 9)).replaceAll('<', ''),
    name: names
      .replace(/<+$/, '')
      .split('<<')
      .map((part) => part.replaceAll('<', ' '))
      .join(', '),
    sex: sex === '<' ? 'X' : sex,
    ...(/^[A-Z]+$/.test(nationality) ? { nationality } : {}),
  };
}

function cardTruth(entry: Entry): Picture['truth'] {
  const { name = '', company = '', title = '', phone = '', email = '', website = '' } = entry.fields ?? {};
  const address = texts(entry).at(-1) ?? '';
  return { name, company, title, phones: [phone], emails: [email], websites: [website], address };
}

/** A title, seven headers, and rows of seven. */
function tableTruth(entry: Entry): Picture['truth'] {
  const cells = texts(entry).slice(1);
  const rows: string[][] = [];
  for (let index = 0; index < cells.length; index += 7) rows.push(cells.slice(index, index + 7));
  return { columns: rows[0] ?? [], rows: rows.slice(1) };
}

function formTruth(entry: Entry): Picture['truth'] {
  const lines = texts(entry);
  const pairs: { label: string; value: string }[] = [];
  if (entry.kind === 'error') {
    for (const text of lines) {
      const [label = '', value] = text.split(': ');
      if (value) pairs.push({ label, value });
    }
  } else {
    const step = entry.kind === 'dialog' ? 2 : 3;
    const end = entry.kind === 'dialog' ? lines.length - 3 : lines.length;
    for (let index = 1; index + 1 < end; index += step)
      pairs.push({ label: lines[index] ?? '', value: lines[index + 1] ?? '' });
  }
  return { pairs };
}
