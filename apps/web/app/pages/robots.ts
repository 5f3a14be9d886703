import { servicesContext } from '../../server/http/context.ts';
import type { Route } from './+types/robots';

/**
 * Members' pages lead everyone else to the sign-in, so crawling them is for nothing. Pages for signing in may be fetched:
 * how else should a search engine learn that they are not for it.
 */
export function loader({ context, request }: Route.LoaderArgs) {
  const origin = context.get(servicesContext).config.baseUrl ?? new URL(request.url).origin;
  // `/app` alone would close what else begins with it, such as the icon for Apple's home screens.
  const closed = [
    '/app$',
    '/app/',
    '/app?',
    '/dashboard',
    '/camera',
    '/desktop',
    '/settings',
    '/admin',
    '/invite',
    '/api',
  ];
  return new Response(
    `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } },
  );
}
