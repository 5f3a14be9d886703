import { userSortOrders, userStates } from '@readout/domain/platform/rules';
import { platformRoles } from '@readout/domain/platform-policy';
import { defineList } from '../../../ui/list/define-list.ts';

export const userList = defineList({
  sorts: userSortOrders,
  initial: 'createdAt',
  filters: { role: platformRoles, state: userStates, verified: ['yes', 'no'], factor: ['yes', 'no'] },
  changes: ['suspend', 'resume', 'sign_out'],
});

export function userQuery(request: Request) {
  const { verified, factor, ...query } = userList.query(request);
  return {
    ...query,
    ...(verified ? { isVerified: verified === 'yes' } : {}),
    ...(factor ? { hasTwoFactor: factor === 'yes' } : {}),
  };
}
