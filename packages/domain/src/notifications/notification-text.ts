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

type Wording = (subject: Subject) => NotificationText;

const members = '/settings/members';
const company = '/settings/company';

const wordings: Record<NotificationKind, Wording> = {
  'capture.assigned': ({ subjectType, subjectId, detail }) => {
    const count = numberOf(detail.count, 1);
    const by = text(detail.actorName) ? ` by ${text(detail.actorName)}` : '';
    const one = text(detail.captureId) || (subjectType === 'capture' ? subjectId : '');
    return {
      topic: 'assigned',
      text:
        count === 1
          ? `A capture was assigned to you${by}.`
          : `${count.toLocaleString('en')} captures were assigned to you${by}.`,
      path: count === 1 && one ? `/app/${one}?place=all` : '/app?assigned=me',
    };
  },
  'capture.failed': ({ subjectId, detail }) => {
    const count = numberOf(detail.count, 1);
    const pages = numberOf(detail.pages, 1);
    const file = text(detail.fileName) || 'a capture';
    const one = pages === 1 ? `${file} could not be read.` : `${pages} pages of ${file} could not be read.`;
    return {
      topic: 'failed',
      text: count === 1 ? one : `${count.toLocaleString('en')} captures could not be read, ${file} first.`,
      path: count === 1 ? `/app/${subjectId}?place=all` : '/app?state=failed&createdBy=me',
    };
  },
  'member.joined': ({ detail, companyName }) => ({
    topic: 'members',
    text: `${nameOf(detail)} joined ${companyName}${roleOf(detail)}.`,
    path: members,
  }),
  'member.left': ({ detail, companyName }) => ({
    topic: 'members',
    text: `${nameOf(detail)} left ${companyName}.`,
    path: members,
  }),
  'member.removed': ({ detail, companyName }) => ({
    topic: 'members',
    text: `${nameOf(detail)} was removed from ${companyName}${byWhom(detail)}.`,
    path: members,
  }),
  'role.changed': ({ detail, companyName }) => ({
    topic: 'security',
    text: text(detail.actorName)
      ? `${text(detail.actorName)} made you ${text(detail.role) || 'something else'} in ${companyName}.`
      : `You are ${text(detail.role) || 'something else'} in ${companyName} now.`,
    path: company,
  }),
  'owner.added': ({ detail, companyName }) => ({
    topic: 'security',
    text: `${nameOf(detail)} is an owner of ${companyName} now${byWhom(detail)}.`,
    path: members,
  }),
  'company.closing': ({ detail, companyName }) => ({
    topic: 'company',
    text: `${companyName} is being closed${byWhom(detail)}: it is gone in 30 days unless an owner stops it.`,
    path: company,
  }),
  'company.reopened': ({ detail, companyName }) => ({
    topic: 'company',
    text: `${companyName} is not closed after all${byWhom(detail)}.`,
    path: company,
  }),
  'company.suspended': ({ detail, companyName }) => ({
    topic: 'company',
    text: `${companyName} is suspended: everything can be read and exported, nothing new is accepted.${text(detail.reason) ? ` ${text(detail.reason)}` : ''}`,
    path: company,
  }),
  'company.resumed': ({ companyName }) => ({
    topic: 'company',
    text: `${companyName} is active again.`,
    path: company,
  }),
  'company.limit_near': ({ detail, companyName }) => ({
    topic: 'company',
    text: `${companyName} is close to a limit${text(detail.what) ? `: ${text(detail.what)}` : ''}.`,
    path: company,
  }),
  'support.started': ({ detail, companyName }) => ({
    topic: 'security',
    text: `${text(detail.actorName) || 'Somebody'}, who looks after this Readout, acts as ${text(detail.userName) || 'you'} in ${companyName} for up to an hour${text(detail.reason) ? `: ${text(detail.reason)}` : '.'}`,
    path: '/settings/audit',
  }),
  'support.access_changed': ({ detail, companyName }) => ({
    topic: 'security',
    text: `Support access to ${companyName} was switched ${detail.on === true ? 'on' : 'off'}${byWhom(detail)}.`,
    path: company,
  }),
  'support.acting_changed': ({ detail, companyName }) => ({
    topic: 'security',
    text: `${detail.refused === true ? 'Nobody who runs this Readout may act as a member of' : 'Those who run this Readout may act again as a member of'} ${companyName}${byWhom(detail)}.`,
    path: company,
  }),
  'plugin.blocked': ({ subjectId, detail, companyName }) => ({
    topic: 'company',
    text: `The plugin ${text(detail.pluginName) || subjectId}${ofVersion(detail)} was blocked everywhere and no longer runs in ${companyName}${text(detail.reason) ? `: ${text(detail.reason)}` : '.'}`,
    path: `/settings/plugins/${encodeURIComponent(subjectId)}`,
  }),
  'plugin.unblocked': ({ subjectId, detail, companyName }) => ({
    topic: 'company',
    text: `The plugin ${text(detail.pluginName) || subjectId}${ofVersion(detail)} is no longer blocked and runs in ${companyName} again.`,
    path: `/settings/plugins/${encodeURIComponent(subjectId)}`,
  }),
  'plugin.version_deprecated': ({ subjectId, detail, companyName }) => ({
    topic: 'company',
    text: `The plugin ${text(detail.pluginName) || subjectId}${ofVersion(detail)}, which ${companyName} has, is no longer offered; it goes on running${text(detail.note) ? `: ${text(detail.note)}` : '.'}`,
    path: `/settings/plugins/${encodeURIComponent(subjectId)}`,
  }),
  'plugin.requested': ({ subjectId, detail }) => ({
    topic: 'company',
    text: `${nameOf(detail)} asks for the plugin ${text(detail.pluginName) || subjectId} to be installed${text(detail.note) ? `: ${text(detail.note)}` : '.'}`,
    path: `/settings/plugins/${encodeURIComponent(subjectId)}`,
  }),
  'plugin.request_decided': ({ subjectId, detail }) => {
    const plugin = `The plugin ${text(detail.pluginName) || subjectId}`;
    const outcome = detail.decision === 'installed' ? 'is installed now' : 'you asked for is not installed';
    return {
      topic: 'company',
      text: `${plugin} ${outcome}${text(detail.note) ? `: ${text(detail.note)}` : '.'}`,
      path: `/settings/plugins/${encodeURIComponent(subjectId)}`,
    };
  },
  'plugin.submission_waiting': ({ subjectId, detail }) => ({
    topic: 'company',
    text: `${nameOf(detail)} asks you to confirm what leaves the company with the plugin ${text(detail.pluginName) || subjectId} ${text(detail.version)}.`,
    path: submissionPath(subjectId, detail),
  }),
  'plugin.submission_decided': ({ subjectId, detail }) => {
    const plugin = `The plugin ${text(detail.pluginName) || subjectId} ${text(detail.version)}`;
    return {
      topic: 'company',
      text:
        detail.decision === 'confirmed'
          ? `${plugin} was handed in for review by ${nameOf(detail)}.`
          : `${plugin} is not handed in for review: ${text(detail.note)}`,
      path: submissionPath(subjectId, detail),
    };
  },
  'plugin.review_decided': ({ subjectId, detail }) => {
    const version = `Version ${text(detail.version)} of ${text(detail.pluginName) || subjectId}`;
    const note = text(detail.note);
    return {
      topic: 'company',
      text:
        detail.decision === 'approved'
          ? `${version} is in everybody’s catalogue now${note ? `: ${note}` : '.'}`
          : `${version} was not taken into the catalogue${note ? `: ${note}` : '.'}`,
      path: `/settings/plugins/${subjectId}`,
    };
  },
  'watch.alarm': ({ subjectId, detail }) => ({
    topic: 'watches',
    text: watchAlarm(detail),
    path: `/desktop/watch/${subjectId}`,
  }),
};

