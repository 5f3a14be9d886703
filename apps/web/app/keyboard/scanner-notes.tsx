import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../ui/texts.tsx';
import { maxCodeLength } from './burst.ts';
import { setUpKeyboard, type Unused } from './keyboard.ts';

const longestShown = 40;

/** A code on one line, separators shown, the middle of a long one left out. */
export function shownCode(code: string): string {
  const line = code.replaceAll('\u001d', '␝').replaceAll(/\s+/g, ' ').trim();
  return line.length > longestShown ? `${line.slice(0, longestShown - 9)}…${line.slice(-8)}` : line;
}

/** Searches the list of the page, where it has one that can be searched for so much. */
function search(code: string): boolean {
  const field = document.querySelector<HTMLInputElement>('main form[role=search] input[type=search]');
  if (!field?.form || (field.maxLength >= 0 && code.length > field.maxLength)) return false;
  field.value = code;
  field.form.requestSubmit();
  return true;
}

/** Switches single keys on or off as the person wants, and tells them of codes that went nowhere. */
export function useKeyboard(hasSingleKeys: boolean): void {
  const text = useText();
  /** The newest scan is the one that counts. */
  const shown = useRef('');
  useEffect(() => {
    const onUnused = ({ code, end, isCovered }: Unused): void => {
      const isWhole = end === 'enter';
      if (isWhole && !isCovered && search(code)) return;
      notifications.hide(shown.current);
      shown.current = notifications.show({
        color: isWhole ? 'gray' : 'yellow',
        autoClose: 8000,
        message: (
          <>
            {end === 'too_long'
              ? text('common.scan.too_long', { max: maxCodeLength })
              : text('common.scan.unused', {
                  why: end === 'missing' ? end : isCovered ? 'covered' : 'nowhere',
                  code: shownCode(code),
                })}{' '}
            {isWhole && !isCovered ? (
              <Link to={`/app?q=${encodeURIComponent(code)}`}>{text('common.scan.search')}</Link>
            ) : null}
          </>
        ),
      });
    };
    setUpKeyboard({ hasSingleKeys, onUnused });
  }, [hasSingleKeys, text]);
}
