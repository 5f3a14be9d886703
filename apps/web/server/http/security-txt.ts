/** Shorter than the year that RFC 9116 allows: who reads it knows that the file is looked after. */
const validForDays = 90;

/** A security.txt as RFC 9116 has it; it is made when it is asked for, so that it never expires while the server runs. */
export function securityTxt(
  contact: string,
  { baseUrl, now = new Date() }: { baseUrl: string | undefined; now?: Date },
): string {
  const expires = new Date(now.getTime() + validForDays * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, de, fr, es',
    ...(baseUrl ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : []),
    '',
  ].join('\n');
}
