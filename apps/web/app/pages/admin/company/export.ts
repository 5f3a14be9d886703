import { exportCompany } from '@readout/domain/platform/export-company';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import type { Route } from './+types/export';

/** Administrative data of one company as a file: no captures, readings or records. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const companyId = new URL(request.url).searchParams.get('id') ?? '';
  const exported = await orProblemPage(
    exportCompany({ platform: services.db.platform }, { actor, companyId }),
  );
  return new Response(JSON.stringify(exported, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="company-${companyId}.json"`,
      'cache-control': 'no-store',
    },
  });
}
