import { getReviewPackage } from '@readout/domain/platform/review/get-review';
import type { ReaderInput } from '@readout/plugin-kit';
import { couldApply, type LoadedPlugin } from '@readout/plugin-sandbox';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import type { Route } from './+types/run';

/** What the reviewer's browser runs. */
export interface FixtureRun {
  plugin: LoadedPlugin;
  fixtures: { name: string; applies: boolean; input: ReaderInput }[];
}

export async function loader({ context, request, params: { plugin: pluginId, version } }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { content } = await orProblemPage(
    getReviewPackage(
      { platform: services.db.platform, packages: services.packages },
      { actor, pluginId, version },
    ),
  );
  const { manifest, code, fixtures } = content;
  const run: FixtureRun = {
    plugin: { manifest, code, sha256: '' },
    fixtures: fixtures.map(({ name, reading, settings, expected: { locale, today } }) => ({
      name,
      applies: couldApply(manifest, reading),
      input: { reading, settings, locale, today },
    })),
  };
  return Response.json(run, { headers: { 'cache-control': 'no-store' } });
}
