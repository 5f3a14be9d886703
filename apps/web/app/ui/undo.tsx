import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from 'react';
import type { Answer, Problem } from '../api/answer.ts';
import { useText } from './texts.tsx';

interface Step<Undone = unknown> {
  /** What was done, past tense: `3 captures moved to the trash`. */
  done: string;
  undo: () => Promise<Answer<Undone>>;
  /** What to say of taking it back, where that is more than what was done. */
  undone?: (value: Undone) => string;
}

interface Undo {
  /** Remembers what was done and says so, with a button that takes it back. */
  offer<Undone>(step: Step<Undone>, quiet?: boolean): void;
  /** Takes back the last step of this page; false where there is none. */
  undoLast(): boolean;
}

const UndoContext = createContext<Undo | null>(null);

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (!undo) throw new Error('useUndo outside of UndoProvider');
  return undo;
}

const maxSteps = 50;

export function UndoProvider({ children }: { children: ReactNode }) {
  const steps = useRef<{ id: number; takeBack: () => Promise<Answer<string>> }[]>([]);
  const count = useRef(0);
  const text = useText();

  const run = useCallback(async (id: number) => {
    const step = steps.current.find((each) => each.id === id);
    if (!step) return;
    steps.current = steps.current.filter((each) => each.id !== id);
    notifications.hide(`undo-${id}`);
    const answer = await step.takeBack();
    if (answer.ok) notifications.show({ message: answer.value, color: 'gray', autoClose: 3000 });
    else showProblem(answer.problem);
  }, []);

  const undo = useMemo<Undo>(
    () => ({
      offer({ done, undo: takeBack, undone }, quiet = false) {
        const id = ++count.current;
        const step = {
          id,
          takeBack: async (): Promise<Answer<string>> => {
            const answer = await takeBack();
            if (!answer.ok) return answer;
            return { ...answer, value: undone?.(answer.value) ?? text('common.undo_done', { done }) };
          },
        };
        steps.current = [...steps.current.slice(1 - maxSteps), step];
        if (quiet) return;
        notifications.show({
          id: `undo-${id}`,
          color: 'gray',
          autoClose: 10_000,
          message: (
            <span style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 }}>
              <span>{done}</span>
              <Button size="compact-sm" variant="default" flex="none" onClick={() => void run(id)}>
                {text('common.undo')}
              </Button>
            </span>
          ),
        });
      },
      undoLast() {
        const last = steps.current.at(-1);
        if (last) void run(last.id);
        return last !== undefined;
      },
    }),
    [run, text],
  );
  return <UndoContext value={undo}>{children}</UndoContext>;
}

/** A foreseen failure, in the catalogue's words. */
export function showProblem(problem: Problem): void {
  notifications.show({
    title: problem.title,
    message: [problem.detail !== problem.title ? problem.detail : '', problem.action ?? '']
      .filter(Boolean)
      .join(' '),
    color: 'red',
    autoClose: 12_000,
    role: 'alert',
  });
}
