import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './backup-error.ts';

/** How what is written is protected; see https://age-encryption.org/v1. */
export type Protection =
  | { kind: 'none' }
  /** Public keys, `age1…`: anyone who has the secret part of one can read the backup. */
  | { kind: 'recipients'; recipients: string[] }
  | { kind: 'passphrase'; passphrase: string };

/** What a backup is opened with. */
export type Key = { kind: 'identities'; identities: string[] } | { kind: 'passphrase'; passphrase: string };

export interface Sealer {
  seal(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

export interface Opener {
  /** @throws BackupError `backup.wrong_key`, `backup.damaged` */
  open(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

export const plain: Sealer & Opener = { seal: (source) => source, open: (source) => source };

/** @throws BackupError `backup.bad_recipient` */
export function checkRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient);
  } catch (cause) {
    throw new BackupError(
      'backup.bad_recipient',
      `"${recipient.slice(0, 80)}" is not an age public key: it looks like age1… and is made with "age-keygen" or "readout backup --new-key FILE".`,
      { cause },
    );
  }
}

export function sealTo(recipients: readonly string[]): Sealer {
  for (const recipient of recipients) checkRecipient(recipient);
  return {
    async *seal(source) {
      const encrypter = new Encrypter();
      for (const recipient of recipients) encrypter.addRecipient(recipient);
      yield* await encrypter.encrypt(asStream(source));
    },
  };
}

export function openWith(identities: readonly string[]): Opener {
  return {
    async *open(source) {
      const decrypter = new Decrypter();
      for (const identity of identities) addIdentity(decrypter, identity);
      // What the source throws is about the file and says more than what the decrypter makes of it.
      let cause: unknown;
      const watched = (async function* () {
        try {
          yield* source;
        } catch (error) {
          cause = error;
          throw error;
        }
      })();
      try {
        yield* await decrypter.decrypt(asStream(watched));
      } catch (error) {
        throw cause ?? asOpeningError(error);
      }
    },
  };
}

/** A pair of keys: the secret part (`AGE-SECRET-KEY-1…`) opens what is sealed to the public one. */
export async function generateKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export const recipientOf = identityToRecipient;

/** A key wrapped with a passphrase: deriving a key from one takes a second, so it is done once and not for each file. */
export async function wrapIdentity(identity: string, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(identity);
}

/** @throws BackupError `backup.wrong_key` */
export async function unwrapIdentity(wrapped: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(wrapped, 'text');
  } catch (error) {
    throw asOpeningError(error);
  }
}

/** Secret keys in the text of a key file, as `age-keygen` writes it. @throws BackupError `backup.wrong_key` */
export function parseIdentities(text: string): string[] {
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  if (identities.length === 0) throw new BackupError('backup.wrong_key', 'The key file holds no key.');
  for (const identity of identities) addIdentity(new Decrypter(), identity);
  return identities;
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch (cause) {
    throw new BackupError(
      'backup.wrong_key',
      'The key file holds something else than secret keys of age (AGE-SECRET-KEY-1…).',
      { cause },
    );
  }
}

function asOpeningError(cause: unknown): BackupError {
  const message = cause instanceof Error ? cause.message : String(cause);
  // The library's words where no key fits; everything else is about the bytes.
  return /no identity matched|incorrect|unwrap/i.test(message)
    ? new BackupError(
        'backup.wrong_key',
        'The key or the passphrase is not the one that opens this backup.',
        {
          cause,
        },
      )
    : new BackupError('backup.damaged', `The backup cannot be decrypted: ${message}.`, { cause });
}

function asStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>;
}
