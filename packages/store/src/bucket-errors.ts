import { type AwayReason, StoreError } from './object-store.ts';
import { asStoreError } from './staging.ts';

interface S3Failure {
  name: string;
  message: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const full = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull'];
const refused = [
  'AccessDenied',
  'CredentialsProviderError',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
];
const clock = ['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture'];
const region = ['AuthorizationHeaderMalformed', 'IllegalLocationConstraintException', 'PermanentRedirect'];

const network = [
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
];

const statusOf = (error: unknown) => (error as S3Failure).$metadata?.httpStatusCode;
const nameOf = (error: unknown) => (error as S3Failure).name;

/** Nothing lies under the path. A bucket that is not there is something else. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
}

/** What lies there is not what was meant any more. */
export function isChanged(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return statusOf(cause ?? error) === 412;
}

/**
 * What an S3 server or the way to it refuses, as the store says it: `full`, or `away` with the reason. Defects stay as they
 * are. No message holds what a request was signed with.
 */
export function bucketError(error: unknown, name: string): unknown {
  if (error instanceof StoreError) return error;
  const status = statusOf(error);
  const code = nameOf(error);
  if (full.includes(code) || status === 507)
    return new StoreError('full', `There is no room left in ${name}.`, { cause: error });
  const reason = reasonOf(error, code, status);
  if (reason === undefined) return asStoreError(error);
  return new StoreError('away', sentences[reason](name, code), { cause: error, reason });
}

const sentences: Record<AwayReason, (name: string, code: string) => string> = {
  refused: (name, code) =>
    `The server of ${name} refuses the key it was given, or the key may not do this (${code}).`,
  no_bucket: (name) => `There is no bucket for ${name}. It is made before Readout is started, not by it.`,
  clock: (name, code) => `The clocks of this machine and of the server of ${name} differ too much (${code}).`,
  region: (name, code) => `${name} belongs to another region or address than the one that is set (${code}).`,
  unreachable: (name, code) => `The server of ${name} cannot be reached or does not answer (${code}).`,
};

function reasonOf(error: unknown, code: string, status: number | undefined): AwayReason | undefined {
  if (code === 'NoSuchBucket') return 'no_bucket';
  if (clock.includes(code)) return 'clock';
  if (region.includes(code) || status === 301) return 'region';
  if (refused.includes(code) || status === 401 || status === 403) return 'refused';
  if (status !== undefined) return status >= 500 || status === 429 ? 'unreachable' : undefined;
  // Without an answer: the network, or a connection that broke.
  const { code: said = '', message = '' } = error as S3Failure;
  const isNetwork =
    code === 'TimeoutError' ||
    code === 'AbortError' ||
    network.includes(said) ||
    /^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/.test(said) ||
    /socket hang up|aborted|premature close/i.test(message);
  return isNetwork ? 'unreachable' : undefined;
}
