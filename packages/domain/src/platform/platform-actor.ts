import { AppError } from '../errors.ts';

/** Who looks after the installation, across companies. */
export interface PlatformActor {
  userId: string;
  /** As the list of events keeps it. */
  name: string;
  platformRole: 'user' | 'admin';
  ipAddress?: string;
}

/** @throws AppError `platform.admin_only` */
export function demandPlatformAdmin(actor: PlatformActor): void {
  if (actor.platformRole !== 'admin')
    throw new AppError('forbidden', 'platform.admin_only', 'Only administrators of this Readout see this.');
}
