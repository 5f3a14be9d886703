import { exportCompanies } from '@readout/domain/platform/export-companies';
import { listFile } from '../list-file.ts';
import { companyList } from './list.ts';

export const loader = listFile('companies', 'csv', (deps, actor, request) =>
  exportCompanies(deps, { actor, ...companyList.query(request) }),
);
