import { type SayText, textsIn } from '@readout/texts';
import { companyRoles } from '../policy.ts';
import type { NotificationKind } from './notify.ts';

/** What a person switches mails on and off by; `security` cannot be switched off. */
export const mailTopics = ['assigned', 'failed', 'watches', 'members', 'company', 'security'] as const;
export type MailTopic = (typeof mailTopics)[number];

export interface NotificationText {
  /** One sentence; names in it may hold anything. */
  text: string;
  /** Where it leads, in its company. */
  path: string;
  topic: MailTopic;
}

interface Subject {
  subjectType: string;
  subjectId: string;
  detail: Record<string, unknown>;
  companyName: string;
}

interface Told extends Subject {
  say: SayText;
  locale: string;
}

type Wording = (told: Told) => NotificationText;

const members = '/settings/members';
const company = '/settings/company';

const wordings: Record<NotificationKind, Wording> = {
  'capture.assigned': ({ say, subjectType, subjectId, detail }) => {
    const count = numberOf(detail.count, 1);
    const one = text(detail.captureId) || (subjectType === 'capture' ? subjectId : '');
    return {
      topic: 'assigned',
      text: say('notice.capture.assigned', { count, ...byWhom(detail) }),
      path: count === 1 && one ? `/app/${one}?place=all` : '/app?assigned=me',
    };
  },
  'capture.failed': ({ say, subjectId, detail }) => {
    const count = numberOf(detail.count, 1);
    const pages = numberOf(detail.pages, 1);
    const file = text(detail.fileName) || say('notice.any.a_capture');
    return {
      topic: 'failed',
      text:
        count > 1
          ? say('notice.capture.failed', { several: 'captures', count, file })
          : pages > 1
            ? say('notice.capture.failed', { several: 'pages', pages, file })
            : say('notice.capture.failed', { file }),
      path: count === 1 ? `/app/${subjectId}?place=all` : '/app?state=failed&createdBy=me',
    };
  },
  'member.joined': (told) => ({
    topic: 'members',
    text: told.say('notice.member.joined', {
      role: roleOf(told.detail),
      name: nameOf(told),
      companyName: told.companyName,
    }),
    path: members,
  }),
  'member.left': (told) => ({
    topic: 'members',
    text: told.say('notice.member.left', { name: nameOf(told), companyName: told.companyName }),
    path: members,
  }),
  'member.removed': (told) => ({
    topic: 'members',
    text: told.say('notice.member.removed', {
      ...byWhom(told.detail),
      name: nameOf(told),
      companyName: told.companyName,
    }),
    path: members,
  }),
  'role.changed': ({ say, detail, companyName }) => ({
    topic: 'security',
    text: say('notice.role.changed', { ...byWhom(detail), role: roleOf(detail), companyName }),
    path: company,
  }),
  'owner.added': (told) => ({
    topic: 'security',
    text: told.say('notice.owner.added', {
      ...byWhom(told.detail),
      name: nameOf(told),
      companyName: told.companyName,
    }),
    path: members,
  }),
  'company.closing': ({ say, detail, companyName }) => ({
    topic: 'company',
    text: say('notice.company.closing', { ...byWhom(detail), companyName }),
    path: company,
  }),
  'company.reopened': ({ say, detail, companyName }) => ({
    topic: 'company',
    text: say('notice.company.reopened', { ...byWhom(detail), companyName }),
    path: company,
  }),
  'company.suspended': ({ say, detail, companyName }) => ({
    topic: 'company',
    text: say('notice.company.suspended', { ...because(detail.reason), companyName }),
    path: company,
  }),
  'company.resumed': ({ say, companyName }) => ({
    topic: 'company',
    text: say('notice.company.resumed', { companyName }),
    path: company,
  }),
  'company.limit_near': (told) => ({
    topic: 'company',
    text: limitNear(told),
    path: company,
  }),
  'support.started': ({ say, detail, companyName }) => ({
    topic: 'security',
    text: say('notice.support.started', {
      ...because(detail.reason),
      actorName: text(detail.actorName) || say('notice.any.somebody'),
      userName: text(detail.userName) || say('notice.support.you'),
      companyName,
    }),
    path: '/settings/audit',
  }),
  'support.access_changed': ({ say, detail, companyName }) => ({
    topic: 'security',
    text: say('notice.support.access_changed', {
      state: detail.on === true ? 'on' : undefined,
      ...byWhom(detail),
      companyName,
    }),
    path: company,
  }),
  'support.acting_changed': ({ say, detail, companyName }) => ({
    topic: 'security',
    text: say('notice.support.acting_changed', {
      state: detail.refused === true ? 'refused' : undefined,
      ...byWhom(detail),
      companyName,
    }),
    path: company,
  }),
  'plugin.blocked': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.blocked', {
      ...because(told.detail.reason),
      plugin: pluginOf(told),
      companyName: told.companyName,
    }),
    path: pluginPath(told),
  }),
  'plugin.unblocked': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.unblocked', { plugin: pluginOf(told), companyName: told.companyName }),
    path: pluginPath(told),
  }),
  'plugin.paused': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.paused', {
      count: numberOf(told.detail.count, 1),
      plugin: pluginOf(told),
      companyName: told.companyName,
    }),
    path: pluginPath(told),
  }),
  'plugin.went_back': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.went_back', {
      count: numberOf(told.detail.count, 1),
      plugin: pluginOf(told),
      version: text(told.detail.version),
      left: text(told.detail.left),
      companyName: told.companyName,
    }),
    path: pluginPath(told),
  }),
  'plugin.shadow_given_up': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.shadow_given_up', {
      count: numberOf(told.detail.count, 1),
      plugin: pluginOf(told),
      version: text(told.detail.version),
      companyName: told.companyName,
    }),
    path: pluginPath(told),
  }),
  'plugin.version_deprecated': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.version_deprecated', {
      ...because(told.detail.note),
      plugin: pluginOf(told),
      companyName: told.companyName,
    }),
    path: pluginPath(told),
  }),
  'plugin.requested': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.requested', {
      ...because(told.detail.note),
      name: nameOf(told),
      plugin: pluginOf(told),
    }),
    path: pluginPath(told),
  }),
  'plugin.request_decided': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.request_decided', {
      decision: told.detail.decision === 'installed' ? 'installed' : undefined,
      ...because(told.detail.note),
      plugin: pluginOf(told),
    }),
    path: pluginPath(told),
  }),
  'plugin.submission_waiting': (told) => ({
    topic: 'company',
    text: told.say('notice.plugin.submission_waiting', { name: nameOf(told), plugin: pluginOf(told) }),
    path: submissionPath(told),
  }),
  'plugin.submission_decided': (told) => ({
    topic: 'company',
    text:
      told.detail.decision === 'confirmed'
        ? told.say('notice.plugin.submission_decided', {
            decision: 'confirmed',
            name: nameOf(told),
            plugin: pluginOf(told),
          })
        : told.say('notice.plugin.submission_decided', {
            reason: text(told.detail.note),
            plugin: pluginOf(told),
          }),
    path: submissionPath(told),
  }),
  'plugin.review_decided': ({ say, subjectId, detail }) => ({
    topic: 'company',
    text: say('notice.plugin.review_decided', {
      decision: detail.decision === 'approved' ? 'approved' : undefined,
      ...because(detail.note),
      version: text(detail.version),
      plugin: text(detail.pluginName) || subjectId,
    }),
    path: `/settings/plugins/${subjectId}`,
  }),
  'delivery.paused': ({ say, subjectId, detail }) => ({
    topic: 'company',
    text: say('notice.delivery.paused', { name: text(detail.name) }),
    path: `/settings/deliveries/${subjectId}`,
  }),
  'watch.alarm': (told) => ({
    topic: 'watches',
    text: watchAlarm(told),
    path: `/desktop/watch/${told.subjectId}`,
  }),
};

