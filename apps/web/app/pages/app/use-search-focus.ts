import { type RefObject, useEffect, useRef } from 'react';
import type { Moving } from '../../captures/workspace-context.ts';

/** The field one searches the list with, and the way there: where one pane has all the room, the list comes first. */
export function useSearchFocus({ openId, moving }: { openId: string | undefined; moving: Moving }): {
  search: RefObject<HTMLInputElement | null>;
  goToSearch(): void;
} {
  const search = useRef<HTMLInputElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    // After the row one comes back to, which would get the focus otherwise.
    if (openId === undefined && isWanted.current) requestAnimationFrame(() => search.current?.focus());
    isWanted.current = false;
  }, [openId]);
  return {
    search,
    goToSearch: () => {
      if (search.current?.checkVisibility()) search.current.focus();
      else {
        isWanted.current = true;
        void moving.open(undefined);
      }
    },
  };
}
