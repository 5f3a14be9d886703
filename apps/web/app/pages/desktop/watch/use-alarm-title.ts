import { useEffect } from 'react';
import { useText } from '../../../ui/texts.tsx';

/** Says in the tab that there is an alarm: it is seen while another tab is looked at. */
export function useAlarmTitle(isOpen: boolean): void {
  const text = useText();
  useEffect(() => {
    if (!isOpen) return;
    const { title } = document;
    document.title = text('watch.page.alarm_in_title', { title });
    return () => {
      document.title = title;
    };
  }, [isOpen, text]);
}
