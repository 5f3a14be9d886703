import { localAddress } from '../../server/request/local-address.ts';

/** Where to go after a step of signing in: on to `to`, or to what has to be done first (see `Accounts`). */
export function nextPage(headers: Headers, to: string): string {
  const first = headers.get('location');
  return first ? `${first}?to=${encodeURIComponent(localAddress(to, '/app'))}` : localAddress(to, '/app');
}
