import type { Message } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt } from '@readout/domain/deliveries/end-delivery';
import { type MailSettings, maxMailFileBytes, maxMailsPerDay } from '@readout/domain/deliveries/rules';
import type { MailContent } from '@readout/domain/mails/queue-mail';
import { languageOf, type SayText, textsIn } from '@readout/texts';
import { eventOf, fieldText, type SentEvent, titleOf } from './event-values.ts';
import { isGone } from './open-originals.ts';
import { keptRequest, type Sender } from './sender.ts';

const sizeFormat = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;

/**
 * A mail with the record, a link to it and, where wanted, the files of the document. It goes straight to the mail server:
 * the outbox, which administrators of the platform see, never holds what was read.
 */
export const mail: Sender<'mail'> = async ({ address, settings }, message, { means }) => {
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
      attached.map(async (file) => ({ ...file, content: await means.openFile(companyId, file) })),
    );
    const language = languageOf(settings.language);
    const content = contentOf(message, settings, { origin, isLeftOut: !fits, say: textsIn(language) });
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
  { body, files }: Message,
  { language }: MailSettings,
  { origin, isLeftOut, say }: { origin: string; isLeftOut: boolean; say: SayText },
): MailContent {
  const event = eventOf(body);
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
    facts: factsOf(event),
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

const factsOf = (event: SentEvent): NonNullable<MailContent['facts']> =>
  Object.keys(event.data.record?.fields ?? {})
    .map((name) => ({ label: labelOf(name), value: fieldText(event, name).slice(0, maxValue) }))
    .filter(({ value }) => value !== '')
    .slice(0, maxFacts);

/** `trackingNumber` as a person reads it. */
function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
