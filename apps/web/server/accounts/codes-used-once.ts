import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DB } from '@readout/database';
import type { AuthContext } from 'better-auth';
import { symmetricDecrypt } from 'better-auth/crypto';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';

/** What authenticators' secrets are encrypted with. */
type Secrets = Pick<AuthContext, 'secretConfig'>;

const stepSeconds = 30;
/** As better-auth takes them: clocks of phones go wrong by so many steps. */
const stepsAside = 1;
/** Letters and digits that are not mistaken for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const recoveryCodes = 10;

/**
 * How recovery codes are made and kept: 120 random bits each (OWASP ASVS 5.0, 6.5.2: from 112 on a fast hash will do), kept as
 * HMAC-SHA-256 under a key of this installation. Those of 80 bits made before 2026-12 go on working.
 */
export function recoveryCodeOptions(key: string) {
  return {
    customBackupCodesGenerate: makeRecoveryCodes,
    storeBackupCodes: {
      encrypt: async (codes: string) => JSON.stringify(hashed(JSON.parse(codes) as string[], key)),
      decrypt: async (stored: string) => stored,
    },
  };
}

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () =>
    [...randomBytes(24)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

/** A code as it is kept, however it was typed. Those made before 2026-12 have ten characters and tell cases apart. */
export function hashRecoveryCode(code: string, key: string): string {
  const plain = code.replaceAll(/[\s-]/g, '');
  const usual = plain.length === 10 ? plain : plain.toUpperCase();
  return createHmac('sha256', key).update(usual).digest('hex');
}

const isHashed = (code: string) => /^[0-9a-f]{64}$/.test(code);
const hashed = (codes: string[], key: string) =>
  codes.map((code) => (isHashed(code) ? code : hashRecoveryCode(code, key)));

/** Recovery codes that an earlier version encrypted, so that they could be read again, become hashes and go on working. */
export async function hashStoredRecoveryCodes(
  { auth, db }: { auth: { $context: Promise<Secrets> }; db: Kysely<DB> },
  key: string,
): Promise<void> {
  const { secretConfig } = await auth.$context;
  const { rows } = await sql<{ id: string; codes: string }>`
    select id, backup_codes as codes from auth.two_factor where backup_codes not like '[%'`.execute(db);
  for (const { id, codes } of rows) {
    const plain = z
      .array(z.string())
      .safeParse(JSON.parse(await symmetricDecrypt({ key: secretConfig, data: codes }).catch(() => '[]')));
    await sql`
      update auth.two_factor set backup_codes = ${JSON.stringify(hashed(plain.data ?? [], key))}
      where id = ${id}::uuid and backup_codes = ${codes}`.execute(db);
  }
}

/** New recovery codes instead of all earlier ones; what is returned is kept nowhere. */
export async function renewRecoveryCodes(db: Kysely<DB>, userId: string, key: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await sql`
    update auth.two_factor set backup_codes = ${JSON.stringify(hashed(codes, key))} where user_id = ${userId}::uuid`.execute(
    db,
  );
  return codes;
}

/**
 * Uses up the time step of an authenticator's code, in one statement for all processes: of several who give one code at
 * once, one is first.
 *
 * @returns whether the code was used before; false also for a wrong one, which better-auth refuses.
 */
export async function wasTotpUsed(
  { context, db }: { context: Secrets; db: Kysely<DB> },
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const { rows } = await sql<{ secret: string }>`
    select secret from auth.two_factor where user_id = ${userId}::uuid`.execute(db);
  const kept = rows[0]?.secret;
  if (kept === undefined) return false;
  const secret = await symmetricDecrypt({ key: context.secretConfig, data: kept });
  const now = Math.floor(Date.now() / 1000 / stepSeconds);
  const steps = Array.from({ length: 2 * stepsAside + 1 }, (_, n) => now - stepsAside + n);
  const step = steps.find((each) => isSame(codeOfStep(secret, each), code));
  if (step === undefined) return false;
  const { numAffectedRows } = await sql`
    update auth.two_factor set last_step = ${step}
    where user_id = ${userId}::uuid and (last_step is null or last_step < ${step})`.execute(db);
  return numAffectedRows !== 1n;
}

/** HOTP of six digits (RFC 4226, section 5.3). */
function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
