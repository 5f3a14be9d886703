import { Button } from '@mantine/core';
import { send } from '../../app/send.ts';
import { showProblem } from '../../app/undo.tsx';
import classes from './studio.module.css';
import type { Autosave, DraftText } from './use-autosave.ts';

const words = {
  saved: 'Saved',
  waiting: 'Not saved yet',
  saving: 'Saving',
  offline: 'The server does not answer. Kept here, tried again.',
} as const;

interface SaveStateProps {
  autosave: Autosave;
  draftAddress: string;
  /** Puts the text somebody else wrote into the editors. */
  onAdopt(text: DraftText): void;
}

/** Whether what is written is safe. */
export function SaveState({ autosave, draftAddress, onAdopt }: SaveStateProps) {
  const { state } = autosave;
  if (state.kind === 'changed-elsewhere') {
    const takeOver = async (): Promise<void> => {
      const answer = await send<DraftText & { revision: number }>(`${draftAddress}/now`);
      if (!answer.ok) return showProblem(answer.problem);
      const { manifestText, source, readme, revision } = answer.value;
      autosave.adopt({ manifestText, source, readme }, revision);
      onAdopt({ manifestText, source, readme });
    };
    return (
      <div className={classes.conflict} role="alert">
        <span>{state.by} changed this draft somewhere else. What is here is not saved.</span>
        <Button size="xs" variant="default" onClick={() => void takeOver()}>
          Take over theirs
        </Button>
        <Button size="xs" variant="default" onClick={() => autosave.overwrite(state.revision)}>
          Keep what is here
        </Button>
      </div>
    );
  }
  if (state.kind === 'refused')
    return (
      <p className={classes.refused} role="alert">
        Not saved: {state.problem.detail}
      </p>
    );
  return (
    <p className={classes.saveState} data-kind={state.kind} role="status">
      {words[state.kind]}
    </p>
  );
}
