import { exportPlatformChain } from '@readout/domain/platform/export-platform-chain';
import { streamed } from '../../../../server/http/streamed.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import type { Route } from './+types/chain';

/** The installation's own list as a file that anybody can verify. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const lines = await orProblemPage(exportPlatformChain({ platform: services.db.platform }, { actor }));
  return new Response(await streamed(lines, services.log), {
    headers: {
      'content-type': 'application/jsonl',
      'content-disposition': `attachment; filename="readout-administration-${new Date().toISOString().slice(0, 10)}.jsonl"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
