import { languageOf } from '@readout/texts';
import type { MetaDescriptor } from 'react-router';
import { localeOfMatches } from '../texts/page-title.ts';

/** What search engines, feed readers and the previews of messengers are told about a public page. */
export interface PublicPage {
  title: string;
  description: string;
  /** Under which the page is known, whatever its query says; begins with a slash. */
  path: string;
  /** Picture in `public/`, 1200 by 630 pixels, as `theme/make-icons.ts` draws it. */
  picture: string;
  pictureAlt: string;
}

/** @param matches of the meta function; the first is the root's, which knows the origin and the reader's locale. */
export function pageMeta(matches: Parameters<typeof localeOfMatches>[0], page: PublicPage): MetaDescriptor[] {
  const root = matches[0] as { loaderData?: { origin?: string } } | undefined;
  const origin = root?.loaderData?.origin ?? '';
  const { title, description, path, picture, pictureAlt } = page;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:site_name', content: 'Readout' },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: languageOf(localeOfMatches(matches)) },
    { property: 'og:url', content: origin + path },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${origin}/${picture}` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: pictureAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: `${origin}/${picture}` },
    { name: 'twitter:image:alt', content: pictureAlt },
  ];
}
