import { Checkbox } from '@mantine/core';
import { Link } from 'react-router';

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
          <>
            I accept the{' '}
            <Link to="/tos" target="_blank">
              terms of service
            </Link>{' '}
            and the{' '}
            <Link to="/privacy-policy" target="_blank">
              privacy policy
            </Link>
            .
          </>
        }
      />
    </>
  );
}
