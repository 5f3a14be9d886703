import { readFileSync } from 'node:fs';
import type { Language } from './languages.ts';
import type { Messages } from './message.ts';

const known = new Map<string, Messages>();

/** The messages of an area, read when one of them is needed for the first time. */
export function messagesOf(language: Language, area: string): Messages | undefined {
  const name = `${language}/${area}`;
  const there = known.get(name);
  if (there) return there;
  const text = readFileSync(new URL(`../build/messages/${name}.json`, import.meta.url), 'utf8');
  const messages = JSON.parse(text) as Messages;
  known.set(name, messages);
  return messages;
}
