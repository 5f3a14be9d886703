/**
 * The path of a request as the log may have it: the token of an invitation or a pairing lets its bearer in, and whatever
 * else is as long and random may be one. Ids and sums of contents stay.
 */
export function pathForLog(path: string): string {
  return path
    .replace(/^\/(invite|pair)\/[^/]+/, '/$1/…')
    .replaceAll(/(?<=\/)[\w-]{32,}(?=[/.]|$)/g, (part) => (isHarmless.test(part) ? part : '…'));
}

const isHarmless = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|[a-z]+(-[a-z]+)*)$/i;
