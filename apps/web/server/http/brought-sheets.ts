import { readFileSync } from 'node:fs';
import path from 'node:path';

const link = /<link\b[^>]*\brel="stylesheet"[^>]*>/g;
const hrefOf = /\bhref="(\/assets\/[\w.-]+\.css)"/;
const nonceOf = /\bnonce="[^"]*"/;

/**
 * Puts a page's style sheets into it, in the place of the links to them: somebody who comes for the first time waits for one
 * answer instead of one and as many as there are sheets. The page's scripts know them by `data-sheet`.
 *
 * @param clientFolder - of the built pages' files.
 * @returns gives the page with the sheets in it; a sheet that is not there stays a link.
 */
export function broughtSheets(clientFolder: string): (html: string) => string {
  const sheets = new Map<string, string | undefined>();
  const sheetAt = (href: string): string | undefined => {
    if (!sheets.has(href)) sheets.set(href, readSheet(path.join(clientFolder, href)));
    return sheets.get(href);
  };
  return (html) =>
    html.replaceAll(link, (tag) => {
      const href = hrefOf.exec(tag)?.[1];
      const sheet = href === undefined ? undefined : sheetAt(href);
      if (sheet === undefined) return tag;
      return `<style ${nonceOf.exec(tag)?.[0] ?? ''} data-sheet="${href}">${sheet}</style>`;
    });
}

/** Undefined where it is not there, or would end the element it is put into. */
function readSheet(file: string): string | undefined {
  try {
    const sheet = readFileSync(file, 'utf8');
    return sheet.includes('</') ? undefined : sheet;
  } catch {
    return undefined;
  }
}
