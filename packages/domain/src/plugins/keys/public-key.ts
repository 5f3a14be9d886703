import { createHash } from 'node:crypto';
import type { TrustedKey } from '@readout/plugin-kit/package';
import { AppError } from '../../errors.ts';
import { hidesSomething, keptName } from '../../visible-name.ts';

const maxName = 80;
/** What every Ed25519 key in SubjectPublicKeyInfo starts with (RFC 8410). */
const spkiHead = '302a300506032b6570032100';

/**
 * A public key as it was pasted: the 32 bytes in base64, or PEM as OpenSSL writes it.
 * @throws AppError `signing_key.not_a_key`
 */
export function parsePublicKey(text: string): TrustedKey {
  const bytes = publicKeyBytes(text);
  return {
    keyId: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    publicKey: bytes.toString('base64'),
  };
}

/** @throws AppError `signing_key.bad_name` */
export function parseKeyName(text: string): string {
  const name = keptName(text);
  if (hidesSomething(name)) throw new AppError('signing_key.bad_name', { reason: 'hides' });
  if (name === '' || [...name].length > maxName) throw new AppError('signing_key.bad_name', { max: maxName });
  return name;
}

function publicKeyBytes(text: string): Buffer {
  const compact = text.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const bytes = Buffer.from(compact, 'base64');
  const isWhole = /^[A-Za-z0-9+/]+={0,2}$/.test(compact) && bytes.toString('base64') === compact;
  if (isWhole && bytes.length === 32) return bytes;
  if (isWhole && bytes.length === 44 && bytes.toString('hex').startsWith(spkiHead)) return bytes.subarray(12);
  throw new AppError('signing_key.not_a_key');
}
