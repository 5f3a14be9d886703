import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes the person who asked for a panel to its heading, unless they are at work in it already: it is painted before the page's
 * scripts are there.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const panel = heading.current?.closest('section');
    if (!panel?.contains(document.activeElement)) heading.current?.focus();
  }, []);
  return heading;
}
