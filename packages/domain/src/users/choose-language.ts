import type { DB } from '@readout/database';
import { LANGUAGES } from '@readout/texts';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { type AccountActor, demandOwnAccount } from './own-account.ts';

/**
 * Keeps the language somebody wants pages and mails in. `auth`: as readout_auth.
 * @param input `language`: tag of one of `LANGUAGES` that is whole; null: as the browser asks
 * @throws AppError `account.language_unknown`, `support.read_only`
 */
export async function chooseLanguage(
  { auth }: { auth: Kysely<DB> },
  { actor, language }: { actor: AccountActor; language: string | null },
): Promise<void> {
  demandOwnAccount(actor);
  if (language !== null && !LANGUAGES.some(({ tag, isWhole }) => isWhole && tag === language))
    throw new AppError('account.language_unknown');
  await sql`update auth."user" set language = ${language} where id = ${actor.userId}::uuid`.execute(auth);
}
