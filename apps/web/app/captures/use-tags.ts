import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';

/** The tags of the company, the most frequent first, fetched when first asked for. */
export function useTags(wanted: boolean): readonly { tag: string; count: number }[] {
  const [tags, setTags] = useState<readonly { tag: string; count: number }[]>();
  useEffect(() => {
    if (!wanted || tags) return;
    void api.get('/tags').then((answer) => answer.ok && setTags(answer.value.items));
  }, [wanted, tags]);
  return tags ?? [];
}
