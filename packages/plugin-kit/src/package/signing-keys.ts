import { PackageError } from './package-error.ts';

/** A key others verify with. */
export interface TrustedKey {
  /** {@link keyIdOf} its public part. */
  keyId: string;
  /** Ed25519, the 32 bytes in base64. */
  publicKey: string;
}

/** A key with its private part: what signs. */
export interface SigningKey extends TrustedKey {
  /** PKCS #8 in base64. */
  privateKey: string;
}

/** A new Ed25519 key from the platform's own source of randomness. */
export async function generateKey(): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  // Ed25519 always comes in pairs; the types of some hosts know symmetric keys here too.
  if (!('privateKey' in pair)) throw new TypeError('WebCrypto made no pair of keys.');
  const { publicKey, privateKey } = pair;
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)).toBase64();
  return {
    keyId: await keyIdOf(raw),
    publicKey: raw,
    privateKey: new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)).toBase64(),
  };
}

/**
 * The first 16 hex digits of the SHA-256 of a public key's 32 bytes.
 * @param publicKey base64
 * @throws PackageError `package.malformed` where it is no Ed25519 public key
 */
export async function keyIdOf(publicKey: string): Promise<string> {
  const bytes = fromBase64(publicKey);
  if (bytes?.length !== 32)
    throw new PackageError(
      'package.malformed',
      'This is not a public key: an Ed25519 key is 32 bytes, 44 characters of base64.',
    );
  return (await sha256Hex(bytes)).slice(0, 16);
}

/** Lower-case hex. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
}

/** Ed25519 over the bytes as they are. */
export async function sign(
  message: Uint8Array<ArrayBuffer>,
  { privateKey }: SigningKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64(privateKey);
  try {
    const key = await crypto.subtle.importKey('pkcs8', bytes ?? new Uint8Array(), 'Ed25519', false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));
  } catch (error) {
    throw new PackageError('package.malformed', 'The private key is no Ed25519 key in PKCS #8.', {
      cause: error,
    });
  }
}

export async function isSignedBy(
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  { publicKey }: TrustedKey,
): Promise<boolean> {
  const bytes = fromBase64(publicKey);
  if (bytes?.length !== 32) return false;
  const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, message);
}

/** Undefined unless it is base64 in its one spelling, padding included. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: 'strict' });
    // White space is skipped otherwise.
    return bytes.toBase64().length === text.length ? bytes : undefined;
  } catch {
    return undefined;
  }
}
