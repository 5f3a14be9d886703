import type { Message, OpenedTarget } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt, DeliveryFailure } from '@readout/domain/deliveries/end-delivery';
import type { TargetKind } from '@readout/domain/deliveries/rules';
import type { Outgoing } from './exchange.ts';

export const userAgent = 'Readout-Deliveries/1';

export interface SenderDeps {
  outgoing: Outgoing;
  now: Date;
}

/**
 * Brings one event to a target of its kind, once: what comes of it is written down, and tried again, by who calls it.
 * Answers with a code alone where nothing could be sent at all.
 */
export type Sender<Kind extends TargetKind> = (
  target: Extract<OpenedTarget, { kind: Kind }>,
  message: Message,
  deps: SenderDeps,
) => Promise<Attempt | Extract<DeliveryFailure, 'delivery.secret_unreadable' | 'delivery.field_missing'>>;
