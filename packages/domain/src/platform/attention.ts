import type { SayText } from '@readout/texts';
import { duration, fileSize, wholeNumber } from '@readout/texts/numbers';
import type { NearLimit } from './companies-near-limit.ts';
import type { PlatformHealth } from './platform-health.ts';
import { lateSeconds } from './rules.ts';
import type { StoreFindings } from './store-findings.ts';

/** What surrounds the database: known to the server process alone. */
export interface Surroundings {
  /** The fullest of those uploads are written to; null where the file system does not tell. */
  disk: { freeBytes: number; totalBytes: number; floorBytes: number; isFull: boolean } | null;
  readOnlySince: string | null;
  /** Of the operator's own legal texts, a sentence each. */
  legalProblems: string[];
  hasSmtp: boolean;
  /** An address is served that other machines reach, and no READOUT_BASE_URL names it. */
  lacksBaseUrl: boolean;
  /** By the clock of the database, milliseconds since 1970. */
  now: number;
  /** Of the machine this process runs on, where its clock is not the database's. */
  clock: { host: string; aheadSeconds: number } | null;
  /** Audit lists are to be streamed. */
  hasStream: boolean;
  /** Protections of what decodes pictures that cannot be had here, and why; empty: all are in place. */
  jailLacks: string[];
}

export interface Attention {
  /** What it is about, the same for as long as it lasts. */
  key: string;
  tone: 'alarm' | 'notice';
  /** Worse than the usual alarm of its key, and told again when it comes to that. */
  isUrgent?: true;
  /** What is the matter, one line. */
  title: string;
  /** What it means and what to do. */
  text: string;
  /** Where to look or to do it. */
  to: string;
  link: string;
}

/** Texts, and the locale of numbers among them. */
interface Words {
  text: SayText;
  locale: string;
}

const failedShare = 0.1;
const minFailed = 5;
const connectionShare = 0.8;
const diskShare = 0.1;
const diskBytes = 5_000_000_000;
const streamMinutes = 15;

/** What the person who hosts this should look at, the most pressing first. Without a request or a query: it is said in any language. */
export function attentionOf(
  health: PlatformHealth,
  around: Surroundings,
  store: StoreFindings,
  words: Words,
): Attention[] {
  const { text } = words;
  const found = [
    ...workers(health, around, text),
    ...queue(health, around, text),
    ...damaged(store, text),
    ...heldBack(store, text),
    ...disk(around, words),
    ...clock(around, text),
    ...jail(around, text),
    ...failures(health, text),
    ...missing(health, text),
    ...database(health, text),
    ...backups(health, text),
    ...stream(health, around, text),
    ...mails(health, around, text),
    ...legalTexts(around, text),
    ...maintenance(around, text),
    ...blocked(health, text),
    ...inReview(health, text),
    ...health.nearLimit.map((each) => nearLimit(each, words)),
    ...baseUrl(around, text),
  ];
  // The order above within each tone.
  return [...found.filter(({ tone }) => tone === 'alarm'), ...found.filter(({ tone }) => tone !== 'alarm')];
}

function workers({ processes }: PlatformHealth, { readOnlySince }: Surroundings, text: SayText): Attention[] {
  const living = processes.filter((each) => each.role !== 'web' && !each.isMissing);
  if (living.length > 0 || readOnlySince !== null) return [];
  return [
    {
      tone: 'alarm',
      key: 'no_worker',
      title: text('operation.attention.no_worker'),
      text: text('operation.attention.no_worker_hint'),
      to: '#processes',
      link: text('operation.attention.link', { to: 'processes' }),
    },
  ];
}

function queue({ queue }: PlatformHealth, { readOnlySince }: Surroundings, text: SayText): Attention[] {
  if (queue.oldestSeconds === null || queue.oldestSeconds <= lateSeconds || readOnlySince !== null) return [];
  return [
    {
      tone: 'alarm',
      key: 'queue',
      title: text('operation.attention.queue', { age: duration(queue.oldestSeconds, text) }),
      text: text('operation.attention.queue_hint', { count: queue.waiting }),
      to: '#queue',
      link: text('operation.attention.link', { to: 'queue' }),
    },
  ];
}

function damaged({ altered, missing, companyCount }: StoreFindings, text: SayText): Attention[] {
  if (altered + missing === 0) return [];
  return [
    {
      tone: 'alarm',
      key: 'damaged',
      title: text('operation.attention.damaged', {
        count: altered + missing,
        kinds: altered === 0 ? 'missing' : missing === 0 ? 'altered' : 'both',
        missing,
        altered,
      }),
      text: text('operation.attention.damaged_hint', { companies: companyCount }),
      to: '/admin/system#store',
      link: text('operation.attention.link', { to: 'store' }),
    },
  ];
}

