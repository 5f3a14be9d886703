import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * The last answer of the page's action, kept until one goes elsewhere or sends another form. The router itself drops
 * `actionData` with every revalidation, and news of the live connection revalidates at any moment: what a form said, and
 * what is shown only once, must not vanish by that.
 */
export function useAnswer<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation();
  const { state, formMethod, location: next } = useNavigation();
  const [kept, setKept] = useState({ key, answer: actionData });
  if (actionData !== undefined) {
    // It comes before the location it was sent to does, and may be dropped before that is there.
    const at = state === 'loading' && formMethod && formMethod !== 'GET' ? next.key : key;
    if (actionData !== kept.answer || at !== kept.key) setKept({ key: at, answer: actionData });
    return actionData;
  }
  return kept.key === key ? kept.answer : undefined;
}
