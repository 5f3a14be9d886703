import type { TextValues } from '@readout/texts';
import type { SayText } from '../ui/texts.tsx';

/** Why a reading says nothing, as the catalogue has it: which reason, and what it is about. */
export type Reason = TextValues['watch.reason'];

/**
 * A reason as a device keeps and sends it: `digits expected=5 found=4`. Whoever looks at it reads it in their own language;
 * see {@link reasonInWords}.
 */
export function reasonOf({ why, ...about }: Reason): string {
  const values = Object.entries(about).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return [why, ...values].join(' ');
}

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