const ofVersion = (detail: Record<string, unknown>): string =>
  text(detail.version) ? ` ${text(detail.version)}` : '';

const submissionPath = (pluginId: string, detail: Record<string, unknown>): string =>
  text(detail.submissionId)
    ? `/settings/plugins/submit/${text(detail.submissionId)}`
    : `/settings/plugins/${encodeURIComponent(pluginId)}`;

const lost: Record<string, string> = {
  unreadable: 'it cannot be read any more',
  implausible: 'what is read there is not plausible any more',
  source_ended: 'its screen or camera ended',
  silent: 'nothing is heard of the device that reads it',
};

/** "Boiler is above its limit: 92.4 °C, the limit is 90 °C." */
function watchAlarm({ alarm, cause, value, bound, unit, name }: Record<string, unknown>): string {
  const watch = text(name) || 'A watch';
  const shown = (number: unknown) =>
    `${typeof number === 'number' ? number.toLocaleString('en', { maximumFractionDigits: 6 }) : '?'}${text(unit) ? ` ${text(unit)}` : ''}`;
  if (alarm === 'above' || alarm === 'below')
    return `${watch} is ${alarm} its limit: ${shown(value)}, the limit is ${shown(bound)}.`;
  return `${watch} is no longer read: ${lost[text(cause)] ?? 'its reading is lost'}.`;
}

/** The words for a notification and where it leads. A kind that a newer version wrote leads to the company. */
export function notificationText(kind: string, subject: Subject): NotificationText {
  const wording = Object.hasOwn(wordings, kind) ? wordings[kind as NotificationKind] : undefined;
  return (
    wording?.(subject) ?? {
      topic: 'company',
      text: `There is news in ${subject.companyName}.`,
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

function nameOf(detail: Record<string, unknown>): string {
  return text(detail.name) || text(detail.userName) || text(detail.email) || 'Somebody';
}

function roleOf(detail: Record<string, unknown>): string {
  return text(detail.role) ? ` as ${text(detail.role)}` : '';
}

function byWhom(detail: Record<string, unknown>): string {
  return text(detail.actorName) ? ` by ${text(detail.actorName)}` : '';
}
