import type { AppError } from '@readout/domain/errors';
import type { DiskRoom } from '../disk-room.ts';

/** What pages send that is kept as content: drafts, templates and fixtures, submissions, region profiles. */
const keepsContent = [
  /^\/api\/v1\/(drafts|fixtures|templates|region-profiles)(\/|$)/,
  /^\/settings\/plugins\/(studio|template|submit)(\/|$)/,
];
/** These make room, or none is needed for them. */
const makesRoom = /\/(trash|restore|withdraw)$/;

/** The refusal of what a page would keep while the disk is down to its floor; undefined where it may go on. */
export async function diskRefusal(
  { method, path, length }: { method: string; path: string; length: number },
  disk: DiskRoom,
): Promise<AppError | undefined> {
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return undefined;
  const address = path.replace(/\.data$/, '');
  if (makesRoom.test(address) || !keepsContent.some((pattern) => pattern.test(address))) return undefined;
  return disk.hold(length).then(
    (hold) => void hold.release(),
    (error: AppError) => error,
  );
}
