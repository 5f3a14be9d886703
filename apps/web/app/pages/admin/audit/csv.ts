import { exportPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { csvResponse } from '../csv-response.ts';
import type { Route } from './+types/csv';
import { eventFilter } from './filter.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const pieces = await orProblemPage(
    exportPlatformEvents({ platform: services.db.platform }, { actor, ...eventFilter(request) }),
  );
  return csvResponse(pieces, { name: 'readout-administration', log: services.log });
}
