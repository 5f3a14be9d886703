import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const text = readFileSync(path.join(docs, 'security.md'), 'utf8');

/** Requirements of levels 1 and 2 by section (OWASP ASVS 5.0.0). */
const sections =
  '1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2 ' +
  '4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 ' +
  '6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 ' +
  '10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 ' +
  '12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 ' +
  '15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2';
const level2 = sections.split(' ').flatMap((section) => {
  const [name, range = ''] = section.split(':');
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => `${name}.${first + index}`);
});

const answers = ['met', 'partly', 'no', 'n.a.'];
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', answer = '', by = '']) => ({ number, answer, by }),
);

test('every requirement of level 2 is there once, in order, with an answer and what gives it', () => {
  expect(level2).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(level2);
  expect(rows.filter(({ answer, by }) => !answers.includes(answer) || by.trim() === '')).toEqual([]);
});

test('the summary counts what the tables say', () => {
  const counted = (which: typeof rows) =>
    answers.map((answer) => which.filter((row) => row.answer === answer).length);
  const summary = [...text.matchAll(/^\| (\*\*all\*\*|\d+) ?[^|]*((?:\| \*{0,2}\d+\*{0,2} ){4})\|$/gm)].map(
    ([, chapter = '', cells = '']) => [chapter, ...(cells.match(/\d+/g) ?? []).map(Number)],
  );
  const chapters = [...new Set(level2.map((number) => number.split('.')[0] ?? ''))];
  expect(summary).toEqual([
    ...chapters.map((chapter) => [
      chapter,
      ...counted(rows.filter(({ number }) => number.startsWith(`${chapter}.`))),
    ]),
    ['**all**', ...counted(rows)],
  ]);
});

test('every file, section and page it names is there', () => {
  const files = [...text.matchAll(/`([\w./-]+\.(?:tsx?|json|md))`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(100);
  const folders = ['..', '../apps/web/server'].map((folder) => path.join(docs, folder));
  const missing = files.filter((file) => !folders.some((folder) => existsSync(path.join(folder, file))));
  const anchors = new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  const links = [...text.matchAll(/\]\((?!https:)([^)#]*)(#[^)]*)?\)/g)];
  for (const [, page = '', anchor = ''] of links) {
    if (page !== '' && !existsSync(path.join(docs, page))) missing.push(page);
    if (page === '' && !anchors.has(anchor.slice(1))) missing.push(anchor);
  }
  expect(missing).toEqual([]);
});
