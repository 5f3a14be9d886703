import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretVault } from '@readout/domain/deliveries/secret-vault';
import { derivedSecret } from '../accounts/auth.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Under a key derived from the server's secret, bound to whose it is: a row copied to another target opens nothing. */
export function createSecretVault(secret: string): SecretVault {
  const key = Buffer.from(derivedSecret(secret, 'secrets of delivery targets'), 'hex');
  return {
    seal(text, owner) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([
          opening.update(bytes.subarray(ivBytes + tagBytes)),
          opening.final(),
        ]).toString();
      } catch {
        // Another secret or another target: not ours to open.
        return undefined;
      }
    },
  };
}
