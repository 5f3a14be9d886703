import { exportUsers } from '@readout/domain/platform/export-users';
import { listFile } from '../list-file.ts';
import { userQuery } from './list.ts';

export const loader = listFile('users', 'csv', (deps, actor, request) =>
  exportUsers(deps, { actor, ...userQuery(request) }),
);
