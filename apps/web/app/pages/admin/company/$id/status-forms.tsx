import { Button, TextInput } from '@mantine/core';
import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { Form, useNavigation } from 'react-router';
import { type FormAnswer, Outcome, problemOf } from '../../../../problems/outcome.tsx';
import { Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../../admin.module.css';

const graceDays = 30;

type Intent = 'suspend' | 'resume' | 'close' | 'reopen';

const isIntent = (done: string | undefined): done is Intent =>
  ['suspend', 'resume', 'close', 'reopen'].includes(done ?? '');

/** Suspending and closing, each with the way back. */
export function StatusForms({
  company,
  answer,
}: {
  company: PlatformCompanyDetail;
  answer: FormAnswer | undefined;
}) {
  const text = useText();
  const { status, closingAt } = company;
  const gone = closingAt ? new Date(Date.parse(closingAt) + graceDays * 86_400_000).toISOString() : undefined;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.suspend_or_delete')}</h2>
      <p className={classes.done} role="status">
        {isIntent(answer?.done) ? text('admin.company.done', { intent: answer.done }) : ''}
      </p>
      {status === 'closing' ? (
        <Change company={company} intent="reopen" answer={answer}>
          <Text size={14} tone="dim" isLong>
            {closingAt && gone ? (
              <FormattedText
                id="admin.company.closing"
                values={{ since: <When iso={closingAt} exact />, gone: <When iso={gone} exact /> }}
              />
            ) : null}
          </Text>
        </Change>
      ) : (
        <>
          {status === 'suspended' ? (
            <Change company={company} intent="resume" answer={answer}>
              <Text size={14} tone="dim" isLong>
                {text('admin.company.suspended')}
              </Text>
            </Change>
          ) : (
            <Change company={company} intent="suspend" answer={answer} takesReason>
              <Text size={14} tone="dim" isLong>
                {text('admin.company.suspend_hint')}
              </Text>
            </Change>
          )}
          <details className={classes.unfold} open={problemOf(answer, 'close') !== undefined}>
            <summary>{text('admin.company.close_unfold')}</summary>
            <Change company={company} intent="close" answer={answer} takesReason isConfirmed>
              <Text size={14} tone="dim" isLong>
                {text('admin.company.close_hint', { days: graceDays })}
              </Text>
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
  takesReason = false,
  isConfirmed = false,
  children,
}: {
  company: PlatformCompanyDetail;
  intent: Intent;
  answer: FormAnswer | undefined;
  takesReason?: boolean;
  isConfirmed?: boolean;
  children: React.ReactNode;
}) {
  const text = useText();
  const problem = problemOf(answer, intent);
  const isBusy = useNavigation().formData?.get('intent') === intent;
  return (
    <Form method="post" className={classes.form} preventScrollReset>
      {children}
      <input type="hidden" name="revision" value={company.revision} />
      {takesReason ? (
        <TextInput
          name="reason"
          label={text('admin.company.reason')}
          maxLength={500}
          required
          defaultValue={problem?.typed.reason ?? ''}
          error={problem?.fields.reason}
        />
      ) : null}
      {isConfirmed ? (
        <TextInput
          name="confirmation"
          label={<FormattedText id="admin.confirm.type" values={{ words: <bdi>{company.name}</bdi> }} />}
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
        {text('admin.company.button', { intent })}
      </Button>
    </Form>
  );
}
