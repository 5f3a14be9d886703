/** The path of a request as the log may have it: an invitation's token lets its bearer in. */
export function pathForLog(path: string): string {
  return path.replace(/^\/invite\/[^/]+/, '/invite/…');
}
