import type { TextValues } from '@readout/texts';

/** Why a reading says nothing, as the catalogue has it: which reason, and what it is about. */
export type Reason = TextValues['watch.reason'];

/**
 * A reason as a device keeps and sends it: `digits expected=5 found=4`. Everybody reads it in their own language;
 * see `reasonInWords`.
 */
export function reasonOf({ why, ...about }: Reason): string {
  const values = Object.entries(about).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return [why, ...values].join(' ');
}
