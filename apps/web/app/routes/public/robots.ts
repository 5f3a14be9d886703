import { servicesContext } from '../../context.ts';
import type { Route } from './+types/robots';

/** Only the pages that everyone may see are for search engines. */
export function loader({ context, request }: Route.LoaderArgs) {
  const origin = context.get(servicesContext).config.baseUrl ?? new URL(request.url).origin;
  const closed = ['/app', '/dashboard', '/camera', '/desktop', '/settings', '/admin', '/auth', '/api'];
  return new Response(
    `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  );
}
