import { exportUsers } from '@readout/domain/platform/export-users';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { csvResponse } from '../csv-response.ts';
import type { Route } from './+types/csv';
import { userQuery } from './filter.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { offset, limit, ...filter } = userQuery(request);
  const pieces = await orProblemPage(exportUsers({ platform: services.db.platform }, { actor, ...filter }));
  return csvResponse(pieces, { name: 'users', log: services.log });
}
