import { Button, TextInput } from '@mantine/core';
import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { Form, useNavigation } from 'react-router';
import page from '../../../ui/page.module.css';
import { When } from '../../../ui/when.tsx';
import { type FormAnswer, Outcome, problemOf } from '../../settings/outcome.tsx';
import classes from '../admin.module.css';

const graceDays = 30;

const DONE: Record<string, string> = {
  suspend: 'The company is suspended.',
  resume: 'The company is active again.',
  close: 'The company is closing.',
  reopen: 'The company is open again.',
};

/** Suspending and closing, each with the way back. */
export function StatusForms({
  company,
  answer,
}: {
  company: PlatformCompanyDetail;
  answer: FormAnswer | undefined;
}) {
  const { status, closingAt } = company;
  const gone = closingAt ? new Date(Date.parse(closingAt) + graceDays * 86_400_000).toISOString() : undefined;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Suspend or delete</h2>
      <p className={classes.done} role="status">
        {answer?.done && answer.done !== 'limits' ? DONE[answer.done] : ''}
      </p>
      {status === 'closing' ? (
        <Change company={company} intent="reopen" answer={answer} button="Reopen the company">
          <p className={classes.explained}>
            Closing since {closingAt ? <When iso={closingAt} exact /> : 'today'}. Members can read and export.
            Everything is deleted for good{' '}
            {gone ? (
              <>
                after <When iso={gone} exact />
              </>
            ) : null}
            ; until then it can be taken back.
          </p>
        </Change>
      ) : (
        <>
          {status === 'suspended' ? (
            <Change company={company} intent="resume" answer={answer} button="Resume the company">
              <p className={classes.explained}>Members can read and export; nothing new is accepted.</p>
            </Change>
          ) : (
            <Change
              company={company}
              intent="suspend"
              answer={answer}
              button="Suspend the company"
              takesReason="Reason, shown to its members"
            >
              <p className={classes.explained}>
                At once, on every open page: members can sign in, read and export; nothing new is accepted.
              </p>
            </Change>
          )}
          <details className={classes.unfold} open={problemOf(answer, 'close') !== undefined}>
            <summary>Delete the company…</summary>
            <Change
              company={company}
              intent="close"
              answer={answer}
              button="Delete after 30 days"
              takesReason="Reason, shown to its members"
              isConfirmed
            >
              <p className={classes.explained}>
                It closes at once and is deleted for good after {graceDays} days, with all captures and
                records. Until then you can take it back here; its owners can still export everything.
              </p>
            </Change>
          </details>
        </>
      )}
    </section>
  );
}

function Change({
  company,
  intent,
  answer,
  button,
  takesReason,
  isConfirmed = false,
  children,
}: {
  company: PlatformCompanyDetail;
  intent: string;
  answer: FormAnswer | undefined;
  button: string;
  takesReason?: string;
  isConfirmed?: boolean;
  children: React.ReactNode;
}) {
  const problem = problemOf(answer, intent);
  const isBusy = useNavigation().formData?.get('intent') === intent;
  return (
    <Form method="post" className={classes.form} preventScrollReset>
      {children}
      <input type="hidden" name="revision" value={company.revision} />
      {takesReason ? (
        <TextInput
          name="reason"
          label={takesReason}
          maxLength={500}
          required
          defaultValue={problem?.typed.reason ?? ''}
          error={problem?.fields.reason}
        />
      ) : null}
      {isConfirmed ? (
        <TextInput
          name="confirmation"
          label={
            <>
              Type <bdi>{company.name}</bdi> to confirm
            </>
          }
          autoComplete="off"
          required
          dir="auto"
          defaultValue={problem?.typed.confirmation ?? ''}
          error={problem?.fields.confirmation}
        />
      ) : null}
      <Outcome problem={problem} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="default"
        loading={isBusy}
        {...(isConfirmed ? { color: 'red', variant: 'outline' } : {})}
      >
        {button}
      </Button>
    </Form>
  );
}
