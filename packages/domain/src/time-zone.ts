/** Names that were known, some four hundred at most: finding out makes a formatter, which takes longer than a small query. */
const known = new Set<string>(['UTC']);

/** Whether a name of the IANA database (`Europe/Berlin`) is known; offsets such as `+05:45` are no names. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Any spelling of capitals is accepted: a name is kept as often as somebody bothers to spell it in another way, up to a limit.
    if (known.size < 1000) known.add(name);
    return true;
  } catch {
    return false;
  }
}
