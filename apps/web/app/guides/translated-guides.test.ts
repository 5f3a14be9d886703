import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@readout/texts';
import { expect, test } from 'vitest';
import { guides, guidesFor } from './guides.server.ts';
import { parseGuide } from './parse-guide.ts';

const folder = new URL('../../../../docs/guides/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
/** What is made by a script is in the English guide alone. */
const written = (english: string) => english.replace(/<!-- by [\s\S]*?<!-- end -->/, '');
const hashOf = (english: string) => createHash('sha256').update(written(english)).digest('hex').slice(0, 12);

const translated = LANGUAGES.map(({ tag }) => tag)
  .filter((tag) => readdirSync(folder).includes(tag))
  .flatMap((tag) => readdirSync(new URL(`${tag}/`, folder)).map((file) => `${tag}/${file}`));

test.each(translated)('%s translates the English guide as it is', (file) => {
  const name = file.slice(file.indexOf('/') + 1);
  const hash = hashOf(read(name));
  expect(
    read(file).split('\n')[0],
    `${name} has changed since ${file} was made: bring it up to date, then begin it with <!-- of ${hash} -->`,
  ).toBe(`<!-- of ${hash} -->`);
});

test.each(translated)('%s is built as the English guide is', (file) => {
  const build = (markdown: string) => {
    const links: string[] = [];
    const { sections, html } = parseGuide('guide', markdown, (href) => {
      links.push(href.replace(/^(\.\.\/)+/, ''));
      return href;
    });
    const count = (tag: string) => html.split(`<${tag}>`).length - 1;
    return {
      levels: sections.map(({ level }) => level),
      links: links.sort(),
      blocks: [...html.matchAll(/<pre[^>]*>(?:(?!<\/pre>)[\s\S])*/g)].map(([block]) => block),
      rows: count('tr'),
      steps: count('ol'),
      points: count('li'),
    };
  };
  const name = file.slice(file.indexOf('/') + 1);
  expect(build(read(file))).toEqual(build(written(read(name))));
});

test('a reader gets each guide in their language, else in English, and links lead where they do in English', () => {
  expect(guidesFor('en')).toEqual(guides);
  for (const { tag } of LANGUAGES.filter((language) => language.tag !== 'en')) {
    const theirs = guidesFor(tag);
    expect(theirs.map(({ slug }) => slug)).toEqual(guides.map(({ slug }) => slug));
    expect(theirs.filter(({ language }) => language === tag).map(({ slug }) => slug)).toEqual([
      'using-readout',
      'watch',
      'offline',
      'languages',
      'companies-and-people',
      'company-plugins',
    ]);
    for (const [index, { slug, html, sections }] of theirs.entries()) {
      const leads = (page: string) =>
        [...page.matchAll(/(?:href|src|id)="([^"]+)"/g)].map(([, to]) => to).sort();
      expect(leads(html), `${tag} ${slug}`).toEqual(leads(guides[index]!.html));
      expect(sections.map(({ anchor }) => anchor)).toEqual(
        guides[index]!.sections.map(({ anchor }) => anchor),
      );
    }
  }
});
