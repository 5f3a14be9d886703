import { Button, CopyButton, TextInput } from '@mantine/core';
import { useHydrated } from './hydrated.ts';
import settings from './settings.module.css';
import { useText } from './texts.tsx';

/** A value to take along, such as a key or a link: selected with one click, copied with another. */
export function CopiedValue({
  value,
  ...labelled
}: { value: string } & ({ label: string } | { 'aria-label': string })) {
  const text = useText();
  const hydrated = useHydrated();
  return (
    <div className={settings.copy}>
      <TextInput
        {...labelled}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--font-mono)' } }}
      />
      {hydrated ? (
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {text(copied ? 'common.copied' : 'common.copy')}
            </Button>
          )}
        </CopyButton>
      ) : null}
    </div>
  );
}
