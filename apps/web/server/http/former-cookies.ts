/**
 * Cookies of a request under their present names. Until 2026-12 those sent encrypted were `__Secure-readout.…`; they are
 * `__Host-readout.…` now, which no other host of the domain can set. Former ones are read until they run out, so that
 * nobody is signed out by an update.
 *
 * @returns null where nothing is to be renamed.
 */
export function withPresentNames(cookies: string | null, isSecure: boolean): string | null {
  if (!isSecure || !cookies?.includes(former)) return null;
  const parts = cookies.split(';').map((part) => part.trim());
  const isThere = (name: string) => parts.some((part) => part.startsWith(`${name}=`));
  return parts
    .map((part) => {
      const name = part.slice(0, part.indexOf('='));
      const renamed = name.replace(former, present);
      return name.startsWith(former) && !isThere(renamed) ? part.replace(former, present) : part;
    })
    .join('; ');
}

const former = '__Secure-readout.';
const present = '__Host-readout.';
