import { CloseButton, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { useScannedCodes } from '../../../keyboard/use-keys.ts';
import { IconSearch } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';
import classes from './list.module.css';

/** Time without a key press after which the search runs. */
const settleMs = 250;
const maxLength = 500;

export function SearchBox({
  ref,
  query,
  onSearch,
}: {
  ref: Ref<HTMLInputElement>;
  query: string;
  onSearch(query: string): void;
}) {
  const text = useText();
  const [typed, setTyped] = useState(query);
  /** Searched for, and not in the address yet: meanwhile one types on. */
  const sent = useRef<string[]>([]);
  const searchFor = useCallback(
    (wanted: string): void => {
      sent.current.push(wanted);
      onSearch(wanted);
    },
    [onSearch],
  );
  useEffect(() => {
    const at = sent.current.indexOf(query);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    // The address changed by other means: a saved view, the back button.
    if (at < 0) setTyped(query);
  }, [query]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === (sent.current.at(-1) ?? query)) return;
    const timer = setTimeout(() => searchFor(wanted), settleMs);
    return () => clearTimeout(timer);
  }, [typed, query, searchFor]);
  useScannedCodes((code) => {
    if (code.length > maxLength) {
      notifications.show({
        message: text('common.scan.too_long_to_search', { count: code.length, max: maxLength }),
        color: 'yellow',
        autoClose: 8000,
      });
      return;
    }
    setTyped(code.trim());
    searchFor(code.trim());
  });
  return (
    <TextInput
      ref={ref}
      type="search"
      size="xs"
      className={classes.search ?? ''}
      aria-label={text('workspace.list.search_what_was_read')}
      placeholder={text('workspace.list.search_what_was_read')}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (typed) setTyped('');
        else event.currentTarget.blur();
      }}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            size="xs"
            aria-label={text('workspace.list.clear_the_search')}
            onClick={() => setTyped('')}
          />
        ) : (
          <kbd className={classes.key}>/</kbd>
        )
      }
    />
  );
}
