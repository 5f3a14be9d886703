import { Button, CopyButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHydrated } from '../../../ui/hydrated.ts';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';

/** The signing secret, this once; leaving the page is what makes it vanish. `children`: what happened. */
export function ShownSecret({
  name,
  secret,
  children,
}: {
  name: string;
  secret: string;
  children: ReactNode;
}) {
  const text = useText();
  const hydrated = useHydrated();
  return (
    <div className={settings.panel}>
      <p role="status">{children}</p>
      <div className={settings.copy}>
        <TextInput
          label={text('deliveries.secret_of', { name })}
          value={secret}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        />
        {hydrated ? (
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {text(copied ? 'common.copied' : 'common.copy')}
              </Button>
            )}
          </CopyButton>
        ) : null}
      </div>
      <p>{text('deliveries.secret_once')}</p>
    </div>
  );
}
