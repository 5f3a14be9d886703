import type { Notice, Notices } from '../../../server/notices.ts';

/** Parts that share one text. */
export interface NoticeBlock {
  parts: Omit<Notice, 'text' | 'licence'>[];
  text: string;
}

export interface NoticeGroup {
  licence: string;
  count: number;
  blocks: NoticeBlock[];
}

/**
 * The parts by licence, the most used first; in each, those with the same text together.
 * @param query words that each part shown has in its name, licence, kind or the text
 */
export function groupNotices({ notices, texts }: Omit<Notices, 'own'>, query: string): NoticeGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = notices.filter((each) => {
    const searched =
      `${each.name} ${each.version} ${each.inside} ${each.kind} ${each.licence} ${copyrightLines(texts[each.text] ?? '')}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const groups = Map.groupBy(shown, ({ licence }) => licence.replace(/^\((.*)\)$/, '$1'));
  return [...groups]
    .map(([licence, parts]) => ({
      licence,
      count: parts.length,
      blocks: [...Map.groupBy(parts, ({ text }) => text)].map(([text, same]) => ({
        text: texts[text] ?? '',
        parts: same.map(({ text: _, licence: __, ...part }) => part),
      })),
    }))
    .sort((a, b) => b.count - a.count || (a.licence < b.licence ? -1 : 1));
}

/** Whose it is: what else licences say is the same in hundreds of them. */
const copyrightLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /copyright|©/i.test(line))
    .slice(0, 20)
    .join(' ');

/** Address of a licence's part of the page. */
export const licenceAnchor = (licence: string): string =>
  licence
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
