import { servicesContext } from '../../../server/http/context.ts';
import { atomFeed } from '../../changelog/atom-feed.ts';
import { entryHtml, releases } from '../../changelog/releases.server.ts';
import type { Route } from './+types/feed';

export function loader({ context, request }: Route.LoaderArgs) {
  const origin = context.get(servicesContext).config.baseUrl ?? new URL(request.url).origin;
  return new Response(atomFeed(releases, origin, entryHtml), {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    },
  });
}
