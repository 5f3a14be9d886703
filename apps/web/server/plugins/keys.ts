import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyVault } from '@readout/domain/plugins/keys/key-vault';
import { generateKey, type SigningKey } from '@readout/plugin-kit/package';
import { derivedSecret } from '../accounts/auth.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Keys whose private part is encrypted by a key derived from the server's secret, bound to the public part and to whom
 * it belongs: a row copied to another company opens nothing.
 */
export function createKeyVault(secret: string): KeyVault {
  const key = Buffer.from(derivedSecret(secret, 'plugin signing keys'), 'hex');
  const bound = (owner: string, keyId: string): Buffer => Buffer.from(`${owner} ${keyId}`);
  return {
    async make(owner) {
      const { keyId, publicKey, privateKey } = await generateKey();
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(bound(owner, keyId));
      const sealed = Buffer.concat([sealing.update(privateKey, 'base64'), sealing.final()]);
      const privateKeySealed = Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64');
      return { keyId, publicKey, privateKeySealed };
    },
    open({ keyId, publicKey, privateKeySealed }, owner): SigningKey | undefined {
      const bytes = Buffer.from(privateKeySealed, 'base64');
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
          .setAAD(bound(owner, keyId))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const opened = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]);
        return { keyId, publicKey, privateKey: opened.toString('base64') };
      } catch {
        // Another secret, another owner or another key: not ours to open.
        return undefined;
      }
    },
  };
}