/** The plugin by its name, with its version where one is meant. */
function pluginOf({ subjectId, detail }: Subject): string {
  return [text(detail.pluginName) || subjectId, text(detail.version)].filter(Boolean).join(' ');
}

const pluginPath = ({ subjectId }: Subject): string => `/settings/plugins/${encodeURIComponent(subjectId)}`;

const submissionPath = (subject: Subject): string =>
  text(subject.detail.submissionId)
    ? `/settings/plugins/submit/${text(subject.detail.submissionId)}`
    : pluginPath(subject);

const limits = ['captures', 'members', 'storage'] as const;

function limitNear({ say, locale, detail, companyName }: Told): string {
  const near = limits.filter((limit) => text(detail.what).split(/[, ]+/).includes(limit));
  if (near.length === 0) return say('notice.company.limit_near', { companyName });
  return say('notice.company.limit_near', {
    of: 'limits',
    what: new Intl.ListFormat(locale, { type: 'unit' }).format(
      near.map((limit) => say('notice.company.limit', { limit })),
    ),
    companyName,
  });
}

const losses = ['unreadable', 'implausible', 'source_ended', 'silent'] as const;

/** "Boiler is above its limit: 92.4 °C, the limit is 90 °C." */
function watchAlarm({ say, locale, detail: { alarm, cause, value, bound, unit, name } }: Told): string {
  const watch = text(name) || say('notice.any.a_watch');
  const shown = (number: unknown) =>
    `${typeof number === 'number' ? number.toLocaleString(locale, { maximumFractionDigits: 6 }) : '?'}${text(unit) ? ` ${text(unit)}` : ''}`;
  if (alarm === 'above' || alarm === 'below')
    return say('notice.watch.limit', { alarm, watch, value: shown(value), bound: shown(bound) });
  return say('notice.watch.lost', { cause: losses.find((loss) => loss === cause), watch });
}

/**
 * The words for a notification and where it leads. A kind that a newer version wrote leads to the company.
 * @param locale BCP 47 tag of whom it is told
 */
export function notificationText(kind: string, subject: Subject, locale: string): NotificationText {
  const wording = Object.hasOwn(wordings, kind) ? wordings[kind as NotificationKind] : undefined;
  const say = textsIn(locale);
  return (
    wording?.({ ...subject, say, locale }) ?? {
      topic: 'company',
      text: say('notice.any.news', { companyName: subject.companyName }),
      path: '/dashboard',
    }
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : otherwise;
}

function nameOf({ say, detail }: Told): string {
  return text(detail.name) || text(detail.userName) || text(detail.email) || say('notice.any.somebody');
}

const roleOf = (detail: Record<string, unknown>) => companyRoles.find((role) => role === detail.role);

const byWhom = ({ actorName }: Record<string, unknown>) =>
  ({ who: text(actorName) ? 'named' : undefined, actorName: text(actorName) }) as const;

const because = (reason: unknown) =>
  ({ more: text(reason) ? 'reason' : undefined, reason: text(reason) }) as const;
