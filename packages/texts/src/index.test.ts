// cspell:disable -- counts in many languages
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatText, LANGUAGES } from './index.ts';
import type { Message, Messages } from './message.ts';

const captures = (locale: string, count: number) =>
  formatText(locale, 'admin.company.capture_count', { count });

it('a text comes in the language it is asked for in, no matter who asked for it before', () => {
  const told = ['en', 'de', 'es', 'en'].map((locale) => captures(locale, 3));
  expect(told).toEqual(['3 captures', '3 Aufnahmen', '3 capturas', '3 captures']);
});

it('a count takes the plural and the digits of its language', () => {
  expect([0, 1, 2, 1234].map((count) => captures('en', count))).toEqual([
    '0 captures',
    '1 capture',
    '2 captures',
    '1,234 captures',
  ]);
  expect([0, 1, 2].map((count) => captures('fr', count))).toEqual(['0 capture', '1 capture', '2 captures']);
  expect([0, 1, 1234].map((count) => captures('de', count))).toEqual([
    '0 Aufnahmen',
    '1 Aufnahme',
    '1.234 Aufnahmen',
  ]);
});

const folder = new URL('../build/messages/', import.meta.url);
/** Of every count that a message is told in words of: for which numbers there are words. */
const countsIn = (message: Message): string[][] =>
  typeof message === 'string'
    ? []
    : message.flatMap(({ pluralType, options, children }) => [
        ...(pluralType ? [Object.keys(options ?? {})] : []),
        ...Object.values((options ?? {}) as Record<string, { value: Message }>).flatMap(({ value }) =>
          countsIn(value),
        ),
        ...countsIn((children ?? []) as Message),
      ]);

it.each(LANGUAGES.map(({ tag }) => tag))('no count has the same words for one as for many in %s', (tag) => {
  const alike = readdirSync(new URL(tag, folder)).flatMap((file) => {
    const messages: Messages = JSON.parse(readFileSync(new URL(`${tag}/${file}`, folder), 'utf8'));
    return Object.entries(messages).flatMap(([key, message]) =>
      countsIn(message).some((numbers) => numbers.length === 1) ? [key] : [],
    );
  });
  expect(alike).toEqual([]);
});
