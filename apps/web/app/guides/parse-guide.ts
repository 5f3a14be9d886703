import { Marked, type Tokens } from 'marked';

/** A stretch of a guide below one heading. */
export interface GuideSection {
  /** Of the heading, as the hosts of repositories make them; empty for what stands before the first. */
  anchor: string;
  title: string;
  /** 2 or 3; 1 for what stands before the first heading. */
  level: number;
  /** Plain words, to search in. */
  text: string;
}

export interface Guide {
  /** Last part of its address. */
  slug: string;
  /** BCP 47 tag of the language it is written in. */
  language: string;
  title: string;
  html: string;
  sections: GuideSection[];
}

/** `## The store` is reached by `#the-store`, as on the hosts of repositories; a second one by `#the-store-1`. */
function anchorsIn(used: Map<string, number>) {
  return (title: string): string => {
    const plain = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const times = used.get(plain) ?? 0;
    used.set(plain, times + 1);
    return times === 0 ? plain : `${plain}-${times}`;
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The words of a piece of HTML that was made of Markdown. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<\/?(a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * A guide of the repository as a page.
 * @param markdown begins with its title, `# …`
 * @param addressOf where a link of the guide leads in the product; undefined: nowhere, and only its words stay
 * @param original what a guide in another `language` translates, whose anchors it has: links lead to a heading in every
 * language
 */
export function parseGuide(
  slug: string,
  markdown: string,
  addressOf: (href: string) => string | undefined,
  { language, original }: { language: string; original?: Guide } = { language: 'en' },
): Guide {
  const ownAnchor = anchorsIn(new Map());
  const anchors = original?.sections.slice(1).map(({ anchor }) => anchor);
  const anchorOf = (text: string) => anchors?.shift() ?? ownAnchor(text);
  const sections: GuideSection[] = [{ anchor: '', title: '', level: 1, text: '' }];
  let title = slug;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) {
          title = wordsOf(inner);
          return '';
        }
        const anchor = anchorOf(text.replaceAll('`', ''));
        if (depth <= 3) sections.push({ anchor, title: wordsOf(inner), level: depth, text: '' });
        return `<h${depth} id="${escaped(anchor)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const address = addressOf(href);
        return address === undefined
          ? ''
          : `<img src="${escaped(address)}" alt="${escaped(text)}" loading="lazy">`;
      },
      html: () => '',
    },
  });
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  // What stands between two headings belongs to the first of them.
  const pieces = html.split(/<h[23] id="[^"]*">/);
  for (const [index, section] of sections.entries()) {
    const piece = pieces[index] ?? '';
    section.text = wordsOf(index === 0 ? piece : piece.replace(/^.*?<\/h[23]>/s, ''));
  }
  sections[0]!.title = title;
  return { slug, language, title, html, sections };
}

/** A section that was searched for, and where in it. */
export interface GuideHit {
  slug: string;
  language: string;
  guide: string;
  anchor: string;
  title: string;
  /** What stands around the first word that was found, in pieces; every second one was searched for. */
  excerpt: string[];
}

const around = 90;
const maxHits = 40;

/** Sections in which every word of the query stands: those with the words in their title first. */
export function searchGuides(guides: readonly Guide[], query: string): GuideHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  const found = guides.flatMap((guide) =>
    guide.sections.flatMap((section) => {
      const title = section.title.toLowerCase();
      const text = `${title} ${section.text.toLowerCase()}`;
      if (!words.every((word) => text.includes(word))) return [];
      const rank = words.filter((word) => title.includes(word)).length;
      return [{ guide, section, rank }];
    }),
  );
  return found
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxHits)
    .map(({ guide, section }) => ({
      slug: guide.slug,
      language: guide.language,
      guide: guide.title,
      anchor: section.anchor,
      title: section.title,
      excerpt: excerptOf(section.text, words),
    }));
}

function excerptOf(text: string, words: readonly string[]): string[] {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const from =
    first === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', Math.max(0, first - around)) + 1);
  const end = Math.min(text.length, from + 3 * around);
  const to = end < text.length ? Math.max(text.lastIndexOf(' ', end), from) : end;
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'gi',
  );
  const pieces = text.slice(from, to).split(pattern);
  if (from > 0) pieces[0] = `… ${pieces[0]}`;
  if (to < text.length) pieces[pieces.length - 1] = `${pieces.at(-1)} …`;
  return pieces;
}
