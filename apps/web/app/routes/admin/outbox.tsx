import { Button, Modal, TextInput } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import { deleteMails, sendMailsAgain } from '@readout/domain/mails/change-outbox';
import { listOutbox, type OutboxMail } from '@readout/domain/mails/list-outbox';
import { openMail } from '@readout/domain/mails/open-mail';
import { mailStates } from '@readout/domain/mails/rules';
import { useState } from 'react';
import { data, Form, Link, useNavigation, useSubmit } from 'react-router';
import { requirePlatform } from '../../session.ts';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { Choice, listQuery, Paging, SearchForm, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/outbox';
import { OpenedMailDialog } from './opened-mail.tsx';
import classes from './outbox.module.css';
import { refusedForm } from './refused.server.ts';
import { useMay } from './use-may.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const params = new URL(request.url).searchParams;
  const state = mailStates.find((name) => name === params.get('state'));
  const list = await orProblemPage(
    listOutbox(
      { platform: services.db.platform },
      { actor, ...listQuery(request, []), ...(state ? { state } : {}) },
    ),
  );
  return { ...list, sendsMail: services.mailer.isConfigured };
}

/** Opening is an act, not a view: it is written down each time. */
export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor, session } = requirePlatform(context, request);
  const form = await request.formData();
  const deps = { platform: services.db.platform, mailer: services.mailer };
  const mailIds = form.getAll('id').map(String);
  try {
    switch (form.get('intent')) {
      case 'open': {
        const opened = await openMail(deps, {
          actor,
          sessionId: session.sessionId,
          mailId: mailIds[0] ?? '',
          // Where the administrator is: a link to the server's configured address may not lead here yet.
          origin: request.headers.get('origin') ?? new URL(request.url).origin,
          userAgent: request.headers.get('user-agent'),
        });
        return data({ opened }, { headers: { 'cache-control': 'no-store' } });
      }
      case 'send':
        return { done: 'send' as const, ...(await sendMailsAgain(deps, { actor, mailIds })) };
      case 'delete':
        return { done: 'delete' as const, ...(await deleteMails(deps, { actor, mailIds })) };
      default:
        throw new AppError('request.invalid');
    }
  } catch (error) {
    const { data: answer, init } = refusedForm(error, '');
    return data({ problem: answer.problem.message }, init ?? {});
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Outbox · Readout' }];

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, sendsMail } = loaderData;
  const mayChange = useMay()('outbox.change');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asksToDelete, setAsksToDelete] = useState(false);
  const submit = useSubmit();
  const navigation = useNavigation();
  const chosen = items.filter((mail) => picked.has(mail.id) && mail.state !== 'sent');
  const act = (intent: 'send' | 'delete'): void => {
    const form = new FormData();
    form.set('intent', intent);
    for (const mail of chosen) form.append('id', mail.id);
    void submit(form, { method: 'post' });
    setPicked(new Set());
  };
  const pickable = items.filter((mail) => mail.state !== 'sent');
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>Outbox</h1>
          <p className={page.lead}>
            {sendsMail
              ? 'Mails are sent as they are made. What a server refuses for the moment is tried again for about a day.'
              : `No mail server is set up, so mails wait here. ${mayChange ? 'Open one' : 'An administrator opens one'} to pass its link on to whom it is for, who sees that it was opened.`}
          </p>
        </div>
      </div>
      <Said answer={actionData} />
      <SearchForm label="Recipient or subject">
        <Choice
          name="state"
          label="State"
          options={[
            ['waiting', 'waiting'],
            ['sent', 'sent'],
            ['failed', 'failed'],
          ]}
        />
      </SearchForm>
      {chosen.length > 0 ? (
        <section className={classes.chosen} aria-label="Chosen mails">
          <span>{chosen.length === 1 ? '1 mail chosen' : `${chosen.length} mails chosen`}</span>
          <Button
            variant="default"
            size="compact-sm"
            disabled={!sendsMail || !chosen.some((mail) => mail.isSendable)}
            title={sendsMail ? undefined : 'No mail server is set up (READOUT_SMTP_URL).'}
            loading={navigation.formData?.get('intent') === 'send'}
            onClick={() => act('send')}
          >
            Send now
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => setAsksToDelete(true)}>
            Delete…
          </Button>
        </section>
      ) : null}
      <Table
        label="Mails"
        head={
          <>
            {mayChange ? (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label="Choose all that were not sent"
                  checked={pickable.length > 0 && pickable.every((mail) => picked.has(mail.id))}
                  disabled={pickable.length === 0}
                  onChange={(event) =>
                    setPicked(new Set(event.currentTarget.checked ? pickable.map((mail) => mail.id) : []))
                  }
                />
              </th>
            ) : null}
            <th scope="col">To</th>
            <th scope="col">Subject</th>
            <th scope="col">State</th>
            <th scope="col">Made</th>
            <th scope="col" className={table.number}>
              Text
            </th>
          </>
        }
      >
        {items.map((mail) => (
          <Row
            key={mail.id}
            mail={mail}
            mayChange={mayChange}
            isPicked={picked.has(mail.id)}
            onPick={(isPicked) => {
              const next = new Set(picked);
              if (isPicked) next.add(mail.id);
              else next.delete(mail.id);
              setPicked(next);
            }}
          />
        ))}
        {items.length === 0 ? (
          <tr>
            <td colSpan={6}>
              No mail is here. <Link to="/admin/outbox">Show all</Link>
            </td>
          </tr>
        ) : null}
      </Table>
      <Paging total={total} what={total === 1 ? 'mail' : 'mails'} />
      <OpenedMailDialog opened={actionData && 'opened' in actionData ? actionData.opened : undefined} />
      <DeleteDialog
        count={chosen.length}
        opened={asksToDelete}
        onClose={() => setAsksToDelete(false)}
        onDelete={() => act('delete')}
      />
    </>
  );
}