function heldBack({ hold }: StoreFindings, text: SayText): Attention[] {
  if (!hold || hold.isAllowed) return [];
  return [
    {
      tone: 'alarm',
      key: 'unknown_files',
      title: text('operation.attention.unknown_files', { orphans: hold.orphans, files: hold.files }),
      text: text('operation.attention.unknown_files_hint'),
      to: '/admin/system#store',
      link: text('operation.attention.link', { to: 'store' }),
    },
  ];
}

function disk({ disk: room }: Surroundings, { text, locale }: Words): Attention[] {
  if (!room) return [];
  const free = fileSize(room.freeBytes, locale);
  const where = {
    to: '/admin/company?sort=bytes',
    link: text('operation.attention.link', { to: 'storage' }),
  };
  if (room.isFull)
    return [
      {
        tone: 'alarm',
        key: 'disk',
        isUrgent: true,
        title: text('operation.attention.disk_full', { free }),
        text: text('operation.attention.disk_full_hint', { floor: fileSize(room.floorBytes, locale) }),
        ...where,
      },
    ];
  if (room.freeBytes >= room.totalBytes * diskShare && room.freeBytes >= diskBytes) return [];
  return [
    {
      tone: room.freeBytes < diskBytes / 5 ? 'alarm' : 'notice',
      key: 'disk',
      title: text('operation.attention.disk_low', { free }),
      text: text('operation.attention.disk_low_hint', { total: fileSize(room.totalBytes, locale) }),
      ...where,
    },
  ];
}

function jail({ jailLacks }: Surroundings, text: SayText): Attention[] {
  if (jailLacks.length === 0) return [];
  return [
    {
      tone: 'notice',
      key: 'jail',
      title: text('operation.attention.jail'),
      text: text('operation.attention.jail_hint', { reasons: [...new Set(jailLacks)].join('; ') }),
      to: '/admin/system',
      link: text('operation.attention.link', { to: 'settings' }),
    },
  ];
}

function failures(
  { lastDay: { read, failed }, failures: codes }: PlatformHealth,
  text: SayText,
): Attention[] {
  const all = read + failed;
  if (failed < minFailed || failed < all * failedShare) return [];
  const reason = codes[0]?.code;
  return [
    {
      tone: 'notice',
      key: 'failures',
      title: text('operation.attention.failures', { percent: Math.round((100 * failed) / all) }),
      text: reason
        ? text('operation.attention.failures_hint', { known: 'yes', failed, all, reason })
        : text('operation.attention.failures_hint', { known: 'no', failed, all }),
      to: '#failures',
      link: text('operation.attention.link', { to: 'failures' }),
    },
  ];
}

function missing({ processes }: PlatformHealth, text: SayText): Attention[] {
  const gone = processes.filter((each) => each.isMissing);
  if (gone.length === 0) return [];
  return [
    {
      tone: 'notice',
      key: 'missing',
      title: text('operation.attention.missing', { count: gone.length }),
      text: text('operation.attention.missing_hint'),
      to: '#processes',
      link: text('operation.attention.link', { to: 'processes' }),
    },
  ];
}

function database({ database: { connections, maxConnections } }: PlatformHealth, text: SayText): Attention[] {
  if (connections < maxConnections * connectionShare) return [];
  return [
    {
      tone: connections >= maxConnections * 0.95 ? 'alarm' : 'notice',
      key: 'connections',
      title: text('operation.attention.connections', { used: connections, max: maxConnections }),
      text: text('operation.attention.connections_hint'),
      to: '#database',
      link: text('operation.attention.link', { to: 'database' }),
    },
  ];
}

function backups(
  { backups: { failure, lost, isNever, isLate } }: PlatformHealth,
  text: SayText,
): Attention[] {
  const found: Attention[] = [];
  const where = {
    tone: 'alarm' as Attention['tone'],
    to: '/admin/backup',
    link: text('operation.attention.link', { to: 'backup' }),
  };
  if (failure !== null)
    found.push({
      ...where,
      key: 'backup_failed',
      title: text('operation.attention.backup_failed'),
      text: failure || text('operation.attention.backup_failed_hint'),
    });
  if (isLate)
    found.push({
      ...where,
      key: 'backup_late',
      title: text('operation.attention.backup_late'),
      text: text('operation.attention.backup_late_hint'),
    });
  if (lost > 0)
    found.push({
      ...where,
      key: 'backup_lost',
      title: text('operation.attention.backup_lost', { count: lost }),
      text: text('operation.attention.backup_lost_hint'),
    });
  // One that failed says more.
  if (isNever && failure === null)
    found.push({
      ...where,
      tone: 'notice',
      key: 'backup_never',
      title: text('operation.attention.backup_never'),
      text: text('operation.attention.backup_never_hint'),
    });
  return found;
}

