import { createHash, randomBytes } from 'node:crypto';

const head = 'readout_';
const shape = /^readout_[A-Za-z0-9_-]{43}$/;
/** Characters by which people tell keys apart; the other 39 are 234 bits. */
const prefixLength = head.length + 4;

/** 256 bits, with a head that scanners for leaked secrets can know it by. */
export function newApiKey(): { key: string; prefix: string; hash: string } {
  const key = `${head}${randomBytes(32).toString('base64url')}`;
  return { key, prefix: key.slice(0, prefixLength), hash: hashOf(key) };
}

/** What is kept of a key, undefined for what cannot be one. A secret of 256 bits needs no slow hash: nobody guesses it. */
export function hashOfApiKey(key: string): string | undefined {
  return shape.test(key) ? hashOf(key) : undefined;
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
