import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../../api/client.ts';
import { useText } from '../../../../ui/texts.tsx';
import { showProblem } from '../../../../ui/undo.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import classes from './studio.module.css';
import type { Autosave, DraftText } from './use-autosave.ts';

interface SaveStateProps {
  autosave: Autosave;
  draftId: string;
  /** What stands here. */
  text: DraftText;
  /** Puts the text somebody else wrote into the editors. */
  onAdopt(text: DraftText): void;
}

/** Whether what is written is safe. */
export function SaveState({ autosave, draftId, text, onAdopt }: SaveStateProps) {
  const say = useText();
  const { state } = autosave;
  const [theirs, setTheirs] = useState<DraftText & { revision: number }>();
  const compare = async (): Promise<void> => {
    const answer = await api.get('/drafts/{draftId}', { path: { draftId } });
    if (!answer.ok) return showProblem(answer.problem);
    setTheirs(answer.value);
  };
  if (state.kind === 'changed-elsewhere')
    return (
      <div className={classes.conflict} role="alert">
        <span>{say('editor.save.elsewhere', { name: state.by })}</span>
        <Button size="xs" variant="default" onClick={() => void compare()}>
          {say('editor.save.compare')}
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
        {say('editor.save.refused', { why: state.problem.detail })}
      </p>
    );
  return (
    <p className={classes.saveState} data-kind={state.kind} role="status">
      {say('editor.save.state', { state: state.kind })}
    </p>
  );
}
