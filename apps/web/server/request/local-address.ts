const here = 'http://here';

/** `to` when it is an address of this application, else `fallback`. */
export function localAddress(to: unknown, fallback: string): string {
  if (typeof to !== 'string' || !to.startsWith('/') || to.length > 2000) return fallback;
  // Browsers take a backslash for a slash and leave out tabs and line breaks: what they make of it has to stay here.
  if (!URL.canParse(to, here)) return fallback;
  const url = new URL(to, here);
  const isLocal = url.origin === here && !url.pathname.startsWith('//');
  return isLocal ? `${url.pathname}${url.search}${url.hash}` : fallback;
}
