import { Button } from '@mantine/core';
import { useState } from 'react';
import { send } from '../../../ui/send.ts';
import { showProblem } from '../../../ui/undo.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
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
  /** What stands here. */
  text: DraftText;
  /** Puts the text somebody else wrote into the editors. */
  onAdopt(text: DraftText): void;
}

/** Whether what is written is safe. */
export function SaveState({ autosave, draftAddress, text, onAdopt }: SaveStateProps) {
  const { state } = autosave;
  const [theirs, setTheirs] = useState<DraftText & { revision: number }>();
  const compare = async (): Promise<void> => {
    const answer = await send<DraftText & { revision: number }>(`${draftAddress}/now`);
    if (!answer.ok) return showProblem(answer.problem);
    const { manifestText, source, readme, revision } = answer.value;
    setTheirs({ manifestText, source, readme, revision });
  };
  if (state.kind === 'changed-elsewhere')
    return (
      <div className={classes.conflict} role="alert">
        <span>{state.by} changed this draft somewhere else. What is here is not saved.</span>
        <Button size="xs" variant="default" onClick={() => void compare()}>
          Compare
        </Button>
        {theirs ? (
          <ConflictDialog
            by={state.by}
            mine={text}
            theirs={theirs}
            keepMine={() => {
              setTheirs(undefined);
              autosave.overwrite(theirs.revision);
            }}
            takeTheirs={() => {
              const { revision, ...taken } = theirs;
              setTheirs(undefined);
              autosave.adopt(taken, revision);
              onAdopt(taken);
            }}
            close={() => setTheirs(undefined)}
          />
        ) : null}
      </div>
    );
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
