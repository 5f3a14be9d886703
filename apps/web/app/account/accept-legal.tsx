import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FormattedText } from '../ui/texts.tsx';

/** The box that everyone with a new account ticks; with `versions`, those that were shown are sent along. */
export function AcceptLegal({
  versions,
  hasAccepted,
  problem,
}: {
  versions?: { terms: string; privacy: string };
  hasAccepted?: boolean | undefined;
  problem: string | undefined;
}) {
  return (
    <>
      {versions ? (
        <>
          <input type="hidden" name="termsVersion" value={versions.terms} />
          <input type="hidden" name="privacyVersion" value={versions.privacy} />
        </>
      ) : null}
      <Checkbox
        name="accept"
        value="yes"
        defaultChecked={hasAccepted}
        error={problem}
        label={
          <FormattedText
            id="account.legal.accept"
            values={{
              terms: (inside: ReactNode) => (
                <Link to="/tos" target="_blank">
                  {inside}
                </Link>
              ),
              privacy: (inside: ReactNode) => (
                <Link to="/privacy-policy" target="_blank">
                  {inside}
                </Link>
              ),
            }}
          />
        }
      />
    </>
  );
}
