import { ImageError } from '../errors.ts';
import { imageLimits } from '../limits.ts';
import { noSuchPage } from './check-size.ts';

/** A file as it is, or the pages that were drawn of one that has none of its own. */
export type PageSource = Uint8Array | DrawnFile;

/** A PDF that was drawn by us: its text is what its page shows. */
export interface DrawnFile {
  drawn: Uint8Array;
  /** Files inside, whose pages follow. */
  attached: readonly AttachedFile[];
}

export interface AttachedFile {
  name: string;
  bytes: Uint8Array;
}

/** An attached file that has no pages in the document. */
export interface AttachedNotShown {
  name: string;
  code: 'not_shown' | 'too_many_pages';
  /** One English sentence. */
  reason: string;
}

export interface FoundPage {
  bytes: Uint8Array;
  /** 1-based, in those bytes. */
  page: number;
  isDrawn: boolean;
  /** Name of the attached file that the page is of. */
  attachment?: string;
}

export interface PageOrder {
  /** One after the other. */
  parts: (Omit<FoundPage, 'page'> & { pages: number })[];
  pages: number;
  notShown: AttachedNotShown[];
}

/** Files that are opened at most. */
const mostAttached = 10;
const orders = new WeakMap<DrawnFile, Promise<PageOrder>>();

/**
 * What the pages of a drawn file are of. An attached file that cannot be opened, or would be too much, costs nothing but itself.
 * @param countPages throws `ImageError`
 */
export function orderOf(
  source: DrawnFile,
  countPages: (bytes: Uint8Array) => Promise<number>,
): Promise<PageOrder> {
  let order = orders.get(source);
  if (!order) {
    order = putInOrder(source, countPages);
    orders.set(source, order);
  }
  return order;
}

async function putInOrder(
  { drawn, attached }: DrawnFile,
  countPages: (bytes: Uint8Array) => Promise<number>,
): Promise<PageOrder> {
  const own = await countPages(drawn);
  const order: PageOrder = {
    parts: [{ bytes: drawn, isDrawn: true, pages: own }],
    pages: own,
    notShown: [],
  };
  for (const [index, { name, bytes }] of attached.entries()) {
    try {
      const pages = index < mostAttached ? await countPages(bytes) : Number.POSITIVE_INFINITY;
      if (order.pages + pages > imageLimits.maxPdfPages) {
        const reason = `A document has at most ${imageLimits.maxPdfPages} pages, of at most ${mostAttached} attached files.`;
        order.notShown.push({ name, code: 'too_many_pages', reason });
        continue;
      }
      order.parts.push({ bytes, isDrawn: false, attachment: name, pages });
      order.pages += pages;
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      const isTooLong = error.code === 'pdf.too_many_pages';
      const code = isTooLong ? 'too_many_pages' : 'not_shown';
      order.notShown.push({ name, code, reason: error.message });
    }
  }
  return order;
}

/**
 * Where a page is.
 * @param page 1-based
 * @throws ImageError `pdf.no_such_page`
 */
export function pageIn({ parts, pages }: PageOrder, page: number): FoundPage {
  let before = 0;
  for (const { pages: own, ...part } of parts) {
    if (Number.isInteger(page) && page > before && page <= before + own)
      return { ...part, page: page - before };
    before += own;
  }
  throw noSuchPage(page, pages);
}
