import { useEffect, useRef } from 'react';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { useHydrated } from '../../../ui/hydrated.ts';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './api-keys.module.css';

/** The key itself, this once; leaving the page is what makes it vanish. */
export function MadeKey({
  made: { key, name, expiresAt },
}: {
  made: { key: string; name: string; expiresAt: string };
}) {
  const hydrated = useHydrated();
  const text = useText();
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key is brought into sight
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return (
    <div className={settings.panel} ref={panel}>
      <p role="status">
        <FormattedText
          id="settings.api_keys.made_key"
          values={{
            name: <strong dir="auto">{name}</strong>,
            when: <When iso={expiresAt} exact />,
          }}
        />
      </p>
      <CopiedValue aria-label={text('settings.api_keys.new_key')} value={key} />
      <p>
        <FormattedText id="settings.api_keys.how_to_give" />
      </p>
      <pre className={classes.example}>
        curl -H "Authorization: Bearer $READOUT_API_KEY"{' '}
        {hydrated ? window.location.origin : 'https://your-readout'}/api/v1/captures
      </pre>
    </div>
  );
}
