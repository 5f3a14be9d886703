import type { Route } from './+types/feed';
import { atomFeed } from './atom-feed.ts';
import { entryHtml, releases } from './releases.server.ts';

export function loader({ request }: Route.LoaderArgs) {
  return new Response(atomFeed(releases, new URL(request.url).origin, entryHtml), {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    },
  });
}
