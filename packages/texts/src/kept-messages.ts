import type { Language } from './languages.ts';
import type { Messages } from './message.ts';

export type { Messages } from './message.ts';

/** What a browser was sent: the areas its pages need, in its reader's language alone. */
const kept = new Map<string, Messages>();

export const hasMessages = (area: string): boolean => kept.has(area);

export function keepMessages(area: string, messages: Messages): void {
  kept.set(area, messages);
}

/** The messages of an area in the reader's language, whichever was asked for. */
export function messagesOf(_language: Language, area: string): Messages | undefined {
  return kept.get(area);
}
