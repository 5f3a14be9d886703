import { languageOf } from '@readout/texts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useRootData } from '../page-data.ts';
import { useLocale } from '../ui/texts.tsx';

/**
 * A document stays in the language it came in. Where another is chosen by now (somebody signed in, or chose in another tab),
 * the next page that is gone to comes as a document of its own.
 */
export function useChosenLocale(): void {
  const locale = useLocale();
  const chosen = useRootData()?.chosenLocale ?? locale;
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (languageOf(chosen) !== languageOf(locale) && key !== first.current) location.reload();
  }, [chosen, locale, key]);
}
