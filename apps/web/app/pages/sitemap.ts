import { servicesContext } from '../../server/http/context.ts';
import { releases } from '../changelog/releases.server.ts';
import { guides } from '../guides/guides.server.ts';
import { legalText } from '../legal/legal-texts.server.ts';
import type { Route } from './+types/sitemap';

/** The pages that are for search engines, with the days they last changed where those are known. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const origin = services.config.baseUrl ?? new URL(request.url).origin;
  const [privacy, terms] = await Promise.all([
    legalText(services, 'privacy-policy'),
    legalText(services, 'tos'),
  ]);
  const pages: [path: string, changed: string | null | undefined][] = [
    ['/', undefined],
    ['/changelog', releases.find(({ date }) => date)?.date],
    ['/docs', undefined],
    ...guides.map(({ slug }): [string, undefined] => [`/docs/${slug}`, undefined]),
    ['/docs/api', undefined],
    ['/licences', undefined],
    ['/privacy-policy', privacy.effective],
    ['/tos', terms.effective],
  ];
  const entries = pages.map(([path, changed]) => {
    const isDay = changed && /^\d{4}-\d{2}-\d{2}$/.test(changed);
    return `  <url><loc>${origin}${path}</loc>${isDay ? `<lastmod>${changed}</lastmod>` : ''}</url>`;
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`,
    {
      headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    },
  );
}
