import { Button } from '@mantine/core';
import { deleteMails, sendMailsAgain } from '@readout/domain/mails/change-outbox';
import { listOutbox, type OutboxMail } from '@readout/domain/mails/list-outbox';
import { openMail } from '@readout/domain/mails/open-mail';
import { mailStates } from '@readout/domain/mails/rules';
import { Form } from 'react-router';
import { doneOf } from '../../../forms/answer.ts';
import { actionOf, form, text, texts } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { defineList } from '../../../ui/list/define-list.ts';
import { SearchForm } from '../../../ui/list/filter.tsx';
import table from '../../../ui/list/list.module.css';
import { Paging } from '../../../ui/list/paging.tsx';
import { Selectable } from '../../../ui/list/selection.tsx';
import { ListTable } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';
import { ChosenMails } from './chosen-mails.tsx';
import { OpenedMailDialog } from './opened-mail.tsx';
import classes from './outbox.module.css';

const outbox = defineList({ sorts: [], filters: { state: mailStates } });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const list = await orProblemPage(
    listOutbox({ platform: services.db.platform }, { actor, ...outbox.query(request) }),
  );
  return { ...list, sendsMail: services.mailer.isConfigured };
}

/** Opening is an act, not a view: it is written down each time. */
export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor, session } = requirePlatform(context, request);
  const deps = { platform: services.db.platform, mailer: services.mailer };
  return actionOf(request, {
    open: form({ id: text }, ({ id: mailId }) =>
      openMail(deps, {
        actor,
        sessionId: session.sessionId,
        mailId,
        // Where the administrator is: a link to the server's configured address may not lead here yet.
        origin: request.headers.get('origin') ?? new URL(request.url).origin,
        userAgent: request.headers.get('user-agent'),
      }),
    ),
    send: form({ id: texts }, ({ id: mailIds }) => sendMailsAgain(deps, { actor, mailIds })),
    delete: form({ id: texts }, ({ id: mailIds }) => deleteMails(deps, { actor, mailIds })),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.outbox.title');

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { items, total, sendsMail } = loaderData;
  const answer = useAnswer(actionData);
  const sent = doneOf(answer, 'send');
  const deleted = doneOf(answer, 'delete');
  const mayChange = useMay()('outbox.change');
  const changeable = items.filter((mail) => mail.state !== 'sent');
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('operation.outbox.title')}</h1>
          <p className={page.lead}>
            {text('operation.outbox.lead', {
              sends: sendsMail ? 'yes' : mayChange ? 'no_admin' : 'no_reader',
            })}
          </p>
        </div>
      </div>
      <Outcome
        problem={answer?.problem}
        done={
          sent
            ? text('operation.outbox.will_be_sent', { count: sent.changed })
            : deleted && text('operation.outbox.deleted', { count: deleted.changed })
        }
      />
      <SearchForm
        label={text('operation.outbox.search')}
        of={outbox}
        filters={{
          state: [text('operation.outbox.state_label'), (state) => text('operation.outbox.state', { state })],
        }}
      />
      <Selectable shown={changeable.map((mail) => mail.id)} isOn={mayChange}>
        <ChosenMails mails={changeable} sendsMail={sendsMail} />
        <ListTable
          label={text('operation.outbox.mails')}
          rows={items}
          choose={{
            all: text('operation.outbox.choose_all'),
            one: ({ to }) => text('operation.outbox.choose', { recipient: to }),
            isOff: ({ state }) => state === 'sent',
          }}
          columns={{
            to: [
              text('operation.column', { column: 'recipient' }),
              ({ to }) => to,
              { className: `${table.wide} ${classes.text}`, dir: 'ltr' },
            ],
            subject: [
              text('operation.column', { column: 'subject' }),
              ({ subject }) => subject,
              { className: `${table.wide} ${classes.text}`, dir: 'auto' },
            ],
            state: [
              text('operation.column', { column: 'state' }),
              (mail) => <State mail={mail} />,
              { className: table.wide },
            ],
            createdAt: [
              text('operation.column', { column: 'made' }),
              ({ createdAt }) => <When iso={createdAt} />,
            ],
            text: [
              text('operation.column', { column: 'text' }),
              (mail) => <MailText mail={mail} mayChange={mayChange} />,
              { isNumber: true },
            ],
          }}
          none={(link) => <FormattedText id="operation.outbox.none" values={{ link }} />}
        />
      </Selectable>
      <Paging total={total} what={text('operation.outbox.count', { count: total })} />
      <OpenedMailDialog opened={doneOf(answer, 'open')} />
    </>
  );
}

function MailText({ mail, mayChange }: { mail: OutboxMail; mayChange: boolean }) {
  const text = useText();
  const isSending = useSending();
  if (mail.secrecy === null)
    return mayChange ? (
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="open" />
        <input type="hidden" name="id" value={mail.id} />
        <Button
          type="submit"
          variant="default"
          size="compact-sm"
          loading={isSending('open', { id: mail.id })}
        >
          {text('operation.outbox.open')}
        </Button>
      </Form>
    ) : (
      <span className={table.sub}>{text('operation.outbox.for_administrators')}</span>
    );
  if (mail.state === 'sent') return null;
  return (
    <span className={table.sub} title={text('operation.outbox.secrecy_hint', { secrecy: mail.secrecy })}>
      {text('operation.outbox.secrecy', { secrecy: mail.secrecy })}
    </span>
  );
}

function State({ mail }: { mail: OutboxMail }) {
  const text = useText();
  switch (mail.state) {
    case 'sent':
      return (
        <span className={table.state} data-tone="signal">
          {mail.sentAt ? (
            <FormattedText id="operation.outbox.sent" values={{ when: <When iso={mail.sentAt} /> }} />
          ) : (
            text('operation.outbox.state', { state: 'sent' })
          )}
        </span>
      );
    case 'failed':
      return (
        <>
          <span className={table.state} data-tone="alarm">
            {text('operation.outbox.state', { state: 'failed' })}
          </span>
          <br />
          <span className={table.sub}>{mail.lastError}</span>
        </>
      );
    case 'waiting':
      return (
        <>
          <span
            className={table.state}
            data-tone={mail.withoutSmtp || mail.attempts > 0 ? 'notice' : 'plain'}
          >
            {text('operation.outbox.state', { state: mail.withoutSmtp ? 'passed_on' : 'waiting' })}
          </span>
          {mail.nextAttemptAt ? (
            <>
              <br />
              <span className={table.sub}>
                <FormattedText
                  id="operation.outbox.tried"
                  values={{
                    attempts: mail.attempts,
                    when: <When iso={mail.nextAttemptAt} exact />,
                    reason: mail.lastError ?? '',
                  }}
                />
              </span>
            </>
          ) : null}
        </>
      );
  }
}
