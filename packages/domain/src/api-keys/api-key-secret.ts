import { createHash, randomBytes } from 'node:crypto';

/** What a secret is, by its head, which scanners for leaked ones can know it by: a key, or what belongs to an OAuth grant. */
const heads = {
  key: 'readout_',
  access: 'readout_at_',
  refresh: 'readout_rt_',
  code: 'readout_ac_',
} as const;
export type SecretKind = keyof typeof heads;

/** Characters by which people tell keys apart; the other 39 are 234 bits. */
const prefixLength = heads.key.length + 4;

/** 256 bits. */
export function newSecret(kind: SecretKind): { secret: string; hash: string } {
  const secret = `${heads[kind]}${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

export function newApiKey(): { key: string; prefix: string; hash: string } {
  const { secret: key, hash } = newSecret('key');
  return { key, prefix: key.slice(0, prefixLength), hash };
}

/**
 * What is kept of a secret, undefined for what cannot be one of these kinds. 256 random bits need no slow hash: nobody
 * guesses them.
 */
export function hashOfSecret(secret: string, kinds: readonly SecretKind[]): string | undefined {
  const isOne = kinds.some(
    (kind) => secret.startsWith(heads[kind]) && rest.test(secret.slice(heads[kind].length)),
  );
  return isOne ? hashOf(secret) : undefined;
}

const rest = /^[A-Za-z0-9_-]{43}$/;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
