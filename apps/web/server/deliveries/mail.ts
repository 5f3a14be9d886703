import type { Message } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt } from '@readout/domain/deliveries/end-delivery';
import { maxMailFileBytes, maxMailsPerDay } from '@readout/domain/deliveries/rules';
import type { MailContent } from '@readout/domain/mails/queue-mail';
import type { RecordType } from '@readout/domain/plugins/plugin-catalogue';
import { languageOf, type SayText, textsIn, valueInLocale } from '@readout/texts';
import { eventOf, fieldText, type SentEvent, titleOf } from './event-values.ts';
import { isGone } from './open-originals.ts';
import { keptRequest, type Sender } from './sender.ts';

const sizeFormat = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;

/**
 * A mail with the record, a link to it and, where wanted, the files of the document. It goes straight to the mail server:
 * the outbox, which administrators of the platform see, never holds what was read.
 */
export const mail: Sender<'mail'> = async ({ address, settings }, message, { means, opened }) => {
  if (!means.mail) return 'delivery.mail_off';
  const { transport, render, origin } = means.mail;
  const { companyId, id, files } = message;
  if ((await means.countMails(companyId)) + settings.recipients.length > maxMailsPerDay)
    return 'delivery.too_many_mails';
  const begunAt = performance.now();
  const fits = files.reduce((sum, { byteSize }) => sum + byteSize, 0) <= maxMailFileBytes;
  const attached = fits ? files : [];
  try {
    const attachments = await Promise.all(
      attached.map(async (file) => ({ ...file, content: await means.openFile(companyId, file, opened) })),
    );
    const language = languageOf(settings.language);
    const event = eventOf(message.body);
    const { record } = event.data;
    const content = contentOf(event, files, {
      language,
      origin,
      isLeftOut: !fits,
      say: textsIn(language),
      recordType:
        record &&
        (await means.recordType(
          companyId,
          { plugin: record.plugin, version: record.pluginVersion, type: record.type },
          language,
        )),
    });
    const { text, html } = render(content, language);
    const outcome = await transport.send({
      id,
      kind: 'record',
      to: settings.recipients,
      subject: content.subject,
      text,
      html,
      attachments,
    });
    return {
      request: keptRequest('MAIL', address, headersOf(content, attached), text),
      answer: null,
      durationMs: performance.now() - begunAt,
      ...(outcome.outcome === 'sent' ? {} : { failure: failureOf(outcome) }),
    };
  } catch (error) {
    if (isGone(error)) return 'delivery.original_missing';
    throw error;
  }
};

function failureOf({
  outcome,
  reason,
}: {
  outcome: 'retry' | 'refused';
  reason: string;
}): NonNullable<Attempt['failure']> {
  return outcome === 'retry'
    ? { code: 'delivery.mail_later', message: reason, isPassing: true }
    : { code: 'delivery.mail_refused', message: reason, isPassing: false };
}

function headersOf({ subject }: MailContent, files: Message['files']): Record<string, string> {
  return {
    subject,
    ...(files.length > 0 ? { attachments: files.map(({ fileName }) => fileName).join(', ') } : {}),
  };
}

function contentOf(
  event: SentEvent,
  files: Message['files'],
  {
    language,
    origin,
    isLeftOut,
    say,
    recordType,
  }: {
    language: string;
    origin: string;
    isLeftOut: boolean;
    say: SayText;
    /** Undefined where its plugin is gone. */
    recordType: RecordType | undefined;
  },
): MailContent {
  const { record, capture } = event.data;
  const title = titleOf(event).replaceAll(/\s+/g, ' ').slice(0, 150);
  const happened = event.type.replace('record.', '') as 'confirmed' | 'corrected' | 'reopened';
  const by = record?.confirmedBy?.name ?? '';
  return {
    subject: say('mail.record.subject', { happened, title }),
    paragraphs: [
      say('mail.record.lead', {
        happened,
        title,
        by: by && happened !== 'reopened' ? 'somebody' : undefined,
        name: by,
      }),
      ...(isLeftOut
        ? [
            say('mail.record.left_out', {
              count: files.length,
              max: new Intl.NumberFormat(language, sizeFormat).format(maxMailFileBytes / 1e6),
            }),
          ]
        : []),
    ],
    facts: factsOf(event, recordType, language),
    button: {
      label: say('mail.record.open'),
      url: capture ? `${origin}/app/${capture.id}?place=all` : `${origin}/app`,
    },
    footnote: say('mail.record.footnote', { address: `${origin}/settings/deliveries` }),
  };
}

/** Of a long record, as much as a mail shows well. */
const maxFacts = 60;
const maxValue = 1000;

/** In the order its plugin declares; what that does not know comes after it. */
function factsOf(
  event: SentEvent,
  recordType: RecordType | undefined,
  language: string,
): NonNullable<MailContent['facts']> {
  const declared = recordType?.fields ?? [];
  const names = new Set(declared.map(({ name }) => name));
  const others = Object.keys(event.data.record?.fields ?? {})
    .filter((name) => !names.has(name))
    .map((name) => ({ name, label: labelOf(name), type: 'text' }));
  return [...declared, ...others]
    .map(({ name, label, type }) => ({
      label,
      value: valueInLocale(fieldText(event, name), type, language).slice(0, maxValue),
    }))
    .filter(({ value }) => value !== '')
    .slice(0, maxFacts);
}

/** `trackingNumber` as a person reads it. */
function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
