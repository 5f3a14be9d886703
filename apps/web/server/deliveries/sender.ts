import type { Message, OpenedTarget, OriginalFile } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt, DeliveryFailure } from '@readout/domain/deliveries/end-delivery';
import { type KeptRequest, keptBodyBytes, type TargetKind } from '@readout/domain/deliveries/rules';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import type { Maker, RecordType } from '@readout/domain/plugins/plugin-catalogue';
import type { MailTransport } from '../mail/smtp-transport.ts';
import type { Outgoing } from './exchange.ts';

export const userAgent = 'Readout-Deliveries/1';

/** What targets need of this installation besides the network. */
export interface Means {
  /** Folders that the operator allows, as `READOUT_DELIVERY_FOLDERS` has them. */
  folders: readonly string[];
  /** Undefined: no mail can be sent. */
  mail: { transport: MailTransport; render: Mailer['render']; origin: string } | undefined;
  /**
   * @param opened - until it is disposed of, the file can be read.
   * @throws AppError `capture.bytes_missing`, `capture.bytes_altered`, `store.away`
   */
  openFile(
    companyId: string,
    file: Pick<OriginalFile, 'sha256' | 'mediaType'>,
    opened: AsyncDisposableStack,
  ): Promise<Blob>;
  countMails(companyId: string): Promise<number>;
  /** What its plugin says of a record's type, in a language. */
  recordType(
    companyId: string,
    made: Maker & { type: string },
    language: string,
  ): Promise<RecordType | undefined>;
  /** Does something while no other process of the installation does anything under the same key. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface SenderDeps {
  outgoing: Outgoing;
  means: Means;
  /** Files that were opened for this try. */
  opened: AsyncDisposableStack;
  now: Date;
}

/** Why nothing could be sent at all. */
export type Unsent = Extract<
  DeliveryFailure,
  | 'delivery.secret_unreadable'
  | 'delivery.field_missing'
  | 'delivery.folder_not_allowed'
  | 'delivery.mail_off'
  | 'delivery.original_missing'
  | 'delivery.too_many_mails'
>;

/**
 * Brings one event to a target of its kind, once: what comes of it is written down, and tried again, by who calls it.
 * Answers with a code alone where nothing could be sent at all.
 */
export type Sender<Kind extends TargetKind> = (
  target: Extract<OpenedTarget, { kind: Kind }>,
  message: Message,
  deps: SenderDeps,
) => Promise<Attempt | Unsent>;

/** What is kept of something that is not an HTTP request. */
export function keptRequest(
  method: 'WRITE' | 'MAIL',
  address: string,
  headers: Record<string, string>,
  body: string,
): KeptRequest {
  const bytes = Buffer.from(body);
  const kept = bytes.subarray(0, keptBodyBytes).toString().replaceAll('\0', '\ufffd');
  return { method, address, headers, body: kept, isCut: bytes.length > keptBodyBytes };
}
