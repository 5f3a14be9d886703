import type { TemplateDraft } from '@readout/domain/plugins/templates/rules';
import type { TemplateMark } from '@readout/plugin-kit/template';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../../api/answer.ts';
import { api } from '../../../../api/client.ts';
import type { SayText } from '../../../../ui/texts.tsx';

const pauseMs = 500;
const maxUndo = 100;
/** Keys typed in one go are undone in one go. */
const togetherMs = 1_200;

export interface DraftState {
  name: string;
  marks: TemplateMark[];
}

/** What is being made, kept on the server shortly after each change. */
export function useDraft(draft: TemplateDraft, text: SayText) {
  const storable = useCallback((state: DraftState) => named(state, text('template.value')), [text]);
  const [state, setState] = useState<DraftState>({ name: draft.name, marks: draft.marks });
  const [problem, setProblem] = useState<Problem>();
  const [isSaved, setIsSaved] = useState(true);
  const revision = useRef(draft.revision);
  const latest = useRef(state);
  const kept = useRef(JSON.stringify(storable(state)));
  const running = useRef<Promise<boolean> | undefined>(undefined);
  const past = useRef<DraftState[]>([]);
  const [canUndo, setCanUndo] = useState(false);
  const changedAt = useRef(0);

  const show = useCallback(
    (next: DraftState) => {
      latest.current = next;
      setState(next);
      setIsSaved(JSON.stringify(storable(next)) === kept.current);
      setCanUndo(past.current.length > 0);
    },
    [storable],
  );
  const change = useCallback(
    (next: (before: DraftState) => DraftState) => {
      const before = latest.current;
      const after = next(before);
      const now = performance.now();
      const isTyping = now - changedAt.current < togetherMs && before.marks.length === after.marks.length;
      changedAt.current = now;
      if (!isTyping || past.current.length === 0) past.current = [...past.current.slice(1 - maxUndo), before];
      show(after);
    },
    [show],
  );
  const undo = useCallback(() => {
    const before = past.current.pop();
    changedAt.current = 0;
    if (before) show(before);
  }, [show]);

  /** @returns whether the server has what is shown. */
  const save = useCallback(async (): Promise<boolean> => {
    await running.current;
    const wanted = storable(latest.current);
    const json = JSON.stringify(wanted);
    if (json === kept.current) return true;
    const attempt = api
      .patch('/templates/{draftId}', {
        path: { draftId: draft.id },
        body: { revision: revision.current, ...wanted },
      })
      .then((answer) => {
        if (answer.ok) {
          revision.current = answer.value.revision;
          kept.current = json;
          setProblem(undefined);
          setIsSaved(JSON.stringify(storable(latest.current)) === json);
        } else setProblem(answer.problem);
        return answer.ok;
      });
    running.current = attempt;
    const isKept = await attempt;
    running.current = undefined;
    return isKept && (JSON.stringify(storable(latest.current)) === json || save());
  }, [draft.id, storable]);

  useEffect(() => {
    if (JSON.stringify(storable(state)) === kept.current) return;
    const timer = setTimeout(() => void save(), pauseMs);
    return () => clearTimeout(timer);
  }, [state, save, storable]);

  /** After somebody else changed it: what is shown here replaces what they made. */
  const keepMine = useCallback(async () => {
    const current = (problem?.current ?? {}) as { revision?: unknown };
    if (typeof current.revision !== 'number') return;
    revision.current = current.revision;
    setProblem(undefined);
    await save();
  }, [problem, save]);

  return { ...state, change, undo, canUndo, save, keepMine, revision, problem, setProblem, isSaved };
}

/** While one types a label may be empty; what is kept has one. */
function named({ name, marks }: DraftState, unnamed: string): DraftState {
  return {
    name,
    marks: marks.map((mark) => {
      const options = mark.options?.map((option) => option.trim()).filter((option) => option !== '');
      return {
        ...mark,
        label: mark.label.trim() || unnamed,
        options: options && options.length >= 2 ? [...new Set(options)] : undefined,
      };
    }),
  };
}
