import type { Message, OpenedTarget } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt } from '@readout/domain/deliveries/end-delivery';
import type { TargetKind } from '@readout/domain/deliveries/rules';
import { folder } from './folder.ts';
import { http } from './http.ts';
import { mail } from './mail.ts';
import { paperless } from './paperless.ts';
import { papra } from './papra.ts';
import type { Sender, SenderDeps, Unsent } from './sender.ts';
import { webhook } from './webhook.ts';

/** A kind of target is a module that sends. */
const senders: { [Kind in TargetKind]: Sender<Kind> } = { webhook, http, folder, mail, paperless, papra };

const unsent: Record<Unsent, { message: string; isPassing?: true }> = {
  'delivery.secret_unreadable': { message: 'What this target signs or sends with cannot be opened.' },
  'delivery.field_missing': { message: 'A field that the address names is empty, or there is no record.' },
  'delivery.folder_not_allowed': {
    message: 'The folder is not below one that the operator allows.',
    isPassing: true,
  },
  'delivery.mail_off': { message: 'This installation cannot send mail.', isPassing: true },
  'delivery.original_missing': { message: 'The file of the capture is not there any more.' },
  'delivery.too_many_mails': {
    message: 'The company has sent as many mails as it may in 24 hours.',
    isPassing: true,
  },
};

const methods: Record<TargetKind, string> = {
  webhook: 'POST',
  http: 'POST',
  folder: 'WRITE',
  mail: 'MAIL',
  paperless: 'POST',
  papra: 'POST',
};

/** One try. It never rejects for what a receiver does. */
export async function send(
  target: OpenedTarget,
  message: Message,
  deps: Omit<SenderDeps, 'opened'>,
): Promise<Attempt> {
  await using opened = new AsyncDisposableStack();
  const sender = senders[target.kind] as Sender<TargetKind>;
  const attempt = await sender(target as never, message, { ...deps, opened });
  if (typeof attempt !== 'string') return attempt;
  const { address } = target;
  const method = target.kind === 'http' ? target.method : methods[target.kind];
  const why = unsent[attempt];
  return {
    request: { method, address, headers: {}, body: '', isCut: false },
    answer: null,
    durationMs: 0,
    failure: { code: attempt, message: why.message, isPassing: why.isPassing ?? false },
  };
}
