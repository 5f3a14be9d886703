import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The last answer of the page's action, kept until one goes elsewhere or sends another form. The router itself drops
 * `actionData` with every revalidation, and news of the live connection revalidates at any moment: what a form said, and
 * what is shown only once, must not vanish by that.
 */
export function useAnswer<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer: actionData });
  if (actionData !== undefined) {
    // It comes before the location it was sent to does.
    if (actionData !== kept.answer || key !== kept.key) setKept({ key, answer: actionData });
    return actionData;
  }
  return kept.key === key ? kept.answer : undefined;
}
