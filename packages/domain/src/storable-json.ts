/**
 * JSON text that PostgreSQL's jsonb takes: NUL and lone surrogates, which a barcode may well hold, become
 * the replacement character (the barcode's bytes are kept beside its text).
 */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? toStorableText(item) : item,
  );
}

export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
