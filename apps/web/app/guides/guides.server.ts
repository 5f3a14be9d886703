import { guideAddress } from '../shell/guide-of-page.ts';
import { guideGroups } from './guide-list.ts';
import { type Guide, parseGuide } from './parse-guide.ts';

const texts = import.meta.glob<string>('../../../../docs/guides/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** What a guide gives along, to be imported elsewhere. */
const files = import.meta.glob<string>('../../../../docs/guides/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});
const pictures = import.meta.glob<string>('../../../../docs/images/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const slugOf = (file: string): string => guideAddress(file).replace('/docs/', '');
const folder = '../../../../docs/';

/** Where a link of a guide leads in the product. */
function addressOf(href: string): string | undefined {
  if (/^https:|^#/.test(href)) return href;
  if (/(^|\/)LICENSE$/.test(href)) return '/licences';
  const picture = /^(?:\.\.\/)+images\/(.+)$/.exec(href)?.[1];
  if (picture) return pictures[`${folder}images/${picture}`];
  if (href.endsWith('.json')) return files[`${folder}guides/${href}`];
  // A translation lies one folder deeper.
  const [, file, anchor = ''] = /^(?:\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return file && texts[`${folder}guides/${file}.md`] !== undefined ? guideAddress(file) + anchor : undefined;
}

/** The guides of the repository, in the order in which they are listed. */
export const guides: readonly Guide[] = guideGroups.flatMap(({ files }) =>
  files.map((file) => {
    const text = texts[`${folder}guides/${file}.md`];
    if (text === undefined) throw new Error(`There is no guide ${file}.`);
    return parseGuide(slugOf(file), text, addressOf);
  }),
);

const inLanguages = new Map<string, readonly Guide[]>();

/** The same in the reader's language, in English where a guide is not translated. */
export function guidesFor(language: string): readonly Guide[] {
  const known = inLanguages.get(language);
  if (known) return known;
  const translated = guides.map((original) => {
    const file = Object.keys(texts).find(
      (path) => path.startsWith(`${folder}guides/${language}/`) && slugOf(nameOf(path)) === original.slug,
    );
    return file ? parseGuide(original.slug, texts[file]!, addressOf, { language, original }) : original;
  });
  inLanguages.set(language, translated);
  return translated;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.md'.length);

/** Of some guides those in the given files, in their order. */
export const guidesIn = (all: readonly Guide[], files: readonly string[]): Guide[] =>
  files.flatMap((file) => all.find(({ slug }) => slug === slugOf(file)) ?? []);
