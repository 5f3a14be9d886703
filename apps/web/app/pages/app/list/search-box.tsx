import { CloseButton, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Ref, useEffect, useRef, useState } from 'react';
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
  const sent = useRef(query);
  // The address changed by other means: a saved view, the back button.
  if (sent.current !== query) {
    sent.current = query;
    setTyped(query);
  }
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      onSearch(typed.trim());
    }, settleMs);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  useScannedCodes((code) => {
    if (code.length > maxLength) {
      notifications.show({
        message: text('common.scan.too_long_to_search', { count: code.length, max: maxLength }),
        color: 'yellow',
        autoClose: 8000,
      });
      return;
    }
    sent.current = code.trim();
    setTyped(sent.current);
    onSearch(sent.current);
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
