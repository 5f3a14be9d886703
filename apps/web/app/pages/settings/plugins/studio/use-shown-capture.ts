import type { StudioCapture, StudioInput } from '@readout/domain/plugins/fixtures/rules';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../../../api/answer.ts';
import { api } from '../../../../api/client.ts';

export interface ShownCapture {
  id: string | undefined;
  choose(captureId: string): void;
  /** Shows what is there already: an example, or a fixture whose capture is gone. */
  put(input: StudioInput): void;
  /** With what was read of it; undefined while it is fetched. */
  shown: StudioInput | undefined;
  problem: Problem | undefined;
}

/**
 * The capture a program is tried on: the newest at first, the first example where there is none. What was fetched once is
 * kept for the visit.
 */
export function useShownCapture(
  captures: readonly StudioCapture[],
  examples: readonly StudioInput[],
): ShownCapture {
  const [id, choose] = useState((captures[0] ?? examples[0])?.id);
  const [kept, setKept] = useState<ReadonlyMap<string, StudioInput>>(
    new Map(examples.map((example) => [example.id, example])),
  );
  const [problem, setProblem] = useState<Problem>();
  const shown = id === undefined ? undefined : kept.get(id);
  const isMissing = id !== undefined && !shown;
  useEffect(() => {
    if (!isMissing) return;
    const over = new AbortController();
    setProblem(undefined);
    api
      .get('/studio-inputs/{captureId}', { path: { captureId: id }, signal: over.signal })
      .then((answer) => {
        if (over.signal.aborted) return;
        if (answer.ok) setKept((before) => new Map(before).set(id, answer.value));
        else setProblem(answer.problem);
      })
      // Another one was chosen meanwhile.
      .catch(() => undefined);
    return () => over.abort();
  }, [id, isMissing]);
  const put = useCallback((input: StudioInput) => {
    setKept((before) => new Map(before).set(input.id, input));
    choose(input.id);
  }, []);
  return useMemo(() => ({ id, choose, put, shown, problem }), [id, put, shown, problem]);
}
