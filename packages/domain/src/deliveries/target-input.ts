import { z } from 'zod';
import { AppError } from '../errors.ts';
import { hidesSomething, keptName } from '../visible-name.ts';
import { isPattern, literalsOf } from './pattern.ts';
import {
  type HttpMethod,
  httpMethods,
  maxHeaders,
  maxPattern,
  maxRecipients,
  maxTargetName,
  type OutgoingType,
  type TargetKind,
  typesOf,
} from './rules.ts';

/** What is sent by the client itself, or would let one request be taken for another. */
const ownHeaders =
  /^(host|content-type|content-length|content-encoding|transfer-encoding|connection|keep-alive|expect|te|trailer|upgrade|user-agent|proxy-.*|webhook-.*|sec-.*)$/;
const mailAddress = z.email().max(190);
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]{0,3998}[\x21-\x7e])?$/;
/** A field of the record, by its name. */
export const placeholder = /\{([A-Za-z][\w-]{0,59})\}/g;

/** @throws AppError `delivery.bad_name` */
export function parseTargetName(text: string, place: string): string {
  const name = keptName(text) || place.slice(-maxTargetName);
  if ([...name].length <= maxTargetName && !hidesSomething(name)) return name;
  throw new AppError('delivery.bad_name', { max: maxTargetName }, { field: 'name' });
}

/**
 * The address as it is kept. Fields stand in path and query alone, so that what is read on a paper never decides which
 * machine is asked.
 * @throws AppError `delivery.bad_address`
 */
