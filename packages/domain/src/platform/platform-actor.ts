import { AppError } from '../errors.ts';

/** Who looks after the installation, across companies. */
export interface PlatformActor {
  userId: string;
  platformRole: 'user' | 'admin';
}

/** @throws AppError `platform.admin_only` */
export function demandPlatformAdmin(actor: PlatformActor): void {
  if (actor.platformRole !== 'admin')
    throw new AppError('forbidden', 'platform.admin_only', 'Only administrators of this Readout see this.');
}
