import { AppError } from './errors.ts';
import {
  mayOnPlatform,
  type PlatformAction,
  type PlatformRole,
  rolesOnPlatformThatMay,
} from './platform-policy.ts';

/** Who looks after the installation, across companies. */
export interface PlatformActor {
  userId: string;
  /** As the list of events keeps it. */
  name: string;
  platformRole: PlatformRole;
  ipAddress?: string;
}

/** The server itself, where it looks at what an auditor may see. */
export const asAuditor: PlatformActor = {
  userId: '00000000-0000-0000-0000-000000000000',
  name: 'Readout',
  platformRole: 'auditor',
};

/**
 * @throws AppError `platform.admin_only` for anyone who has no role of the installation, `platform.role_not_allowed` with
 *   `{action, role, roles}` for anyone who has another one
 */
export function demandOnPlatform({ platformRole: role }: PlatformActor, action: PlatformAction): void {
  if (mayOnPlatform(role, action)) return;
  const roles = rolesOnPlatformThatMay(action);
  const who = whoOf(roles);
  throw role === 'user'
    ? new AppError('platform.admin_only', { reason: 'role', who })
    : new AppError('platform.role_not_allowed', { who, action, role, roles });
}

/** The roles together, as the sentence names them. */
function whoOf(roles: readonly PlatformRole[]): 'admins' | 'helpers' | 'readers' | 'all' {
  const [helps, reads] = [roles.includes('support'), roles.includes('auditor')];
  if (helps && reads) return 'all';
  if (helps) return 'helpers';
  return reads ? 'readers' : 'admins';
}
