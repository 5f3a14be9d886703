import type { Problem } from '../../api/answer.ts';
import { IconAlertTriangleFilled, IconX } from '../../ui/icons.ts';
import { useText } from '../../ui/texts.tsx';
import classes from './viewfinder.module.css';

/** Why a picture was not kept: stays until the next one is, or until it was read. */
export function ProblemNote({ problem, onDismiss }: { problem: Problem | undefined; onDismiss(): void }) {
  const text = useText();
  if (!problem) return null;
  return (
    <div className={classes.problem} role="alert">
      <IconAlertTriangleFilled size={20} aria-hidden />
      <p>
        <b>{problem.title}.</b> {problem.detail} {problem.action}
      </p>
      <button type="button" aria-label={text('camera.problem.close_message')} onClick={onDismiss}>
        <IconX size={20} aria-hidden />
      </button>
    </div>
  );
}
