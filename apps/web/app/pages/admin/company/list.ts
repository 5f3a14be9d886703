import { companySortOrders } from '@readout/domain/platform/rules';
import { defineList } from '../../../ui/list/define-list.ts';

export const companyList = defineList({
  sorts: companySortOrders,
  initial: 'createdAt',
  filters: { status: ['active', 'suspended', 'closing'] },
  changes: ['suspend', 'resume', 'limits'],
});
