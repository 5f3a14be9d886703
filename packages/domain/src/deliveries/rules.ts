import type { CompanyRole } from '../actor.ts';

/** What leaves a company by itself. */
export const outgoingTypes = [
  'record.confirmed',
  'record.corrected',
  'record.reopened',
  'capture.failed',
  'watch.alarm',
] as const;
export type OutgoingType = (typeof outgoingTypes)[number];

/** Of a new target, unless somebody chooses otherwise: every confirmed record. */
export const usualTypes: readonly OutgoingType[] = ['record.confirmed', 'record.corrected'];

export const targetKinds = ['webhook', 'http', 'folder', 'mail', 'paperless', 'papra'] as const;
export type TargetKind = (typeof targetKinds)[number];

const ofRecords: readonly OutgoingType[] = ['record.confirmed', 'record.corrected', 'record.reopened'];
/** What can go to a target of each kind: an archive takes what is confirmed, and has no place for the rest. */
export const typesOf: Readonly<Record<TargetKind, readonly OutgoingType[]>> = {
  webhook: outgoingTypes,
  http: outgoingTypes,
  folder: ofRecords,
  mail: ofRecords,
  paperless: usualTypes,
  papra: usualTypes,
};

export const httpMethods = ['POST', 'PUT', 'PATCH'] as const;
export type HttpMethod = (typeof httpMethods)[number];

export const folderFormats = ['json', 'csv'] as const;
export type FolderFormat = (typeof folderFormats)[number];

export const targetStates = ['active', 'paused'] as const;
export type TargetState = (typeof targetStates)[number];

