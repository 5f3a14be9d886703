import { demandActive } from '../demand-active.ts';
import { AppError } from '../errors.ts';
import { maxUnfinishedBytes, maxUnfinishedOfCompany, maxUnfinishedUploads } from './ledger-limits.ts';

/** SQLSTATE with which triggers of the ledger refuse; the message is the code, the detail the limit. */
const refusalState = 'RD036';

const whole = (value: number) => value.toLocaleString('en');
const gigabytes = (bytes: number) => `${whole(Math.round(bytes / 1e8) / 10)} GB`;

/** What the ledger in the database says no to, in words. `most`: the limit, where there is one. */
export function ledgerRefusal(code: string, most: number | null, options?: ErrorOptions): AppError {
  const refuse = (sentence: string, detail: Record<string, unknown> = {}) =>
    new AppError('limit_reached', code, sentence, detail, options);
  // Gone by itself once uploads end: devices wait and go on.
  const refuseForNow = (sentence: string, detail: Record<string, unknown>) =>
    new AppError('too_many_requests', code, sentence, { ...detail, retryAfterSeconds: 30 }, options);
  switch (code) {
    case 'company.captures_used_up':
      return refuse(
        `The company's ${whole(most ?? 0)} captures of this month are used up. An admin can ask for more.`,
        { max: most },
      );
    case 'company.storage_full':
      return refuse("The company's storage is full. Empty the trash or ask an admin for more.", {
        maxBytes: most,
      });
    case 'installation.captures_used_up':
      return refuse(
        `The ${whole(most ?? 0)} captures a month that all companies of this Readout have together are used up.`,
        { max: most },
      );
    case 'installation.storage_full':
      return refuse('The storage that all companies of this Readout have together is full.', {
        maxBytes: most,
      });
    case 'installation.companies_used_up':
      return refuse(`This Readout has as many companies as it may: ${whole(most ?? 0)}.`, {
        max: most,
      });
    case 'installation.users_used_up':
      return refuse(`This Readout has as many accounts as it may: ${whole(most ?? 0)}.`, { max: most });
    case 'upload.too_many_unfinished':
      return refuseForNow(
        `You have ${maxUnfinishedUploads} uploads under way or unfinished, which is as many as one person may.`,
        { max: maxUnfinishedUploads },
      );
    case 'upload.too_much_unfinished':
      return refuseForNow(
        `Your uploads that are under way or unfinished come to ${gigabytes(maxUnfinishedBytes)} with this one, which is more than one person may.`,
        { maxBytes: maxUnfinishedBytes },
      );
    case 'company.too_many_unfinished':
      return refuseForNow(
        `The company has ${whole(maxUnfinishedOfCompany)} uploads under way or unfinished, which is as many as it may.`,
        { max: maxUnfinishedOfCompany },
      );
    case 'company.reading_used_up':
      return refuse(
        `The company's ${whole(Math.round((most ?? 0) / 60))} minutes of reading for today are used up. What waits goes on tomorrow (UTC).`,
        { maxSeconds: most },
      );
    case 'company.rereads_used_up':
      return refuse(
        `With these the company would have more than the ${whole(most ?? 0)} pages read again that it may in a day (UTC). Nothing was changed.`,
        { max: most },
      );
    case 'capture.rereads_used_up':
      return refuse(
        `With these you would have more than the ${whole(most ?? 0)} pages read again that one person may in a day (UTC). Nothing was changed.`,
        { max: most },
      );
    case 'company.suspended':
    case 'company.closing':
      demandActive({ status: code.slice('company.'.length) });
      break;
    case 'company.not_found':
      demandActive(undefined);
  }
  throw new Error(`The ledger refused with an unknown code: ${code}`, options);
}

/** Throws what a trigger of the ledger refused as an error of the catalogue, everything else as it is. */
export function throwRefusal(error: unknown): never {
  const { code, message, detail } = error as { code?: unknown; message?: string; detail?: string };
  if (code !== refusalState) throw error;
  throw ledgerRefusal(message ?? '', detail ? Number(detail) : null, { cause: error });
}
