import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { PlatformUserDetail } from '@readout/domain/platform/get-user-for-platform';
import { type PlatformRole, platformRoles } from '@readout/domain/platform/rules';
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import classes from '../admin.module.css';
import { useMay } from '../use-may.ts';
import type { Erasure } from './erasure.ts';
import styles from './panel.module.css';

type ProblemOf = (intent: string) => Problem | undefined;

const yourself = 'This is your own account: another administrator may do this.';

const ROLES: Record<PlatformRole, string> = {
  admin: 'Administrator: sees and changes everything of the installation',
  support: 'Support: sees companies and users, acts as users',
  auditor: 'Auditor: reads the administration, changes nothing',
  user: 'None',
};

/** Everything the viewer may do about a user; what is not possible now says why. */
export function UserForms({
  user,
  erasure,
  isMe,
  problem,
}: {
  user: PlatformUserDetail;
  erasure: Erasure | null;
  isMe: boolean;
  problem: ProblemOf;
}) {
  const isSuspended = user.state === 'suspended';
  const may = useMay();
  const refusing = user.companies.find((company) => company.actingRefused);
  const form = { userId: user.id, problem };
  return (
    <div className={styles.forms}>
      {may('users.act_as') ? (
        <Act
          {...form}
          intent="act_as"
          button="Act as this user"
          why={
            isMe
              ? yourself
              : user.role !== 'user'
                ? 'Nobody acts as somebody who has a role in this Readout.'
                : isSuspended
                  ? 'Nobody acts as a suspended user.'
                  : refusing
                    ? `An owner of ${refusing.name} lets nobody act as its members.`
                    : undefined
          }
          reason="Reason, shown to the user and their companies"
        >
          For one hour, reading only unless an owner of the company switched support access on. That it
          begins, and each page, capture and export you open, is written into the audit list of their
          companies by your name, and their owners are told.
        </Act>
      ) : null}
      {may('users.change') ? (
        <>
          {isSuspended ? (
            <Act {...form} intent="resume" button="End the suspension">
              They may sign in again.
            </Act>
          ) : (
            <Act
              {...form}
              intent="suspend"
              button="Suspend"
              why={isMe ? yourself : undefined}
              reason="Reason, for other administrators"
            >
              Ends every session at once; they cannot sign in until the suspension ends.
            </Act>
          )}
          <div className={styles.row}>
            <Act
              {...form}
              intent="sign_out"
              button="Sign out everywhere"
              why={isMe ? yourself : user.sessionCount === 0 ? 'Is signed in nowhere.' : undefined}
            />
            <Act
              {...form}
              intent="reset_two_factor"
              button="Reset second factor"
              why={isMe ? yourself : user.twoFactor ? undefined : 'Has no second factor.'}
            />
            <Act
              {...form}
              intent="verify_email"
              button="Mark email verified"
              why={user.emailVerified ? 'Is verified.' : undefined}
            />
            <Act
              {...form}
              intent="send_password_reset"
              button="Send password reset"
              why={isSuspended ? 'Is suspended.' : undefined}
            />
          </div>
        </>
      ) : null}
      {may('roles.give') ? (
        <Act
          {...form}
          intent="set_role"
          title="Role in this Readout"
          button="Change the role"
          why={isMe ? yourself : isSuspended && user.role === 'user' ? 'Is suspended.' : undefined}
          confirm={user.email}
          field={(problem) => (
            <NativeSelect
              name="role"
              label="Role"
              defaultValue={problem?.typed.role || user.role}
              data={platformRoles.map((value) => ({ value, label: ROLES[value] }))}
              error={problem?.fields.role}
            />
          )}
        >
          Holds at once, on every page they have open. They keep their companies and what they may there.
        </Act>
      ) : null}
      {erasure ? (
        <Act
          {...form}
          intent="delete"
          button="Delete the account"
          why={isMe ? 'Delete your own account in its settings.' : (erasure.obstacle ?? undefined)}
          confirm={user.email}
          isDestructive
        >
          Personal data is removed at once and for good; what they captured and decided stays with its
          companies.
          {erasure.closing.length > 0
            ? ` Nobody else is in ${new Intl.ListFormat('en').format(erasure.closing.map(({ name }) => name))}: it closes, and is deleted 30 days later.`
            : ''}
        </Act>
      ) : null}
    </div>
  );
}

/** One action. With something to enter it unfolds first. */
function Act({
  userId,
  intent,
  button,
  title = button,
  why,
  reason,
  field,
  confirm,
  isDestructive = false,
  problem,
  children,
}: {
  userId: string;
  intent: string;
  button: string;
  /** What it is about, where the button does not say it. */
  title?: string;
  /** Why it cannot be done. */
  why?: string | undefined;
  /** Label of the reason it takes. */
  reason?: string;
  /** What else is chosen. */
  field?: (problem: Problem | undefined) => ReactNode;
  /** What has to be typed. */
  confirm?: string;
  isDestructive?: boolean;
  problem: ProblemOf;
  children?: ReactNode;
}) {
  const refused = problem(intent);
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('intent') === intent;
  const submit = (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant={isDestructive ? 'outline' : 'default'}
      {...(isDestructive ? { color: 'red' } : {})}
      size="compact-md"
      disabled={why !== undefined}
      title={why ?? ''}
      loading={isBusy}
    >
      {button}
    </Button>
  );
  const form = (
    <Form method="post" className={classes.form} preventScrollReset>
      <input type="hidden" name="userId" value={userId} />
      {children ? <p className={classes.explained}>{children}</p> : null}
      {why ? <p className={styles.why}>{why}</p> : null}
      {reason && !why ? (
        <TextInput
          name="reason"
          label={reason}
          maxLength={500}
          required
          defaultValue={refused?.typed.reason ?? ''}
          error={refused?.fields.reason}
        />
      ) : null}
      {field && !why ? field(refused) : null}
      {confirm && !why ? (
        <TextInput
          name="confirmation"
          label={`Type ${confirm} to confirm`}
          autoComplete="off"
          required
          defaultValue={refused?.typed.confirmation ?? ''}
          error={refused?.fields.confirmation}
        />
      ) : null}
      <Outcome problem={refused} />
      {submit}
    </Form>
  );
  if (!reason && !confirm) return form;
  return (
    <details className={styles.unfold} open={refused !== undefined}>
      <summary>{title}…</summary>
      {form}
    </details>
  );
}
