import { demandActive } from '../demand-active.ts';
import { AppError } from '../errors.ts';
import { maxUnfinishedBytes, maxUnfinishedOfCompany, maxUnfinishedUploads } from './ledger-limits.ts';

/** SQLSTATE with which triggers of the ledger refuse; the message is the code, the detail the limit. */
const refusalState = 'RD036';

/** What the ledger in the database says no to, in words. `most`: the limit, where there is one. */
export function ledgerRefusal(code: string, most: number | null, options?: ErrorOptions): AppError {
  const max = most ?? 0;
  // Gone by itself once uploads end: devices wait and go on.
  const retryAfterSeconds = 30;
  switch (code) {
    case 'company.captures_used_up':
    case 'installation.captures_used_up':
    case 'installation.companies_used_up':
    case 'installation.users_used_up':
    case 'company.rereads_used_up':
    case 'capture.rereads_used_up':
      return new AppError(code, { max }, options);
    case 'company.storage_full':
    case 'installation.storage_full':
      return new AppError(code, { maxBytes: most }, options);
    case 'upload.too_many_unfinished':
      return new AppError(code, { max: maxUnfinishedUploads, retryAfterSeconds }, options);
    case 'upload.too_much_unfinished':
      return new AppError(
        code,
        {
          gigabytes: Math.round(maxUnfinishedBytes / 1e8) / 10,
          maxBytes: maxUnfinishedBytes,
          retryAfterSeconds,
        },
        options,
      );
    case 'company.too_many_unfinished':
      return new AppError(code, { max: maxUnfinishedOfCompany, retryAfterSeconds }, options);
    case 'company.reading_used_up':
      return new AppError(code, { minutes: Math.round(max / 60), maxSeconds: most }, options);
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
