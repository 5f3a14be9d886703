import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../../api/answer.ts';
import { api } from '../../../../api/client.ts';

export interface DraftText {
  manifestText: string;
  source: string;
  readme: string;
}

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** The server does not answer; tried again by itself. */
  | { kind: 'offline' }
  | { kind: 'changed-elsewhere'; by: string; revision: number }
  | { kind: 'refused'; problem: Problem };

export interface Autosave {
  state: SaveState;
  /** What stands in the editors now. */
  change(text: DraftText): void;
  /** True once everything is kept. */
  flush(): Promise<boolean>;
  /** Of what is kept. */
  revision(): number;
  /** What is here goes over what somebody else wrote. */
  overwrite(revision: number): void;
  /** What is there was taken over. */
  adopt(text: DraftText, revision: number): void;
  isKept(): boolean;
}

/** After the last key. */
const pauseMs = 700;
const retryMs = 4_000;

/** Keeps a draft on the server while it is written: one save at a time, tried again while the server is away. */
export function useAutosave(draftId: string, initial: DraftText, firstRevision: number): Autosave {
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const now = useRef({ text: initial, kept: initial, revision: firstRevision, isStopped: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(undefined);

  const isKept = useCallback(() => same(now.current.text, now.current.kept), []);
  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (running.current) return running.current;
    const run = async (): Promise<void> => {
      while (!isKept() && !now.current.isStopped) {
        const { text, revision } = now.current;
        setState({ kind: 'saving' });
        const answer = await api.patch('/drafts/{draftId}', {
          path: { draftId },
          body: { revision, ...text },
        });
        if (answer.ok) {
          now.current.kept = text;
          now.current.revision = answer.value.revision;
          continue;
        }
        const { problem } = answer;
        if (problem.code === 'draft.changed_meanwhile') {
          const current = problem.current as { revision: number; by: string };
          now.current.isStopped = true;
          setState({ kind: 'changed-elsewhere', ...current });
        } else if (problem.status === 0 || problem.status >= 500) {
          setState({ kind: 'offline' });
          timer.current = setTimeout(() => void save(), retryMs);
        } else {
          setState({ kind: 'refused', problem });
        }
        return;
      }
      if (!now.current.isStopped) setState({ kind: 'saved' });
    };
    running.current = run().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [draftId, isKept]);

  useEffect(() => {
    const onBack = () => void save();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void save();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!isKept()) event.preventDefault();
    };
    addEventListener('online', onBack);
    addEventListener('beforeunload', onLeave);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('online', onBack);
      removeEventListener('beforeunload', onLeave);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [save, isKept]);

  const change = useCallback(
    (text: DraftText) => {
      now.current.text = text;
      if (now.current.isStopped || isKept()) return;
      setState((before) => (before.kind === 'offline' ? before : { kind: 'waiting' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pauseMs);
    },
    [isKept, save],
  );
  const flush = useCallback(async () => {
    await save();
    return isKept();
  }, [isKept, save]);
  return {
    state,
    isKept,
    change,
    flush,
    revision: () => now.current.revision,
    overwrite(revision) {
      now.current.isStopped = false;
      now.current.revision = revision;
      void save();
    },
    adopt(text, revision) {
      now.current = { text, kept: text, revision, isStopped: false };
      setState({ kind: 'saved' });
    },
  };
}

const same = (a: DraftText, b: DraftText): boolean =>
  a.source === b.source && a.manifestText === b.manifestText && a.readme === b.readme;
