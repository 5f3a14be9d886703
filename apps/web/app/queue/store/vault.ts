/** Seals what is kept on the device, and opens it again. */
export interface Vault {
  /** Names the key that seals. */
  keyId: string;
  /** `place`: what it is and of which item; opened under another name it is refused, so that nothing can be swapped. */
  seal(bytes: ArrayBuffer, place: string): Promise<ArrayBuffer>;
  /** @throws SealedError */
  open(sealed: ArrayBuffer, place: string, keyId: string): Promise<ArrayBuffer>;
}

/** The key is not here, or the bytes are not what was sealed. */
export class SealedError extends Error {}

const ivBytes = 12;

/**
 * AES-256-GCM (NIST SP 800-38D), a random 96-bit IV before each piece; the place is authenticated with it.
 * One key seals at most a few million pieces, far below the 2^32 that random IVs allow.
 */
export function aesVault(keyId: string, keys: ReadonlyMap<string, CryptoKey>): Vault {
  const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(place),
  });
  return {
    keyId,
    async seal(bytes, place) {
      const key = keys.get(keyId);
      if (!key) throw new SealedError('The key is gone.');
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const text = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, place), key, bytes));
      const sealed = new Uint8Array(ivBytes + text.length);
      sealed.set(iv);
      sealed.set(text, ivBytes);
      return sealed.buffer;
    },
    async open(sealed, place, sealedUnder) {
      const key = keys.get(sealedUnder);
      if (!key) throw new SealedError('It was kept under another key.');
      try {
        return await crypto.subtle.decrypt(
          algorithm(new Uint8Array(sealed, 0, ivBytes), place),
          key,
          new Uint8Array(sealed, ivBytes),
        );
      } catch (cause) {
        throw new SealedError('It is not what was kept here.', { cause });
      }
    },
  };
}

/** For what never leaves the memory of its page. */
export const openVault: Vault = {
  keyId: '',
  seal: async (bytes) => bytes,
  open: async (bytes) => bytes,
};

/** @throws as {@link Vault.open} */
export async function openJson<T>(
  vault: Vault,
  sealed: ArrayBuffer,
  place: string,
  keyId: string,
): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await vault.open(sealed, place, keyId))) as T;
}

export function sealJson(vault: Vault, value: object, place: string): Promise<ArrayBuffer> {
  return vault.seal(new TextEncoder().encode(JSON.stringify(value)).buffer, place);
}

export const aboutPlace = (clientId: string): string => `${clientId}/about`;
export const thumbnailPlace = (clientId: string): string => `${clientId}/thumbnail`;
export const chunkPlace = (clientId: string, index: number, count: number): string =>
  `${clientId}/${index}/${count}`;

/** Of a picture; the last piece is shorter. */
export const chunkBytes = 2 ** 20;
