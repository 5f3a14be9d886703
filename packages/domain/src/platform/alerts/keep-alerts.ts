import type { DB } from '@readout/database';
import { LANGUAGES, textsIn } from '@readout/texts';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../in-scope.ts';
import type { Mailer } from '../../mails/queue-mail.ts';
import { asAuditor } from '../../platform-actor.ts';
import { type Attention, attentionOf, type Surroundings } from '../attention.ts';
import { platformHealth } from '../platform-health.ts';
import { storeFindings } from '../store-findings.ts';
import type { AlertNews } from './alert-news.ts';
import { mailAlerts } from './mail-alerts.ts';

/** Which are told: those in red on /admin, or all. */
export type AlertsFrom = 'alarm' | 'notice';

/** Whom and what the operator wants told. */
export interface AlertSettings {
  from: AlertsFrom;
  /** Addresses; undefined: every administrator of the installation with a confirmed one. */
  mailTo: readonly string[] | undefined;
  /** Whether an address of the operator's own is posted to. */
  isPosted: boolean;
}

/** What was there for so long is told: a restart or a moment's rush is not worth a mail at night. */
const settleSeconds = 90;
/** Not seen by any process for so long it is over. */
const overAfterSeconds = 200;

/** Of a key, as the database has it. */
const maxKey = 300;

const levelOf = ({ tone, isUrgent }: Attention): number => (isUrgent ? 3 : tone === 'alarm' ? 2 : 1);

/**
 * Looks at what needs attention, as /admin says it, and has what is new or over told once. Every process does so each minute, with
 * what surrounds it itself: what one of them sees lasts, and one of them tells it.
 *
 * @returns what was put on its way
 */
export async function keepAlerts(
  { platform, mailer }: { platform: Kysely<DB>; mailer: Mailer },
  {
    around,
    settings,
    settleMs = settleSeconds * 1000,
    overAfterMs = overAfterSeconds * 1000,
  }: { around: Surroundings; settings: AlertSettings; settleMs?: number; overAfterMs?: number },
): Promise<AlertNews[]> {
  const [health, store] = await Promise.all([
    platformHealth({ platform }, { actor: asAuditor }),
    storeFindings({ platform }, { actor: asAuditor }),
  ]);
  const said = LANGUAGES.map(({ tag }) => ({
    tag,
    all: attentionOf(health, around, store, { text: textsIn(tag), locale: tag }),
  }));
  const lowest = settings.from === 'alarm' ? 2 : 1;
  const found = said[0]!.all
    .map((each, index) => ({
      key: each.key.slice(0, maxKey),
      level: levelOf(each),
      more: Object.fromEntries(said.map(({ tag, all }) => [tag, all[index]!])),
    }))
    .filter(({ level }) => level >= lowest);
  return platform.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('alerts', 0))`.execute(trx);
    await see(trx, found);
    const news = await takeNews(trx, { found, settleMs, overAfterMs });
    if (news.length === 0) return news;
    if (mailer.isConfigured) await mailAlerts(trx, mailer, { news, mailTo: settings.mailTo });
    if (settings.isPosted) await queuePosts(trx, news, mailer.origin);
    return news;
  });
}

type Found = { key: string; level: number; more: Record<string, Attention> };

async function see(trx: Trx, found: readonly Found[]): Promise<void> {
  const rows = found.map(({ key, level, more }) => ({
    key,
    level,
    titles: Object.fromEntries(Object.entries(more).map(([language, { title }]) => [language, title])),
  }));
  await sql`
    insert into platform.alerts (key, level, titles)
    select key, level, titles from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (key text, level smallint, titles jsonb)
    on conflict (key) do update set level = excluded.level, titles = excluded.titles, seen_at = now()`.execute(
    trx,
  );
}

/** What to tell now; nothing of it is told a second time. */
async function takeNews(
  trx: Trx,
  { found, settleMs, overAfterMs }: { found: readonly Found[]; settleMs: number; overAfterMs: number },
): Promise<AlertNews[]> {
  type Row = Pick<AlertNews, 'key' | 'level' | 'titles'> & { began_at: Date };
  const { rows: began } = await sql<Row>`
    update platform.alerts set told_level = level
    where level > told_level and key = any (${found.map(({ key }) => key)}::text[])
      and (told_level > 0 or began_at <= now() - make_interval(secs => ${settleMs / 1000}))
    returning key, level, titles, began_at`.execute(trx);
  const { rows: ended } = await sql<Row>`
    delete from platform.alerts where seen_at <= now() - make_interval(secs => ${overAfterMs / 1000})
    returning key, told_level as level, titles, began_at`.execute(trx);
  const news =
    (happened: AlertNews['happened']) =>
    (row: Row): AlertNews => {
      const more = found.find(({ key }) => key === row.key)?.more;
      return {
        key: row.key,
        happened,
        level: row.level,
        titles: row.titles,
        ...(more && happened === 'began' ? { more } : {}),
        beganAt: row.began_at.toISOString(),
      };
    };
  // The most pressing first.
  return [
    ...began.toSorted((a, b) => b.level - a.level || a.key.localeCompare(b.key)).map(news('began')),
    ...ended
      .filter((row) => row.level > 0)
      .toSorted((a, b) => a.key.localeCompare(b.key))
      .map(news('ended')),
  ];
}

/** One post each. `text` is what chat programs show of what is posted to them. */
async function queuePosts(trx: Trx, news: readonly AlertNews[], origin: string): Promise<void> {
  const say = textsIn('en');
  const bodies = news.map(({ key, happened, level, titles, more, beganAt }) => {
    const title = titles.en ?? key;
    return JSON.stringify({
      type: happened === 'began' ? 'alert.began' : 'alert.ended',
      alert: key,
      tone: level > 1 ? 'alarm' : 'notice',
      title,
      text: `${say('mail.alert.line', { happened, title })}${more?.en ? ` ${more.en.text}` : ''}`.slice(
        0,
        4000,
      ),
      beganAt,
      address: `${origin}/admin`,
    });
  });
  await sql`insert into platform.alert_posts (body) select unnest(${bodies}::text[])`.execute(trx);
}
