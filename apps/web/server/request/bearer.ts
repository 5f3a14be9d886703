/** What `Authorization: Bearer …` holds; undefined without one, also where a proxy sends another scheme. */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
}
