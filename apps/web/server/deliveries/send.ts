import type { Message, OpenedTarget } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt } from '@readout/domain/deliveries/end-delivery';
import type { TargetKind } from '@readout/domain/deliveries/rules';
import { http } from './http.ts';
import type { Sender, SenderDeps } from './sender.ts';
import { webhook } from './webhook.ts';

/** A kind of target is a module that sends. */
const senders: { [Kind in TargetKind]: Sender<Kind> } = { webhook, http };

const unsent = {
  'delivery.secret_unreadable': 'What this target signs or sends with cannot be opened.',
  'delivery.field_missing': 'A field that the address names is empty, or there is no record.',
};

/** One try. It never rejects for what a receiver does. */
export async function send(target: OpenedTarget, message: Message, deps: SenderDeps): Promise<Attempt> {
  const sender = senders[target.kind] as Sender<TargetKind>;
  const attempt = await sender(target as never, message, deps);
  if (typeof attempt !== 'string') return attempt;
  const { address } = target;
  const method = target.kind === 'http' ? target.method : 'POST';
  return {
    request: { method, address, headers: {}, body: '', isCut: false },
    answer: null,
    durationMs: 0,
    failure: { code: attempt, message: unsent[attempt], isPassing: false },
  };
}
