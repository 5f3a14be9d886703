import { exportPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { listFile } from '../list-file.ts';
import { eventFilter } from './filter.ts';

export const loader = listFile('readout-administration', 'csv', (deps, actor, request) =>
  exportPlatformEvents(deps, { actor, ...eventFilter(request) }),
);