function Said({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const count = answer && 'changed' in answer ? answer.changed : 0;
  const mails = count === 1 ? '1 mail' : `${count} mails`;
  return (
    <div role="status">
      {answer && 'problem' in answer ? <p className={classes.problem}>{answer.problem}</p> : null}
      {answer && 'done' in answer ? (
        <p className={classes.done}>
          {answer.done === 'send'
            ? count > 0
              ? `${mails} will be sent now.`
              : 'Nothing could be sent: their texts have been erased.'
            : `${mails} deleted.`}
        </p>
      ) : null}
    </div>
  );
}

function Row({
  mail,
  mayChange,
  isPicked,
  onPick,
}: {
  mail: OutboxMail;
  mayChange: boolean;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
}) {
  const navigation = useNavigation();
  const isOpening =
    navigation.formData?.get('intent') === 'open' && navigation.formData.get('id') === mail.id;
  return (
    <tr>
      {mayChange ? (
        <td>
          <input
            type="checkbox"
            aria-label={`Choose the mail to ${mail.to}`}
            checked={isPicked}
            disabled={mail.state === 'sent'}
            onChange={(event) => onPick(event.currentTarget.checked)}
          />
        </td>
      ) : null}
      <td className={`${table.wide} ${classes.text}`} dir="ltr">
        {mail.to}
      </td>
      <td className={`${table.wide} ${classes.text}`} dir="auto">
        {mail.subject}
      </td>
      <td className={table.wide}>
        <State mail={mail} />
      </td>
      <td>
        <When iso={mail.createdAt} />
      </td>
      <td className={table.number}>
        {mail.secrecy === null && !mayChange ? (
          <span className={table.sub}>for administrators</span>
        ) : mail.secrecy === null ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="open" />
            <input type="hidden" name="id" value={mail.id} />
            <Button type="submit" variant="default" size="compact-sm" loading={isOpening}>
              Open
            </Button>
          </Form>
        ) : mail.state === 'sent' ? null : (
          <span className={table.sub} title={reasons[mail.secrecy].long}>
            {reasons[mail.secrecy].short}
          </span>
        )}
      </td>
    </tr>
  );
}

const reasons = {
  other_admin: {
    short: 'another admin’s',
    long: 'This mail is to another administrator of this Readout: only they may follow its link.',
  },
  sent_by_smtp: {
    short: 'not shown',
    long: 'This mail was made to be sent: what it says is between Readout and whoever it is to.',
  },
  erased: { short: 'erased', long: 'Its link has expired, so its text has been erased.' },
} as const;

function State({ mail }: { mail: OutboxMail }) {
  switch (mail.state) {
    case 'sent':
      return (
        <span className={table.state} data-tone="signal">
          sent {mail.sentAt ? <When iso={mail.sentAt} /> : null}
        </span>
      );
    case 'failed':
      return (
        <>
          <span className={table.state} data-tone="alarm">
            failed
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
            {mail.withoutSmtp ? 'waits to be passed on' : 'waiting'}
          </span>
          {mail.nextAttemptAt ? (
            <>
              <br />
              <span className={table.sub}>
                tried {mail.attempts === 1 ? 'once' : `${mail.attempts} times`}, again at{' '}
                <When iso={mail.nextAttemptAt} exact />: {mail.lastError}
              </span>
            </>
          ) : null}
        </>
      );
  }
}

function DeleteDialog({
  count,
  opened,
  onClose,
  onDelete,
}: {
  count: number;
  opened: boolean;
  onClose: () => void;
  onDelete: () => void;
}) {
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={count === 1 ? 'Delete 1 mail' : `Delete ${count} mails`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== 'delete') return;
          onDelete();
          close();
        }}
      >
        <p>They have not been sent. Whom they are for has to ask for new ones; this cannot be undone.</p>
        <TextInput
          label="Type “delete” to go on"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          autoComplete="off"
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            Keep
          </Button>
          <Button type="submit" color="red" disabled={typed !== 'delete'}>
            Delete
          </Button>
        </div>
      </form>
    </Modal>
  );
}
