import { AppError } from '../errors.ts';
import { hidesSomething, keptName } from '../visible-name.ts';
import {
  type HttpMethod,
  httpMethods,
  maxHeaders,
  maxTargetName,
  type OutgoingType,
  outgoingTypes,
  type TargetKind,
} from './rules.ts';

/** What is sent by the client itself, or would let one request be taken for another. */
const ownHeaders =
  /^(host|content-type|content-length|content-encoding|transfer-encoding|connection|keep-alive|expect|te|trailer|upgrade|user-agent|proxy-.*|webhook-.*|sec-.*)$/;
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]{0,3998}[\x21-\x7e])?$/;
/** A field of the record, by its name. */
export const placeholder = /\{([A-Za-z][\w-]{0,59})\}/g;

/** @throws AppError `delivery.bad_name` */
export function parseTargetName(text: string, address: URL): string {
  const name = keptName(text) || address.hostname.slice(0, maxTargetName);
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

/** As it was typed: `URL` would encode the braces of fields. */
export const keptAddress = (url: URL): string => url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');

/** @returns each once, in the order of the list. @throws AppError `delivery.bad_events` */
export function parseEvents(names: readonly string[]): OutgoingType[] {
  const events = outgoingTypes.filter((each) => names.includes(each));
  if (events.length > 0 && names.every((name) => outgoingTypes.includes(name as OutgoingType))) return events;
  throw new AppError('delivery.bad_events', { known: outgoingTypes.join(', ') }, { field: 'events' });
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
