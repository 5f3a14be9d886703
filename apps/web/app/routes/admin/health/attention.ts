import type { NearLimit } from '@readout/domain/platform/companies-near-limit';
import type { PlatformHealth } from '@readout/domain/platform/platform-health';
import type { StoreFindings } from '@readout/domain/platform/store-findings';
import { fileSize, plural, wholeNumber } from '../../../ui/numbers.ts';
import { duration } from './duration.ts';

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
  /** The moment, milliseconds since 1970. */
  now: number;
  /** Audit lists are to be streamed. */
  hasStream: boolean;
}

export interface Attention {
  tone: 'alarm' | 'notice';
  /** What is the matter, one line. */
  title: string;
  /** What it means and what to do. */
  text: string;
  /** Where to look or to do it. */
  to: string;
  link: string;
}

const queueAgeSeconds = 300;
const failedShare = 0.1;
const minFailed = 5;
const connectionShare = 0.8;
const diskShare = 0.1;
const diskBytes = 5_000_000_000;
const streamMinutes = 15;

/** What the person who hosts this should look at, the most pressing first. */
export function attentionOf(health: PlatformHealth, around: Surroundings, store: StoreFindings): Attention[] {
  const found = [
    ...workers(health, around),
    ...queue(health, around),
    ...damaged(store),
    ...heldBack(store),
    ...disk(around),
    ...failures(health),
    ...missing(health),
    ...database(health),
    ...backups(health),
    ...stream(health, around),
    ...mails(health, around),
    ...legalTexts(around),
    ...maintenance(around),
    ...blocked(health),
    ...inReview(health),
    ...health.nearLimit.map(nearLimit),
    ...baseUrl(around),
  ];
  // The order above within each tone.
  return [...found.filter(({ tone }) => tone === 'alarm'), ...found.filter(({ tone }) => tone !== 'alarm')];
}

function workers({ processes }: PlatformHealth, { readOnlySince }: Surroundings): Attention[] {
  const living = processes.filter((each) => each.role !== 'web' && !each.isMissing);
  if (living.length > 0 || readOnlySince !== null) return [];
  return [
    {
      tone: 'alarm',
      title: 'Nothing reads pictures',
      text: 'No process with the worker role has been heard of for two minutes. Start one (READOUT_ROLE=worker or all); what waits is kept.',
      to: '#processes',
      link: 'Processes',
    },
  ];
}

function queue({ queue }: PlatformHealth, { readOnlySince }: Surroundings): Attention[] {
  if (queue.oldestSeconds === null || queue.oldestSeconds <= queueAgeSeconds || readOnlySince !== null)
    return [];
  return [
    {
      tone: 'alarm',
      title: `The oldest page has waited ${duration(queue.oldestSeconds)} to be read`,
      text: `${plural(queue.waiting, 'page waits', 'pages wait')}. Where the processes are well, they are too few: give READOUT_WORKERS more, or start another worker.`,
      to: '#queue',
      link: 'Queue',
    },
  ];
}

function damaged({ altered, missing, companyCount }: StoreFindings): Attention[] {
  if (altered + missing === 0) return [];
  const parts = [
    ...(missing > 0 ? [`${wholeNumber(missing)} missing`] : []),
    ...(altered > 0 ? [`${wholeNumber(altered)} altered`] : []),
  ];
  return [
    {
      tone: 'alarm',
      title: `${plural(altered + missing, 'stored original is', 'stored originals are')} damaged: ${parts.join(', ')}`,
      text: `In ${plural(companyCount, 'company', 'companies')}. None is handed out. Put the files back from a backup, or have the same files uploaded again; look at the disk.`,
      to: '/admin/system#store',
      link: 'Store',
    },
  ];
}

function heldBack({ hold }: StoreFindings): Attention[] {
  if (!hold || hold.isAllowed) return [];
  return [
    {
      tone: 'alarm',
      title: `The database does not know ${wholeNumber(hold.orphans)} of ${plural(hold.files, 'stored file')}`,
      text: 'Rather a wrong or a restored database than files nobody needs: nothing was moved. Look at it, then say what becomes of them.',
      to: '/admin/system#store',
      link: 'Store',
    },
  ];
}