export function parseAddress(text: string, kind: TargetKind): URL {
  const refused = (reason?: 'credentials' | 'fields' | 'no_fields') =>
    new AppError('delivery.bad_address', { reason }, { field: 'address' });
  const typed = text.trim();
  const hasFields = /[{}]/.test(typed);
  if (hasFields && kind !== 'http') throw refused('no_fields');
  if (typed.length > 2000 || /[\s\p{Cc}\\]/u.test(typed) || !URL.canParse(typed)) throw refused();
  if (hasFields) {
    const [, rest = ''] = /^https?:\/\/[^/?#{}]+([/?].*)$/i.exec(typed) ?? [];
    if (rest === '' || /[{}]/.test(rest.replaceAll(placeholder, ''))) throw refused('fields');
  }
  const url = new URL(typed);
  if (!['https:', 'http:'].includes(url.protocol) || url.hostname === '') throw refused();
  if (url.username || url.password) throw refused('credentials');
  url.hash = '';
  return url;
}

/** Of an archive, below which its interface is. @throws AppError `delivery.bad_address` */
export function parseBase(text: string, kind: TargetKind): { url: URL; address: string } {
  const url = parseAddress(text, kind);
  url.search = '';
  return { url, address: url.href.replace(/(\/api)?\/*$/, '') };
}

/** @returns each once, in the order of the list. @throws AppError `delivery.bad_events` */
export function parseEvents(names: readonly string[], kind: TargetKind): OutgoingType[] {
  const known: readonly string[] = typesOf[kind];
  const events = typesOf[kind].filter((each) => names.includes(each));
  if (events.length > 0 && names.every((name) => known.includes(name))) return events;
  throw new AppError('delivery.bad_events', { known: known.join(', ') }, { field: 'events' });
}

/** @throws AppError `delivery.bad_choice` */
export function parseChoice<const Choice extends string>(
  text: string,
  choices: readonly Choice[],
  field: 'format' | 'language',
): Choice {
  const choice = choices.find((each) => each === text);
  if (choice) return choice;
  throw new AppError('delivery.bad_choice', { known: choices.join(', ') }, { field });
}

/**
 * Below the folder that the operator allows, with `/` between.
 * @throws AppError `delivery.bad_folder`
 */
export function parseSubfolder(text: string): string {
  const parts = keptName(text).split('/').filter(Boolean);
  const isFit = (part: string) =>
    !part.startsWith('.') &&
    !/[\\:*?"<>|\p{C}]/u.test(part) &&
    !/[ .]$/.test(part) &&
    [...part].length <= 100;
  if (
    parts.length <= 10 &&
    parts.every(isFit) &&
    parts.join('/').length <= 400 &&
    !text.trim().startsWith('/')
  )
    return parts.join('/');
  throw new AppError('delivery.bad_folder', { reason: 'path' }, { field: 'folder' });
}

/** @throws AppError `delivery.bad_pattern` */
export function parsePattern(
  text: string,
  field: 'pattern' | 'title' | 'correspondent',
  { isFileName = false } = {},
): string {
  const pattern = keptName(text);
  const refused = (reason?: 'file_name' | 'braces') =>
    new AppError('delivery.bad_pattern', { reason, max: maxPattern }, { field });
  if (!isPattern(pattern)) throw refused('braces');
  const literals = literalsOf(pattern);
  if (isFileName && !/^[\p{L}\p{M}\p{N} ._-]*$/u.test(literals)) throw refused('file_name');
  if ([...pattern].length > maxPattern || hidesSomething(literals)) throw refused();
  return pattern;
}

/** Of names, each once. @throws AppError `delivery.bad_list` */
function parseList(
  typed: readonly string[],
  field: 'columns' | 'tags',
  { max, isFit }: { max: number; isFit: (name: string) => boolean },
): string[] {
  const names = [...new Set(typed.map(keptName).filter(Boolean))];
  if (names.length <= max && names.every(isFit)) return names;
  throw new AppError('delivery.bad_list', { field, max }, { field });
}

/** @throws AppError `delivery.bad_list` */
export const parseColumns = (typed: readonly string[], max: number): string[] =>
  parseList(typed, 'columns', { max, isFit: (name) => /^[A-Za-z][\w-]{0,59}$/.test(name) });

/** @throws AppError `delivery.bad_list` */
export const parseTags = (typed: readonly string[], max: number): string[] =>
  parseList(typed, 'tags', {
    max,
    isFit: (tag) => [...tag].length <= 64 && isPattern(tag) && !hidesSomething(literalsOf(tag)),
  });

/** Each once, whatever the case it is typed in. @throws AppError `delivery.bad_recipients` */
export function parseRecipients(typed: readonly string[]): string[] {
  const recipients = [...new Map(typed.map((each) => [each.trim().toLowerCase(), each.trim()])).values()];
  const refused = (reason: 'none' | 'many' | 'address', address = '') =>
    new AppError('delivery.bad_recipients', { reason, address, max: maxRecipients }, { field: 'recipients' });
  if (recipients.length === 0) throw refused('none');
  if (recipients.length > maxRecipients) throw refused('many');
  const wrong = recipients.find((each) => !mailAddress.safeParse(each).success);
  if (wrong !== undefined) throw refused('address', wrong.slice(0, 100));
  return recipients;
}

/** What can be a header. @throws AppError `delivery.bad_token` */
export function parseToken(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]{1,1000}$/.test(token)) return token;
  throw new AppError('delivery.bad_token', {}, { field: 'token' });
}

/** As Papra makes them. @throws AppError `delivery.bad_organization` */
export function parseOrganization(text: string): string {
  const id = text.trim();
  if (/^[A-Za-z0-9_-]{1,100}$/.test(id)) return id;
  throw new AppError('delivery.bad_organization', {}, { field: 'organization' });
}

/** @throws AppError `delivery.bad_method` */
export function parseMethod(text: string): HttpMethod {
  const method = httpMethods.find((each) => each === text);
  if (method) return method;
  throw new AppError('delivery.bad_method', { known: httpMethods.join(', ') }, { field: 'method' });
}

/**
 * One `Name: value` to a line.
 * @returns in lower case, each name once
 * @throws AppError `delivery.bad_header`
 */
export function parseHeaders(
  text: readonly string[],
  field: 'headers' | 'secretHeaders',
  taken: readonly string[] = [],
): [name: string, value: string][] {
  const refused = (reason?: 'own' | 'twice' | 'many', name = '') =>
    new AppError('delivery.bad_header', { reason, name, max: maxHeaders }, { field });
  const seen = new Set(taken);
  const headers = text.map((line): [string, string] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (colon < 1 || !headerName.test(name) || !headerValue.test(value)) throw refused();
    if (ownHeaders.test(name)) throw refused('own', name);
    if (seen.has(name)) throw refused('twice', name);
    seen.add(name);
    return [name, value];
  });
  if (seen.size > maxHeaders) throw refused('many');
  return headers;
}
