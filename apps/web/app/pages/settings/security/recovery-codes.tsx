import { Button, CopyButton } from '@mantine/core';
import { Link } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import security from './security.module.css';

/** Shown once, right after they were made; leaving the page is what makes them vanish. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
  const hydrated = useHydrated();
  const text = useText();
  const file = [
    text('settings.security.codes_of', { email }),
    text('settings.security.codes_once'),
    '',
    ...codes,
    '',
  ].join('\n');
  return (
    <section className={`${classes.section} ${security.printed}`} id="second-factor">
      <h2>{text('settings.security.your_codes')}</h2>
      <p role="status">{text('settings.security.your_codes_hint')}</p>
      <ol className={security.codes} data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={security.keep}>
        {hydrated ? (
          <>
            <CopyButton value={codes.join('\n')}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {text(copied ? 'common.copied' : 'common.copy')}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={() => window.print()}>
              {text('settings.security.print')}
            </Button>
          </>
        ) : null}
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="readout-recovery-codes.txt"
        >
          {text('settings.security.download')}
        </Button>
        <Button component={Link} to="/settings/security#second-factor">
          {text('settings.security.codes_kept')}
        </Button>
      </div>
    </section>
  );
}
