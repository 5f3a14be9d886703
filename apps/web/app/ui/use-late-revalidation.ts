import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';

/**
 * Asks for the page's data again, once what the router has answered so far is on the page. A revalidation drops
 * `actionData`: where it came first, nobody would ever see what the form they had just sent said (see `useAnswer`).
 */
export function useLateRevalidation(): () => void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const [asked, setAsked] = useState(0);
  const answered = useRef(0);
  useEffect(() => {
    if (state !== 'idle' || answered.current === asked) return;
    answered.current = asked;
    void revalidate();
  }, [asked, state, revalidate]);
  // The router's own changes are transitions, too, so that this one is not committed before them.
  return useCallback(() => startTransition(() => setAsked((before) => before + 1)), []);
}
