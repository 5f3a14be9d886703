import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderLegalText } from './legal-text.ts';

const OPERATOR = { name: 'Muster & Söhne <GmbH>', email: 'office@example.org', address: undefined };
const own = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it.each(['privacy-policy.md', 'tos.md'])('names the operator and lists its contents: %s', (name) => {
  const text = renderLegalText(own(name), OPERATOR);
  expect(text.version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(text.html).toContain('Muster &amp; Söhne &lt;GmbH&gt;');
  expect(text.html).toContain('mailto:office@example.org');
  expect(text.html).not.toContain('{{');
  expect(text.contents.length).toBeGreaterThan(7);
  for (const { id } of text.contents) expect(text.html).toContain(`id="${id}"`);
});

it('reads well where no operator is named', () => {
  const { html } = renderLegalText(own('tos.md'), { name: undefined, email: undefined, address: undefined });
  expect(html).toContain('The operator of this installation runs');
  expect(html).not.toContain('Contact');
});

it('refuses a text without a version, which nobody could accept', () => {
  expect(() => renderLegalText('---\ntitle: A\neffective: 2026-01-01\n---\nText', OPERATOR)).toThrow(
    '"version"',
  );
  expect(() => renderLegalText('Text', OPERATOR)).toThrow('header');
});
