import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError, type ErrorValues } from '../errors.ts';

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** Whose password it is to be, as far as that is known. */
export interface PasswordOwner {
  name?: string | undefined;
  email?: string | undefined;
  companyName?: string | undefined;
}

const productName = 'readout';
/** Digits and signs that people put around a word; more of them are something of their own. */
const maxTrimmings = 8;
// cspell:ignore qwertyuiopasdfghjklzxcvbnm qwertzuiopasdfghjklyxcvbnm azertyuiopqsdfghjklmwxcvbn
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
].flatMap((row) => [row, [...row].toReversed().join('')]);

let common: ReadonlySet<string> | undefined;

/**
 * What is wrong with a password, with the sentence beside the form's field `field`; undefined where it can be used. Besides its length
 * (OWASP ASVS 5.0, 6.2.1) it is none of some 49,000 that are tried first (6.2.4), also with other case, digits around
 * it or signs for letters, no run along the keyboard, and not made of what everybody knows of its owner (6.2.11).
 */
export function passwordProblem(
  password: string,
  owner: PasswordOwner = {},
  field = 'password',
): AppError | undefined {
  const unusable = (values: ErrorValues<'password.unusable'>) =>
    new AppError('password.unusable', values, { field });
  if (password.length < minPasswordLength) return unusable({ reason: 'too_short', min: minPasswordLength });
  if (password.length > maxPasswordLength) return unusable({ reason: 'too_long', max: maxPasswordLength });
  const folded = fold(password);
  if (isPersonal(folded, owner)) return unusable({ reason: 'personal' });
  return isCommon(folded) || isRun(folded) ? unusable({ reason: 'common' }) : undefined;
}

/** @throws AppError `password.unusable`, its sentence beside the form's field `field` */
export function demandUsablePassword(password: string, owner: PasswordOwner, field: string): void {
  const problem = passwordProblem(password, owner, field);
  if (problem) throw problem;
}

function isCommon(folded: string): boolean {
  common ??= new Set((dictionary['passwords-common'] as readonly string[]).map(fold));
  const word = trimmed(folded);
  const candidates = [folded, withLetters(folded)];
  if (folded.length - word.length <= maxTrimmings) candidates.push(word, withLetters(word));
  return candidates.some((each) => {
    const unit = repeatedUnit(each);
    return unit.length <= 4 || (common?.has(unit) ?? false);
  });
}

const isRun = (folded: string): boolean =>
  rows.some((row) => row.includes(folded) || row.includes(trimmed(folded)));

function isPersonal(folded: string, { name = '', email = '', companyName = '' }: PasswordOwner): boolean {
  const parts = [name, companyName, email].flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u));
  const known = [productName, ...parts, ...parts.map((part) => part.replaceAll(/\d/g, ''))]
    .filter((part) => part.length >= 3)
    .sort((a, b) => b.length - a.length);
  const rest = (text: string) => known.reduce((left, part) => left.replaceAll(part, ''), text);
  return [folded, withLetters(folded)].some((text) => {
    const left = rest(text);
    return left !== text && left.replaceAll(/[^\p{L}]/gu, '').length < 4 && left.length <= maxTrimmings;
  });
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const trimmed = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const withLetters = (text: string) => text.replaceAll(/[@431!0$57]/g, (sign) => lookalikes[sign] ?? sign);

/** What a text repeats throughout; the text itself where it repeats nothing. */
function repeatedUnit(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return at > 0 && at < text.length ? text.slice(0, at) : text;
}
