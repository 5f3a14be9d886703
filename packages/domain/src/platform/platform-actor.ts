import { AppError } from '../errors.ts';
import {
  mayOnPlatform,
  type PlatformAction,
  type PlatformRole,
  rolesOnPlatformThatMay,
  whyNotOnPlatform,
} from './rules.ts';

/** Who looks after the installation, across companies. */
export interface PlatformActor {
  userId: string;
  /** As the list of events keeps it. */
  name: string;
  platformRole: PlatformRole;
  ipAddress?: string;
}

/**
 * @throws AppError `platform.admin_only` for whoever has no role of the installation, `platform.role_not_allowed` with
 *   `{action, role, roles}` for whoever has another one
 */
export function demandOnPlatform({ platformRole: role }: PlatformActor, action: PlatformAction): void {
  if (mayOnPlatform(role, action)) return;
  const message = whyNotOnPlatform(role, action);
  if (role === 'user') throw new AppError('forbidden', 'platform.admin_only', message);
  throw new AppError('forbidden', 'platform.role_not_allowed', message, {
    action,
    role,
    roles: rolesOnPlatformThatMay(action),
  });
}
