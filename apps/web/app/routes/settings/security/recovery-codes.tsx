import { Button, CopyButton } from '@mantine/core';
import { Link } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import classes from '../settings.module.css';
import security from './security.module.css';

/** Shown once, right after they were made; leaving the page is what makes them vanish. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
  const hydrated = useHydrated();
  const text = `Recovery codes of ${email} at Readout\nEach works once, instead of a code of the app.\n\n${codes.join('\n')}\n`;
  return (
    <section className={`${classes.section} ${security.printed}`} id="second-factor">
      <h2>Your recovery codes</h2>
      <p role="status">
        The second factor is switched on. Keep these codes where you find them without your phone: each one
        signs you in once in place of the app’s code. They are shown only now.
      </p>
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
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
          </>
        ) : null}
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="readout-recovery-codes.txt"
        >
          Download
        </Button>
        <Button component={Link} to="/settings/security#second-factor">
          I kept them
        </Button>
      </div>
    </section>
  );
}