function disk({ disk: room }: Surroundings): Attention[] {
  if (room?.isFull)
    return [
      {
        tone: 'alarm',
        title: `Uploads are refused: ${fileSize(room.freeBytes)} left where pictures are stored`,
        text: `${fileSize(room.floorBytes)} have to stay free (READOUT_FREE_DISK_FLOOR). Make room, or move the folder to a larger disk; what waits on devices stays there and comes by itself.`,
        to: '/admin/company?sort=bytes',
        link: 'Companies by storage',
      },
    ];
  if (!room || (room.freeBytes >= room.totalBytes * diskShare && room.freeBytes >= diskBytes)) return [];
  return [
    {
      tone: room.freeBytes < diskBytes / 5 ? 'alarm' : 'notice',
      title: `${fileSize(room.freeBytes)} left where pictures are stored`,
      text: `Of ${fileSize(room.totalBytes)}. Make room or move the folder to a larger disk: without room, uploads are refused.`,
      to: '/admin/company?sort=bytes',
      link: 'Companies by storage',
    },
  ];
}

function failures({ lastDay, failures: codes }: PlatformHealth): Attention[] {
  const all = lastDay.read + lastDay.failed;
  if (lastDay.failed < minFailed || lastDay.failed < all * failedShare) return [];
  return [
    {
      tone: 'notice',
      title: `${Math.round((100 * lastDay.failed) / all)} % of the pages of the last day could not be read`,
      text: `${plural(lastDay.failed, 'page')} of ${wholeNumber(all)}, most often ${codes[0]?.code ?? 'without a code'}.`,
      to: '#failures',
      link: 'Failures',
    },
  ];
}

function missing({ processes }: PlatformHealth): Attention[] {
  const gone = processes.filter((each) => each.isMissing);
  if (gone.length === 0) return [];
  return [
    {
      tone: 'notice',
      title: `${plural(gone.length, 'process is', 'processes are')} missing`,
      text: 'Not heard of for two minutes: killed, cut off from the database, or its machine is down. It leaves this list an hour after it was last heard of.',
      to: '#processes',
      link: 'Processes',
    },
  ];
}

function database({ database: { connections, maxConnections } }: PlatformHealth): Attention[] {
  if (connections < maxConnections * connectionShare) return [];
  return [
    {
      tone: connections >= maxConnections * 0.95 ? 'alarm' : 'notice',
      title: `${wholeNumber(connections)} of ${wholeNumber(maxConnections)} database connections are in use`,
      text: 'Without a free one requests wait, then fail. Lower READOUT_DATABASE_CONNECTIONS of the processes, or raise max_connections of PostgreSQL.',
      to: '#database',
      link: 'Database',
    },
  ];
}

function backups({ backups: { failure, lost } }: PlatformHealth): Attention[] {
  const found: Attention[] = [];
  if (failure !== null)
    found.push({
      tone: 'alarm',
      title: 'The last backup failed',
      text: failure || 'The list of backups says more. It is tried again in an hour.',
      to: '/admin/backup',
      link: 'Backup',
    });
  if (lost > 0)
    found.push({
      tone: 'alarm',
      title: `${plural(lost, 'original is', 'originals are')} missing or altered in the store`,
      text: 'The last backup could not put them in, and no earlier one in its folder holds them. The log and “readout verify” name them.',
      to: '/admin/backup',
      link: 'Backup',
    });
  return found;
}

function stream(
  { stream: { waiting, caughtUpAt, failure } }: PlatformHealth,
  { hasStream, now }: Surroundings,
): Attention[] {
  const minutes = caughtUpAt === null ? Infinity : (now - Date.parse(caughtUpAt)) / 60_000;
  if (!hasStream || waiting === 0 || minutes < streamMinutes) return [];
  return [
    {
      tone: 'alarm',
      title: `The audit stream is ${plural(waiting, 'event')} behind`,
      text:
        failure && failure.attempts > 0
          ? `${failure.message} (${failure.code}) Nothing is lost: it goes on by itself once the receiver takes events again.`
          : 'No worker process sends them, or the receiver takes them more slowly than they come.',
      to: '/admin/system#audit-stream',
      link: 'Audit stream',
    },
  ];
}

