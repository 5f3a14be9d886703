import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Loads the page's numbers again while somebody looks at it. Not while a form is being filled in: what is typed stays,
 * and nothing moves below the hands.
 *
 * @param isUnderWay something was begun on the page and its end is waited for: then whatever has the focus, which stays on the
 *   form that began it.
 */
export function useRefresh(everyMs: number, isUnderWay = false): void {
  const revalidator = useRevalidator();
  useEffect(() => {
    const look = () => {
      const active = document.activeElement;
      const isTyping =
        active instanceof HTMLElement && active.closest('form, dialog, [role=dialog]') !== null;
      const isAwaited = isUnderWay || !isTyping;
      if (document.visibilityState === 'visible' && isAwaited && revalidator.state === 'idle')
        void revalidator.revalidate();
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isUnderWay, revalidator]);
}
