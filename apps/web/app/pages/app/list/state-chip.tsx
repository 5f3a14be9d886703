import type { Tone } from '../../../captures/wording.ts';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconEyeExclamation,
  IconLoader2,
} from '../../../ui/icons.ts';
import classes from './list.module.css';

const marks = {
  quiet: IconCircleDashed,
  busy: IconLoader2,
  signal: IconCircleCheckFilled,
  notice: IconEyeExclamation,
  alarm: IconAlertTriangleFilled,
} as const;

/** A state as shape, colour and word. */
export function StateChip({ tone, text }: { tone: Tone; text: string }) {
  const Mark = marks[tone];
  return (
    <span className={classes.chip} data-tone={tone}>
      <Mark size={13} aria-hidden />
      {text}
    </span>
  );
}
