import { getPluginSample } from '@readout/domain/plugins/get-plugin-sample';
import { drawSample } from '../../../plugins/draw-sample.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import type { Route } from './+types/sample';

/** What a version reads, as a picture: `?source=catalogue|company&version=1.2.0`. */
export async function loader({ context, request, params: { plugin: pluginId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const asked = new URL(request.url).searchParams;
  const ref = {
    pluginId,
    source: asked.get('source') === 'company' ? ('company' as const) : ('catalogue' as const),
    version: asked.get('version') ?? '',
  };
  const sample = await orProblemPage(
    getPluginSample({ db: services.db.app, readSample: services.readSample }, { scope, ref }),
  );
  return new Response(drawSample(sample), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      // A version's bytes never change.
      'cache-control': 'private, max-age=86400',
      'content-security-policy': "default-src 'none'; img-src data:; sandbox",
    },
  });
}
