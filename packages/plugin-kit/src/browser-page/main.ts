import {
  generateKey,
  openPackage,
  PackageError,
  packPlugin,
  type SigningKey,
  signPackage,
  type TrustedKey,
  verifyPackage,
} from '../package.ts';

// What the suite calls, in a real browser, by `page.evaluate`; bytes travel as base64.

Object.assign(globalThis, {
  packages: {
    generateKey,
    async sign(content: string, key: SigningKey): Promise<string> {
      return (await signPackage(packPlugin(JSON.parse(content)), key)).toBase64();
    },
    /** Id of the key that counted and the hash, or the code of what is wrong. */
    async check(file: string, keys: TrustedKey[]): Promise<string> {
      try {
        const opened = await openPackage(Uint8Array.fromBase64(file));
        const { keyId } = await verifyPackage(opened, keys);
        return `${keyId} ${opened.sha256}`;
      } catch (error) {
        if (error instanceof PackageError) return error.code;
        throw error;
      }
    },
  },
});
