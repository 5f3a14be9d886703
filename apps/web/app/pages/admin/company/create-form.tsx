import { Button, TextInput } from '@mantine/core';
import { Form, Link } from 'react-router';
import { isBesideField, type Problem } from '../../../forms/answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/list/list.module.css';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';

interface Created {
  companyId: string;
  inviteUrl: string | null;
  name: string;
  ownerEmail: string;
}

/** A company and the invitation of its owner. */
export function CreateForm({
  problem,
  isOpen,
}: {
  problem: Problem<{ name: string; ownerEmail: string }> | undefined;
  isOpen: boolean;
}) {
  const text = useText();
  const isBusy = useSending()('create');
  return (
    <section className={classes.panel} aria-label={text('admin.companies.create')} hidden={!isOpen}>
      <h2>{text('admin.companies.create')}</h2>
      <Form method="post">
        <input type="hidden" name="intent" value="create" />
        <div className={classes.fields}>
          <TextInput
            name="name"
            label={text('common.name')}
            required
            maxLength={200}
            defaultValue={problem?.typed.name ?? ''}
            error={problem?.fields.name}
          />
          <TextInput
            name="ownerEmail"
            type="email"
            label={text('admin.companies.owner_email')}
            description={text('admin.companies.owner_email_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            maxLength={320}
            defaultValue={problem?.typed.ownerEmail ?? ''}
            error={problem?.fields.ownerEmail}
          />
        </div>
        {problem && !isBesideField(problem) ? (
          <p className={classes.problem} role="alert">
            {problem.message}
          </p>
        ) : null}
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy}>
            {text('admin.companies.create_and_invite')}
          </Button>
          <Button component={Link} to="/admin/company" variant="subtle" color="gray">
            {text('common.cancel')}
          </Button>
        </div>
      </Form>
    </section>
  );
}

export function CreatedNote({ created }: { created: Created }) {
  const text = useText();
  return (
    <section className={classes.panel} data-tone="done" aria-label={text('admin.companies.created_label')}>
      <h2 role="status">
        <FormattedText id="admin.companies.created" values={{ name: <bdi>{created.name}</bdi> }} />
      </h2>
      {created.inviteUrl ? (
        <>
          <p>{text('admin.companies.pass_link_on', { email: created.ownerEmail })}</p>
          <p className={page.mono} data-as-typed style={{ overflowWrap: 'anywhere' }}>
            {created.inviteUrl}
          </p>
        </>
      ) : (
        <p>{text('admin.companies.invited', { email: created.ownerEmail })}</p>
      )}
      <div className={classes.buttons}>
        <Button component={Link} to={`/admin/company/${created.companyId}`} variant="default">
          {text('admin.companies.open')}
        </Button>
      </div>
    </section>
  );
}
