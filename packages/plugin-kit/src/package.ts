/**
 * The file a version of a plugin travels in: a DSSE envelope (https://github.com/secure-systems-lab/dsse) in JSON around
 * one payload, signed with Ed25519. Runs wherever WebCrypto does: Node, browsers, workers.
 */

import { canonicalJson, parseCanonicalJson } from './package/canonical-json.ts';
import { type PackageContent, parseContent } from './package/package-content.ts';
import { PackageError } from './package/package-error.ts';
import { packageLimits } from './package/package-limits.ts';
import {
  fromBase64,
  isSignedBy,
  type SigningKey,
  sha256Hex,
  sign,
  type TrustedKey,
} from './package/signing-keys.ts';
import { z } from './zod.ts';

export type { PackageContent, PackagedFixture } from './package/package-content.ts';
export type { PackageErrorCode } from './package/package-error.ts';
export { PackageError } from './package/package-error.ts';
export { packageLimits } from './package/package-limits.ts';
export type { SigningKey, TrustedKey } from './package/signing-keys.ts';
export { generateKey, keyIdOf } from './package/signing-keys.ts';

const payloadType = 'application/vnd.readout.plugin+json';
const format = 2;
/** Of Readout 0.3: carries a program, which nobody looks at any more, and not always its source. */
const formerFormat = 1;

export interface PackageSignature {
  /** Which key made it, as the file says; nothing is verified yet. */
  keyId: string;
  signature: Uint8Array<ArrayBuffer>;
}

export interface OpenedPackage {
  content: PackageContent;
  /** Of the payload, lower-case hex: what a version is known by. */
  sha256: string;
  payload: Uint8Array<ArrayBuffer>;
  signatures: PackageSignature[];
}

const envelopeSchema = z.strictObject({
  payloadType: z.literal(payloadType),
  payload: z.string(),
  signatures: z
    .array(z.strictObject({ keyid: z.string().regex(/^[0-9a-f]{16}$/), sig: z.string().length(88) }))
    .max(packageLimits.maxSignatures),
});

/**
 * The bytes that are signed. The same content always gives the same bytes, whatever the order of keys and fixtures.
 * @throws PackageError `package.malformed`, `package.too_large`, `package.bad_manifest`, `package.no_source`
 */
export function packPlugin(content: PackageContent): Uint8Array<ArrayBuffer> {
  const parsed = parseContent(content);
  const fixtures = parsed.fixtures.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const payload = canonicalJson({ format, ...parsed, fixtures });
  if (payload.length > packageLimits.maxPayloadBytes)
    throw new PackageError(
      'package.too_large',
      `The package would be ${payload.length} bytes before signing; at most ${packageLimits.maxPayloadBytes} fit. Leave out pictures of fixtures.`,
    );
  return payload;
}

/** The file as it is brought to an installation, which signs it when it takes it in. */
export const unsignedPackage = (payload: Uint8Array): Uint8Array<ArrayBuffer> => envelopeOf(payload, []);

/** The file: the payload with a signature of each key. */
export async function signPackage(
  payload: Uint8Array,
  ...keys: readonly SigningKey[]
): Promise<Uint8Array<ArrayBuffer>> {
  return envelopeOf(payload, await Promise.all(keys.map((key) => signatureOf(payload, key))));
}

/**
 * Takes a file apart. Nothing in it is to be believed before {@link verifyPackage} said so.
 * @throws PackageError `package.malformed`, `package.too_large`, `package.bad_manifest`, `package.no_source`
 */
export async function openPackage(file: Uint8Array): Promise<OpenedPackage> {
  if (file.length > packageLimits.maxFileBytes)
    throw new PackageError(
      'package.too_large',
      `The file has ${file.length} bytes; a package has at most ${packageLimits.maxFileBytes}.`,
    );
  const envelope = envelopeSchema.safeParse(parseCanonicalJson(file));
  if (!envelope.success)
    throw new PackageError('package.malformed', 'This is not a package of Readout: its envelope is another.');
  const payload = fromBase64(envelope.data.payload);
  if (!payload) throw new PackageError('package.malformed', 'The payload of the package is not base64.');
  const signatures = envelope.data.signatures.map(({ keyid, sig }) => {
    const signature = fromBase64(sig);
    if (signature?.length !== 64)
      throw new PackageError('package.malformed', `The signature of key ${keyid} is no Ed25519 signature.`);
    return { keyId: keyid, signature };
  });
  if (new Set(signatures.map(({ keyId }) => keyId)).size < signatures.length)
    throw new PackageError('package.malformed', 'The package carries two signatures of the same key.');
  const value = parseCanonicalJson(payload);
  if (
    typeof value !== 'object' ||
    value === null ||
    !('format' in value) ||
    (value.format !== formerFormat && value.format !== format)
  )
    throw new PackageError(
      'package.malformed',
      'The package is of another format; it may need a newer Readout.',
    );
  const { format: stated, ...content } = value;
  const isFormer = stated === formerFormat;
  if (isFormer && 'code' in content) delete content.code;
  return {
    content: parseContent(content, { isFormer }),
    sha256: await sha256Hex(payload),
    payload,
    signatures,
  };
}

/**
 * Whether one of the keys signed exactly these bytes. Signatures of keys that are not given count for nothing; one that
 * names a given key has to be right, even beside others that are.
 * @returns the first of the file's keys that is trusted
 * @throws PackageError `package.untrusted`, `package.tampered`
 */
export async function verifyPackage(
  { payload, signatures }: Pick<OpenedPackage, 'payload' | 'signatures'>,
  keys: readonly TrustedKey[],
): Promise<{ keyId: string }> {
  const message = authenticated(payload);
  let first: string | undefined;
  for (const { keyId, signature } of signatures) {
    const key = keys.find((each) => each.keyId === keyId);
    if (!key) continue;
    if (!(await isSignedBy(message, signature, key)))
      throw new PackageError(
        'package.tampered',
        `The package says that key ${keyId} signed it, but what it holds is not what was signed.`,
      );
    first ??= keyId;
  }
  if (first === undefined)
    throw new PackageError(
      'package.untrusted',
      signatures.length === 0
        ? 'Nobody signed this package.'
        : `Nobody who is trusted here signed this package. It is signed with ${signatures.map(({ keyId }) => keyId).join(', ')}.`,
    );
  return { keyId: first };
}

async function signatureOf(payload: Uint8Array, key: SigningKey): Promise<PackageSignature> {
  return { keyId: key.keyId, signature: await sign(authenticated(payload), key) };
}

function envelopeOf(payload: Uint8Array, signatures: readonly PackageSignature[]): Uint8Array<ArrayBuffer> {
  return canonicalJson({
    payloadType,
    payload: payload.toBase64(),
    signatures: signatures.map(({ keyId, signature }) => ({ keyid: keyId, sig: signature.toBase64() })),
  });
}

/** What is signed: the payload with its type, each behind its length, so that neither runs into the other (DSSE's PAE). */
function authenticated(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `);
  const message = new Uint8Array(head.length + payload.length);
  message.set(head);
  message.set(payload, head.length);
  return message;
}
