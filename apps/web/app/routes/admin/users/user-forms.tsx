import { Button, TextInput } from '@mantine/core';
import type { PlatformUserDetail } from '@readout/domain/platform/get-user-for-platform';
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import classes from '../admin.module.css';
import styles from './panel.module.css';
import type { Erasure } from './panel.tsx';

type ProblemOf = (intent: string) => Problem | undefined;

const yourself = 'This is your own account: another administrator may do this.';

/** Everything that can be done about a user; what cannot says why. */
export function UserForms({
  user,
  erasure,
  isMe,
  problem,
}: {
  user: PlatformUserDetail;
  erasure: Erasure;
  isMe: boolean;
  problem: ProblemOf;
}) {
  const isSuspended = user.state === 'suspended';
  const isAdmin = user.role === 'admin';
  const refusing = user.companies.find((company) => company.actingRefused);
  const form = { userId: user.id, problem };
  return (
    <div className={styles.forms}>
      <Act
        {...form}
        intent="act_as"
        button="Act as this user"
        why={
          isMe
            ? yourself
            : isAdmin
              ? 'Nobody acts as a platform admin.'
              : isSuspended
                ? 'Nobody acts as a suspended user.'
                : refusing
                  ? `An owner of ${refusing.name} lets nobody act as its members.`
                  : undefined
        }
        reason="Reason, shown to the user and their companies"
      >
        For one hour, reading only unless an owner of the company switched support access on. That it begins,
        and each page, capture and export you open, is written into the audit list of their companies by your
        name, and their owners are told.
      </Act>
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
      <Act
        {...form}
        intent={isAdmin ? 'unmake_admin' : 'make_admin'}
        button={isAdmin ? 'Take platform admin away' : 'Make platform admin'}
        why={isMe ? yourself : isSuspended && !isAdmin ? 'Is suspended.' : undefined}
        confirm={user.email}
      >
        {isAdmin
          ? 'They keep their companies and lose these pages.'
          : 'They will see and change every company and user of this installation.'}
      </Act>
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
    </div>
  );
}

/** One action. With something to enter it unfolds first. */
function Act({
  userId,
  intent,
  button,
  why,
  reason,
  confirm,
  isDestructive = false,
  problem,
  children,
}: {
  userId: string;
  intent: string;
  button: string;
  /** Why it cannot be done. */
  why?: string | undefined;
  /** Label of the reason it takes. */
  reason?: string;
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
      <summary>{button}…</summary>
      {form}
    </details>
  );
}
