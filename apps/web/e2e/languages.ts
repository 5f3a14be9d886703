// cspell:ignore áçéîñôšúý
import type { Page } from '@playwright/test';
import { LANGUAGES } from '@readout/texts';
import { LOCALES, languageName, READING_LANGUAGES } from '../app/languages.ts';

/** From the next page on the browser asks for this language. */
export async function speak(page: Page, language: string): Promise<void> {
  const url = new URL(page.url()).origin;
  await page.context().addCookies([{ name: 'readout_language', value: language, url }]);
}

/** Collects what the browser is asked for and is not in the texts it was sent. */
export function missingTexts(page: Page): string[] {
  const missing: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('There is no text')) missing.push(`${page.url()} ${message.text()}`);
  });
  return missing;
}

/** What a page in the pseudo-language en-XA says that is not in the catalogue: it has none of that language's accents. */
export async function textsNotInCatalogue(page: Page): Promise<string[]> {
  return (await page.evaluate(textsOfPage, notOurs)).filter(isEnglish);
}

/** Shown as it was typed, or in another language on purpose. */
const notOurs =
  'code, pre, kbd, time, bdi, script, style, svg, [dir=auto], [lang]:not(html), [data-as-typed], [aria-label^=autosize]';

/** Names of languages come from the browser, which does not know the pseudo-language. */
const sameInAll = new Set([
  ...[...READING_LANGUAGES, ...LOCALES].map(({ tag }) => languageName(tag, 'en')),
  ...LANGUAGES.map(({ name }) => name),
  'CSV',
  'Excel (XLSX)',
  'JSON',
]);

/** A word of some length without a letter that the pseudo-language puts accents on. */
const isEnglish = (text: string): boolean =>
  /[A-Za-z]{3}/.test(text) &&
  !sameInAll.has(text) &&
  !/[áçéîñôšúýÁÇÉÎÑÔŠÚÝ]/.test(text) &&
  !/Zzz|@example|^Readout$|^[0-9a-f]{16,}$|^[a-z]+:[a-z]+$/.test(text);

/** Runs in the page: what it says. */
function textsOfPage(foreign: string): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    if (text && node.parentElement && !node.parentElement.closest(foreign)) texts.push(text);
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.body.querySelectorAll(`[${name}]`))
      if (!element.closest(foreign)) texts.push(element.getAttribute(name) ?? '');
  return texts;
}
