import type { CompanyStatus } from '@readout/domain/platform/list-companies';
import { companySortOrders } from '@readout/domain/platform/rules';
import { listQuery } from '../../../ui/list/query.ts';

export const STATUSES = ['active', 'suspended', 'closing'] as const satisfies readonly CompanyStatus[];

/** Search, status, order and page of the list as its address tells them. */
export function companyQuery(request: Request) {
  const asked = new URL(request.url).searchParams.get('status');
  const status = STATUSES.find((name) => name === asked);
  return { ...listQuery(request, companySortOrders), ...(status ? { status } : {}) };
}