/** `failed`: ended for good; what comes later of the same record waits until it is replayed or skipped. */
export const deliveryStates = ['pending', 'retrying', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const hour = 3_600_000;
/** How long after the try before each further one comes. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  300_000,
  1_800_000,
  3 * hour,
  24 * hour,
  24 * hour,
  24 * hour,
  24 * hour,
];
/** The longest a receiver may ask to wait (`Retry-After`). */
export const longestRetryAfterMs = 24 * hour;
/** A target at which nothing arrived for so long is paused. */
export const pausedAfterDays = 3;
/** How long requests, answers and events are kept. */
export const keptDays = 30;
/** How long the former secret stays valid after a rotation. */
export const formerSecretHours = 24;
/** What is kept of a request's or an answer's body. */
export const keptBodyBytes = 64 * 1024;
/** Of one company, those in the trash left out. */
export const maxTargets = 50;
export const maxTargetName = 80;
export const maxHeaders = 20;
export const maxRecipients = 10;
/** To all recipients of a company together, in 24 hours. */
export const maxMailsPerDay = 1000;
/** Of originals in one mail: most servers take no more. */
export const maxMailFileBytes = 10_000_000;
export const maxColumns = 60;
export const maxTags = 20;
/** Of a pattern, and of what comes of it where it becomes a title. */
export const maxPattern = 200;

/** What a form begins with. */
export const usualPattern = {
  json: '{date}-{supplier|merchant}-{number}',
  csv: 'records-{month}',
  title: '{title}',
  correspondent: '{supplier|merchant}',
};
export const usualColumns = ['date', 'supplier', 'merchant', 'number', 'total', 'currency'];

/** What a record has to be to go to a target. All that is given has to hold, and of each list one entry; `{}`: every record. */
export interface TargetRule {
  /** Types of records. */
  types?: string[];
  /** Ids of plugins. */
  plugins?: string[];
  amounts?: AmountRange[];
  /** Who confirmed it: one of these people, anyone with one of these roles, or a rule of a plugin. */
  confirmedBy?: { people: string[]; roles: CompanyRole[]; byRule: boolean };
}

/** Decimal strings, both ends counted in; at least one of them is there. Refunds and credit notes are negative. */
export interface AmountRange {
  /** Of the record. */
  field: string;
  /** ISO 4217, compared with the record's `currency`: a record that names none is in no range. */
  currency: string;
  atLeast?: string;
  atMost?: string;
}

/** The field that amounts are looked for in unless another is named. */
export const usualAmountField = 'total';
export const maxRuleEntries = 50;
export const maxAmountRanges = 5;
/** So many of the newest confirmed records a rule is tried on. */
export const previewedRecords = 100;

/** Why a confirmed record does not go to a target: it wants no such event, or the record does not meet that part of its rule. */
export const ruleMisses = ['event', 'type', 'plugin', 'amount', 'confirmed_by'] as const;
export type RuleMiss = (typeof ruleMisses)[number];

export interface PreviewedRecord {
  recordId: string;
  /** The document. */
  captureId: string;
  title: string;
  type: string;
  /** As its plugin names the type, in the reader's language. */
  typeLabel: string;
  plugin: string;
  /** What rules about amounts look at first; null where there is none. */
  amount: string | null;
  currency: string | null;
  /** Null: a rule. */
  confirmedBy: string | null;
  confirmedAt: string;
  /** Empty: it would have left. */
  misses: RuleMiss[];
}

export interface RulePreview {
  /** The newest first. */
  records: PreviewedRecord[];
  /** Of these. */
  leaving: number;
}

/** What a rule can be made of in this company. */
export interface RuleChoices {
  types: { type: string; label: string }[];
  plugins: { id: string; name: string }[];
  amountFields: { field: string; label: string }[];
  people: { userId: string; name: string; role: CompanyRole | null }[];
}

/** A header of an HTTP target; `value` null: it is secret and nobody is shown it again. */
export interface TargetHeader {
  name: string;
  value: string | null;
}

export interface HttpSettings {
  method: HttpMethod;
  headers: TargetHeader[];
}

export interface FolderSettings {
  /** One of the folders the operator allows, as it is named there. */
  root: string;
  /** Below it, with `/` between; empty: the root itself. */
  folder: string;
  format: FolderFormat;
  /** Of file names, without their ending. */
  pattern: string;
  /** Fields of the record, of a CSV file. */
  columns: string[];
  withOriginal: boolean;
}

export interface MailSettings {
  recipients: string[];
  /** BCP 47 tag. */
  language: string;
  withOriginal: boolean;
}

export interface PaperlessSettings {
  title: string;
  /** Empty: none. */
  correspondent: string;
  tags: string[];
}

export interface PapraSettings {
  organization: string;
  title: string;
  tags: string[];
}

/** What each kind of target is told besides its address, without anything secret. */
export interface SettingsOf {
  webhook: Record<string, never>;
  http: HttpSettings;
  folder: FolderSettings;
  mail: MailSettings;
  paperless: PaperlessSettings;
  papra: PapraSettings;
}

/** A target as it is shown: nothing in it opens anything. Times are ISO 8601. */
export type ListedTarget = ListedOfAny &
  { [Kind in TargetKind]: { kind: Kind; settings: SettingsOf[Kind] } }[TargetKind];

interface ListedOfAny {
  id: string;
  name: string;
  /** Where it leads: an address, a path or recipients. */
  address: string;
  events: OutgoingType[];
  rule: TargetRule;
  state: TargetState;
  pausedAt: string | null;
  /** Nobody paused it: nothing arrived for three days. */
  pausedForFailing: boolean;
  createdAt: string;
  /** Until when the secret before counts, too; null: there is none. */
  formerSecretUntil: string | null;
  deliveredAt: string | null;
  failingSince: string | null;
  /** Of the error catalogue; null where the last one arrived. */
  failureCode: string | null;
  waiting: number;
  failed: number;
}

export interface ListedDelivery {
  id: string;
  targetId: string;
  targetName: string;
  /** The `webhook-id`. */
  eventId: string;
  sequence: number;
  type: OutgoingType;
  recordId: string | null;
  captureId: string | null;
  watchId: string | null;
  state: DeliveryState;
  /** An earlier event of the same record has to arrive, or be skipped, before. */
  waitsForEarlier: boolean;
  attempts: number;
  /** When it is tried next; null: it is not. */
  dueAt: string | null;
  status: number | null;
  failureCode: string | null;
  createdAt: string;
  endedAt: string | null;
}

/**
 * As it was sent, without anything secret and cut at {@link keptBodyBytes}. `WRITE`: a file, whose path is the address;
 * `MAIL`: a mail to the address.
 */
export interface KeptRequest {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the body was longer. */
  isCut: boolean;
}

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  isCut: boolean;
}

export interface ListedAttempt {
  id: string;
  number: number;
  at: string;
  durationMs: number;
  request: KeptRequest;
  answer: KeptAnswer | null;
  failureCode: string | null;
  /** In English, what happened. */
  failure: string | null;
}
