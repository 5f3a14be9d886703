import type { SayText } from '../ui/texts.tsx';
import type { Reason } from './reason.ts';

/** A reason in the reader's words; one that is a sentence already, as earlier versions kept them, as it is. */
export function reasonInWords(reason: string, text: SayText): string {
  if (!/^[a-z_]+( \w+=\S*)*$/.test(reason)) return reason;
  const [why, ...pairs] = reason.split(' ');
  try {
    const about = pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, name === 'character' ? decodeURIComponent(value) : Number(value)] as const;
    });
    return text('watch.reason', { why, ...Object.fromEntries(about) } as Reason) || reason;
  } catch {
    // A reason that a newer version told has no words here, or is about something else.
    return reason;
  }
}
