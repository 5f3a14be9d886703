/** Why there is no picture from a camera. */
export type CameraRefusal =
  /** Browsers give no camera to pages on plain HTTP. */
  | 'insecure'
  /** The browser has no camera interface at all. */
  | 'unsupported'
  /** The person closed the question without an answer. */
  | 'dismissed'
  /** The person, or an earlier answer the browser remembers, said no. */
  | 'denied'
  /** The operating system keeps the camera from this browser. */
  | 'denied-by-system'
  /** This page may not ask: an administrator's setting, or a frame around the page. */
  | 'denied-by-policy'
  | 'none-found'
  /** Another program has it, or it is broken. */
  | 'in-use'
  | 'failed';

export interface CameraProblem {
  reason: CameraRefusal;
  /** Name of the browser's error, where there was one: what a person can search for. */
  errorName?: string;
  /** The browser's own sentence. */
  detail?: string;
}

/** What is known beside the error; browsers say little in it. */
export interface Surroundings {
  permission: PermissionState | undefined;
  isAllowedByPolicy: boolean;
}

/** @param error what `getUserMedia` rejected with */
export function classifyCameraError(
  error: unknown,
  { permission, isAllowedByPolicy }: Surroundings,
): CameraProblem {
  const { name, message: detail } = namesOf(error);
  const reason = reasonOf(name, detail, permission, isAllowedByPolicy);
  // Its name speaks of constraints, which are ours: to the person it means that there is no camera to be had.
  const errorName = name === 'OverconstrainedError' ? '' : name;
  return { reason, ...(errorName ? { errorName } : {}), ...(detail ? { detail } : {}) };
}

/** Whether a camera asked for by its id is not there: unplugged, or renamed with the site's data. */
export function isCameraGone(error: unknown): boolean {
  return /^(OverconstrainedError|NotFoundError)$/.test(namesOf(error).name);
}

/** In WebKit and older browsers some errors (OverconstrainedError) are no `Error`, but have its parts. */
function namesOf(error: unknown): { name: string; message: string } {
  if (typeof error !== 'object' || error === null) return { name: '', message: String(error) };
  const { name, message } = error as { name?: unknown; message?: unknown };
  return {
    name: typeof name === 'string' ? name : '',
    message: typeof message === 'string' ? message : '',
  };
}

function reasonOf(
  name: string,
  detail: string,
  permission: PermissionState | undefined,
  isAllowedByPolicy: boolean,
): CameraRefusal {
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      if (!isAllowedByPolicy) return 'denied-by-policy';
      if (/system/i.test(detail)) return 'denied-by-system';
      if (permission === 'prompt' || /dismissed/i.test(detail)) return 'dismissed';
      // Granted to the site and refused all the same: it is not the site's to grant.
      return permission === 'granted' ? 'denied-by-system' : 'denied';
    case 'SecurityError':
      return 'denied-by-policy';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'none-found';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'in-use';
    default:
      return 'failed';
  }
}
