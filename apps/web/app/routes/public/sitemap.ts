import { servicesContext } from '../../context.ts';
import type { Route } from './+types/sitemap';

export function loader({ context, request }: Route.LoaderArgs) {
  const origin = context.get(servicesContext).config.baseUrl ?? new URL(request.url).origin;
  const pages = ['/', '/changelog', '/privacy-policy', '/tos'];
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  );
}
