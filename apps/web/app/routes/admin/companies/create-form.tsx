import { Button, TextInput } from '@mantine/core';
import { Form, Link, useNavigation } from 'react-router';
import page from '../../../ui/page.module.css';
import type { Problem } from '../../settings/outcome.tsx';
import classes from '../selection.module.css';

export interface Created {
  companyId: string;
  inviteUrl: string | null;
  name: string;
  ownerEmail: string;
}

/** A company and the invitation of its owner. */
export function CreateForm({ problem, isOpen }: { problem: Problem | undefined; isOpen: boolean }) {
  const isBusy = useNavigation().formData?.get('intent') === 'create';
  return (
    <section className={classes.panel} aria-label="Create a company" hidden={!isOpen}>
      <h2>Create a company</h2>
      <Form method="post">
        <input type="hidden" name="intent" value="create" />
        <div className={classes.fields}>
          <TextInput
            name="name"
            label="Name"
            required
            maxLength={200}
            defaultValue={problem?.typed.name ?? ''}
            error={problem?.fields.name}
          />
          <TextInput
            name="ownerEmail"
            type="email"
            label="Email of its owner"
            description="Gets an invitation that works once, for 7 days."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            maxLength={320}
            defaultValue={problem?.typed.ownerEmail ?? ''}
            error={problem?.fields.ownerEmail}
          />
        </div>
        {problem && Object.keys(problem.fields).length === 0 ? (
          <p className={classes.problem} role="alert">
            {problem.message}
          </p>
        ) : null}
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy}>
            Create and invite
          </Button>
          <Button component={Link} to="/admin/company" variant="subtle" color="gray">
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}

export function CreatedNote({ created }: { created: Created }) {
  return (
    <section className={classes.panel} data-tone="done" aria-label="Created">
      <h2 role="status">
        <bdi>{created.name}</bdi> was created
      </h2>
      {created.inviteUrl ? (
        <>
          <p>
            No mail server is configured. Pass this link on to {created.ownerEmail}; it works once, for 7
            days, and is not shown again:
          </p>
          <p className={page.mono} style={{ overflowWrap: 'anywhere' }}>
            {created.inviteUrl}
          </p>
        </>
      ) : (
        <p>An invitation is on its way to {created.ownerEmail}.</p>
      )}
      <div className={classes.buttons}>
        <Button component={Link} to={`/admin/company/${created.companyId}`} variant="default">
          Open the company
        </Button>
      </div>
    </section>
  );
}
