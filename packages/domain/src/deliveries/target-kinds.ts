import { LANGUAGES } from '@readout/texts';
import { AppError } from '../errors.ts';
import {
  folderFormats,
  maxColumns,
  maxTags,
  type SettingsOf,
  type TargetKind,
  usualColumns,
  usualPattern,
} from './rules.ts';
import {
  parseAddress,
  parseBase,
  parseChoice,
  parseColumns,
  parseHeaders,
  parseMethod,
  parseOrganization,
  parsePattern,
  parseRecipients,
  parseSubfolder,
  parseTags,
  parseToken,
} from './target-input.ts';

/** What a target is given besides its name and its events. Which of it counts depends on the kind. */
export interface TargetInput {
  /** Of a request, or of an archive without its `/api`. */
  address?: string;
  /** Of an HTTP target: `POST`, and one `Name: value` to a line. */
  method?: string;
  headers?: readonly string[];
  secretHeaders?: readonly string[];
  /** Of a folder: one of those the operator allows, and where below it. */
  root?: string;
  folder?: string;
  format?: string;
  pattern?: string;
  columns?: readonly string[];
  withOriginal?: boolean;
  recipients?: readonly string[];
  /** BCP 47 tag. */
  language?: string;
  /** Of an archive. */
  token?: string;
  title?: string;
  correspondent?: string;
  tags?: readonly string[];
  organization?: string;
}

/** What the operator lets targets use. */
export interface TargetOffers {
  /** Absolute; `{company}` in one is the id of the company. */
  folders: readonly string[];
  sendsMail: boolean;
}

export const noOffers: TargetOffers = { folders: [], sendsMail: false };

export interface ReadTarget {
  address: string;
  /** In a few words, for the list of events and as a name. */
  place: string;
  settings: SettingsOf[TargetKind];
  /** To be sealed; undefined: none was given. */
  secret: string | undefined;
}

type Reader = (input: TargetInput, offers: TargetOffers) => ReadTarget;

const readers: Record<TargetKind, Reader> = {
  webhook({ address = '' }) {
    const url = parseAddress(address, 'webhook');
    return { address: url.href, place: url.host, settings: {}, secret: undefined };
  },
  http({ address = '', ...input }) {
    const url = parseAddress(address, 'http');
    const { settings, secrets } = httpOf(input);
    // As it was typed: `URL` would encode the braces of fields.
    const kept = url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
    return { address: kept, place: url.host, settings, secret: JSON.stringify(secrets) };
  },
  folder({ root = '', folder = '', format: typed = 'json', withOriginal = false, ...input }, { folders }) {
    if (!folders.includes(root))
      throw new AppError('delivery.bad_folder', { reason: 'not_offered' }, { field: 'root' });
    const below = parseSubfolder(folder);
    const format = parseChoice(typed, folderFormats, 'format');
    const pattern = parsePattern(input.pattern || usualPattern[format], 'pattern', { isFileName: true });
    const columns = format === 'csv' ? parseColumns(input.columns ?? usualColumns, maxColumns) : [];
    const address = [root, below].filter(Boolean).join('/');
    const settings = { root, folder: below, format, pattern, columns, withOriginal };
    return { address, place: address, settings, secret: '' };
  },
  mail({ recipients: typed = [], language: spoken = 'en', withOriginal = false }, { sendsMail }) {
    if (!sendsMail) throw new AppError('delivery.mail_off');
    const recipients = parseRecipients(typed);
    const language = parseChoice(
      spoken,
      LANGUAGES.map(({ tag }) => tag),
      'language',
    );
    const address = recipients.join(', ');
    return { address, place: recipients[0]!, settings: { recipients, language, withOriginal }, secret: '' };
  },
  paperless(input) {
    const { url, address } = parseBase(input.address ?? '', 'paperless');
    const settings = {
      title: parsePattern(input.title || usualPattern.title, 'title'),
      correspondent: parsePattern(input.correspondent ?? usualPattern.correspondent, 'correspondent'),
      tags: parseTags(input.tags ?? [], maxTags),
    };
    return { address, place: url.host, settings, secret: tokenOf(input) };
  },
  papra(input) {
    const { url, address } = parseBase(input.address ?? '', 'papra');
    const settings = {
      organization: parseOrganization(input.organization ?? ''),
      title: parsePattern(input.title || usualPattern.title, 'title'),
      tags: parseTags(input.tags ?? [], maxTags),
    };
    return { address, place: url.host, settings, secret: tokenOf(input) };
  },
};

/** What is given of a target, by its kind. @throws AppError `delivery.bad_…`, `delivery.mail_off` */
export const readTarget = (kind: TargetKind, input: TargetInput, offers: TargetOffers): ReadTarget =>
  readers[kind](input, offers);

const tokenOf = ({ token = '' }: TargetInput): string | undefined =>
  token.trim() === '' ? undefined : parseToken(token);

/** What an HTTP target is given besides its address, and what of it is secret. */
function httpOf({ method = 'POST', headers = [], secretHeaders = [] }: TargetInput) {
  const plain = parseHeaders(headers, 'headers');
  const secret = parseHeaders(
    secretHeaders,
    'secretHeaders',
    plain.map(([name]) => name),
  );
  return {
    settings: {
      method: parseMethod(method),
      headers: [
        ...plain.map(([name, value]) => ({ name, value })),
        ...secret.map(([name]) => ({ name, value: null })),
      ],
    },
    secrets: Object.fromEntries(secret),
  };
}
