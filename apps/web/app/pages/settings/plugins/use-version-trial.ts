import type { TrialLine, VersionResults } from '@readout/domain/plugins/try-versions';
import { useEffect, useState } from 'react';
import { session } from '../../../api/session.ts';

export interface VersionTrial {
  /** Pages that both versions were run on. */
  done: number;
  /** Undefined: still running. */
  results: VersionResults | undefined;
  /** Why it did not come to an end; `status` of the answer, where it was one that refused. */
  failure: { status?: number } | undefined;
}

const begun: VersionTrial = { done: 0, results: undefined, failure: undefined };

/** Has the server run both versions, as soon as the page is there. `query`: see `comparedRefs`. */
export function useVersionTrial(pluginId: string, query: string): VersionTrial {
  const [trial, setTrial] = useState(begun);
  useEffect(() => {
    const leaving = new AbortController();
    setTrial(begun);
    const read = async () => {
      const { response, data } = await session.GET('/plugins/{pluginId}/trial', {
        params: { path: { pluginId }, query: Object.fromEntries(new URLSearchParams(query)) },
        parseAs: 'stream',
        signal: leaving.signal,
      });
      if (!data) return setTrial({ ...begun, failure: { status: response.status } });
      let rest = '';
      const reader = data.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The trial ended before both versions had run.');
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const told = JSON.parse(line) as TrialLine;
          if ('failed' in told) throw new Error('The trial ended before both versions had run.');
          if (leaving.signal.aborted) return;
          if ('results' in told) return setTrial((now) => ({ ...now, results: told.results }));
          setTrial((now) => ({ ...now, done: told.done }));
        }
      }
    };
    read().catch(() => {
      if (!leaving.signal.aborted) setTrial({ ...begun, failure: {} });
    });
    return () => leaving.abort();
  }, [pluginId, query]);
  return trial;
}
