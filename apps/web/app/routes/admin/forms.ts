/** What a form sent, as texts. */
export function texts<Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) as Record<
    Name,
    string
  >;
}

/** `  1 000 ` and `1,000` are 1000; undefined where nothing was entered, NaN where no whole number was. */
export function parseWholeNumber(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,]/g, '');
  if (plain === '') return undefined;
  return /^\d{1,15}$/.test(plain) ? Number(plain) : Number.NaN;
}

const gigabyte = 1_000_000_000;

/** Bytes as gigabytes with at most 3 decimals, as the form shows them. */
export function gigabytes(bytes: number): string {
  return String(Math.round((bytes / gigabyte) * 1000) / 1000);
}

/** Bytes of typed gigabytes; undefined where nothing was entered, NaN where no number was. */
export function bytesOfGigabytes(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,]/g, '');
  if (plain === '') return undefined;
  return /^\d{1,7}(\.\d{1,9})?$/.test(plain) ? Math.round(Number(plain) * gigabyte) : Number.NaN;
}
