import { memberSortOrders } from '@readout/domain/companies/rules';
import { defineList } from '../../../ui/list/define-list.ts';

export const memberList = defineList({
  sorts: memberSortOrders,
  filters: { role: ['owner', 'admin', 'reviewer', 'operator'] },
});
