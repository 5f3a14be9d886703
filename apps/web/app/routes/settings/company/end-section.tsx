import { Button, TextInput } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form, Link, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { CompanyAnswer } from './answer.ts';
import { Reserved } from './reserved.tsx';

/** Leaving, handing over, closing: what ends something. */
export function EndSection({
  company,
  isOwner,
  may,
  answer,
}: {
  company: CompanyProfile;
  isOwner: boolean;
  may: { close: Permission; leave: Permission };
  answer: CompanyAnswer | undefined;
}) {
  const busy = useNavigation().formData?.get('intent');
  const isLastOwner = isOwner && company.owners <= 1;
  return (
    <section className={classes.section} id="end">
      <h2>Leaving and closing</h2>
      <ul className={classes.rows}>
        <li>
          <div className={classes.what}>
            Leave this company
            <small>
              {isLastOwner ? (
                <>
                  You are its only owner. <Link to="/settings/members">Make another member owner</Link> first.
                </>
              ) : (
                'At once. What you captured stays with the company; only an invitation brings you back.'
              )}
            </small>
          </div>
          <Form method="post" className={classes.actions}>
            <details className={classes.unfold}>
              <summary>Leave …</summary>
              <Button
                type="submit"
                name="intent"
                value="leave"
                size="xs"
                color="red"
                disabled={isLastOwner || !may.leave.allowed}
                loading={busy === 'leave'}
              >
                Yes, leave
              </Button>
            </details>
          </Form>
          <Reserved sentence={may.leave.sentence} />
          <Outcome problem={problemOf(answer, 'leave')} />
        </li>
        {company.status === 'closing' ? (
          <Reopening company={company} may={may.close} answer={answer} isBusy={busy === 'reopen'} />
        ) : (
          <Closing company={company} may={may.close} answer={answer} isBusy={busy === 'close'} />
        )}
      </ul>
    </section>
  );
}

interface Part {
  company: CompanyProfile;
  may: Permission;
  answer: CompanyAnswer | undefined;
  isBusy: boolean;
}

function Closing({ company, may, answer, isBusy }: Part) {
  const problem = problemOf(answer, 'close');
  return (
    <li>
      <div className={classes.what}>
        Close this company
        <small>
          Nothing new is taken in from then on. For 30 days everything can still be read, exported and the
          closing taken back; then captures, readings, records and their history are deleted for good. All
          members are told by mail.
        </small>
      </div>
      {may.allowed ? (
        <details className={classes.unfold} open={problem !== undefined}>
          <summary>Close …</summary>
          <Form method="post" className={classes.form}>
            <TextInput
              label="Name of the company"
              description={
                <>
                  Type <strong dir="auto">{company.name}</strong> to confirm.
                </>
              }
              name="confirmation"
              dir="auto"
              autoComplete="off"
              defaultValue={problem?.typed.confirmation}
              error={problem?.fields.confirmation}
            />
            <Button type="submit" name="intent" value="close" color="red" loading={isBusy}>
              Close the company
            </Button>
            <Outcome problem={problem} />
          </Form>
        </details>
      ) : (
        <Reserved sentence={may.sentence} />
      )}
      <Outcome done={answer?.done === 'reopen' && 'The company is open again.'} />
    </li>
  );
}

function Reopening({ company, may, answer, isBusy }: Part) {
  return (
    <li>
      <div className={classes.what}>
        <strong>This company is being closed.</strong>
        <small>
          {company.goneAt ? (
            <>
              Everything in it is deleted on <When iso={company.goneAt} exact />.
            </>
          ) : null}{' '}
          {company.closedByPlatform
            ? `Whoever runs this Readout closes it; only they can stop that. Export what you need.${company.statusReason ? ` Reason: ${company.statusReason}` : ''}`
            : 'Until then it can be taken back.'}
        </small>
      </div>
      {company.closedByPlatform ? null : (
        <Form method="post" className={classes.actions}>
          <Button
            type="submit"
            name="intent"
            value="reopen"
            size="xs"
            disabled={!may.allowed}
            loading={isBusy}
          >
            Keep the company
          </Button>
          <Reserved sentence={may.sentence} />
        </Form>
      )}
      <Outcome problem={problemOf(answer, 'reopen')} />
    </li>
  );
}
