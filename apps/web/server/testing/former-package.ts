/**
 * The payload of a package as Readout 0.3 made it: with a program beside the source, or without its source.
 * @param payload of `packPlugin`
 */
export function formerPayload(
  payload: Uint8Array,
  { code, hasSource = true }: { code: string; hasSource?: boolean },
): Uint8Array {
  const { source, ...content } = JSON.parse(new TextDecoder().decode(payload));
  const former = { ...content, ...(hasSource ? { source } : {}), code, format: 1 };
  return new TextEncoder().encode(
    JSON.stringify(Object.fromEntries(Object.entries(former).sort(([a], [b]) => (a < b ? -1 : 1)))),
  );
}
