import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderLegalText } from './legal-text.ts';

const OPERATOR = {
  name: 'Muster & Söhne <GmbH>',
  email: 'office@example.org',
  address: undefined,
  country: 'Austria',
  processors: 'Example <Hosting>, Germany (machines)',
};
const own = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it.each(['privacy-policy.md', 'tos.md'])('names the operator and lists its contents: %s', (name) => {
  const text = renderLegalText(own(name), OPERATOR);
  expect(text.version).toMatch(/^\d{4}-\d{2}-\d{2}(\.\d)?$/);
  expect(text.html).toContain('Muster &amp; Söhne &lt;GmbH&gt;');
  expect(text.html).toContain('Example &lt;Hosting&gt;, Germany');
  expect(text.html).toContain('mailto:office@example.org');
  expect(text.html).not.toContain('{{');
  expect(text.contents.length).toBeGreaterThan(7);
  for (const { id } of text.contents) expect(text.html).toContain(`id="${id}"`);
});

it('reads well where no operator is named', () => {
  const nobody = {
    name: undefined,
    email: undefined,
    address: undefined,
    country: undefined,
    processors: undefined,
  };
  const { html } = renderLegalText(own('tos.md'), nobody);
  expect(html).toContain('The operator of this installation runs');
  expect(html).toContain('The law of the place where the operator of this installation has its seat applies');
  expect(html).not.toContain('Contact');
});

it('refuses a text without a version, which nobody could accept', () => {
  expect(() => renderLegalText('---\ntitle: A\neffective: 2026-01-01\n---\nText', OPERATOR)).toThrow(
    '"version"',
  );
  expect(() => renderLegalText('Text', OPERATOR)).toThrow('header');
});

it.each([
  ['', 'en'],
  ['\nlanguage: de-AT', 'de-AT'],
  ['\nlanguage: no language', 'en'],
])('knows in which language it is written: %j', (line, language) => {
  const source = `---\ntitle: A\nversion: 1\neffective: 2026-01-01${line}\n---\nText`;
  expect(renderLegalText(source, OPERATOR).language).toBe(language);
});

const languages = ['de', 'es', 'fr'];

it.each(languages)('says in %s what the English texts say, part by part', (language) => {
  for (const name of ['privacy-policy.md', 'tos.md']) {
    const [english, translated] = [own(name), own(`${language}/${name}`)].map((source) => {
      const { version, effective, contents } = renderLegalText(source, OPERATOR);
      const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
      return {
        version,
        effective,
        parts: contents.length,
        rows: count(/^\|/gm),
        points: count(/^- /gm),
        // The English text has no paragraph that names the operator, where it is short.
        paragraphs: count(/\n\n(?![#|-])/g) - (source.includes('language:') && name !== 'tos.md' ? 1 : 0),
        code: source.match(/`[^`]+`/g),
        links: source.match(/\]\(\/[a-z-]+/g),
        placeholders: source.match(/\{\{(contact|law|processors)\}\}/g),
      };
    });
    expect(translated, name).toEqual(english);
    const { html, language: stated } = renderLegalText(own(`${language}/${name}`), OPERATOR);
    expect(stated).toBe(language);
    expect(html).toContain('Muster &amp; Söhne &lt;GmbH&gt;');
    expect(html).not.toContain('{{');
    expect(html).not.toMatch(/\bContact: |process data for|The law of/);
  }
});

it.each(['', ...languages])('leads only to parts and pages that are there: %j', (language) => {
  const texts = {
    '/privacy-policy': own(`./${language}/privacy-policy.md`),
    '/tos': own(`./${language}/tos.md`),
  };
  const rendered = Object.fromEntries(
    Object.entries(texts).map(([path, source]) => [path, renderLegalText(source, OPERATOR).html]),
  );
  const links = Object.values(rendered).flatMap((html) =>
    [...html.matchAll(/href="(\/[^"]*)"/g)].map((match) => decodeURI(match[1] ?? '')),
  );
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const [path = '', part] = link.split('#');
    expect(Object.keys(texts)).toContain(path);
    if (part) expect(rendered[path], link).toContain(`id="${part}"`);
  }
});
