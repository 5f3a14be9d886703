/** What a form sends, by name of the field. */
export type Sent = ReadonlyMap<string, readonly string[]>;

/** Files are not among it: those are streamed. */
export function sentOf(form: FormData): Sent {
  const sent = new Map<string, string[]>();
  for (const [name, value] of form)
    if (typeof value === 'string') sent.set(name, [...(sent.get(name) ?? []), value]);
  return sent;
}
