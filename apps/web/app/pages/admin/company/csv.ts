import { exportCompanies } from '@readout/domain/platform/export-companies';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { csvResponse } from '../csv-response.ts';
import type { Route } from './+types/csv';
import { companyQuery } from './filter.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { offset, limit, ...filter } = companyQuery(request);
  const pieces = await orProblemPage(
    exportCompanies({ platform: services.db.platform }, { actor, ...filter }),
  );
  return csvResponse(pieces, { name: 'companies', log: services.log });
}