function stream(
  { stream: { waiting, caughtUpAt, failure } }: PlatformHealth,
  { hasStream, now }: Surroundings,
  text: SayText,
): Attention[] {
  const minutes = caughtUpAt === null ? Infinity : (now - Date.parse(caughtUpAt)) / 60_000;
  if (!hasStream || waiting === 0 || minutes < streamMinutes) return [];
  return [
    {
      tone: 'alarm',
      key: 'stream',
      title: text('operation.attention.stream', { count: waiting }),
      text:
        failure && failure.attempts > 0
          ? text('operation.attention.stream_failed', { message: failure.message, reason: failure.code })
          : text('operation.attention.stream_slow'),
      to: '/admin/system#audit-stream',
      link: text('operation.attention.link', { to: 'stream' }),
    },
  ];
}

function mails(
  { mails: { failed, withoutSmtp } }: PlatformHealth,
  { hasSmtp }: Surroundings,
  text: SayText,
): Attention[] {
  const found: Attention[] = [];
  const where = {
    tone: 'notice' as const,
    to: '/admin/outbox',
    link: text('operation.attention.link', { to: 'outbox' }),
  };
  if (failed > 0)
    found.push({
      ...where,
      key: 'mails_failed',
      title: text('operation.attention.mails_failed', { count: failed }),
      text: text('operation.attention.mails_failed_hint'),
    });
  if (!hasSmtp)
    found.push({
      ...where,
      key: 'no_smtp',
      title: text('operation.attention.no_smtp'),
      text: text('operation.attention.no_smtp_hint', { count: withoutSmtp }),
    });
  return found;
}

function clock({ clock: its }: Surroundings, text: SayText): Attention[] {
  if (its === null) return [];
  const { host, aheadSeconds } = its;
  const how = aheadSeconds > 0 ? 'ahead' : undefined;
  return [
    {
      tone: 'alarm',
      key: `clock ${host}`,
      title: text('operation.attention.clock', { host, how, time: duration(Math.abs(aheadSeconds), text) }),
      text: text('operation.attention.clock_hint'),
      to: '#processes',
      link: text('operation.attention.link', { to: 'processes' }),
    },
  ];
}

function legalTexts({ legalProblems }: Surroundings, text: SayText): Attention[] {
  return legalProblems.map((problem) => ({
    tone: 'alarm' as const,
    key: `legal ${problem}`,
    title: text('operation.attention.legal'),
    text: text('operation.attention.legal_hint', { problem }),
    to: '/tos',
    link: text('operation.attention.link', { to: 'legal' }),
  }));
}

function maintenance({ readOnlySince }: Surroundings, text: SayText): Attention[] {
  if (readOnlySince === null) return [];
  return [
    {
      tone: 'notice',
      key: 'maintenance',
      title: text('operation.attention.maintenance'),
      text: text('operation.attention.maintenance_hint'),
      to: '/admin/system',
      link: text('operation.attention.link', { to: 'maintenance' }),
    },
  ];
}

function blocked({ blockedInUse }: PlatformHealth, text: SayText): Attention[] {
  return blockedInUse.map(({ pluginId, version, companies }) => ({
    tone: 'notice' as const,
    key: `blocked ${pluginId} ${version}`,
    title:
      version === '*'
        ? text('operation.attention.blocked', { version: 'all', plugin: pluginId, companies })
        : text('operation.attention.blocked', {
            version: 'one',
            number: version,
            plugin: pluginId,
            companies,
          }),
    text: text('operation.attention.blocked_hint'),
    to: `/admin/plugin?p=${encodeURIComponent(pluginId)}${version === '*' ? '' : `&v=${encodeURIComponent(version)}`}`,
    link: text('operation.attention.link', { to: 'plugin' }),
  }));
}

function inReview({ waitingVersions }: PlatformHealth, text: SayText): Attention[] {
  if (waitingVersions === 0) return [];
  return [
    {
      tone: 'notice',
      key: 'review',
      title: text('operation.attention.review', { count: waitingVersions }),
      text: text('operation.attention.review_hint'),
      to: '/admin/plugin/review',
      link: text('operation.attention.link', { to: 'review' }),
    },
  ];
}

function nearLimit(
  { companyId, companyName, limit, used, max }: NearLimit,
  { text, locale }: Words,
): Attention {
  const amount = limit === 'storage' ? fileSize : wholeNumber;
  return {
    tone: 'notice',
    key: `near_limit ${companyId} ${limit}`,
    title: text('operation.attention.near_limit', {
      limit,
      company: companyName,
      percent: Math.floor((100 * used) / Math.max(1, max)),
    }),
    text: text('operation.attention.near_limit_hint', {
      used: amount(used, locale),
      max: amount(max, locale),
    }),
    to: `/admin/company/${companyId}`,
    link: text('operation.attention.link', { to: 'company' }),
  };
}

function baseUrl({ lacksBaseUrl }: Surroundings, text: SayText): Attention[] {
  if (!lacksBaseUrl) return [];
  return [
    {
      tone: 'notice',
      key: 'base_url',
      title: text('operation.attention.base_url'),
      text: text('operation.attention.base_url_hint'),
      to: '/admin/system#settings',
      link: text('operation.attention.link', { to: 'settings' }),
    },
  ];
}
