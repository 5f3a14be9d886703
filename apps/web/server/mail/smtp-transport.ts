import { Readable } from 'node:stream';
import type { MailContent } from '@readout/domain/mails/queue-mail';
import nodemailer from 'nodemailer';
import { isMailAddress, type MailSender, type SmtpConfig } from './smtp-config.ts';

/** A mail as it leaves. */
export interface LetterOut {
  id: string;
  kind: string;
  to: string | readonly string[];
  subject: MailContent['subject'];
  text: string;
  html: string;
  attachments?: readonly { fileName: string; mediaType: string; content: Blob }[];
}

/**
 * What came of it: `retry` may succeed later; `server` says that it was the connection and not this mail, so that others
 * need not be tried now either.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'retry'; reason: string; server: boolean }
  | { outcome: 'refused'; reason: string };

export interface MailTransport {
  send(letter: LetterOut): Promise<Delivery>;
  close(): void;
}

const timeoutsMs = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
};
/** Below the minute after which the database ends a transaction that does nothing. */
const deadlineMs = 45_000;
const maxReasonLength = 300;

/** One connection, kept for a few mails. Nothing a name or address holds can become a header, a recipient or a file. */
export function createSmtpTransport(
  { smtp, from }: { smtp: SmtpConfig; from: MailSender },
  { origin }: { origin: string },
): MailTransport {
  const connect = () =>
    nodemailer.createTransport({
      pool: true,
      maxConnections: 1,
      maxMessages: 100,
      host: smtp.host,
      port: smtp.port,
      secure: smtp.isImplicitTls,
      requireTLS: smtp.requireTls,
      ...(smtp.user !== undefined ? { auth: { user: smtp.user, pass: smtp.password ?? '' } } : {}),
      ...timeoutsMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport = connect();
  const { hostname } = new URL(origin);
  return {
    async send({ id, kind, to, subject, text, html, attachments = [] }) {
      const recipients = typeof to === 'string' ? [to] : [...to];
      if (!recipients.every(isMailAddress))
        return { outcome: 'refused', reason: 'This is not an address mails can be sent to.' };
      let refused: string[] = [];
      try {
        const sending = transport.sendMail({
          from: { name: from.name, address: from.address },
          to: recipients.map((address) => ({ name: '', address })),
          envelope: { from: from.address, to: recipients },
          subject,
          text,
          html,
          attachments: attachments.map(({ fileName, mediaType, content }) => ({
            filename: fileName,
            contentType: mediaType,
            content: Readable.from(content.stream(), { objectMode: false }),
          })),
          // The same at every attempt: a mail that arrives twice can be told.
          messageId: `<${id}@${hostname}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(kind === 'notification' ? { 'List-Unsubscribe': `<${origin}/settings/notifications>` } : {}),
          },
        });
        const noting = sending.then(({ rejected }) => {
          refused = rejected;
        });
        if (await within(noting, deadlineMs)) {
          // The others have it: another try would send it to them twice.
          return refused.length === 0
            ? { outcome: 'sent' }
            : {
                outcome: 'refused',
                reason: `The others got it, but the server refused ${refused.join(', ')}.`,
              };
        }
        // A server that answers a little at a time would hold up everything behind it.
        transport.close();
        transport = connect();
        return { outcome: 'retry', reason: 'The server took too long.', server: true };
      } catch (error) {
        return failure(error as SmtpError, smtp.password);
      }
    },
    close: () => transport.close(),
  };
}

async function within(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    // Given up: how it ends is nobody's business any more.
    work.catch(() => {});
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** Refusals of the recipient or the message are final with 5xx (RFC 5321, 4.2.1); of the password or the connection never. */
function failure(error: SmtpError, password: string | undefined): Delivery {
  const reason = shown(error.response ?? error.message, password);
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (isAboutMail && (error.responseCode ?? 500) >= 500) return { outcome: 'refused', reason };
  return { outcome: 'retry', reason, server: !isAboutMail };
}

/** Servers repeat what they refuse: never a link or the password. */
function shown(reason: string, password: string | undefined): string {
  const clean = password ? reason.replaceAll(password, '(hidden)') : reason;
  return clean
    .replaceAll(/https?:\/\/\S+/gi, '(link)')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxReasonLength);
}
