import { userSortOrders, userStates } from '@readout/domain/platform/rules';
import { platformRoles } from '@readout/domain/platform-policy';
import { listQuery } from '../../../ui/list/query.ts';

/** Search, filters, order and page of the list as its address tells them. */
export function userQuery(request: Request) {
  const params = new URL(request.url).searchParams;
  const role = platformRoles.find((name) => name === params.get('role'));
  const state = userStates.find((name) => name === params.get('state'));
  const isVerified = yesOrNo(params.get('verified'));
  const hasTwoFactor = yesOrNo(params.get('factor'));
  return {
    ...listQuery(request, userSortOrders),
    ...(role ? { role } : {}),
    ...(state ? { state } : {}),
    ...(isVerified === undefined ? {} : { isVerified }),
    ...(hasTwoFactor === undefined ? {} : { hasTwoFactor }),
  };
}

function yesOrNo(value: string | null): boolean | undefined {
  if (value === 'yes') return true;
  return value === 'no' ? false : undefined;
}
