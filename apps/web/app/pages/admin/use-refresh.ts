import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Loads the page's numbers anew while somebody looks at it. Not while a form is being filled in: what is typed stays,
 * and nothing moves below the hands.
 */
export function useRefresh(everyMs: number): void {
  const revalidator = useRevalidator();
  useEffect(() => {
    const look = () => {
      const active = document.activeElement;
      const isTyping =
        active instanceof HTMLElement && active.closest('form, dialog, [role=dialog]') !== null;
      if (document.visibilityState === 'visible' && !isTyping && revalidator.state === 'idle')
        void revalidator.revalidate();
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, revalidator]);
}
