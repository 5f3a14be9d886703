import { isIP } from 'node:net';
import { AppError } from '../errors.ts';

const maxAddressRanges = 20;

/**
 * Addresses and ranges (CIDR) as they are typed, separated by commas or white space; none: from anywhere.
 * @throws AppError `api_key.bad_address_ranges`
 */
export function parseAddressRanges(text: string): string[] {
  const ranges = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong === undefined && ranges.length <= maxAddressRanges) return ranges;
  throw new AppError(
    'api_key.bad_address_ranges',
    wrong === undefined ? { reason: 'too_many', max: maxAddressRanges } : { range: wrong.slice(0, 60) },
    { field: 'addressRanges' },
  );
}

function isAddressRange(text: string): boolean {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}