function mails({ mails: { failed, withoutSmtp } }: PlatformHealth, { hasSmtp }: Surroundings): Attention[] {
  const found: Attention[] = [];
  if (failed > 0)
    found.push({
      tone: 'notice',
      title: `${plural(failed, 'mail')} could not be sent`,
      text: 'The server tried several times and gave up. The outbox says why for each.',
      to: '/admin/outbox',
      link: 'Outbox',
    });
  if (!hasSmtp)
    found.push({
      tone: 'notice',
      title: 'Mails are not sent: no SMTP server is configured',
      text: `${withoutSmtp > 0 ? `${plural(withoutSmtp, 'mail waits', 'mails wait')} in the outbox. ` : ''}Set READOUT_SMTP_URL, or pass links on from the outbox yourself.`,
      to: '/admin/outbox',
      link: 'Outbox',
    });
  return found;
}

function legalTexts({ legalProblems }: Surroundings): Attention[] {
  return legalProblems.map((problem) => ({
    tone: 'alarm' as const,
    title: 'A legal text cannot be used',
    text: `${problem}. A header has title, version and effective between two lines of ---; the guide to self-hosting shows one.`,
    to: '/tos',
    link: 'What is shown now',
  }));
}

function maintenance({ readOnlySince }: Surroundings): Attention[] {
  if (readOnlySince === null) return [];
  return [
    {
      tone: 'notice',
      title: 'Maintenance is on: nothing can be changed and nothing is read',
      text: 'Everyone sees it on every page. Switch it off when you are done.',
      to: '/admin/system',
      link: 'Maintenance',
    },
  ];
}

function blocked({ blockedInUse }: PlatformHealth): Attention[] {
  return blockedInUse.map(({ pluginId, version, companies }) => ({
    tone: 'notice' as const,
    title: `${version === '*' ? `The blocked plugin ${pluginId}` : `The blocked version ${version} of ${pluginId}`} is switched on in ${plural(companies, 'company', 'companies')}`,
    text: 'It does not run there. Unblock it once it is repaired, or tell the companies to switch it off.',
    to: `/admin/plugin?p=${encodeURIComponent(pluginId)}${version === '*' ? '' : `&v=${encodeURIComponent(version)}`}`,
    link: 'Plugin',
  }));
}

function inReview({ waitingVersions }: PlatformHealth): Attention[] {
  if (waitingVersions === 0) return [];
  return [
    {
      tone: 'notice',
      title: `${plural(waitingVersions, 'version of a plugin waits', 'versions of plugins wait')} for review`,
      text: 'Nobody can install what waits. Its publisher is told what you decide.',
      to: '/admin/plugin/review',
      link: 'Review',
    },
  ];
}

const limitNames: Record<NearLimit['limit'], string> = {
  members: 'members',
  captures: 'captures of this month',
  storage: 'storage',
};

function nearLimit({ companyId, companyName, limit, used, max }: NearLimit): Attention {
  const amount = limit === 'storage' ? fileSize : wholeNumber;
  return {
    tone: 'notice',
    title: `${companyName} has used ${Math.floor((100 * used) / Math.max(1, max))} % of its ${limitNames[limit]}`,
    text: `${amount(used)} of ${amount(max)}. At the limit nothing more is accepted: raise it, or talk to the company.`,
    to: `/admin/company/${companyId}`,
    link: 'Company',
  };
}

function baseUrl({ lacksBaseUrl }: Surroundings): Attention[] {
  if (!lacksBaseUrl) return [];
  return [
    {
      tone: 'notice',
      title: 'READOUT_BASE_URL is not set, and other machines reach this server',
      text: 'Links in mails lead to localhost until it names the address people use.',
      to: '/admin/system#settings',
      link: 'Settings of the server',
    },
  ];
}
